import { ageOf } from '#kit/web/ages.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { desk } from '../contract.ts'
import { texts } from '../texts.ts'
import { lateWordsOf, liveNouns, mineWordsOf } from './late-model.ts'
import classes from './late-panel.module.css'
import { reviewDesk } from './links.ts'

/** As soon as the work under it on the dashboard, so that its numbers are those of the heaps. */
const live = {
  refetchInterval: 30_000,
  live: liveNouns,
  liveEveryMs: 10_000,
}

/** What waits for a decision and how much of it is late, with the way to the desk. */
export function LatePanel() {
  const counts = useEndpoint(desk.counts, {}, live).data
  const kinds = counts?.kinds ?? []
  const waiting = kinds.reduce((sum, one) => sum + one.waiting, 0)
  const late = kinds.reduce((sum, one) => sum + one.late, 0)
  const mine = mineWordsOf(kinds)
  const oldest = kinds.flatMap(({ oldest_since }) => oldest_since ?? []).sort()[0]
  return (
    <Link href={reviewDesk(late > 0 ? { late: 'yes' } : {})} className={classes.row}>
      {counts && (
        <>
          <span className={classes.count}>{texts.waitingCount({ count: waiting })}</span>
          {late > 0 ? (
            <StatusMark tone="refused">{lateWordsOf(kinds)}</StatusMark>
          ) : (
            <span className={classes.quiet}>{lateWordsOf(kinds)}</span>
          )}
          {oldest && <span className={classes.quiet}>{texts.oldest({ age: ageOf(oldest) })}</span>}
          {mine && <span className={classes.quiet}>{mine}</span>}
        </>
      )}
      <span className={classes.way}>{texts.openDesk}</span>
    </Link>
  )
}
