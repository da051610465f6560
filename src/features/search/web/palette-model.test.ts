import { describe, expect, test } from 'vitest'
import { batchesOf, isMatch, readTyped, sectionOf } from './palette-model.ts'

describe('what was typed', () => {
  test.each([
    ['  M-100 ', { mode: 'all', q: 'M-100' }],
    ['>appr', { mode: 'actions', q: 'appr' }],
    ['# 100886', { mode: 'orders', q: '100886' }],
    ['@ali', { mode: 'people', q: 'ali' }],
    ['', { mode: 'all', q: '' }],
  ])('%j is read with its sign', (typed, read) => {
    expect(readTyped(typed)).toEqual(read)
  })

  test('matches the words of an action or a screen in any order, and other names by their beginning', () => {
    expect(isMatch('ord pend', ['Pending Orders', 'Orders'])).toBe(true)
    expect(isMatch('print slip', ['Print packing slip'])).toBe(true)
    expect(isMatch('PART 2 ship', ['Ship', 'Part 2'])).toBe(true)
    expect(isMatch('rders', ['Dashboard', 'Orders'])).toBe(false)
    expect(isMatch('', ['Anything'])).toBe(true)
  })
})

describe('the calls', () => {
  test('ask for no group that the person may not see, and none is made for nothing', () => {
    const orderless = batchesOf('all', (group) => group !== 'orders')
    expect(orderless.flatMap(({ groups }) => groups)).not.toContain('orders')
    expect(orderless).toHaveLength(5)
    expect(batchesOf('orders', (group) => group !== 'orders')).toEqual([])
    expect(batchesOf('actions', () => true)).toEqual([])
  })

  test('are one for each large group, so that no slow one holds another', () => {
    const large = batchesOf('all', () => true).filter(({ groups }) => groups.length === 1)
    expect(large.map(({ groups }) => groups[0])).toEqual([
      'orders',
      'transactions',
      'vendors',
      'customers',
      'products',
    ])
  })
})

test('a group says how many there are only where more were found than are shown', () => {
  const rows = [{ kind: 'order' as const, id: 'a', title: 'M-1', notes: [], amount: '', status: '' }]
  const of = (given: object) =>
    sectionOf({ group: 'orders', rows, total: 1, total_is_exact: true, ...given }, () => '/one', '/all')
  expect(of({})).toMatchObject({ count: '', items: [{ words: 'M-1', href: '/one' }] })
  expect(of({ total: 12 })).toMatchObject({ count: '12', items: [{}, { href: '/all' }] })
  expect(of({ total: 1000, total_is_exact: false }).count).toBe('1000+')
})
