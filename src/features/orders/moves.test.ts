import { expect, test } from 'vitest'
import { type MoveName, moves, type Standing, whyNot, whyNotCancelled } from './moves-contract.ts'

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
  close_return: [['returned'], 'returned'],
}

/** The further conditions, kept by hand: a state that fails only this condition, and the reason given. */
const unmet: [name: MoveName, given: Standing, words: string][] = [
  [
    'put_back',
    standing('packed', { vendor_statuses: ['packed', 'returned'] }),
    'Unpack every part first. At least one part is packed',
  ],
  ['put_back', standing('returned'), 'No part is left to pack. Decline the order instead'],
  [
    'complete',
    standing('delivered', { vendor_statuses: ['delivered', 'shipped'] }),
    'Every part must be delivered or returned first',
  ],
  ['complete', standing('returned'), 'No part was delivered. Decline the order instead'],
  [
    'complete',
    standing('delivered', { payment_status: 'cod_due', is_due: true }),
    'The order is not paid yet',
  ],
  ['decline', standing('shipped'), 'Parts with the courier or the customer must be returned first'],
  [
    'decline',
    standing('to_pack', { vendor_statuses: ['to_pack', 'delivered'] }),
    'Parts with the courier or the customer must be returned first',
  ],
  [
    'mark_paid',
    standing('to_pack', { payment_status: 'unpaid' }),
    'The customer owes nothing for this order',
  ],
  ['pack', standing('to_pack', { order_status: 'pending' }), 'The order is not in processing'],
  [
    'pack',
    standing('to_pack', { is_charged: false }),
    'The whole part was refunded, or a refund of it is granted. Cancel that refund, or cancel the part or the order',
  ],
  ['unpack', standing('packed', { order_status: 'declined' }), 'The order is not in processing'],
  ['ship', standing('packed', { order_status: 'declined' }), 'The order is not in processing'],
  // The goods of a transfer that never came in stay in the house.
  [
    'ship',
    standing('packed', { payment_status: 'unpaid', is_due: true }),
    'The order is neither paid nor cash on delivery',
  ],
  [
    'ship',
    standing('packed', { is_charged: false }),
    'The whole part was refunded, or a refund of it is granted. Cancel that refund, or cancel the part or the order',
  ],
  ['correct', standing('shipped', { order_status: 'completed' }), 'The order is not in processing'],
  ['attempt', standing('shipped', { order_status: 'completed' }), 'The order is not in processing'],
  ['deliver', standing('shipped', { order_status: 'declined' }), 'The order is not in processing'],
  [
    'cancel',
    standing('packed', { order_status: 'pending', vendor_statuses: ['packed', 'to_pack'] }),
    'The order is not in processing',
  ],
  [
    'cancel',
    standing('packed', { vendor_statuses: ['packed', 'returned'] }),
    'This is the last part of the order. Decline the order instead',
  ],
  ['return', standing('delivered', { order_status: 'declined' }), 'The order is declined'],
  [
    'close_return',
    standing('returned', { order_status: 'completed' }),
    'Nothing is left to decide about this return',
  ],
]

test('each move starts and ends at the specified statuses', () => {
  const table = Object.fromEntries(Object.entries(moves).map(([name, { from, to }]) => [name, [from, to]]))
  expect(table).toEqual(wanted)
})

test.each(unmet)(
  '%s is refused with the reason when a single condition is not met (%#)',
  (name, given, words) => {
    expect(whyNot(name, given)).toBe(words)
  },
)

test('every condition of every move has its own case above, and there is no other', () => {
  const conditions = Object.values(moves).reduce(
    (all, move) => all + ('needs' in move ? move.needs.length : 0),
    0,
  )
  // A decline has two cases: a part on its way and a part that has arrived.
  expect(unmet.length - 1).toBe(conditions)
})

test.each<[MoveName, Standing]>([
  ['process', standing('to_pack', { order_status: 'pending', payment_status: 'cod_due', is_due: true })],
  ['put_back', standing('to_pack')],
  // A part that was cancelled counts as returned and does not hold the order in processing.
  ['put_back', standing('to_pack', { vendor_statuses: ['to_pack', 'returned'] })],
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
  // What is collected is handed over as it was packed.
  ['deliver', standing('packed', { is_pickup: true })],
  ['cancel', standing('to_pack', { vendor_statuses: ['to_pack', 'delivered'] })],
  ['return', standing('delivered', { order_status: 'completed' })],
  ['close_return', standing('returned', { order_status: 'completed', is_return_decided: false })],
])('%s is allowed when every condition is met (%#)', (name, given) => {
  expect(whyNot(name, given)).toBeNull()
})

test.each<[Standing, string]>([
  [
    standing('packed', { is_pickup: true, payment_status: 'cod_due', is_due: true }),
    'The order is not paid yet',
  ],
  [standing('packed', { is_pickup: true, order_status: 'declined' }), 'The order is not in processing'],
  [
    standing('packed', { is_pickup: true, is_charged: false }),
    'The whole part was refunded, or a refund of it is granted. Cancel that refund, or cancel the part or the order',
  ],
])(
  'a part that is collected is not handed over before it is paid, nor once it is refunded (%#)',
  (given, words) => {
    expect(whyNot('deliver', given)).toBe(words)
    expect(whyNot('deliver', { ...given, part: 'to_pack' })).toMatch(/^Only shipped parts/)
  },
)

test.each<[Standing, string | null]>([
  [standing('to_pack', { order_status: 'pending', payment_status: 'cod_due', is_due: true }), null],
  [standing('to_pack'), null],
  // A part that was cancelled, or came back, holds nothing up.
  [standing('to_pack', { vendor_statuses: ['to_pack', 'returned'] }), null],
  [
    standing('packed', { vendor_statuses: ['packed', 'to_pack'] }),
    'Unpack every part first. At least one part is packed',
  ],
  [
    standing('shipped', { vendor_statuses: ['shipped', 'packed'] }),
    'Parts with the courier or the customer must be returned first',
  ],
  [
    standing('delivered', { order_status: 'completed' }),
    'Only pending orders and orders in processing can be declined. Status: Completed',
  ],
])('a customer can cancel until a part is packed (%#)', (given, words) => {
  expect(whyNotCancelled(given)).toBe(words)
})
