import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { goldenBranded, goldenLetters } from '#testing/golden-letters.ts'
import { goldenNotices } from '#testing/golden-notices.ts'
import { fieldsOf, type LetterField, letterFields, letterKindNames, letterKinds } from './kinds-contract.ts'
import { letterLanguages } from './language-contract.ts'
import {
  digestValues,
  inBothForms,
  marketplaceWords,
  originalOf,
  placeOfLink,
  supportValues,
  withBrand,
  withLink,
} from './server/letters.ts'
import { filledLetter, problemsOf, type Template } from './template-contract.ts'

/** The name of a field in the letters as they were written before. */
const earlier: Partial<Record<LetterField, readonly string[]>> = {
  vendor_name: ['vendorName'],
  product_name: ['productName'],
  invited_by: ['by'],
  switched_off_by: ['by'],
  changed_by: ['by'],
  author: ['by'],
  record_type: ['recordType'],
  record_name: ['recordName'],
  release_title: ['title'],
  webhook_address: ['url'],
  withdrawal_number: ['number'],
  bank_reference: ['reference'],
}

describe('a letter that nobody has edited', () => {
  test('is the letter that was sent before texts could be edited, byte for byte', () => {
    const seen = new Set<string>()
    for (const golden of [...goldenLetters, ...goldenNotices]) {
      const letter = golden.letter as Readonly<Record<string, string>>
      const kind = (letter.kind ?? 'mention') as (typeof letterKindNames)[number]
      seen.add(kind)
      const values = {
        ...Object.fromEntries(letterFields.map((name) => [name, letter[earlier[name]?.[0] ?? name] ?? ''])),
        ...(golden.way === 'support' ? supportValues(golden.letter) : {}),
        ...(golden.way === 'digest' ? digestValues(golden.letter) : {}),
      }
      const link =
        golden.way === 'link' ? placeOfLink : ((golden as { link?: string }).link ?? letter.link ?? '')
      const filling = { ...values, link, marketplace_name: marketplaceWords.en }
      const { subject, text, html } = golden
      expect({ kind, ...inBothForms(originalOf(kind), 'en', filling) }).toEqual({ kind, subject, text, html })
    }
    expect([...seen].sort()).toEqual([...letterKindNames].sort())
  })

  test('carries the name and the logo of the shop as before', () => {
    for (const { kind, brand, text, html } of goldenBranded) {
      const stored = goldenLetters.find(({ letter }) => 'kind' in letter && letter.kind === kind)
      if (!stored) throw new Error(`no ${kind}`)
      expect(withBrand(stored, brand)).toEqual({ text, html })
    }
  })

  test.each(letterKindNames)('"%s" fits its own fields, and names nothing else', (kind) => {
    const original = originalOf(kind)
    expect(problemsOf(kind, original)).toEqual([])
    const named = [...`${original.subject} ${original.body}`.matchAll(/\{\{(\w+)\}\}/g)].map(
      ([, name]) => name,
    )
    expect([...new Set(named)].sort()).toEqual([...fieldsOf(kind)].sort())
    expect(letterKinds[kind].required.every((name: LetterField) => fieldsOf(kind).includes(name))).toBe(true)
  })
})

test('a digest says how many notifications it has, and a reply how many files', () => {
  expect(digestValues({ count: 1, lines: ['A'] })).toEqual({ count: '1 notification', lines: '• A' })
  const reply = { number: 'R-1', author: 'A', by: 'A', text: 'Here it is', facts: [] }
  const values = (files: number) => supportValues({ kind: 'support reply', ...reply, files })
  expect(values(0)).toMatchObject({ message: 'Here it is', facts: '' })
  expect(values(1)).toMatchObject({ message: 'Here it is\n\n1 file is in Munshi', facts: '' })
  expect(values(2).message).toBe('Here it is\n\n2 files are in Munshi')
})

describe('a text is refused', () => {
  const messages = (text: Partial<Template>) =>
    problemsOf('reset', { ...originalOf('reset'), ...text }).map(({ part, message }) => `${part}: ${message}`)
  test.each([
    [{ body: 'Hello {{vendor_name}}, {{link}}' }, 'body: {{vendor_name}} is not a field of this letter'],
    [{ body: 'Hello {{name}}' }, 'body: The text must contain {{link}}'],
    [
      { body: '{{link}} {{name' },
      'body: A field is written with two braces on each side, for example {{name}}',
    ],
    [{ body: '  \n' }, 'body: Write the text of the letter'],
    [{ subject: ' ' }, 'subject: Write a subject'],
    [{ subject: 'Go to {{link}}' }, 'subject: The link belongs in the text: a subject can be read by others'],
    [{ body: '{{link}} {{constructor}}' }, 'body: {{constructor}} is not a field of this letter'],
  ])('that is %o', (text, message) => {
    expect(messages(text)).toContain(message)
  })

  test('and accepted with spaces inside the braces', () => {
    expect(messages({ body: 'Hello {{ name }}: {{  link }}' })).toEqual([])
  })
})

describe('whatever people write', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom(
      '<script>alert(1)</script>',
      '"><img src=x onerror=1>',
      '{{reason}}',
      '$&',
      'a\r\nBcc: x@y.example',
      '\u0000',
      '',
    ),
  )
  const valuesOf = fc.record(Object.fromEntries(letterFields.map((name) => [name, nasty])))

  test('it is never markup and never a header, in any kind and language', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...letterKindNames),
        fc.constantFrom(...letterLanguages),
        valuesOf,
        nasty,
        (kind, language, values, more) => {
          const original = originalOf(kind)
          const text = { subject: `${more} ${original.subject}`, body: `${more}\n\n${original.body}` }
          const { subject, html } = inBothForms(text, language, values)
          expect(subject).not.toMatch(/[\r\n]/)
          expect(subject.length).toBeLessThanOrEqual(200)
          const tags = [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/ href="[^"<>]*"/, ' href'))
          const expected =
            /^<(!doctype html|\/?html|html lang="(en|ur)"( dir="rtl")?|\/?head|meta charset="utf-8"|\/?title|body dir="(auto|rtl)"|\/body|\/?p|br|\/?bdi|a href|\/a)>$/
          expect(tags.filter((tag) => !expected.test(tag))).toEqual([])
          expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/)
        },
      ),
      { numRuns: 400 },
    )
  })

  test('a value is put in once: what looks like a field in it stays as it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...letterFields), fc.constantFrom(...letterFields), (outer, inner) => {
        const body = `{{${outer}}}`
        const { paragraphs } = filledLetter({ subject: '-', body }, { [outer]: `{{${inner}}}` })
        expect(paragraphs).toEqual([[{ field: outer, text: `{{${inner}}}` }]])
      }),
    )
  })

  test('a link with any characters stays one link to one address', () => {
    const stored = inBothForms(originalOf('reset'), 'ur', { link: placeOfLink, name: '<a>' })
    const { html, text } = withLink(stored, 'https://x.example/?a="><b>&$&')
    expect(html.match(/<a /g)).toHaveLength(1)
    expect(html).toContain('href="https://x.example/?a=&quot;&gt;&lt;b&gt;&amp;$&amp;"')
    expect(text).toContain('https://x.example/?a="><b>&$&')
    expect(html).toContain('<html lang="ur" dir="rtl">')
    expect(
      withBrand(stored, { name: 'X', logo: { url: 'https://l', width: 1, height: 1, alt: '' } }).html,
    ).toContain('<body dir="rtl">\n<p><img')
  })
})
