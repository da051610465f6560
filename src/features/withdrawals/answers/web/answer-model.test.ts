import { expect, test } from 'vitest'
import { bookedWords, bookingVerb, paymentsOf } from './answer-model.ts'

const nothing = {
  rows: 0,
  paid: 0,
  paid_total: '0',
  returned: 0,
  returned_total: '0',
  unchanged: 0,
  exceptions: 0,
  exceptions_total: '0',
}
const row = (reference: string, outcome: 'paid' | 'returned') => ({
  row_number: 1,
  reference,
  bank_status: '',
  bank_reference: '',
  bank_reason: '',
  amount: '1500',
  withdrawal_id: null,
  outcome,
  message: '',
})

test('the button that books a bank reply tells paid and returned payments apart', () => {
  const paid = { ...nothing, paid: 25, paid_total: '50000' }
  expect(bookingVerb(paid)).toBe('Book 25 payments, Rs\u00a050,000')
  const both = { ...paid, returned: 1, returned_total: '1500' }
  expect(bookingVerb(both)).toBe('Book 25 payments and 1 returned payment')
  expect(bookingVerb({ ...nothing, returned: 2, returned_total: '1500' })).toBe(
    'Book 2 returned payments, Rs\u00a01,500',
  )
  expect(bookingVerb({ ...nothing, exceptions: 1 })).toBe('Keep 1 exception to settle')
  expect(paymentsOf({ paid: 1, returned: 0 })).toBe('1 payment')
})

test('after a bank reply is booked, the returned payments are named and the exceptions are counted', () => {
  const answers = [row('W-1', 'paid'), row('W-2', 'returned')]
  expect(bookedWords({ paid: 1, exceptions: 0, answers })).toBe('1 payment booked. Returned by bank: W-2')
  expect(bookedWords({ paid: 1, exceptions: 2, answers: [row('W-1', 'paid')] })).toBe(
    '1 payment booked. 2 exceptions to settle',
  )
  const many = Array.from({ length: 7 }, (_, at) => row(`W-${at}`, 'returned'))
  expect(bookedWords({ paid: 0, exceptions: 0, answers: many })).toBe(
    'Returned by bank: W-0, W-1, W-2, W-3, W-4 and 2 more',
  )
})
