import { expect, test } from 'vitest'
import { placesOf } from './card-places.ts'

test('a card of a phone has the name, the state, two facts and the action of a row', () => {
  const keys = ['name', 'email', 'phone', 'status', 'created_at', 'reason', 'details']
  expect([...placesOf(keys.map((key) => ({ key })))]).toEqual([
    ['name', 'name'],
    ['status', 'state'],
    ['details', 'action'],
    ['phone', 'fact'],
    ['created_at', 'fact2'],
  ])
})

test('a list may say which facts a phone shows', () => {
  const places = placesOf([
    { key: 'order_number' },
    { key: 'phone' },
    { key: 'total_bill', onPhone: 'fact' },
    { key: 'placed_at', onPhone: 'fact' },
  ])
  expect([...places.keys()]).toEqual(['order_number', 'total_bill', 'placed_at'])
})
