import { expect, test } from 'vitest'
import { errorsByRow, errorsWithout } from './row-errors-model.ts'

const rows = [{ key: 'lawn' }, { key: 'shoes' }]
const refused = {
  'rules.1.name': 'Name is required',
  'rules.1.rate_bp': 'At most 100',
  hold_days: 'Too many',
}

test('a message stays at its row when the rows are moved or removed', () => {
  expect(errorsByRow(refused, 'rules', rows)).toEqual({
    'shoes.name': 'Name is required',
    'shoes.rate_bp': 'At most 100',
    hold_days: 'Too many',
  })
  expect(errorsByRow({ 'rules.7.name': 'Name is required' }, 'rules', rows)).toEqual({
    'rules.7.name': 'Name is required',
  })
})

test('a row or a field that was changed has no message any more, and the others keep theirs', () => {
  const errors = errorsByRow({ ...refused, 'rules.0.name': 'Too long' }, 'rules', rows)
  expect(errorsWithout(errors, 'shoes')).toEqual({ 'lawn.name': 'Too long', hold_days: 'Too many' })
  expect(errorsWithout(errors, 'hold')).toEqual(errors)
  expect(Object.keys(errorsWithout(errors, 'hold_days'))).not.toContain('hold_days')
})
