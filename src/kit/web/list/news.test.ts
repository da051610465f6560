import { describe, expect, test } from 'vitest'
import type { Page } from '#kit/contract/page.ts'
import { keptInPlace, newsOf } from './news.ts'

type Row = { id: string; price?: number }

/** A page of rows that are named by letters; with `more`, other pages follow it. */
const pageOf = (ids: string, facts: Partial<Page<Row>> & { more?: boolean } = {}): Page<Row> => {
  const { more = false, ...given } = facts
  return {
    rows: [...ids].map((id) => ({ id })),
    total: ids.length,
    total_is_exact: true,
    page: 1,
    first_row: 0,
    next_cursor: more ? 'after' : null,
    prev_cursor: null,
    ...given,
  }
}

describe('a later reading of a list', () => {
  test('tells nothing where nothing has come, left or moved', () => {
    expect(newsOf(pageOf('abc'), pageOf('abc'))).toBeNull()
  })

  test('tells how many have come on top, and leaves out what the filter would not show', () => {
    const [shown, later] = [
      pageOf('cde', { more: true, total: 90 }),
      pageOf('abc', { more: true, total: 92 }),
    ]
    expect(newsOf(shown, later)).toEqual({ fresh: 2 })
    // The order that came is in another list: this one is read as it was.
    expect(newsOf(shown, shown)).toBeNull()
  })

  test('tells what has come while another row left, and beyond an exact count', () => {
    expect(newsOf(pageOf('bcd'), pageOf('abd'))).toEqual({ fresh: 1 })
    const capped = { more: true, total: 1000, total_is_exact: false }
    expect(newsOf(pageOf('bcd', capped), pageOf('abc', capped))).toEqual({ fresh: 1 })
  })

  test('does not take for new what moves up from the next page after a row has left', () => {
    expect(newsOf(pageOf('abc', { more: true, total: 9 }), pageOf('acd', { more: true, total: 8 }))).toEqual({
      fresh: 0,
    })
    expect(newsOf(pageOf('abc', { more: true, total: 9 }), pageOf('def', { more: true, total: 6 }))).toEqual({
      fresh: 0,
    })
  })

  test('tells what has come to another page by the exact count, as to the end of a queue', () => {
    expect(newsOf(pageOf('abc', { more: true, total: 9 }), pageOf('abc', { more: true, total: 11 }))).toEqual(
      {
        fresh: 2,
      },
    )
    // What a later page gets from the one before it is not new.
    const second = { more: true, total: 9, first_row: 3 }
    expect(newsOf(pageOf('def', second), pageOf('cde', { ...second, total: 10 }))).toEqual({ fresh: 1 })
    expect(newsOf(pageOf('def', second), pageOf('cde', second))).toEqual({ fresh: 0 })
  })

  test('leaves each row at its place, with what its record says now', () => {
    const later = pageOf('ab', { total: 7 })
    later.rows = [{ id: 'a' }, { id: 'b', price: 5 }]
    expect(keptInPlace(pageOf('bc'), later)).toEqual({
      ...pageOf('bc'),
      rows: [{ id: 'b', price: 5 }, { id: 'c' }],
    })
  })

  test('is shown whole where its rows are the same', () => {
    const later = pageOf('bc', { total: 7 })
    expect(keptInPlace(pageOf('bc'), later)).toBe(later)
  })
})
