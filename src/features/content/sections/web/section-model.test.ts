import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { emptyItem, emptyValue, schemaOf, sectionNames } from '#features/content/section-contract.ts'
import { averageLuminance, contrastOf, contrastWords, luminanceOf, partBehind } from './contrast-model.ts'
import { mergedSection, orderPath } from './merge-model.ts'
import {
  countedEntries,
  draftSchema,
  entriesOf,
  meantBy,
  newEntry,
  previewOf,
  problemsOf,
  standingOf,
  type Typed,
  type TypedEntry,
  typedOf,
} from './section-model.ts'

const entry = (title: string, more: object = {}): TypedEntry => ({
  ...newEntry('slider_banners', uuidv7()),
  title,
  ...more,
})
const sliders = (...items: object[]): Typed => ({ items })
const titles = (typed: Typed) => entriesOf(typed).map(({ title }) => title)

describe('the form of a section', () => {
  test.each(sectionNames)(
    '%s: what is saved, opened and saved again is the same, and so is its draft',
    (name) => {
      const value = emptyValue(name) as Record<string, unknown>
      if ('items' in value) value.items = [{ ...emptyItem(name, uuidv7()), title: 'Eid sale' }]
      const typed = typedOf(name, value)
      expect(meantBy(name, typed)).toEqual(value)
      expect(schemaOf(name).safeParse(meantBy(name, typed)).success).toBe(true)
      expect(draftSchema(name).safeParse(JSON.parse(JSON.stringify(typed))).success).toBe(true)
    },
  )

  test('the blog page begins with two empty entries more, and empty entries are not stored', () => {
    const empty = typedOf('blog_page', emptyValue('blog_page'))
    expect(entriesOf(empty)).toHaveLength(2)
    expect(meantBy('blog_page', empty).items).toEqual([])
    const [first, second] = entriesOf(empty)
    const filled = { ...empty, items: [first, { ...second, title: ' Cotton ' }, newEntry('blog_page')] }
    expect(meantBy('blog_page', filled).items).toEqual([{ id: second?.id, title: 'Cotton', details: '' }])
    expect(countedEntries('blog_page', empty)).toBe(0)
    expect(countedEntries('blog_page', filled)).toBe(1)
    expect(entriesOf(typedOf('slider_banners', emptyValue('slider_banners')))).toEqual([])
  })

  test('a moment is typed in Pakistan time and stored with its zone, and a number may be grouped', () => {
    const typed = sliders(entry('Eid', { from: '2026-12-01T00:00' }))
    expect(meantBy('slider_banners', typed).items).toMatchObject([
      { from: '2026-11-30T19:00:00.000Z', until: null },
    ])
    const stores = { ...typedOf('stores_page', emptyValue('stores_page')), per_page: ' 4۸ ' }
    expect(meantBy('stores_page', stores).per_page).toBe(48)
  })

  test('a problem is told at its field, also behind entries that are not stored', () => {
    const wrong = entry('Eid', { cta_link: 'javascript:alert(1)', title_color: 'red' })
    expect(problemsOf('slider_banners', sliders(newEntry('slider_banners'), wrong))).toEqual({
      [`${wrong.id}.cta_link`]: 'Begin with https:// or, for a page of the shop, with /',
      [`${wrong.id}.title_color`]: 'A colour has # and six digits, for example #C32d2d',
    })
  })

  test('a time that ends before it begins, or when it begins, is told at its end, beside what else is wrong', () => {
    const told = 'Until must be later than From'
    const wrong = entry('Eid', { from: '2026-12-10T00:00', until: '2026-12-01T23:59', title_color: 'red' })
    expect(problemsOf('slider_banners', sliders(entry('Fine'), wrong))).toEqual({
      [`${wrong.id}.title_color`]: 'A colour has # and six digits, for example #C32d2d',
      [`${wrong.id}.until`]: told,
    })
    const popup = typedOf('popup_banner', emptyValue('popup_banner'))
    const from = '2026-12-10T00:00'
    expect(problemsOf('popup_banner', { ...popup, from, until: from })).toEqual({ until: told })
    for (const until of ['', '2026-12-10T00:01'])
      expect(problemsOf('popup_banner', { ...popup, from, until })).toEqual({})
    expect(problemsOf('popup_banner', { ...popup, until: from })).toEqual({})
  })

  test('the preview shows the entry that is edited even if it is off, and a half-typed colour as a new one', () => {
    const off = entry('Off', { is_on: false, title_color: '#C3', until: '2020-01-01T00:00' })
    const shown = (edited: string | null) =>
      (previewOf('slider_banners', sliders(off), edited) as { items: object[] }).items[0]
    expect(shown(off.id)).toMatchObject({ title: 'Off', is_on: true, until: null, title_color: '#1a1a1a' })
    expect(shown(null)).toMatchObject({ is_on: false })
  })

  test('an entry is shown from its beginning until its end', () => {
    const one = entry('Eid', { from: '2026-12-01T00:00', until: '2026-12-02T00:00' })
    const at = (time: string) => standingOf(one, Date.parse(time)).is
    expect(at('2026-11-30T18:59:59Z')).toBe('begins')
    expect(at('2026-11-30T19:00:00Z')).toBe('shown')
    expect(at('2026-12-01T19:00:00Z')).toBe('ended')
    expect(standingOf({ ...one, is_on: false }, 0)).toEqual({ is: 'off' })
    // As it can still be stored: nothing is promised of it.
    const never = { ...one, until: '2026-11-01T00:00' }
    expect(standingOf(never, Date.parse('2026-10-01T00:00Z'))).toEqual({ is: 'never' })
    expect(standingOf(never, Date.parse('2026-12-05T00:00Z'))).toEqual({ is: 'never' })
  })
})

