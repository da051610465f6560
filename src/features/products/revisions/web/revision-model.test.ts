import { expect, test } from 'vitest'
import { earlierAlt, hasNewImages } from './revision-model.ts'

const picture = (media: string, alt = '') => ({ id: media, media, alt, width: 600, height: 600 })
const edit = (before: ReturnType<typeof picture>[], after: ReturnType<typeof picture>[]) => ({
  images_before: before,
  images_after: after,
})

test('an edit that only describes a picture in another way changes the pictures', () => {
  const described = edit([picture('a', 'Folded'), picture('b')], [picture('a', 'Worn'), picture('b')])
  expect(hasNewImages(described)).toBe(true)
  expect(earlierAlt(described, 'a', 'Worn')).toBe('Folded')
  expect(earlierAlt(described, 'b', '')).toBeNull()
})

test('a picture that gets its first description, or loses it, is named with what it had', () => {
  const first = edit([picture('a')], [picture('a', 'Worn')])
  expect([hasNewImages(first), earlierAlt(first, 'a', 'Worn')]).toEqual([true, ''])
  const last = edit([picture('a', 'Worn')], [picture('a')])
  expect([hasNewImages(last), earlierAlt(last, 'a', '')]).toEqual([true, 'Worn'])
})

test('another picture, another order and one picture less change them, and the same pictures do not', () => {
  const [a, b] = [picture('a', 'A'), picture('b', 'B')]
  expect(hasNewImages(edit([a], [a, b]))).toBe(true)
  expect(hasNewImages(edit([a, b], [b, a]))).toBe(true)
  expect(hasNewImages(edit([a, b], [a]))).toBe(true)
  expect(hasNewImages(edit([a, b], [{ ...a, id: 'again' }, b]))).toBe(false)
  expect(earlierAlt(edit([a], [a, b]), 'b', 'B')).toBeNull()
})
