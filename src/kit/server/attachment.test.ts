import { expect, test } from 'vitest'
import { attachment } from './attachment.ts'

test('a plain name is written as it is', () => {
  expect(attachment('audit-log-2026-11-21.csv')).toBe('attachment; filename="audit-log-2026-11-21.csv"')
})

test('a name in Urdu, or with a dash of a word processor, follows whole in the encoded form', () => {
  expect(attachment('رپورٹ.pdf')).toBe(
    `attachment; filename="_____.pdf"; filename*=UTF-8''%D8%B1%D9%BE%D9%88%D8%B1%D9%B9.pdf`,
  )
  expect(attachment('Invoice – May.xlsx')).toBe(
    `attachment; filename="Invoice _ May.xlsx"; filename*=UTF-8''Invoice%20%E2%80%93%20May.xlsx`,
  )
})

test('a name with quotes cannot write parameters of the header', () => {
  expect(attachment(`a".exe"; x='b'.pdf`)).toBe(
    `attachment; filename="a_.exe_; x='b'.pdf"; filename*=UTF-8''a%22.exe%22%3B%20x%3D%27b%27.pdf`,
  )
})

test('half of a surrogate pair is replaced instead of refused', () => {
  expect(attachment('a\ud800.csv')).toBe(`attachment; filename="a_.csv"; filename*=UTF-8''a%EF%BF%BD.csv`)
})
