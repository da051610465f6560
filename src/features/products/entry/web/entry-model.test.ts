import { expect, test } from 'vitest'
import { emptyValues, problemsIn, type StepKey, starredIn, stepsDone } from './entry-model.ts'

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
