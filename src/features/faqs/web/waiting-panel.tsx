import { releases } from '#features/content/contract.ts'
import { publish } from '#features/content/web/links.ts'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { faqs } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './list-panel.module.css'

/**
 * How many changes shoppers do not see yet, of which kind, and the way to publish them. The line is always there, so that
 * the list does not move when it is known.
 */
export function WaitingNotice() {
  const can = useCan()
  const waiting = useEndpoint(faqs.waiting, {}).data
  if (!waiting) return <div className={classes.notice} />
  const { added, changed, removed, moved } = waiting
  const count = added + changed + removed + moved
  if (count === 0) {
    return (
      <div className={classes.notice}>
        <StatusMark tone="good">{texts.allLive}</StatusMark>
      </div>
    )
  }
  const kinds = [
    { of: added, words: texts.addedCount },
    { of: changed, words: texts.changedCount },
    { of: removed, words: texts.removedCount },
    { of: moved, words: texts.movedCount },
  ]
  return (
    <div className={classes.notice}>
      <StatusMark tone="waiting">{texts.notYetLive({ count })}</StatusMark>
      <span className={classes.quiet}>
        {kinds
          .filter(({ of }) => of > 0)
          .map(({ of, words }) => words({ count: of }))
          .join(' · ')}
      </span>
      {can(releases.create) && <Link href={publish()}>{texts.publish}</Link>}
    </div>
  )
}
