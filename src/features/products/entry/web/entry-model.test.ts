import { expect, test } from 'vitest'
import type { ProductReview } from '#features/products/contract.ts'
import { fieldNames } from '#features/products/fields-contract.ts'
import {
  changeOf,
  emptyValues,
  problemsIn,
  type StepKey,
  starredIn,
  stepsDone,
  valuesOf,
} from './entry-model.ts'

const none: ReadonlySet<StepKey> = new Set()
const doneOf = (typed: typeof emptyValues, left = none, isStored = false) =>
  stepsDone({
    open: { ...starredIn(typed), ...problemsIn(typed, null, () => '') },
    typed,
    left,
    isStored,
  })

test('an empty form has no step that is complete, although a step asks for nothing', () => {
  expect(doneOf(emptyValues)).toEqual([])
})

test('a step without required fields is complete once it was left, or as soon as something is entered', () => {
  expect(doneOf(emptyValues, new Set(['1', '2', '3', '4']))).toEqual(['2'])
  expect(doneOf({ ...emptyValues, package_weight: '2' })).toEqual(['2'])
  expect(doneOf({ ...emptyValues, package_weight: 'heavy' }, new Set(['2']))).toEqual([])
})

test('a product with an edit that waits is opened with everything that the edit asks for, also its category', () => {
  const [live, asked] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002']
  const product = {
    ...Object.fromEntries(fieldNames.map((name) => [name, '1'])),
    vendor: { id: 'vendor' },
    filed_under: { id: live, path: 'Shawls', hidden_by: '' },
    images: [],
    revision: null,
  } as unknown as ProductReview
  const revision = {
    fields: [{ path: 'product_name', before: '1', after: 'Shawl' }],
    images_after: [],
    category_id: asked,
  } as unknown as NonNullable<ProductReview['revision']>
  expect(changeOf(valuesOf(product))).toMatchObject({ product_name: '1', category_id: live })
  const edited = { ...product, revision }
  expect(changeOf(valuesOf(edited))).toMatchObject({ product_name: 'Shawl', category_id: asked })
  const nowhere = { ...product, revision: { ...revision, category_id: null } }
  expect(changeOf(valuesOf(nowhere))).toMatchObject({ category_id: null })
})
