import { expect, test } from 'vitest'
import { cut, filledLine, filledParagraph, line, paragraph } from './text.ts'

test.each(['', '   ', '\u200b\u200b', '\u00ad', '\u3164', '\u2800', '\ufeff \u2060', '\u0301'])(
  '%j shows nothing, so it is no name and no reason',
  (text) => {
    expect(filledLine(100).safeParse(text).success).toBe(false)
    expect(filledParagraph(100).safeParse(text).success).toBe(false)
  },
)

test.each(['Gul Ahmed', 'گل احمد', 'پٹ\u200cسن', '7', '👜', 'Zain & Sons (Pvt.) Ltd.', 'e\u0301toile'])(
  '%j is a name',
  (text) => expect(filledLine(100).parse(` ${text} `)).toBe(text),
)

test.each(['a\nb', 'a\u0007b', 'a\u202egnp.exe', 'a\u2066b', 'a\u2028b', 'a\u001b[2Jb'])(
  '%j breaks the line that it is shown in',
  (text) => expect(line(100).safeParse(text).success).toBe(false),
)

test('a paragraph keeps its line breaks and refuses what turns the reading direction', () => {
  expect(paragraph(100).parse('one\r\n\ttwo\n')).toBe('one\r\n\ttwo')
  expect(paragraph(100).safeParse('one\u202etwo').success).toBe(false)
  expect(paragraph(100).safeParse('one\u0000two').success).toBe(false)
})

test('too long is refused with the length that is allowed', () => {
  expect(filledParagraph(1000).safeParse('x'.repeat(1001)).error?.issues[0]?.message).toBe(
    'At most 1,000 characters',
  )
})

test('a text that is cut ends with a whole character, and a short one stays as it is', () => {
  expect(cut('Eid sale 🎉', 10)).toBe('Eid sale ')
  expect(cut('Eid sale 🎉', 11)).toBe('Eid sale 🎉')
  expect(cut('Eid sale 🎉', 120)).toBe('Eid sale 🎉')
})
