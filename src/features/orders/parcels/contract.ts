import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { filledLine, line } from '#kit/contract/text.ts'
import { OrderDetail, type OrderPart } from '../contract.ts'
import { standingOf, whyNot } from '../moves-contract.ts'
import { texts } from './texts.ts'

/** The moves that all parts of an order can make at once. */
const partsMoves = ['pack', 'ship', 'deliver'] as const
type PartsMove = (typeof partsMoves)[number]

/** The parts of an order that can make a move now. */
export function partsThatCan(name: PartsMove, order: OrderDetail): OrderPart[] {
  return order.parts.filter((part) => whyNot(name, standingOf(order, part)) === null)
}

/** Why no part can make a move, where none can: the reason of a part of which the order has its vendor status, if there is one. */
export function whyNoPartCan(name: PartsMove, order: OrderDetail): string | null {
  const part =
    order.parts.find(({ vendor_status }) => vendor_status === order.vendor_status) ?? order.parts[0]
  return part ? whyNot(name, standingOf(order, part)) : null
}

/** True where several parts can make the same move, so that the next step of each part is second to that of all. */
export function hasWholeStep(order: OrderDetail): boolean {
  return partsMoves.some((name) => partsThatCan(name, order).length > 1)
}

/** The most tracking numbers in one call. */
export const mostTrackingRows = 200

/** The couriers that are offered; any other name can be typed. */
export const knownCouriers = ['TCS', texts.leopards, 'PostEx', texts.trax, 'M&P', 'BlueEx', texts.callCourier]

const act = grants('Orders', 'act')
const id = z.strictObject({ id: z.uuid() })
const partIds = z.array(z.uuid()).min(1).max(50)
const courier = filledLine(60, texts.courierRequired)
const trackingNumber = filledLine(60, texts.trackingNumberRequired)

/** Several parts of an order shipped with one courier, each under its own tracking number. */
export const Shipments = z.strictObject({
  courier,
  shipments: z
    .array(z.strictObject({ part_id: z.uuid(), tracking_number: trackingNumber }))
    .min(1)
    .max(50),
})

/** One parcel: an order number, followed by /2 for its second part, and the tracking number on the parcel. */
export const TrackingRow = z.strictObject({
  order_number: filledLine(60, texts.orderNumberRequired),
  tracking_number: trackingNumber,
  /** The courier of this parcel; empty if it is the courier of the whole call. */
  courier: line(60).default(''),
})
export type TrackingRow = z.output<typeof TrackingRow>

const TrackingRows = z.strictObject({
  courier: line(60).default(''),
  rows: z.array(TrackingRow).min(1).max(mostTrackingRows),
})

/** What becomes of one parcel: `ready` in a dry run, `done` once it is shipped. */
export const TrackingOutcome = z.object({
  order_id: z.uuid().nullable(),
  order_number: z.string(),
  /** The number of the part; null while it is not known which part is meant. */
  part: z.int().nullable(),
  shop_name: z.string(),
  courier: z.string(),
  tracking_number: z.string(),
  outcome: z.enum(['ready', 'done', 'unchanged', 'refused']),
  /** Why it is unchanged or refused, or what a person should know before it is shipped. */
  message: z.string(),
})
export type TrackingOutcome = z.infer<typeof TrackingOutcome>

const movedAll = {
  access: act,
  params: id,
  answer: OrderDetail,
  refuses: ['not-found', 'conflict'] as const,
  conditional: 'optional' as const,
}

export const parcels = {
  pack: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/parts/pack',
    summary: 'Mark several parts of an order as packed, all of them or none',
    body: z.strictObject({ part_ids: partIds }),
    ...movedAll,
  }),
  ship: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/parts/ship',
    summary: 'Ship several packed parts of an order with one courier, all of them or none',
    body: Shipments,
    ...movedAll,
  }),
  deliver: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/parts/deliver',
    summary: 'Mark several shipped parts of an order as delivered, all of them or none',
    body: z.strictObject({ part_ids: partIds }),
    ...movedAll,
  }),
  couriers: endpoint({
    method: 'GET',
    path: '/api/admin/orders/couriers',
    summary: 'The couriers to choose from, the last choice of the person first',
    access: act,
    answer: z.object({ couriers: z.array(z.string()) }),
  }),
  presets: endpoint({
    method: 'GET',
    path: '/api/admin/orders/presets',
    summary: 'The number of orders in each preset view, counted up to 10,000',
    access: grants('Orders', 'view'),
    answer: z.object({
      refunds_to_send: z.int(),
      cod_to_confirm: z.int(),
      late_to_pack: z.int(),
      failed_attempts: z.int(),
      returns_to_decide: z.int(),
    }),
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/admin/orders/tracking-numbers/check',
    summary: 'What would become of these tracking numbers; nothing is stored',
    access: act,
    body: TrackingRows,
    writes: false,
    answer: z.array(TrackingOutcome),
  }),
  track: endpoint({
    method: 'POST',
    path: '/api/admin/orders/tracking-numbers',
    summary: 'Ship the parcels with these tracking numbers; each has its own outcome',
    access: act,
    body: TrackingRows,
    answer: z.array(TrackingOutcome),
    transactions: 'own',
  }),
}
