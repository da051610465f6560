import { Button } from '@mantine/core'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import { Ago } from '#kit/web/values.tsx'
import type { Message } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './messages-panel.module.css'

const words: Record<Message['status'], { text: string; tone: Tone }> = {
  queued: { text: texts.queued, tone: 'waiting' },
  sending: { text: texts.sending, tone: 'waiting' },
  sent: { text: texts.sent, tone: 'good' },
  failed: { text: texts.failed, tone: 'refused' },
  withdrawn: { text: texts.withdrawn, tone: 'off' },
}

/** The messages about a record with their delivery status; the newest can be sent again if it failed. */
export function MessagesPanel({
  messages,
  canResend,
  onResend,
}: {
  messages: readonly Message[]
  canResend: boolean
  onResend: (id: string) => void
}) {
  // What an older one says of the record is over. Ids are in the order of time.
  const newest = messages.reduce((id, one) => (one.status !== 'withdrawn' && one.id > id ? one.id : id), '')
  return (
    <SideCard title={texts.messages}>
      {messages.length === 0 ? (
        <p className={classes.none}>{texts.noMessages}</p>
      ) : (
        <ul className={classes.messages}>
          {messages.map((message) => {
            const { text, tone } = words[message.status]
            return (
              <li key={message.id}>
                <div className={classes.head}>
                  <span dir="auto">{message.subject || texts.subjectWithheld}</span>
                  <StatusMark tone={tone}>{text}</StatusMark>
                </div>
                <p className={classes.meta}>
                  {texts.toRecipient({ recipient: <bdi dir="ltr">{message.recipient}</bdi> })}
                  {message.sent_at && (
                    <>
                      {' '}
                      · <Ago at={message.sent_at} />
                    </>
                  )}
                </p>
                {message.last_error && (
                  <p className={classes.meta}>
                    {texts.failedAttempt({
                      attempts: message.attempts,
                      lastError: message.last_error,
                    })}
                  </p>
                )}
                {message.status === 'failed' && message.id === newest && canResend && (
                  <Button size="xs" variant="default" onClick={() => onResend(message.id)}>
                    {texts.sendAgain}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </SideCard>
  )
}
