import { expect, test } from 'vitest'
import type { CategoryChoice } from '#features/categories/contract.ts'
import { type Branch, branchesOf, foundIn } from './branches-model.ts'

const one = (id: string, parent_id: string | null, given: Partial<CategoryChoice> = {}): CategoryChoice => ({
  ...{ id, parent_id, name: id, level: 'main', is_active: true, height: 0, campaigns: [] },
  ...given,
})
const all = [
  one('Clothing', null, { is_active: false }),
  one('Shawls', 'Clothing'),
  one('Swati shawls', 'Shawls'),
  one('Lawn', 'Clothing'),
  one('Kitchen', null),
]
const namesIn = (branches: readonly Branch[]): unknown[] =>
  branches.map(({ category, below }) => (below.length > 0 ? [category.name, namesIn(below)] : category.name))

test('categories stand below their parents in their order', () => {
  expect(namesIn(branchesOf(all))).toEqual([['Clothing', [['Shawls', ['Swati shawls']], 'Lawn']], 'Kitchen'])
})

test('what is below a category that is off is hidden, and the category itself is not', () => {
  const [clothing] = branchesOf(all)
  expect([clothing?.isHidden, clothing?.below[0]?.isHidden, clothing?.below[0]?.below[0]?.isHidden]).toEqual([
    false,
    true,
    true,
  ])
})

test('a search keeps what is above and below what it finds', () => {
  expect(namesIn(foundIn(branchesOf(all), 'SWAT'))).toEqual([['Clothing', [['Shawls', ['Swati shawls']]]]])
  expect(namesIn(foundIn(branchesOf(all), 'shawls'))).toEqual([['Clothing', [['Shawls', ['Swati shawls']]]]])
  expect(foundIn(branchesOf(all), 'sofas')).toEqual([])
})
