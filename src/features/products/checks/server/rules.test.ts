import { describe, expect, test } from 'vitest'
import { contactIn, plainText, wordsOf } from './rules.ts'

describe('contact data in a text', () => {
  test.each([
    '0300-1234567',
    '+92 300 1234567',
    'call 0092.321.7654321 now',
    '03 00 12 34 56 7',
    '۰۳۰۰۱۲۳۴۵۶۷',
    'a (at) b.pk',
    'shop@mail.com',
    'www.shop.pk',
    'my-shop.com',
    'WhatsApp',
  ])('“%s” is found', (text) => {
    expect(contactIn(`Soft lawn. ${text} Three pieces.`)).not.toBeNull()
  })

  test.each([
    'Model SM-A03001234567',
    'EAN 8964000203001',
    'Size 3.5 m, 100% cotton',
    'For iPhone 15 Pro.Max',
    'Serial 0301 to 0399',
    'Packed: about 30 × 20 × 5 cm.',
  ])('“%s” is none', (text) => {
    expect(contactIn(text)).toBeNull()
  })
})

test('forbidden words are found whole, whatever their form', () => {
  expect(wordsOf('First-Copy, نَقلی!')).toContain(wordsOf('نقلی'))
  expect(wordsOf('replicated')).not.toContain(wordsOf('replica'))
})

test('a description is read without its tags', () => {
  expect(plainText('<p>Soft &amp; warm</p><ul><li>One</li></ul>')).toBe('Soft & warm One')
})
