import { expect, test } from 'vitest'
import { ApiRefusal, NotSent } from '#kit/web/client.tsx'
import { leftWords, undoEach } from './bulk-model.ts'

const refusal = new ApiRefusal({
  ...{ type: 'about:blank', title: 'Already changed', status: 409, request_id: 'r-1' },
  ...{ detail: 'A later decision was made', message: 'A later decision was made' },
})
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

/** Undoes that many, each as `undo` says, and answers what was settled and how many calls were sent and under way at once. */
async function undone(count: number, undo: (n: number) => Promise<unknown>) {
  const settled = new Map<number, string>()
  let [sent, underWay, most] = [0, 0, 0]
  const failure = await undoEach(
    numbers(count),
    async (n) => {
      sent += 1
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setTimeout(resolve))
      underWay -= 1
      return undo(n)
    },
    (n, words) => settled.set(n, words),
  )
  return { failure, settled, sent, most }
}

test('several decisions are undone six at a time, and a refusal stops none of the others', async () => {
  const { failure, settled, sent, most } = await undone(40, async (n) => {
    if (n === 3) throw refusal
  })
  expect([failure, sent, most]).toEqual([null, 40, 6])
  expect(numbers(40).map((n) => settled.get(n))).toEqual(
    numbers(40).map((n) => (n === 3 ? 'A later decision was made' : '')),
  )
})

test('after a call without an answer no other is sent, and what is not settled can be undone again', async () => {
  const lost = new TypeError('no answer')
  const { failure, settled, sent } = await undone(40, async (n) => {
    if (n === 8) throw lost
  })
  expect(failure).toBe(lost)
  expect(settled.has(8)).toBe(false)
  expect(sent).toBeLessThan(20)
  expect(settled.size).toBe(sent - 1)
  expect([...settled.values()].every((words) => words === '')).toBe(true)
})

test('a call that may have been done is told, also if another was not sent before', async () => {
  const [lost, unsent] = [new TypeError('no answer'), new NotSent('offline')]
  const { failure, settled } = await undone(6, async (n) => {
    if (n === 1) throw unsent
    if (n === 4) throw lost
  })
  expect(failure).toBe(lost)
  expect([...settled.keys()].toSorted()).toEqual([0, 2, 3, 5])
})

test('what was not sent is told as not undone, and undoing again only while it is offered', () => {
  const [lost, unsent] = [new TypeError('no answer'), new NotSent('offline')]
  expect(leftWords(unsent, 70, true)).toBe('70 records were not undone. Undo again when you are connected.')
  expect(leftWords(unsent, 1, false)).toBe('1 record was not undone.')
  expect(leftWords(lost, 70, true)).toBe(
    'The server did not confirm the undo of 70 more records. Undo again to make sure.',
  )
  expect(leftWords(lost, 1, false)).toBe(
    'The server did not confirm the undo of 1 more record. Check the list.',
  )
})
