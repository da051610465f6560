import { describe, expect, test } from 'vitest'
import { arranged, askedOf, emptyTabOf, orderToStore, shownOf, wholeTabOf } from './list-tools.ts'

const columns = ['number', 'customer', 'email', 'phone', 'bill'].map((key) => ({ key }))
const keys = (order: string[], all = columns) => arranged(all, order).map(({ key }) => key)

describe('the columns of a list', () => {
  test('stand as they come where nothing is wanted otherwise', () => {
    expect(keys([])).toEqual(['number', 'customer', 'email', 'phone', 'bill'])
  })

  test('stand in the order that is wanted, behind the one that names the row', () => {
    expect(keys(['bill', 'phone', 'email', 'customer'])).toEqual([
      'number',
      'bill',
      'phone',
      'email',
      'customer',
    ])
    expect(keys(['bill', 'number', 'phone', 'email', 'customer'])[0]).toBe('number')
  })

  test('are omitted if they are hidden, except the one that names the row', () => {
    const shown = shownOf(columns, {
      order: ['bill', 'phone', 'email', 'customer'],
      hidden: ['number', 'email'],
    })
    expect(shown.map(({ key }) => key)).toEqual(['number', 'bill', 'phone', 'customer'])
  })

  test('that have the link of the row cannot be hidden either', () => {
    const all = columns.map(({ key }) => ({ key, isNaming: key === 'email' }))
    expect(shownOf(all, { order: [], hidden: ['email', 'bill'] }).map(({ key }) => key)).toEqual([
      'number',
      'customer',
      'email',
      'phone',
    ])
  })

  test('that are spare are omitted until the user chooses them, also while others move', () => {
    const all = [...columns, { key: 'city', isSpare: true }, { key: 'note', isSpare: true }]
    const shown = (order: string[]) => shownOf(all, { order, hidden: [] }).map(({ key }) => key)
    expect(shown([])).toEqual(['number', 'customer', 'email', 'phone', 'bill'])
    const keysOf = ['phone', 'customer', 'email', 'bill', 'city', 'note']
    const moved = orderToStore(all, keysOf, { order: [] }, 'phone')
    expect(shown(moved)).toEqual(['number', 'phone', 'customer', 'email', 'bill'])
    const chosen = orderToStore(all, keysOf, { order: moved }, 'city')
    expect(shown(chosen)).toEqual(['number', 'phone', 'customer', 'email', 'bill', 'city'])
    expect(shown(orderToStore(all, keysOf, { order: chosen }, 'email'))).toContain('city')
  })

  test('that were added later follow the one before them, and removed ones are omitted', () => {
    const later = [...columns.slice(0, 3), { key: 'city' }, ...columns.slice(3)]
    expect(keys(['bill', 'email', 'fax', 'phone', 'customer'], later)).toEqual([
      'number',
      'bill',
      'email',
      'city',
      'phone',
      'customer',
    ])
  })
})

describe('what a list is asked for', () => {
  const of = (address: string, changes: Record<string, string>, hasDefault = true) =>
    askedOf(new URLSearchParams(address), changes, hasDefault)

  test('is all rows when the last filter is removed, and not the default view', () => {
    const removed = { page: '', cursor: '', profile: '' }
    expect(of('profile=created&page=2', { profile: '' })).toEqual({ ...removed, view: 'all' })
    expect(of('profile=created', { profile: '' }, false)).toEqual(removed)
  })

  test('stays as it is while something is left of the address', () => {
    for (const address of ['profile=created&q=a', 'view=all&profile=created', 'profile=created&sort=email']) {
      expect(of(address, { profile: '' })).not.toHaveProperty('view')
    }
    expect(of('profile=created', { profile: 'missing' })).not.toHaveProperty('view')
  })
})

describe('a list without rows', () => {
  const pending = { value: 'pending', label: 'Pending', count: 37 }
  const rejected = { value: 'rejected', label: 'Rejected', count: 0 }
  const tabs = { name: 'list', items: [pending, rejected] }

  test('says of a later tab that nothing is under it, and leads to the first', () => {
    expect(emptyTabOf(tabs, 'rejected')).toEqual({ at: rejected, first: pending })
  })

  test('is empty itself on the first tab, without tabs, and where the tabs are lists of their own', () => {
    expect(emptyTabOf(tabs, 'pending')).toBeNull()
    expect(emptyTabOf(undefined, '')).toBeNull()
    expect(emptyTabOf({ ...tabs, isElsewhere: true }, 'rejected')).toBeNull()
  })

  test('leads a search under one of its tabs to the one with all rows, where there is one', () => {
    const all = { value: 'all', label: 'All', count: 37 }
    const whole = { ...tabs, items: [...tabs.items, all] }
    expect(wholeTabOf(whole, 'pending')).toEqual(all)
    expect(wholeTabOf(whole, 'all')).toBeNull()
    expect(wholeTabOf(tabs, 'pending')).toBeNull()
    expect(wholeTabOf(undefined, '')).toBeNull()
  })
})
