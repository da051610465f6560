import { fullTimeOf } from '#kit/web/ages.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { type WebhookDelivery, webhooks } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './webhook-panel.module.css'

/** One delivery: its body and its result. */
export function DeliveryDialog({
  endpointId,
  delivery,
  onClose,
}: {
  endpointId: string
  delivery: WebhookDelivery
  onClose: () => void
}) {
  const found = useEndpoint(webhooks.delivery, { id: endpointId, delivery_id: delivery.id })
  const { attempts, last_status, last_error, next_at, sent_at } = found.data ?? delivery
  const facts = [
    ['webhook-id', delivery.event_id],
    [texts.attempts, String(attempts)],
    [texts.lastAnswer, last_status === null ? texts.none : String(last_status)],
    [texts.error, last_error],
    [texts.nextAttempt, next_at ? fullTimeOf(next_at) : ''],
    [texts.sent, sent_at ? fullTimeOf(sent_at) : ''],
  ].filter(([, value]) => value !== '')
  return (
    <Dialog onClose={onClose} size="lg" title={delivery.kind}>
      <div className={classes.form}>
        <dl className={classes.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <ReadFailure of={found} what={texts.deliveryFailed} />
        {!found.isLoadingError && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
          <pre className={classes.body} tabIndex={0}>
            {found.data ? JSON.stringify(JSON.parse(found.data.body), null, 2) : texts.loading}
          </pre>
        )}
      </div>
    </Dialog>
  )
}
