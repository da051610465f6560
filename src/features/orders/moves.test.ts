import { expect, test } from 'vitest'
import { type MoveName, moves, type Standing, whyNot } from './moves-contract.ts'

/** An order in processing whose only part waits for nothing but the move. */
function standing(part: Standing['part'], given: Partial<Standing> = {}): Standing {
  const own = part ?? 'to_pack'
  return {
    order_status: 'processing',
    payment_status: 'paid',
    vendor_statuses: [own],
    part: own,
    is_due: false,
    is_charged: true,
    ...given,
  }
}

/** What the house wants of each move, kept by hand: from where, to where. */
const wanted: Record<MoveName, [from: string[], to: string]> = {
  process: [['pending'], 'processing'],
  put_back: [['processing'], 'pending'],
  complete: [['processing'], 'completed'],
  decline: [['pending', 'processing'], 'declined'],
  mark_paid: [['unpaid', 'cod_due'], 'paid'],
  refund: [['paid', 'part_refunded'], 'refunded'],
  pack: [['to_pack'], 'packed'],
  unpack: [['packed'], 'to_pack'],
  ship: [['packed'], 'shipped'],
  correct: [['shipped'], 'shipped'],
  attempt: [['shipped'], 'shipped'],
  deliver: [['shipped'], 'delivered'],
  cancel: [['to_pack', 'packed'], 'returned'],
  return: [['shipped', 'delivered'], 'returned'],
}

/** What else must hold, kept by hand: a standing that lacks this alone, and what is said of it. */
const unmet: [name: MoveName, given: Standing, words: string][] = [
  [
    'put_back',
    standing('packed'),
    'The order cannot be put back to pending. A part of it is packed already: unpack it first',
  ],
  [
    'complete',
    standing('delivered', { vendor_statuses: ['delivered', 'shipped'] }),
    'The order cannot be completed. Not every part of it is delivered or returned',
  ],
  [
    'complete',
    standing('returned'),
    'The order cannot be completed. Nothing of it was delivered: decline it instead',
  ],
  [
    'complete',
    standing('delivered', { payment_status: 'cod_due', is_due: true }),
    'The order cannot be completed. It is not paid yet',
  ],
  [
    'decline',
    standing('shipped'),
    'The order cannot be declined. A part of it is with the courier or the customer: it has to come back first',
  ],
  [
    'decline',
    standing('to_pack', { vendor_statuses: ['to_pack', 'delivered'] }),
    'The order cannot be declined. A part of it is with the courier or the customer: it has to come back first',
  ],
  [
    'mark_paid',
    standing('to_pack', { payment_status: 'unpaid' }),
    'The order cannot be marked as paid. The customer owes nothing of it',
  ],
  [
    'pack',
    standing('to_pack', { order_status: 'pending' }),
    'The part cannot be packed. The order is not being processed',
  ],
  [
    'pack',
    standing('to_pack', { is_charged: false }),
    'The part cannot be packed. Everything of it was refunded: cancel it instead',
  ],
  [
    'unpack',
    standing('packed', { order_status: 'declined' }),
    'The part cannot be unpacked. The order is not being processed',
  ],
  [
    'ship',
    standing('packed', { order_status: 'declined' }),
    'The part cannot be shipped. The order is not being processed',
  ],
  // The goods of a transfer that never came in stay in the house.
  [
    'ship',
    standing('packed', { payment_status: 'unpaid', is_due: true }),
    'The part cannot be shipped. It is neither paid nor cash on delivery',
  ],
  [
    'ship',
    standing('packed', { is_charged: false }),
    'The part cannot be shipped. Everything of it was refunded: cancel it instead',
  ],
  [
    'correct',
    standing('shipped', { order_status: 'completed' }),
    'The part cannot be given another tracking number. The order is not being processed',
  ],
  [
    'attempt',
    standing('shipped', { order_status: 'completed' }),
    'The part cannot be marked as tried. The order is not being processed',
  ],
  [
    'deliver',
    standing('shipped', { order_status: 'declined' }),
    'The part cannot be marked as delivered. The order is not being processed',
  ],
  [
    'cancel',
    standing('packed', { order_status: 'pending', vendor_statuses: ['packed', 'to_pack'] }),
    'The part cannot be cancelled. The order is not being processed',
  ],
  [
    'cancel',
    standing('packed', { vendor_statuses: ['packed', 'returned'] }),
    'The part cannot be cancelled. It is the last one of its order: decline the order instead',
  ],
  [
    'return',
    standing('delivered', { order_status: 'declined' }),
    'The part cannot be marked as returned. The order is declined',
  ],
]

test('each move leads from where the house wants it to where it wants it', () => {
  const table = Object.fromEntries(Object.entries(moves).map(([name, { from, to }]) => [name, [from, to]]))
  expect(table).toEqual(wanted)
})

test.each(unmet)(
  '%s is refused in its words where one condition alone is not met (%#)',
  (name, given, words) => {
    expect(whyNot(name, given)).toBe(words)
  },
)

test('every condition of every move has its own case above, and there is no other', () => {
  const conditions = Object.values(moves).reduce(
    (all, move) => all + ('needs' in move ? move.needs.length : 0),
    0,
  )
  // Of a decline both a part on the road and one that has arrived are told.
  expect(unmet.length - 1).toBe(conditions)
})

test.each<[MoveName, Standing]>([
  ['process', standing('to_pack', { order_status: 'pending', payment_status: 'cod_due', is_due: true })],
  ['put_back', standing('to_pack')],
  ['complete', standing('delivered', { vendor_statuses: ['delivered', 'returned'] })],
  ['decline', standing('packed')],
  ['decline', standing('returned')],
  ['mark_paid', standing('to_pack', { payment_status: 'cod_due', is_due: true })],
  // A transfer that comes in too late is still a fact.
  ['mark_paid', standing('to_pack', { order_status: 'declined', payment_status: 'unpaid', is_due: true })],
  ['refund', standing('delivered', { order_status: 'completed' })],
  ['pack', standing('to_pack', { payment_status: 'unpaid', is_due: true })],
  ['unpack', standing('packed')],
  ['ship', standing('packed')],
  ['ship', standing('packed', { payment_status: 'cod_due', is_due: true })],
  ['correct', standing('shipped')],
  ['attempt', standing('shipped')],
  ['deliver', standing('shipped', { payment_status: 'cod_due', is_due: true })],
  ['cancel', standing('to_pack', { vendor_statuses: ['to_pack', 'delivered'] })],
  ['return', standing('delivered', { order_status: 'completed' })],
])('%s is allowed where nothing stands in its way (%#)', (name, given) => {
  expect(whyNot(name, given)).toBeNull()
})
