import { Button } from '@mantine/core'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import { Ago } from '#kit/web/values.tsx'
import type { Message } from '../contract.ts'
import classes from './messages-panel.module.css'

const words: Record<Message['status'], { text: string; tone: Tone }> = {
  queued: { text: 'Queued', tone: 'waiting' },
  sending: { text: 'Sending', tone: 'waiting' },
  sent: { text: 'Sent', tone: 'good' },
  failed: { text: 'Failed', tone: 'refused' },
  withdrawn: { text: 'Withdrawn', tone: 'off' },
}

/** The messages about a record with their delivery status; a failed message can be sent again. */
export function MessagesPanel({
  messages,
  canResend,
  onResend,
}: {
  messages: readonly Message[]
  canResend: boolean
  onResend: (id: string) => void
}) {
  return (
    <SideCard title="Messages">
      {messages.length === 0 ? (
        <p className={classes.none}>Nothing was sent yet.</p>
      ) : (
        <ul className={classes.messages}>
          {messages.map((message) => {
            const { text, tone } = words[message.status]
            return (
              <li key={message.id}>
                <div className={classes.head}>
                  <span dir="auto">{message.subject}</span>
                  <StatusMark tone={tone}>{text}</StatusMark>
                </div>
                <p className={classes.meta}>
                  to <bdi dir="ltr">{message.recipient}</bdi>
                  {message.sent_at && (
                    <>
                      {' '}
                      · <Ago at={message.sent_at} />
                    </>
                  )}
                </p>
                {message.last_error && (
                  <p className={classes.meta}>
                    Try {message.attempts}: {message.last_error}
                  </p>
                )}
                {message.status === 'failed' && canResend && (
                  <Button size="xs" variant="default" onClick={() => onResend(message.id)}>
                    Send again
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
