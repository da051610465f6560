import { StatusMark } from '#kit/web/status-mark.tsx'
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

/** The status of a delivery. */
export function DeliveryStatus({ status }: { status: WebhookDelivery['status'] }) {
  if (status === 'sent') return <StatusMark tone="good">{texts.sent}</StatusMark>
  if (status === 'failed') return <StatusMark tone="refused">{texts.failed}</StatusMark>
  return <StatusMark tone="waiting">{texts.waiting}</StatusMark>
}
