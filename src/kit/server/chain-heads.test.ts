import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainHeadsInFile } from './chain-heads.ts'

let directory: string

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'munshi-heads-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

test('the heads of a range are read with the highest of all, whatever is between them', async () => {
  const path = join(directory, 'heads')
  const mac = (n: number) => n.toString(16).padStart(64, '0')
  const line = (n: number) => `${n} ${mac(n)} 2026-01-01T00:00:00.000Z`
  const numbers = Array.from({ length: 5_000 }, (_, n) => n + 1)
  writeFileSync(
    path,
    [line(9_000), ...numbers.map(line), 'torn 12', '', `9999 ${mac(1).slice(1)}`].join('\n'),
  )
  const { heads, highest } = await chainHeadsInFile(path).read({ after: 1_000n, until: 1_003n })
  expect(heads).toEqual([1_001, 1_002, 1_003].map((n) => ({ number: BigInt(n), mac: mac(n) })))
  expect(highest).toBe(9_000n)
  expect((await chainHeadsInFile(path).read({ after: 4_998n, until: null })).heads).toHaveLength(3)
})

test('no file has no heads', async () => {
  const { heads, highest } = await chainHeadsInFile(join(directory, 'none')).read({ after: 0n, until: null })
  expect([heads, highest]).toEqual([[], 0n])
})
