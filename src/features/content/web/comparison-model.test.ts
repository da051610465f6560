import { describe, expect, test } from 'vitest'
import { emptyItem, emptyValue, sectionNames } from '../section-contract.ts'
import { changesOf, plainText } from './comparison-model.ts'

const idOf = (n: number) => `0192f0c1-0000-7000-8000-${String(n).padStart(12, '0')}`
const banner = (n: number, given: object = {}) => ({
  ...emptyItem('slider_banners', idOf(n)),
  ...{ title: `Banner ${n}`, ...given },
})
const banners = (...items: unknown[]) => ({ items })
const marksOf = (before: unknown, after: unknown) =>
  changesOf('slider_banners', before, after).entries.map(({ name, marks }) => [name, ...marks])

describe('two values of a section', () => {
  test('that are equal differ in nothing, in every section', () => {
    for (const name of sectionNames) {
      expect([name, changesOf(name, emptyValue(name), emptyValue(name))]).toEqual([
        name,
        { fields: [], entries: [] },
      ])
    }
  })

  test('differ in the entries that were added, removed, moved and changed, each named once', () => {
    const before = banners(banner(1), banner(2), banner(3), banner(4))
    expect(marksOf(before, banners(banner(4), banner(1), banner(2), banner(3)))).toEqual([
      ['Banner 4', 'moved'],
    ])
    expect(marksOf(before, banners(banner(2), banner(1), banner(4, { cta: 'Buy' }), banner(5)))).toEqual([
      ['Banner 2', 'moved'],
      ['Banner 4', 'changed'],
      ['Banner 5', 'added'],
      ['Banner 3', 'removed'],
    ])
    expect(marksOf(null, banners(banner(1)))).toEqual([['Banner 1', 'added']])
  })

  test('say values in words: switches, sizes, times in Pakistan and pictures', () => {
    const image = {
      ...{ media_id: idOf(9), media: 'a'.repeat(64), width: 3100, height: 1120 },
      ...{ crop: null, alt: 'Lawn on a line', is_decorative: false },
    }
    const after = banner(1, { is_on: false, title_size: 48, from: '2026-11-30T19:00:00.000Z', image })
    const [entry] = changesOf('slider_banners', banners(banner(1)), banners(after)).entries
    expect(entry?.fields.map(({ label, before, after: is }) => [label, before, is])).toEqual([
      ['Images', '', 'Lawn on a line (3,100 × 1,120)'],
      ['Title font size', '32 px', '48 px'],
      ['From', '', '1 Dec 2026, 00:00'],
      ['On', 'On', 'Off'],
    ])
  })

  test('show a rich text by its words alone', () => {
    expect(plainText('<h2>Who &amp; why</h2><p>Since <b>2019</b></p><ul><li>One</li><li>Two</li></ul>')).toBe(
      'Who & why\nSince 2019\nOne\nTwo',
    )
  })

  test('of the questions of another feature are compared by their labels', () => {
    const one = { id: idOf(1), title: 'Gwadar?', details: 'Yes', group: 'Delivery', is_active: true }
    const { entries } = changesOf('faqs', { items: [one] }, { items: [{ ...one, is_active: false }] })
    expect(entries).toMatchObject([
      { name: 'Gwadar?', marks: ['changed'], fields: [{ label: 'On', before: 'On', after: 'Off' }] },
    ])
  })
})
