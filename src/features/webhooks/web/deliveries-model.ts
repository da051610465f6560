import type { WebhookDelivery } from '../contract.ts'

const lookEveryMs = 5_000
/** An attempt that has begun may take so long: until then its delivery looks due again only after this time. */
const attemptMs = 60_000

/**
 * Milliseconds until the log of deliveries is worth reading again: often while an attempt is near or under way, else not
 * before the next one is near. False while nothing waits.
 */
export function nextLookMs(
  rows: readonly Pick<WebhookDelivery, 'next_at'>[],
  now = Date.now(),
): number | false {
  const due = rows.flatMap(({ next_at }) => (next_at ? [Date.parse(next_at)] : []))
  return due.length > 0 && Math.max(lookEveryMs, Math.min(...due) - now - attemptMs)
}
