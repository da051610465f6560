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
    { key: 'city', onPhone: 'fact' },
    { key: 'system', onPhone: 'fact' },
  ])
  expect([...places]).toEqual([
    ['order_number', 'name'],
    ['total_bill', 'fact'],
    ['placed_at', 'fact2'],
    ['city', 'fact3'],
  ])
})

test('a state of many words has a line of its own on the card', () => {
  const places = placesOf([
    { key: 'name' },
    { key: 'phone' },
    { key: 'created_at' },
    { key: 'status_since', onPhone: 'line' },
    { key: 'view' },
  ])
  expect(places.get('status_since')).toBe('line')
  expect(places.get('phone')).toBe('fact')
  expect(places.get('created_at')).toBe('fact2')
})

test('a card is named by the column that has the link, where that is not the first', () => {
  const places = placesOf([
    { key: 'banner' },
    { key: 'category', onPhone: 'fact' },
    { key: 'title', isNaming: true },
    { key: 'views' },
  ])
  expect([...places]).toEqual([
    ['title', 'name'],
    ['category', 'fact'],
  ])
})
