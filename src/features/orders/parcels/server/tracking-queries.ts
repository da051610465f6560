import { sql } from 'kysely'
import { type Standing, type VendorStatus, whyNot } from '#features/orders/moves-contract.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Context } from '#kit/server/context.ts'
import type { parcels, TrackingOutcome, TrackingRow } from '../contract.ts'

/** A parcel with the part that it belongs to; the part is null if it cannot be shipped under this number. */
interface Planned {
  outcome: TrackingOutcome
  part_id: string | null
}

interface FoundPart {
  id: string
  order_id: string
  order_number: string
  number: number
  shop_name: string
  vendor_status: VendorStatus
  courier: string
  tracking_number: string
  order_status: Standing['order_status']
  payment_status: Standing['payment_status']
  is_charged: boolean
  is_unconfirmed: boolean
}

/** What would become of these parcels. Nothing is stored. */
export async function checkParcels(
  ctx: Context,
  input: Input<typeof parcels.check>,
): Promise<TrackingOutcome[]> {
  return (await planParcels(ctx, input)).map(({ outcome }) => outcome)
}

/** Finds the part of each parcel, and says which parcels cannot be shipped and why, with two queries for all of them. */
export async function planParcels(
  ctx: Context,
  { courier, rows }: { courier: string; rows: readonly TrackingRow[] },
): Promise<Planned[]> {
  const read = rows.map((row) => ({ ...row, courier: row.courier || courier, ways: waysToRead(row) }))
  const parts = await findParts(
    ctx,
    read.flatMap(({ ways }) => ways.map(({ order_number }) => order_number)),
  )
  const asked = read.map(({ ways, ...row }) => {
    const isKnown = ({ order_number }: Way) => parts.has(order_number.toLowerCase())
    return { ...row, part: null, ...(ways.find(isKnown) ?? ways.at(-1)) }
  })
  const taken = await findTaken(ctx, asked)
  const seenParts = new Set<string>()
  const seenNumbers = new Set<string>()
  return asked.map((row) => {
    const own = parts.get(row.order_number.toLowerCase()) ?? []
    const part = chosenOf(own, row.part)
    const key = keyOf(row)
    const why =
      whyNoPart(row, own, part, seenParts) ??
      (part && isSame(part, row) ? 'unchanged' : null) ??
      whyNoNumber(row, taken.get(key), seenNumbers.has(key)) ??
      (part ? whyNotShip(part, own) : null)
    if (part) seenParts.add(part.id)
    seenNumbers.add(key)
    const isUnchanged = why === 'unchanged'
    return {
      part_id: why === null ? (part?.id ?? null) : null,
      outcome: {
        order_id: own[0]?.order_id ?? null,
        order_number: own[0]?.order_number ?? row.order_number,
        part: part?.number ?? row.part,
        shop_name: part?.shop_name ?? '',
        courier: row.courier,
        tracking_number: row.tracking_number,
        outcome: why === null ? 'ready' : isUnchanged ? 'unchanged' : 'refused',
        message: isUnchanged ? 'Shipped under this tracking number already' : (why ?? warningOf(part)),
      },
    }
  })
}

/** What a person should know of a parcel that can be shipped; empty for nothing. */
function warningOf(part: FoundPart | undefined): string {
  return part?.is_unconfirmed ? 'Cash on delivery, not confirmed by phone' : ''
}

/** Parts that are not packed yet are packed with the shipment: a parcel with a label has been packed. */
const isToShip = ({ vendor_status }: { vendor_status: string }): boolean =>
  vendor_status === 'to_pack' || vendor_status === 'packed'

/** A number as one can read it: an order, and maybe one of its parts. */
interface Way {
  order_number: string
  part: number | null
}

/**
 * What a scanned number can mean, as it is written first: a shop front numbers its orders as it likes, KHI-12 or #1001 among
 * others. Divides 100123/2, or the 100123-2 of a printed label, into the order number and the number of the part.
 */
function waysToRead({ order_number }: TrackingRow): Way[] {
  const [, order, part] = /^(.+?)\s*[/-]\s*(\d{1,2})$/.exec(order_number) ?? []
  const whole: Way = { order_number, part: null }
  return [whole, ...(order ? [{ order_number: order, part: Number(part) }] : [])].flatMap((way) =>
    way.order_number.startsWith('#') ? [way, { ...way, order_number: way.order_number.slice(1) }] : [way],
  )
}

interface Asked {
  courier: string
  tracking_number: string
}

function keyOf({ courier, tracking_number }: Asked): string {
  return `${courier}\n${tracking_number}`.toLowerCase()
}

