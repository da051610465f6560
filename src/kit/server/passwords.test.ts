import { expect, test } from 'vitest'
import { PasswordQueueFull, queueOf } from './passwords.ts'

test('who is known is looked at before strangers, and finds a place when these have filled theirs', async () => {
  const inTurn = queueOf(1, 2)
  const done: string[] = []
  const gates: (() => void)[] = []
  const work = (name: string) => async () => {
    await new Promise<void>((resolve) => gates.push(resolve))
    done.push(name)
  }
  const first = inTurn(work('first'), false)
  const strangers = [inTurn(work('stranger 1'), false), inTurn(work('stranger 2'), false)]
  await expect(inTurn(work('stranger 3'), false)).rejects.toThrow(PasswordQueueFull)
  const known = [inTurn(work('known 1'), true), inTurn(work('known 2'), true)]
  await expect(inTurn(work('known 3'), true)).rejects.toThrow(PasswordQueueFull)
  for (let n = 0; n < 5; n += 1) {
    expect(gates).toHaveLength(1)
    gates.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all([first, ...strangers, ...known])
  expect(done).toEqual(['first', 'known 1', 'known 2', 'stranger 1', 'stranger 2'])
})

test('work that fails frees its place', async () => {
  const inTurn = queueOf(1, 1)
  await expect(inTurn(() => Promise.reject(new Error('no')), false)).rejects.toThrow('no')
  expect(await inTurn(async () => 'yes', false)).toBe('yes')
})
