import { momentOf, numberOf } from '#kit/contract/words.ts'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import type { MailingDetail } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './mailings.module.css'

const partNames = ['sent', 'failed', 'unknown', 'skipped'] as const

/** How far a mailing is: read again while it is being sent. */
export function ProgressPanel({ mailing }: { mailing: MailingDetail }) {
  const { total, left, started_at, seconds_left } = mailing
  if (!started_at) {
    return (
      <SideCard title={texts.progress}>
        <p className={classes.quiet}>{waitingWords(mailing)}</p>
      </SideCard>
    )
  }
  const done = total - left
  return (
    <SideCard title={texts.progress}>
      <div className={classes.stack}>
        <div
          className={classes.bar}
          role="progressbar"
          aria-label={texts.progress}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={done}
          aria-valuetext={texts.progressLabel({ done: numberOf(done), total: numberOf(total) })}
        >
          {partNames.map((part) => (
            <span
              key={part}
              data-part={part}
              style={{ width: `${total > 0 ? (100 * mailing[part]) / total : 0}%` }}
            />
          ))}
        </div>
        <dl className={classes.facts}>
          <Fact words={texts.recipients} value={total} />
          {partNames.map((part) => (
            <Fact key={part} words={texts[part]} value={mailing[part]} />
          ))}
          <Fact words={texts.left} value={left} />
        </dl>
        <p className={classes.quiet}>{seconds_left === null ? ' ' : leftWords(seconds_left)}</p>
        {mailing.unknown > 0 && <p className={classes.held}>{texts.unknownHint}</p>}
      </div>
    </SideCard>
  )
}

function Fact({ words, value }: { words: string; value: number }) {
  return (
    <div>
      <dt>{words}</dt>
      <dd>{numberOf(value)}</dd>
    </div>
  )
}

function waitingWords({ status, send_at, asked_by_name: name }: MailingDetail): string {
  if (status === 'waiting') return texts.waitingFor({ name })
  return send_at && Date.parse(send_at) > Date.now()
    ? texts.scheduledFor({ at: momentOf(send_at) })
    : texts.startingSoon
}

function leftWords(seconds: number): string {
  return seconds < 90
    ? texts.secondsLeft({ seconds })
    : texts.minutesLeft({ minutes: Math.round(seconds / 60) })
}
