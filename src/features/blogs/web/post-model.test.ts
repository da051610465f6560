import { describe, expect, test } from 'vitest'
import { retitled } from './post-model.ts'

/** The title and the slug of a post that nobody has seen, after one title after the other is typed into it. */
function typing(opened: { title: string; slug: string }, ...titles: string[]) {
  let written = opened
  for (const title of titles) written = { ...written, ...retitled(title, written, opened) }
  return written
}

describe('the slug of a post that nobody has seen', () => {
  test('follows the title, also from a title without slug letters and through an empty one', () => {
    expect(typing({ title: 'Winter', slug: 'winter' }, 'Winter shawls').slug).toBe('winter-shawls')
    expect(typing({ title: 'عید', slug: 'post-2' }, 'Eid sale').slug).toBe('eid-sale')
    expect(typing({ title: 'Winter', slug: 'winter' }, '', 'Summer').slug).toBe('summer')
    expect(typing({ title: 'Eid sale', slug: 'eid-sale-2' }, 'Eid sales').slug).toBe('eid-sales')
    const emptied = { title: 'Eid sale', slug: '' }
    expect(retitled('Eid sale!', emptied, { title: 'Winter', slug: 'winter' }).slug).toBe('eid-sale')
  })

  test('keeps its number while the title gives the same slug: without it, it is the slug of another post', () => {
    expect(typing({ title: 'عید کی خریداری', slug: 'post-2' }, 'عید کی خریداری۔', '', 'عید')).toEqual({
      title: 'عید',
      slug: 'post-2',
    })
    expect(typing({ title: 'Eid sale', slug: 'eid-sale-2' }, 'Eid, sale', 'Eid, sale ').slug).toBe(
      'eid-sale-2',
    )
  })

  test('has its number again when the title is put back', () => {
    expect(typing({ title: 'عید', slug: 'post-3' }, 'عید 2026', 'عید').slug).toBe('post-3')
    expect(typing({ title: 'Eid sale', slug: 'eid-sale-2' }, 'Eid sales', 'Eid sale').slug).toBe('eid-sale-2')
  })

  test('stays as it is once somebody has written another one', () => {
    expect(typing({ title: 'عید', slug: 'eid-guide' }, 'Eid sale', 'عید')).toEqual({
      title: 'عید',
      slug: 'eid-guide',
    })
    const opened = { title: 'Eid sale', slug: 'eid-sale-2' }
    expect(retitled('Eid sales', { ...opened, slug: 'bargains' }, opened)).toEqual({ title: 'Eid sales' })
  })
})
