import { expect, test } from 'vitest'
import { commonTo, waysBack } from './assign-model.ts'

const [sana, bilal, hina] = ['Sana', 'Bilal', 'Hina'].map((name) => ({ id: name.toLowerCase(), name })) as [
  { id: string; name: string },
  { id: string; name: string },
  { id: string; name: string },
]

test('records of several kinds are offered to who may decide on all of them', () => {
  expect(commonTo([[bilal, hina, sana]])).toEqual([bilal, hina, sana])
  expect(commonTo([[bilal, hina, sana], [sana, bilal], [bilal]])).toEqual([bilal])
  expect(commonTo([[bilal], [sana]])).toEqual([])
})

test('what was assigned together goes back to whom it was assigned before, and only what was changed', () => {
  const items = ['1', '2', '3', '4', '5'].map((id) => ({ id, kind: 'product' as const }))
  const outcomes = [
    { id: '1', outcome: 'done' as const, before: null },
    { id: '2', outcome: 'done' as const, before: sana },
    { id: '3', outcome: 'unchanged' as const, before: bilal },
    { id: '4', outcome: 'refused' as const, before: null },
    { id: '5', outcome: 'done' as const, before: null },
  ]
  const item = (id: string) => ({ id, kind: 'product' })
  expect(waysBack(items, outcomes, 'hina')).toEqual([
    { items: [item('1'), item('5')], person_id: null, from: 'hina' },
    { items: [item('2')], person_id: 'sana', from: 'hina' },
  ])
})
