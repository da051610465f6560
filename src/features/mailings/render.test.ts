import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findingsOf, largestMailBytes } from './checks-contract.ts'
import type { MailContent } from './content-contract.ts'
import { mailFor, plainTextOf, shownIn, templatesOf } from './render-contract.ts'

const content = (text: string, more: Partial<MailContent> = {}): MailContent => ({
  subject: 'For {{first_name|you}}',
  preview_text: '',
  blocks: [{ kind: 'text', text }],
  plain_text: '',
  is_legal: false,
  legal_reason: '',
  ...more,
})
const frame = { shop: 'Anarkali', base: 'https://shop.example', logo: null }
const none = new Map()
const values = {
  first_name: '',
  name: '',
  shop_name: '',
  city: '',
  unsubscribe_url: 'https://shop.example/u',
}

test('no value of a recipient becomes mark-up or a header', () => {
  const tags = (html: string) => html.match(/<[a-z!/]/gi)?.length
  const template = templatesOf(content('Dear {{name|reader}} of {{city|town}}'), none, frame)
  const plain = tags(mailFor(template, { ...values, name: 'x', city: 'x', first_name: 'x' }).html)
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('<script>', '"><img src=x>', '\r\nBcc: a@b.pk', ''),
      (text, evil) => {
        const value = `${text}${evil}{{name}}`
        const mail = mailFor(template, { ...values, name: value, city: value, first_name: value })
        expect(tags(mail.html)).toBe(plain)
        expect(mail.subject).not.toMatch(/[\r\n]/)
      },
    ),
  )
})

test('a text that somebody writes is escaped, and only links and bold letters are drawn', () => {
  const mail = mailFor(
    templatesOf(
      content('# Hello\n\n**Now** [here](https://shop.example/a?b=1&c=2) <b>no</b>\n\n- one\n- two'),
      none,
      frame,
    ),
    values,
  )
  expect(mail.html).toContain('<strong>Now</strong>')
  expect(mail.html).toContain('<a href="https://shop.example/a?b=1&amp;c=2"')
  expect(mail.html).toContain('&lt;b&gt;no&lt;/b&gt;')
  expect(mail.html).toMatch(/<li [^>]*>one<\/li>/)
  expect(mail.text).toBe(
    'Hello\n\nNow here: https://shop.example/a?b=1&c=2 <b>no</b>\n\n- one\n- two\n\n--\n\nUnsubscribe: https://shop.example/u\n',
  )
})

test('a field takes its fallback where a recipient has no value', () => {
  const template = templatesOf(content('Dear {{ first_name | friend }}'), none, frame)
  expect(mailFor(template, values).text).toContain('Dear friend')
  expect(mailFor(template, { ...values, first_name: 'Sana' }).subject).toBe('For Sana')
})

test('the preview has the look that is chosen, whatever the look of the screen', () => {
  const { html } = mailFor(templatesOf(content('Hello'), none, frame), values)
  expect(html).toContain('@media (prefers-color-scheme:dark)')
  expect(shownIn(html, 'dark')).toContain('@media all{')
  expect(shownIn(html, 'light')).toContain('@media not all{')
})

test('a mail in Urdu says so to mail programs and screen readers, with names and links in Latin letters', () => {
  const htmlOf = (text: string, more: Partial<MailContent> = {}) =>
    mailFor(templatesOf(content(text, more), none, frame), values).html
  const urdu = htmlOf('', {
    subject: '{{first_name|دوست}} کے لیے',
    blocks: [
      { kind: 'text', text: 'عید پر [تمام رعایتیں](https://shop.example/sale-of-the-year) Anarkali' },
      { kind: 'button', label: 'ابھی دیکھیں', href: 'https://shop.example/eid' },
    ],
  })
  expect(urdu).toContain('<html lang="ur" dir="rtl">')
  expect(urdu).toContain('<table role="presentation" class="page" lang="ur" dir="rtl"')
  expect(urdu).toContain('<td class="button" align="right"')
  // The words around it are in English.
  expect(urdu).toContain('<td class="quiet" lang="en" dir="auto"')
  const english = htmlOf('The sale that everybody calls سیل begins')
  expect(english).toContain('<html lang="en">')
  expect(english).not.toContain('rtl')
})

test('each finding names its place', () => {
  const found = findingsOf(
    content('Dear {{first_name}}', {
      subject: 'SALE SALE TODAY',
      blocks: [
        { kind: 'text', text: 'Dear {{first_name}} [x](ftp://a)' },
        { kind: 'button', label: '', href: '' },
        { kind: 'picture', picture: null, href: '' },
      ],
      plain_text: 'No link here',
    }),
    none,
    largestMailBytes + 1,
  )
  expect(found.map(({ level, place }) => `${level} ${place}`)).toEqual([
    'blocking Block 1, text',
    'blocking Block 1, text',
    'blocking Block 2, button',
    'blocking Block 3, picture',
    'blocking Plain text',
    'warning Body',
    'warning Subject',
  ])
})

test('a legal message has no unsubscribe link and says why it came', () => {
  const legal = content('New terms', { is_legal: true, legal_reason: 'the terms for sellers change' })
  expect(plainTextOf(legal, none)).toContain('it concerns your seller account: the terms for sellers change')
  expect(plainTextOf(legal, none)).not.toContain('Unsubscribe')
})
