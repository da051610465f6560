import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import type { WebhookDelivery, WebhookEndpoint } from '../contract.ts'
import { texts } from '../texts.ts'

/** The status of an endpoint; a failing endpoint is still active and receives events. */
export function EndpointStatus({
  endpoint: { status, failing_since },
}: {
  endpoint: Pick<WebhookEndpoint, 'status' | 'failing_since'>
}) {
  if (status === 'disabled') return <StatusMark tone="off">{texts.disabled}</StatusMark>
  if (failing_since) return <StatusMark tone="refused">{texts.failing}</StatusMark>
  return <StatusMark tone="good">{texts.active}</StatusMark>
}

type DeliveryState = WebhookDelivery['status']

const deliveryTones: Readonly<Record<DeliveryState, Tone>> = {
  waiting: 'waiting',
  sent: 'good',
  failed: 'refused',
}
export const deliveryWords: Readonly<Record<DeliveryState, string>> = {
  waiting: texts.waiting,
  sent: texts.sent,
  failed: texts.failed,
}

/** The status of a delivery. */
export function DeliveryStatus({ status }: { status: DeliveryState }) {
  return <StatusMark tone={deliveryTones[status]}>{deliveryWords[status]}</StatusMark>
}