describe('two people who edit the same section', () => {
  const a = entry('A')
  const b = entry('B')
  const base = sliders(a, b)
  const merge = (mine: Typed, theirs: Typed, choices = {}) =>
    mergedSection('slider_banners', base, mine, theirs, choices)

  test('keep both what they changed of different entries, added and ordered', () => {
    const mine = sliders({ ...a, title: 'A of mine' }, b, entry('Mine'))
    const theirs = sliders(entry('Theirs'), b, { ...a, sub_title: 'theirs' })
    const { typed, conflicts } = merge(mine, theirs)
    expect(conflicts).toEqual([])
    expect(titles(typed)).toEqual(['Theirs', 'B', 'Mine', 'A of mine'])
    expect(entriesOf(typed)[3]).toMatchObject({ sub_title: 'theirs' })
  })

  test('are asked only about the same field of the same entry, and the choice counts', () => {
    const mine = sliders({ ...a, title: 'Mine', cta: 'Buy' }, b)
    const theirs = sliders({ ...a, title: 'Theirs', sub_title: 'new' }, b)
    const path = `${a.id}.title`
    expect(merge(mine, theirs).conflicts).toEqual([path])
    for (const [side, title] of [
      ['mine', 'Mine'],
      ['theirs', 'Theirs'],
    ] as const) {
      const { typed } = merge(mine, theirs, { [path]: side })
      expect(entriesOf(typed)[0]).toMatchObject({ title, cta: 'Buy', sub_title: 'new' })
    }
  })

  test('are asked before an entry that one has changed goes because the other has removed it', () => {
    const mine = sliders(b)
    const theirs = sliders({ ...a, title: 'Still needed' }, b)
    const path = `${a.id}.*`
    expect(merge(mine, theirs).conflicts).toEqual([path])
    expect(titles(merge(mine, theirs, { [path]: 'theirs' }).typed)).toEqual(['Still needed', 'B'])
    expect(titles(merge(mine, theirs, { [path]: 'mine' }).typed)).toEqual(['B'])
    // Nobody has changed it: it goes without a question.
    expect(merge(mine, base)).toMatchObject({ conflicts: [], typed: { items: [{ id: b.id }] } })
  })

  test('are asked about the order if both have changed it to something else', () => {
    const c = entry('C')
    const before = sliders(a, b, c)
    const { conflicts } = mergedSection('slider_banners', before, sliders(b, a, c), sliders(a, c, b))
    expect(conflicts).toEqual([orderPath])
  })

  test('lose nothing, whatever they do: each change of one side alone is in the result', () => {
    const word = fc.constantFrom('', 'x', 'y', 'z')
    const side = fc.array(fc.record({ keep: fc.boolean(), title: word, cta: word }), {
      minLength: 3,
      maxLength: 3,
    })
    const three = [entry('1'), entry('2'), entry('3')]
    const made = (changes: { keep: boolean; title: string; cta: string }[], own: string) => [
      ...three.flatMap((one, index) => {
        const { keep, title, cta } = changes[index] ?? { keep: true, title: '', cta: '' }
        return keep ? [{ ...one, ...(title ? { title } : {}), ...(cta ? { cta } : {}) }] : []
      }),
      entry(own),
    ]
    fc.assert(
      fc.property(side, side, (first, second) => {
        const [mine, theirs] = [sliders(...made(first, 'mine')), sliders(...made(second, 'theirs'))]
        const { typed, conflicts } = mergedSection('slider_banners', sliders(...three), mine, theirs)
        const result = entriesOf(typed)
        expect(result.map(({ title }) => title)).toEqual(expect.arrayContaining(['mine', 'theirs']))
        for (const before of three) {
          const [own, other, now] = [mine, theirs, typed].map((all) =>
            entriesOf(all).find(({ id }) => id === before.id),
          )
          if (!own || !other) continue
          for (const field of ['title', 'cta'] as const) {
            const isConflict = conflicts.includes(`${before.id}.${field}`)
            const changed = own[field] !== before[field] ? own[field] : other[field]
            expect(now?.[field]).toBe(isConflict ? own[field] : changed)
          }
        }
      }),
    )
  })
})

describe('the contrast of a text with its picture', () => {
  test('is that of WCAG', () => {
    expect(contrastOf(luminanceOf('#000000') ?? 0, luminanceOf('#ffffff') ?? 0)).toBeCloseTo(21)
    // The grey that is just enough on white, and the next one that is not.
    expect(contrastWords(contrastOf(luminanceOf('#767676') ?? 0, 1))).toBe('4.5')
    expect(contrastWords(contrastOf(luminanceOf('#777777') ?? 0, 1))).toBe('4.4')
    expect(luminanceOf('#C3')).toBeNull()
  })

  test('is measured where the texts are: in Urdu at the other side, and at the end of the large banner', () => {
    expect(partBehind('slider_banners', ['Eid Sale', ''])).toEqual({ x: 0, y: 0.15, width: 0.6, height: 0.7 })
    expect(partBehind('slider_banners', [undefined, '50% عید سیل'])).toMatchObject({ x: 0.4, y: 0.15 })
    expect(partBehind('slider_banners', ['Eid عید'])).toMatchObject({ x: 0 })
    expect(partBehind('center_large_banner', ['عید'])).toEqual({ x: 0.4, y: 0.6, width: 0.6, height: 0.4 })
  })

  test('is measured against the average of the pixels, with white behind what is transparent', () => {
    expect(averageLuminance(new Uint8ClampedArray([0, 0, 0, 255, 255, 255, 255, 255]))).toBeCloseTo(0.5)
    expect(averageLuminance(new Uint8ClampedArray([0, 0, 0, 0]))).toBe(1)
  })
})
