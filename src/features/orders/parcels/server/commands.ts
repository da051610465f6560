import { sql } from 'kysely'
import type { OrderDetail } from '#features/orders/contract.ts'
import type { MoveName } from '#features/orders/moves-contract.ts'
import { deliver, pack, partOf, ship } from '#features/orders/parts/server/commands.ts'
import { type Held, holdOrder, moved, whyForbidden } from '#features/orders/server/hold-commands.ts'
import { readOrder } from '#features/orders/server/queries.ts'
import type { PartRecord } from '#features/orders/server/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { fieldsRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { parcels } from '../contract.ts'

/** Packs these parts, all of them or none. Refuses (not-found, stale), and (conflict) with the reason of each part. */
export function packParts(
  ctx: Context,
  { id, part_ids }: { id: string; part_ids: string[] },
): Promise<OrderDetail> {
  return moveParts(ctx, id, 'pack', part_ids, pack)
}

/**
 * Ships these packed parts with one courier, all of them or none. Refuses as `packParts` does, and (invalid) each
 * tracking number that another part of the courier has.
 */
export function shipParts(
  ctx: Context,
  { id, courier, shipments }: Input<typeof parcels.ship>,
): Promise<OrderDetail> {
  const numbers = new Map(shipments.map(({ part_id, tracking_number }) => [part_id, tracking_number]))
  const ids = shipments.map(({ part_id }) => part_id)
  return moveParts(
    ctx,
    id,
    'ship',
    ids,
    async (own, held, part) =>
      ship(own, held, part, { courier, tracking_number: numbers.get(part.id) ?? '' }),
    () => refuseTaken(ctx, courier, shipments),
  )
}

/** Marks these parts as delivered, all of them or none. Refuses as `packParts` does. */
export function deliverParts(
  ctx: Context,
  { id, part_ids }: { id: string; part_ids: string[] },
): Promise<OrderDetail> {
  return moveParts(ctx, id, 'deliver', part_ids, deliver)
}

function moveParts(
  ctx: Context,
  id: string,
  name: MoveName,
  ids: readonly string[],
  move: (ctx: Context, held: Held, part: PartRecord) => Promise<void>,
  check?: () => Promise<void>,
): Promise<OrderDetail> {
  return moved(ctx, id, async (held) => {
    // In the order of their vendors, whose invoice counters are locked: two orders of the same vendors must not deadlock.
    const parts = [...new Set(ids)]
      .map((part) => partOf(held, part))
      .toSorted((one, other) => (one.vendor_id < other.vendor_id ? -1 : 1))
    await refuseAny(ctx, held, name, parts)
    await check?.()
    for (const part of parts) {
      // Each move changes the order, so the next one starts from what the last one left.
      const present = await holdOrder(ctx, id)
      await move(ctx, present, partOf(present, part.id))
    }
  })
}

/** Refuses (conflict) the whole move if one of the parts cannot make it, naming each such part with its reason. */
async function refuseAny(
  ctx: Context,
  held: Held,
  name: MoveName,
  parts: readonly PartRecord[],
): Promise<void> {
  const reasons = parts.flatMap((part) => {
    const why = whyForbidden(held, name, part)
    return why === null ? [] : [`Part ${part.number}: ${why}`]
  })
  if (reasons.length === 0) return
  throw new Refusal('conflict', reasons.join('. '), { current: await readOrder(ctx, { id: held.order.id }) })
}

async function refuseTaken(
  ctx: Context,
  courier: string,
  shipments: readonly { tracking_number: string; part_id: string }[],
): Promise<void> {
  const keys = shipments.map(({ tracking_number }) => tracking_number.toLowerCase())
  const { rows } = await sql<{ key: string; order_number: string }>`
    select lower(p.tracking_number) as key, o.order_number from order_parts p join orders o on o.id = p.order_id
    where lower(p.courier) = ${courier.toLowerCase()} and lower(p.tracking_number) = any(${keys}::text[])
      and p.tracking_number <> ''`.execute(ctx.db)
  const taken = new Map(rows.map(({ key, order_number }) => [key, `Order ${order_number}`]))
  const errors = keys.flatMap((key, index) => {
    const whose = taken.get(key) ?? (keys.indexOf(key) < index ? 'Another part of this call' : null)
    return whose
      ? [{ path: `shipments.${index}.tracking_number`, message: `${whose} has this tracking number` }]
      : []
  })
  if (errors.length > 0) throw fieldsRefusal(errors)
}
