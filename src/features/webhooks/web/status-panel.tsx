import { StatusMark } from '#kit/web/status-mark.tsx'
import type { WebhookDelivery, WebhookEndpoint } from '../contract.ts'

/** The status of an endpoint; a failing endpoint is still active and receives events. */
export function EndpointStatus({
  endpoint: { status, failing_since },
}: {
  endpoint: Pick<WebhookEndpoint, 'status' | 'failing_since'>
}) {
  if (status === 'disabled') return <StatusMark tone="off">Disabled</StatusMark>
  if (failing_since) return <StatusMark tone="refused">Failing</StatusMark>
  return <StatusMark tone="good">Active</StatusMark>
}

/** The status of a delivery. */
export function DeliveryStatus({ status }: { status: WebhookDelivery['status'] }) {
  if (status === 'sent') return <StatusMark tone="good">Sent</StatusMark>
  if (status === 'failed') return <StatusMark tone="refused">Failed</StatusMark>
  return <StatusMark tone="waiting">Waiting</StatusMark>
}
