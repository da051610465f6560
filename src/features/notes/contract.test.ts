import { describe, expect, test } from 'vitest'
import { asStored, asTyped, holdsNumberOfPerson, labelled, nameBegun, noteParts } from './contract.ts'

const sana = { id: '01a1fc80-0000-7000-8000-000000000001', name: 'Sana' }
const malik = { id: '01a1fc80-0000-7000-8000-000000000002', name: 'Sana Malik' }
const other = { id: '01a1fc80-0000-7000-8000-000000000003', name: 'Sana' }
const people = labelled([sana, malik, other])

describe('a name in a note', () => {
  test('is stored as a reference and typed as a name, also where two have the same one or one begins with the other', () => {
    const typed = 'Ask @Sana Malik, then @Sana and @Sana (2): not @Sanaullah, (@Sana)'
    const stored = asStored(typed, people)
    expect(stored).toBe(
      `Ask @{${malik.id}}, then @{${sana.id}} and @{${other.id}}: not @Sanaullah, (@{${sana.id}})`,
    )
    expect(asTyped(stored, people)).toBe(typed)
    expect(noteParts(stored).filter((part) => 'person' in part)).toHaveLength(4)
  })

  test.each([
    ['@', { start: 0, query: '' }],
    ['Ask @sa', { start: 4, query: 'sa' }],
    ['Ask @sana ma', { start: 4, query: 'sana ma' }],
    ['line\n@سنا', { start: 5, query: 'سنا' }],
    ['owner@shop', null],
    ['Ask @sana malik today', null],
    ['Ask', null],
  ])('is begun by an @ that begins a word: %j', (text, begun) => {
    expect(nameBegun(text)).toEqual(begun)
  })
})

describe('what looks like a number of a person', () => {
  test.each(['35202-1234567-1', '۳۵۲۰۲۱۲۳۴۵۶۷۱', 'PK36 SCBL 0000', '0000/0011/2345/6702', '35202.1234567.1'])(
    '%s does',
    (text) => expect(holdsNumberOfPerson(`See ${text}.`)).toBe(true),
  )

  test.each([
    '0300 7654321, 0301-7654321 +92 302 7654321 03037654321',
    '2026-11-21 2026-11-22 2026-11-23',
    '01a1fc80-0000-7000-8000-000000000001',
    'Rs 1,999.50 and 12,000, 40 pieces',
    'order 123456789012',
  ])('%s does not', (text) => expect(holdsNumberOfPerson(`See ${text}.`)).toBe(false))
})
