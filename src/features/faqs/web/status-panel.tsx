import { ActiveSwitch } from '#kit/web/list/active-switch.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { type Faq, faqs } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './list-panel.module.css'

const liveWords = {
  new: { mark: texts.new, hint: texts.newHint },
  changed: { mark: texts.changed, hint: texts.changedHint },
  same: { mark: texts.live, hint: texts.sameHint },
} as const

/** Turns a question on or off; shoppers see it after the next release. */
function FaqSwitch({
  faq,
  isListed = false,
}: {
  faq: Pick<Faq, 'id' | 'title' | 'is_active' | 'version'>
  /** True for a row of a list that may be filtered to active questions. */
  isListed?: boolean
}) {
  return (
    <ActiveSwitch
      change={faqs.change}
      record={faq}
      label={texts.nameActive({ name: faq.title })}
      words={{ on: texts.on({ name: faq.title }), off: texts.off({ name: faq.title }) }}
      isListed={isListed}
    />
  )
}

/** The switch, and whether shoppers read something else. */
export function StatusCell({ faq }: { faq: Faq }) {
  return (
    <span className={classes.status}>
      <FaqSwitch faq={faq} isListed />
      {faq.live !== 'same' && (
        <span title={liveWords[faq.live].hint}>
          <StatusMark tone="waiting">{liveWords[faq.live].mark}</StatusMark>
        </span>
      )}
    </span>
  )
}

/** Whether a question is new, changed or live as it is. */
export function LiveMark({ faq }: { faq: Faq }) {
  const { mark } = liveWords[faq.live]
  return <StatusMark tone={faq.live === 'same' ? 'good' : 'waiting'}>{mark}</StatusMark>
}

/** Whether shoppers see a question after the next release, with its switch, and what they see now. */
export function VisibilityPanel({ faq }: { faq: Faq }) {
  return (
    <SideCard title={texts.status}>
      <div className={classes.status}>
        <FaqSwitch faq={faq} />
        <span>{faq.is_active ? texts.activeHint : texts.inactiveHint}</span>
      </div>
      <p className={classes.quiet}>{liveWords[faq.live].hint}</p>
    </SideCard>
  )
}
