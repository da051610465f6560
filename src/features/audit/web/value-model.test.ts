import { expect, test } from 'vitest'
import { writtenOrState } from './value-model.ts'

test.each([
  ['status', 'changes_requested', 'changes requested'],
  ['order.payment_status', 'part_refunded', 'part refunded'],
  ['state', 'in_review', 'in review'],
  ['slot', 'cnic_front', 'cnic front'],
  ['status', 'SKU_12', 'SKU_12'],
  ['change', 'accepted_once', 'accepted once'],
  ['fields', 'cnic_number, ibn_number', 'cnic number, ibn number'],
  ['marks', 'not_approved, short', 'not approved, short'],
  ['fields', 'Photo_1, cnic_number', 'Photo_1, cnic number'],
  ['skus', 'kurta_red, kurta_blue', 'kurta_red, kurta_blue'],
  ['sku', 'kurta_red_m', 'kurta_red_m'],
  ['email', 'sana_malik@munshi.example', 'sana_malik@munshi.example'],
  ['file', 'bank_answer_2.csv', 'bank_answer_2.csv'],
  ['reasons', 'listing_picture_unclear', 'listing_picture_unclear'],
])('the %s %s is shown as %s', (field, text, shown) => {
  expect(writtenOrState(field, text)).toBe(shown)
})
