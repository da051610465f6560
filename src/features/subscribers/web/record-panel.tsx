import { fullTimeOf } from '#kit/web/ages.ts'
import { Facts } from '#kit/web/record/facts.tsx'
import type { SubscriberDetail, SubscriberOrigin, SuppressionReason } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './subscriber-panel.module.css'

const originWords: Readonly<Record<SubscriberOrigin, string>> = {
  form: texts.byForm,
  import: texts.import,
  staff: texts.byStaff,
  mail: texts.byMail,
}

/** When, where and to which text the person agreed. */
export function ConsentPanel({ subscriber }: { subscriber: SubscriberDetail }) {
  const { origin, place, asked_at, confirmation_sent_at, confirmed_at, consent, consent_source } = subscriber
  const timeOf = (at: string | null) => (at ? fullTimeOf(at) : '')
  return (
    <Facts
      title={texts.consent}
      facts={[
        { label: texts.origin, value: originWords[origin] },
        { label: texts.place, value: place && texts.placeInShop({ place }) },
        { label: texts.askedAt, value: timeOf(asked_at) },
        { label: texts.mailSentAt, value: timeOf(confirmation_sent_at) },
        { label: texts.confirmedAt, value: timeOf(confirmed_at) },
        ...(consent
          ? [{ label: texts.textOfVersion({ version: consent.version }), value: consent.text }]
          : [{ label: texts.consentSource, value: consent_source || texts.noConsent }]),
      ]}
    />
  )
}

const reasonWords: Readonly<Record<SuppressionReason, string>> = {
  unsubscribed: texts.unsubscribed,
  bounced: texts.bounced,
  complained: texts.complained,
  blocked: texts.blocked,
  erased: texts.erasedBefore,
}

/** Why the address gets no mail. */
export function SuppressionPanel({ subscriber: { suppressions } }: { subscriber: SubscriberDetail }) {
  if (suppressions.length === 0) return null
  return (
    <section className={`box ${classes.card}`}>
      <h2>{texts.suppressionList}</h2>
      <ul className={classes.sent}>
        {suppressions.map(({ reason, since, detail }) => (
          <li key={reason}>
            <span dir="auto">{detail ? `${reasonWords[reason]}: ${detail}` : reasonWords[reason]}</span>
            <time dateTime={since} className={classes.quiet}>
              {fullTimeOf(since)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The group mails to the address. Nobody measures whether they were opened. */
export function SentPanel({ subscriber: { sent } }: { subscriber: SubscriberDetail }) {
  return (
    <section className={`box ${classes.card}`}>
      <h2>{texts.groupMails}</h2>
      {sent.length === 0 ? (
        <p>{texts.nothingSent}</p>
      ) : (
        <ul className={classes.sent}>
          {sent.map(({ id, subject, sent_at, status }) => (
            <li key={id}>
              <span dir="auto">{subject}</span>
              <span className={classes.quiet}>{texts.statusAt({ status, at: fullTimeOf(sent_at) })}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.quiet}>{texts.openedNotMeasured}</p>
    </section>
  )
}
