import { afterEach, describe, expect, test } from 'vitest'
import { catalogue, setTexts } from './texts.ts'

const texts = catalogue({
  approve: 'Approve',
  approved: 'Approved: {name}',
  orders: '{count, plural, one {# order} other {# orders}} of {name}',
  left: '{count, number} left',
  list: 'Open <link>the list of {name}</link> again',
})

afterEach(() => setTexts({ reword: (wording) => wording, join: (parts) => parts }))

describe('a catalogue', () => {
  test('gives texts, and texts of their values', () => {
    expect(texts.approve).toBe('Approve')
    expect(texts.approved({ name: 'Zubaida' })).toBe('Approved: Zubaida')
    expect(texts.orders({ count: 1, name: 'Zubaida' })).toBe('1 order of Zubaida')
    expect(texts.orders({ count: 1234, name: 'Zubaida' })).toBe('1,234 orders of Zubaida')
    expect(texts.left({ count: 12_345 })).toBe('12,345 left')
  })

  test('joins what is drawn with what is written', () => {
    setTexts({ join: (parts) => ({ parts }) })
    const link = (words: string) => ({ link: words })
    expect(texts.list({ name: 'orders', link })).toEqual({
      parts: ['Open ', { link: 'the list of orders' }, ' again'],
    })
    const name = { drawn: true }
    expect(texts.approved({ name })).toEqual({ parts: ['Approved: ', name] })
  })

  test('rewords every piece of wording and no value', () => {
    setTexts({ reword: (wording) => wording.toUpperCase() })
    const loud = catalogue({
      approve: 'Approve',
      orders: '{count, plural, one {# order} other {# orders}} of {name}',
    })
    expect(loud.approve).toBe('APPROVE')
    expect(loud.orders({ count: 2, name: 'Zubaida' })).toBe('2 ORDERS OF Zubaida')
  })

  test('takes the values that a message names, and no others', () => {
    // @ts-expect-error a value is missing
    expect(() => texts.approved({})).toThrow()
    // @ts-expect-error a text is no number
    texts.left({ count: '3' })
    // @ts-expect-error there is no such text
    expect(texts.reject).toBeUndefined()
  })
})
