import { expect, test } from 'vitest'
import { mostOfName } from '../contract.ts'
import { copyNameOf } from './name-model.ts'

test('each copy of a view has a name of its own, whatever the earlier copies are called', () => {
  expect(copyNameOf('Unpaid', ['Unpaid'])).toBe('Unpaid (copy)')
  expect(copyNameOf('Unpaid', ['Unpaid', 'unpaid (COPY)'])).toBe('Unpaid (copy 2)')
  expect(copyNameOf('Unpaid', ['Unpaid (copy)', 'Unpaid (copy 2)', 'Unpaid (copy 4)'])).toBe(
    'Unpaid (copy 3)',
  )
})

test('a long name is cut for it, never within a character', () => {
  const long = `${'a'.repeat(mostOfName - ' (copy)'.length - 1)}😀 late`
  expect(copyNameOf(long, [])).toBe(`${'a'.repeat(mostOfName - ' (copy)'.length - 1)} (copy)`)
  expect(copyNameOf('b'.repeat(mostOfName), [])).toHaveLength(mostOfName)
})
