import { expect, test } from 'vitest'
import { around, inOrder, mostAround, type ShownFaq, withTyped } from './preview-model.ts'

const faq = (id: string, group = 'Delivery', given: Partial<ShownFaq> = {}): ShownFaq => ({
  ...{ id, title: `Title ${id}`, details: `Details ${id}`, group, is_active: true },
  ...given,
})
const idsOf = (questions: readonly ShownFaq[]) => questions.map(({ id }) => id).join(' ')
const page = [faq('a'), faq('b'), faq('c'), faq('d', 'Returns'), faq('e', 'Returns')]

test('a question is shown at its place as it is typed', () => {
  const shown = withTyped(page, faq('b', 'Delivery', { title: 'Typed' }), ['a', 'b', 'c'])
  expect(idsOf(shown)).toBe('a b c d e')
  expect(shown[1]?.title).toBe('Typed')
})

test('a question that is off is shown where it would be, switched on', () => {
  const [first, , ...others] = page
  const shown = withTyped([first as ShownFaq, ...others], faq('b', 'Delivery', { is_active: false }), [
    'a',
    'b',
    'c',
  ])
  expect(idsOf(shown)).toBe('a b c d e')
  expect(shown[1]?.is_active).toBe(true)
  expect(idsOf(withTyped(page, faq('z'), ['a', 'b', 'c', 'z']))).toBe('a b c z d e')
})

test('a question that is given another group becomes its last, and a new group comes last', () => {
  expect(idsOf(withTyped(page, faq('a', 'Returns'), ['d', 'e']))).toBe('b c d e a')
  expect(idsOf(withTyped(page, faq('a', 'Payment'), []))).toBe('b c d e a')
})

test('a group is shown in the order that was asked for, and the others stay', () => {
  expect(idsOf(inOrder(page, 'Delivery', ['c', 'a', 'b']))).toBe('c a b d e')
  expect(idsOf(inOrder(page, 'Returns', ['e', 'd']))).toBe('a b c e d')
  expect(idsOf(inOrder(page, 'Delivery', ['c']))).toBe('c a b d e')
})

test('of many questions the group alone is shown', () => {
  const many = Array.from({ length: mostAround + 1 }, (_, n) => faq(`q${n}`, n % 2 ? 'Delivery' : 'Returns'))
  expect(around(many, 'Delivery').length).toBe(mostAround / 2)
  expect(around(page, 'Delivery').length).toBe(5)
})
