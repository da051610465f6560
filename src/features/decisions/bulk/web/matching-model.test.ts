import { expect, test } from 'vitest'
import { trialOf } from './matching-model.ts'

const record = (id: string, message: string, by: string) => ({
  ...{ id, name: `Record ${id}`, message, warnings: [] },
  held_by: by ? { id: `person-${by}`, name: by } : null,
})

test('a trial names who is reviewing the records that would be decided on, and no others', () => {
  const { held, possible } = trialOf([
    record('1', '', ''),
    record('2', '', 'Sana'),
    record('3', 'Already approved', 'Sana'),
    record('4', '', 'Bilal'),
  ])
  expect(possible).toBe(3)
  expect(held.map(({ id, by }) => [id, by.name])).toEqual([
    ['2', 'Sana'],
    ['4', 'Bilal'],
  ])
})
