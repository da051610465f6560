import { expect, test } from 'vitest'
import { openedOf, withMade } from './opened-model.ts'

const view = (version: number, id = 'a') => ({ id, version })

test('a view whose parameters were changed keeps the version with which it was opened', () => {
  const opened = openedOf(null, view(3), true)
  expect(opened).toEqual(view(3))
  // A colleague has saved it meanwhile, and the list of views was read again.
  expect(openedOf(opened, view(4), false)).toBe(opened)
})

test('a view that is shown as it is saved is opened at its present version', () => {
  expect(openedOf(view(3), view(4), true)).toEqual(view(4))
  expect(openedOf(view(3), view(7, 'b'), false)).toEqual(view(7, 'b'))
  expect(openedOf(view(3), undefined, false)).toBeNull()
  // The list of views was read before one's own change.
  expect(openedOf(view(4), view(3), true)).toEqual(view(4))
})

test('a view whose parameters were changed keeps the version with which it was opened over a reload', () => {
  // A colleague has saved it before the reload or meanwhile.
  expect(openedOf(null, view(4), false, 3)).toEqual(view(3))
  expect(openedOf(view(7, 'b'), view(4), false, 3)).toEqual(view(3))
  // Shown as it is saved it has been seen.
  expect(openedOf(null, view(4), true, 3)).toEqual(view(4))
  expect(openedOf(null, view(3), true, 4)).toEqual(view(4))
  // A link that changes the view at once was never shown otherwise in this tab.
  expect(openedOf(null, view(4), false, null)).toEqual(view(4))
})

test('a change of one’s own raises the version, unless it followed a change of a colleague', () => {
  expect(withMade(view(3), view(4))).toEqual(view(4))
  expect(withMade(view(3), view(5))).toEqual(view(3))
  expect(withMade(view(3), view(4, 'b'))).toEqual(view(3))
  expect(withMade(null, view(4))).toBeNull()
})
