import { expect, test } from 'vitest'
import { joined, placeIn, type Queue, withDecided, withSkipped, withUndone } from './queue-model.ts'

const items = (...ids: string[]) => ids.map((id) => ({ id }))
const part = (...ids: string[]) => ({ first: 0, items: items(...ids), total: ids.length })
const begun: Queue = joined(null, part('a', 'b', 'c', 'd'))
const aheadOf = (queue: Queue, id: string) => placeIn(queue, id).ahead.map((item) => item.id)

test('a record knows its place and its neighbours', () => {
  expect(placeIn(begun, 'b')).toMatchObject({ position: 2, total: 4, previous: { id: 'a' } })
  expect(aheadOf(begun, 'b')).toEqual(['c', 'd'])
  expect(placeIn(begun, 'a').previous).toBeNull()
  expect(aheadOf(begun, 'd')).toEqual([])
})

test('what I decide stays counted, also in a list that was read before', () => {
  const decided = withDecided(begun, 'a')
  for (const queue of [joined(decided, part('a', 'b', 'c', 'd')), joined(decided, part('b', 'c', 'd'))]) {
    expect(placeIn(queue, 'b')).toMatchObject({ position: 2, total: 4, gone: 0 })
  }
  expect(aheadOf(withUndone(decided, 'a'), 'b')).toEqual(['c', 'd'])
})

test('what others decide drops out and is counted, and comes back when it is undone', () => {
  const queue = joined(begun, part('a', 'c', 'd'))
  expect(placeIn(queue, 'a')).toMatchObject({ position: 1, total: 3, gone: 1 })
  expect(aheadOf(queue, 'a')).toEqual(['c', 'd'])
  expect(placeIn(joined(queue, part('a', 'b', 'c', 'd')), 'a')).toMatchObject({ gone: 0, total: 4 })
})

test('what is skipped comes back at the end', () => {
  const queue = withSkipped(withSkipped(begun, 'a'), 'b')
  expect(placeIn(queue, 'c').skipped).toBe(2)
  expect(aheadOf(queue, 'c')).toEqual(['d', 'a', 'b'])
  expect(aheadOf(withDecided(queue, 'a'), 'd')).toEqual(['b'])
})

test('a later part of a long list is added, and what lies before it is not taken for decided', () => {
  const long = joined(null, { first: 0, items: items('a', 'b'), total: 4 })
  const queue = joined(long, { first: 2, items: items('c', 'd'), total: 4 })
  expect(queue.gone).toEqual([])
  expect(placeIn(queue, 'c')).toMatchObject({ position: 3, total: 4 })
})

test('a record that is not in the list leads to what is', () => {
  expect(placeIn(begun, 'x')).toMatchObject({ position: null, previous: null })
  expect(aheadOf(begun, 'x')).toEqual(['a', 'b', 'c', 'd'])
})

test('joining the same part again changes nothing', () => {
  const queue = joined(withSkipped(begun, 'c'), part('a', 'c', 'd'))
  expect(joined(queue, part('a', 'c', 'd'))).toEqual(queue)
})
