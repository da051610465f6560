import { brotliDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { implement } from './implement.ts'
import { publicAnswer, sendPublic } from './public-answer.ts'
import { mountRoutes } from './way-in.ts'

const open = { method: 'GET', access: { kind: 'public', because: 'a test' } } as const
const Words = z.object({ words: z.string() })
const window = {
  one: endpoint({ ...open, path: '/one', summary: 'One', answer: Words }),
  list: endpoint({ ...open, path: '/list', summary: 'A list', layout: 'page', answer: Words }),
  feed: endpoint({ ...open, path: '/feed', summary: 'A feed', layout: 'raw' }),
}

let value = { words: 'Eid sale' }
const app = fastify()
let url = ''
beforeAll(async () => {
  mountRoutes(
    app,
    implement('window', window, {
      one: async () => publicAnswer(value),
      list: async () =>
        publicAnswer({
          ...{ rows: [value], total: 1, total_is_exact: true, page: 1, first_row: 0 },
          ...{ next_cursor: null, prev_cursor: null },
        }),
      feed: async () => publicAnswer('<rss/>', 'application/rss+xml; charset=utf-8'),
    }),
    {
      db: null as never,
      services: { publicUrl: 'https://munshi.example' } as never,
      longDb: null as never,
      identify: async () => ({ kind: 'nobody' }),
      authorize: () => {},
      knownAreas: {},
      knownScopes: [],
      allowedOrigins: [],
      limiter: null,
      heldAnswers: null,
      validateAnswers: true,
    },
  )
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const plain = { 'accept-encoding': 'identity' }
const get = (path: string, headers: Record<string, string> = plain) => fetch(url + path, { headers })

describe('an answer for everybody', () => {
  test('is kept for a minute and named by its bytes', async () => {
    const answer = await get('/one')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=86400')
    expect(answer.headers.get('etag')).toMatch(/^"[\w-]{43}"$/)
    expect(answer.headers.get('vary')).toContain('accept-encoding')
    expect(await answer.json()).toEqual({ results: { words: 'Eid sale' } })
  })

  test('is not sent again to a client that has it, alone, in a list or with the mark of a proxy', async () => {
    const etag = (await get('/one')).headers.get('etag') ?? ''
    for (const held of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const again = await get('/one', { ...plain, 'if-none-match': held })
      expect([held, again.status, await again.text()]).toEqual([held, 304, ''])
      expect(again.headers.get('etag')).toBe(etag)
    }
  })

  test('is sent whole once it differs, also where the old one comes back', async () => {
    const before = (await get('/one')).headers.get('etag') ?? ''
    value = { words: 'Winter sale' }
    const changed = await get('/one', { ...plain, 'if-none-match': before })
    expect([changed.status, await changed.json()]).toEqual([200, { results: { words: 'Winter sale' } }])
    value = { words: 'Eid sale' }
    expect((await get('/one', { ...plain, 'if-none-match': before })).status).toBe(304)
  })

  test('is a page of rows or a text where its call says so', async () => {
    expect(await (await get('/list')).json()).toMatchObject({ results: [{ words: 'Eid sale' }], total: 1 })
    const feed = await get('/feed')
    expect([feed.headers.get('content-type'), await feed.text()]).toEqual([
      'application/rss+xml; charset=utf-8',
      '<rss/>',
    ])
  })

  test('has an ETag of its own in each encoding, because the bytes differ', async () => {
    value = { words: 'سیل '.repeat(1_000) }
    const [whole, small] = [
      await get('/one'),
      await app.inject({ url: '/one', headers: { 'accept-encoding': 'gzip;q=0, br' } }),
    ]
    expect(small.headers['content-encoding']).toBe('br')
    expect(small.headers.etag).not.toBe(whole.headers.get('etag'))
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(await whole.text())
    const again = { 'accept-encoding': 'br', 'if-none-match': String(small.headers.etag) }
    expect((await get('/one', again)).status).toBe(304)
    expect((await get('/one', { ...plain, 'if-none-match': String(small.headers.etag) })).status).toBe(200)
  })

  test('of a text that is kept has its bytes made once, for all who ask and in every encoding', async () => {
    const kept = publicAnswer(`<rss>${'post '.repeat(1_000)}</rss>`, 'application/rss+xml; charset=utf-8')
    let made = 0
    const own = fastify()
    own.get('/', (request, reply) =>
      sendPublic(request, reply, kept, null, () => {
        made += 1
        return kept.value
      }),
    )
    const first = await own.inject({ url: '/' })
    const held = { 'if-none-match': String(first.headers.etag) }
    const others = [{}, held, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }]
    const statuses = []
    for (const headers of others) statuses.push((await own.inject({ url: '/', headers })).statusCode)
    expect([statuses, made]).toEqual([[200, 304, 200, 200], 1])
  })

  test('is held against its contract in tests like any other', async () => {
    value = { word: 'a slip' } as never
    expect((await get('/one')).status).toBe(500)
  })
})
