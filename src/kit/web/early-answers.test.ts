import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { createCall } from './client.tsx'
import { askEarly, forgetEarly, takeEarly } from './early-answers.ts'

const url = '/api/admin/products?page=1&limit=25'
const sana = { token: 'token of Sana' }
/** What the server would answer now, and the answers that are still on their way. */
let state = 'before'
let onTheWay: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  state = 'before'
  onTheWay = []
  vi.stubGlobal('fetch', (_: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return Promise.resolve(Response.json({ results: state }))
    return new Promise<Response>((resolve) => {
      onTheWay.push(() => {
        state = 'after'
        resolve(Response.json({ results: state }))
      })
    })
  })
})
afterEach(() => {
  forgetEarly()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const taken = async (token: string | undefined = sana.token, viewAs: string | null = null, at = url) =>
  (await takeEarly(at, token, viewAs))?.json()

test('an early answer is handed over once, in whichever order the parameters are written', async () => {
  askEarly(url, sana, null, 30_000)
  expect(await taken(sana.token, null, '/api/admin/products?limit=25&page=1&q=')).toEqual({
    results: 'before',
  })
  expect(await taken()).toBeUndefined()
})

test.each([
  ['another person', 'token of Bilal', null],
  ['nobody', undefined, null],
  ['the same person as another role', sana.token, 'role of a clerk'],
])('%s does not get it, and neither does anybody after that', async (_, token, viewAs) => {
  askEarly(url, sana, null, 30_000)
  expect(takeEarly(url, token, viewAs)).toBeUndefined()
  expect(await taken()).toBeUndefined()
})

test('is not handed over once its time has passed', async () => {
  askEarly(url, sana, null, 30_000)
  vi.advanceTimersByTime(30_000)
  expect(await taken()).toBeUndefined()
})

test('that was asked for while a change was on its way is forgotten when the change is answered', async () => {
  const call = createCall({
    current: () => ({ id: 'sana', ...sana }),
    onUnauthenticated: () => {},
    viewedRole: () => null,
  })
  const approve = endpoint({
    method: 'POST',
    path: '/api/admin/products/approve',
    summary: 'Approve',
    access: { kind: 'signed-in' },
    answer: z.string(),
  })
  askEarly('/api/admin/products?page=2', sana, null, 30_000)
  const approved = call(approve, {} as never)
  expect(await taken(sana.token, null, '/api/admin/products?page=2')).toBeUndefined()
  askEarly(url, sana, null, 30_000)
  onTheWay.forEach((answer) => {
    answer()
  })
  expect(await approved).toBe('after')
  expect(await taken()).toBeUndefined()
})

test('that failed leaves a newer one of the same call where it is', async () => {
  let fail: (error: Error) => void = () => {}
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((_, reject) => {
        fail = reject
      }),
  )
  askEarly(url, sana, null, 30_000).catch(() => {})
  const failFirst = fail
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ results: 'newer' })))
  vi.advanceTimersByTime(30_000)
  askEarly(url, sana, null, 30_000)
  failFirst(new Error('cut'))
  await Promise.resolve()
  await vi.advanceTimersByTimeAsync(1)
  expect(await taken()).toEqual({ results: 'newer' })
})