function isSame(part: FoundPart, row: Asked): boolean {
  return part.tracking_number !== '' && keyOf(part) === keyOf(row)
}

function chosenOf(own: readonly FoundPart[], number: number | null): FoundPart | undefined {
  if (number !== null) return own.find((part) => part.number === number)
  const open = own.filter(isToShip)
  return open.length === 1 ? open[0] : own.length === 1 ? own[0] : undefined
}

function whyNoPart(
  { order_number, part: number }: { order_number: string; part: number | null },
  own: readonly FoundPart[],
  part: FoundPart | undefined,
  seen: ReadonlySet<string>,
): string | null {
  if (own.length === 0) return `There is no order ${order_number}`
  if (!part) {
    const open = own.filter(isToShip)
    if (number !== null) return `The order has no part ${number}`
    return open.length === 0
      ? 'Every part of the order is shipped already'
      : `The order has ${open.length} parts to ship. Add the part: ${open.map((one) => `${one.order_number}/${one.number}`).join(' or ')}`
  }
  return seen.has(part.id) ? 'This part is in the list already' : null
}

function whyNoNumber(
  { courier, tracking_number }: Asked,
  takenBy: string | undefined,
  isRepeated: boolean,
): string | null {
  if (courier === '') return 'Choose the courier'
  if (/^\d+([.,]\d+)?E\+?\d+$/i.test(tracking_number)) {
    return 'The spreadsheet has shortened this number. Format the column as text and export it again'
  }
  if (takenBy) return `Order ${takenBy} has this tracking number`
  return isRepeated ? 'This tracking number is in the list already' : null
}

function whyNotShip(part: FoundPart, own: readonly FoundPart[]): string | null {
  const standing: Standing = {
    order_status: part.order_status,
    payment_status: part.payment_status,
    vendor_statuses: own.map(({ vendor_status }) => vendor_status),
    is_charged: part.is_charged,
    part: part.vendor_status,
  }
  if (part.vendor_status === 'shipped') {
    return `Shipped already: ${part.courier} ${part.tracking_number}. Correct it in the order`
  }
  if (part.vendor_status !== 'to_pack') return whyNot('ship', standing)
  return whyNot('pack', standing) ?? whyNot('ship', { ...standing, part: 'packed' })
}

async function findParts(ctx: Context, numbers: readonly string[]): Promise<Map<string, FoundPart[]>> {
  const wanted = [...new Set(numbers.flatMap((number) => [number, number.toUpperCase()]))]
  const { rows } = await sql<FoundPart>`
    select p.id, p.order_id, o.order_number, p.number, p.shop_name, p.vendor_status, p.courier, p.tracking_number,
      o.order_status, o.payment_status, o.payment_status = 'cod_due' and o.confirmed_at is null as is_unconfirmed,
      (p.total = 0 or case
        when exists (select from order_lines l where l.part_id = p.id and l.line_total <> l.discount)
        then exists (select from order_lines l where l.part_id = p.id and l.line_total - l.discount - l.reversed > (
          select coalesce(sum(rl.amount), 0) from refunds r join refund_lines rl on rl.refund_id = r.id
          where r.order_id = o.id and r.status = 'granted' and rl.line_id = l.id))
        else p.shipping_total <> p.shipping_reversed end) as is_charged
    from orders o join order_parts p on p.order_id = o.id
    where o.order_number = any(${wanted}::text[]) order by p.number`.execute(ctx.db)
  const found = new Map<string, FoundPart[]>()
  for (const row of rows) {
    const key = row.order_number.toLowerCase()
    found.set(key, [...(found.get(key) ?? []), row])
  }
  return found
}

/** The numbers of the orders that have one of these tracking numbers with the same courier, by both. */
async function findTaken(ctx: Context, asked: readonly Asked[]): Promise<Map<string, string>> {
  const couriers = asked.map(({ courier }) => courier.toLowerCase())
  const numbers = asked.map(({ tracking_number }) => tracking_number.toLowerCase())
  const { rows } = await sql<Asked & { order_number: string }>`
    select p.courier, p.tracking_number, o.order_number
    from unnest(${couriers}::text[], ${numbers}::text[]) as wanted (courier, tracking_number)
    join order_parts p on lower(p.courier) = wanted.courier
      and lower(p.tracking_number) = wanted.tracking_number and p.tracking_number <> ''
    join orders o on o.id = p.order_id`.execute(ctx.db)
  return new Map(rows.map((row) => [keyOf(row), row.order_number]))
}
