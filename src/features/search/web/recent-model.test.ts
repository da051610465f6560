import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readRecent, rememberRecent } from './recent-model.ts'

const order = 'order:01a1fc80-d469-7475-b815-ea04c5a66a67'
const vendor = 'vendor:01a1fc80-d469-7475-b815-ea04c5a66a68'
const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('what was opened is kept for each person, the newest first and once', () => {
  for (const record of [order, vendor, order]) rememberRecent('one', record)
  expect(readRecent('one')).toEqual([order, vendor])
  expect(readRecent('other')).toEqual([])
})

test('an address without a whole id is not kept, and takes nothing of what is', () => {
  rememberRecent('one', order)
  for (const id of ['', '1', '01a1fc80', `${order},x`, '01A1FC80-D469-7475-B815-EA04C5A66A67']) {
    rememberRecent('one', `order:${id}`)
  }
  expect(readRecent('one')).toEqual([order])
})

test('records of a kind that the palette does not find do not displace those that it does', () => {
  rememberRecent('one', order)
  for (let n = 0; n < 9; n += 1) rememberRecent('one', `mailing:01a1fc80-d469-7475-b815-ea04c5a66a7${n}`)
  expect(readRecent('one')).toContain(order)
})

test('what was kept before and cannot be read is left out', () => {
  stored.set('munshi-recent:one', JSON.stringify([vendor, 'order:1', 7, null, order]))
  expect(readRecent('one')).toEqual([vendor, order])
  for (const text of ['{', '{}', '7']) {
    stored.set('munshi-recent:one', text)
    expect(readRecent('one')).toEqual([])
  }
})
