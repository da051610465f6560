import { type RawBuilder, sql } from 'kysely'
import { type Preset, packLateDays } from '#features/orders/moves-contract.ts'
import { hasGrantedRefundOf } from '#features/orders/server/tables.ts'

/** SQL for the orders `o` of a preset view at this time; each has an index of its own. */
export function presetCondition(preset: Preset): RawBuilder<unknown> {
  switch (preset) {
    case 'refunds_to_send':
      return sql`o.id in (select order_id from refunds where status = 'granted')`
    case 'cod_to_confirm':
      return sql`o.order_status = 'pending' and o.payment_status = 'cod_due' and o.confirmed_at is null`
    case 'late_to_pack':
      return sql`o.order_status = 'processing' and o.vendor_status = 'to_pack'
        and o.status_since < now() - make_interval(days => ${packLateDays})`
    case 'returns_to_decide':
      // What is granted is decided; it waits to be sent.
      return sql`o.id in (select p.order_id from order_parts p
        where p.vendor_status = 'returned' and p.delivered_at is not null and p.return_decided_at is null
          and not ${hasGrantedRefundOf('p')})`
    case 'failed_attempts':
      return sql`o.id in (select order_id from order_parts where vendor_status = 'shipped' and delivery_attempts > 0)`
  }
}
