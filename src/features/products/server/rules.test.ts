import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanDescription } from '#kit/server/clean-html.ts'

const pieces = [
  ...[
    '<p>',
    '</p>',
    '<strong>',
    '</strong>',
    '<b>',
    '</b>',
    '<em>',
    '</em>',
    '<u>',
    '</u>',
    '<p',
    '>',
    '<',
    '&',
  ],
  ...[
    'Lawn',
    ' ',
    '\n',
    '"',
    '&amp;',
    '<script>',
    '<P>',
    '<p onclick="x">',
    '<br>',
    '</i>',
    '<i>',
    '<s>',
    '</s>',
  ],
]

test('a description that is clean already is kept as the sanitiser would answer it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (some) => {
      const html = some.join('')
      // A comment is removed by the sanitiser, which therefore has to look at the whole.
      expect(cleanDescription(html)).toBe(cleanDescription(`<!-- -->${html}`))
    }),
    { numRuns: 3000 },
  )
  expect(cleanDescription('<p>A <strong>b</strong> c</p>\n<p>d</p>')).toBe(
    '<p>A <strong>b</strong> c</p>\n<p>d</p>',
  )
})
