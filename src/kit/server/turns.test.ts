import { expect, test } from 'vitest'
import { atMost } from './turns.ts'

test('work beyond its places waits, in the order in which it came, also behind work that fails', async () => {
  const inPlace = atMost(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const works = [0, 1, 2, 3].map((n) =>
    inPlace(async () => {
      begun.push(n)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (n === 0) throw new Error('a broken picture')
      return n
    }),
  )
  expect(begun).toEqual([0, 1])
  ends[0]?.()
  await expect(works[0]).rejects.toThrow('a broken picture')
  expect(begun).toEqual([0, 1, 2])
  ends[2]?.()
  await works[2]
  expect(begun).toEqual([0, 1, 2, 3])
  ends[1]?.()
  ends[3]?.()
  expect(await Promise.all(works.slice(1))).toEqual([1, 2, 3])
})
