import { expect, test } from 'vitest'
import { fileLine } from './file-name.ts'
import { line } from './text.ts'

test('the name of a file becomes one line with its end, without marks that turn the reading direction', () => {
  expect(fileLine('\u2067تصویر\u2069.png')).toBe('تصویر.png')
  expect(fileLine(`😀${'a'.repeat(195)}.png`)).toBe(`${'a'.repeat(195)}.png`)
  expect(fileLine(`${'a'.repeat(300)}.png`)).toHaveLength(200)
  expect([fileLine('\u202e \n'), fileLine('')]).toEqual(['file', 'file'])
  expect(line(200).safeParse(fileLine(`\u202d${'b'.repeat(250)}\u2028.csv`)).success).toBe(true)
})
