import { expect, test } from 'vitest'
import type { OrderDetail, OrderLine, OrderPart } from '#features/orders/contract.ts'
import { piecesOf, slipsOf } from './sheets-model.ts'

const line = (given: Partial<OrderLine> = {}) =>
  ({ quantity: 2, short: 0, restocked: 0, net_total: '1000', reversed: '0', ...given }) as OrderLine

function part(number: number, given: Partial<OrderPart> = {}): OrderPart {
  return {
    id: `part ${number}`,
    number,
    vendor_status: 'to_pack',
    total: '1000',
    shipping_total: '0',
    shipping_reversed: '0',
    lines: [line()],
    ...given,
  } as OrderPart
}

function order(parts: OrderPart[], given: Partial<OrderDetail> = {}): OrderDetail {
  return {
    id: 'the order',
    order_status: 'processing',
    payment_status: 'paid',
    payable: '0',
    pickup_location_id: null,
    refunds: [],
    parts,
    ...given,
  } as OrderDetail
}

const keysOf = (of: OrderDetail, number = 0) =>
  slipsOf(of, number).map(({ key, isToSend }) => (isToSend ? key : `not ${key}`))

test.each<[string, Partial<OrderLine>, number]>([
  ['all of a line item that nothing came back of', {}, 2],
  ['what is left of a line item that was restocked in part', { restocked: 1, reversed: '500' }, 1],
  ['nothing of a line item that was restocked', { restocked: 2, reversed: '1000' }, 0],
  // Pieces that are short were promised, and are still to come.
  ['the pieces that are short', { short: 1 }, 2],
  [
    'nothing of a refunded line item whose pieces were short',
    { short: 1, restocked: 1, reversed: '1000' },
    0,
  ],
  ['all of a free line item that is short', { short: 2, net_total: '0' }, 2],
  ['all of a line item that was refunded out of courtesy', { reversed: '1000' }, 2],
])('%s is sent', (_, given, pieces) => {
  const one = line(given)
  const of = part(1, { lines: [one] })
  expect(piecesOf(order([of]), of, one)).toBe(pieces)
})

test('what goes back to stock when its refund is sent stays behind, unless its part has left', () => {
  const [cancelled, kept] = [line({ id: 'one' }), line({ id: 'two' })]
  const of = part(1, { lines: [cancelled, kept] })
  const refund = (given: object) =>
    ({
      status: 'granted',
      restock: true,
      lines: [{ line_id: 'one', quantity: 2, amount: '1000' }],
      ...given,
    }) as never
  const piecesWith = (given: object, own = of) =>
    own.lines.map((one) => piecesOf(order([own], { refunds: [refund(given)] }), own, one))
  expect(piecesWith({})).toEqual([0, 2])
  // The customer keeps them.
  expect(piecesWith({ restock: false })).toEqual([2, 2])
  expect(piecesWith({ status: 'cancelled' })).toEqual([2, 2])
  expect(piecesWith({}, part(1, { lines: [cancelled, kept], vendor_status: 'shipped' }))).toEqual([2, 2])
})

test('a part that was cancelled, returned, declined or wholly refunded has no sheet beside the others', () => {
  const [one, two] = [part(1), part(2)]
  expect(keysOf(order([one, two]))).toEqual(['part 1', 'part 2'])
  expect(keysOf(order([one, two]), 2)).toEqual(['part 2'])
  expect(keysOf(order([one, part(2, { vendor_status: 'returned' })]))).toEqual(['part 1'])
  const restocked = part(2, { lines: [line({ restocked: 2, reversed: '900' })] })
  expect(keysOf(order([one, restocked]))).toEqual(['part 1'])
  const refunded = [line({ reversed: '1000' })]
  expect(keysOf(order([one, part(2, { lines: refunded })]))).toEqual(['part 1'])
  // What is on its way or there is printed again as it was sent.
  const sent = part(2, { vendor_status: 'delivered', lines: refunded })
  expect(keysOf(order([one, sent]))).toEqual(['part 1', 'part 2'])
})

test('one sheet says that nothing is to be sent where nothing is left, and of a part that is named', () => {
  const parts = [part(1), part(2, { vendor_status: 'returned' })]
  expect(keysOf(order(parts), 2)).toEqual(['not the order'])
  expect(slipsOf(order(parts), 2)[0]?.part).toBe(parts[1])
  const declined = order(parts, { order_status: 'declined' })
  expect(keysOf(declined)).toEqual(['not the order'])
  expect(slipsOf(declined, 0)[0]?.part).toBeNull()
  expect(keysOf(declined, 1)).toEqual(['not the order'])
  expect(keysOf(order(parts), 9)).toEqual([])
})
