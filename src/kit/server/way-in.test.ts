import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, type Permission } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { implement, Whole } from './implement.ts'
import { openApiOf } from './openapi.ts'
import { mountRoutes } from './way-in.ts'

const open = { method: 'GET', access: { kind: 'public', because: 'a test' } } as const
const shelf = {
  file: endpoint({
    ...open,
    path: '/file',
    summary: 'A file',
    layout: 'csv',
    query: z.object({ end: z.string() }),
  }),
  list: endpoint({
    ...open,
    path: '/list',
    summary: 'A list',
    layout: 'page',
    wholeByDefault: true,
    query: z.object({ end: z.string() }),
  }),
}

/** What the routes are mounted with: nobody is known, and everybody is let in. */
const wayIn = {
  db: null as never,
  services: { publicUrl: 'https://munshi.example' } as never,
  longDb: null as never,
  identify: async () => ({ kind: 'nobody' }) as const,
  authorize: () => {},
  knownAreas: {},
  knownScopes: [],
  allowedOrigins: [],
  limiter: null,
  heldAnswers: null,
  validateAnswers: false,
}

/** Two batches, and then the end that was asked for; `refused` ends before the first. */
async function* batches<T>(end: string, rows: T[]): AsyncGenerator<T[]> {
  if (end === 'refused') throw new Refusal('conflict', 'Not now')
  if (end === 'empty') return
  yield rows
  yield rows
  if (end === 'fault') throw new Error('the database went away')
}

const app = fastify()
let url = ''
beforeAll(async () => {
  mountRoutes(
    app,
    implement('shelf', shelf, {
      file: async (_ctx, { end }) => ({ fileName: 'a.csv', head: ['n'], batches: batches(end, [[1], [2]]) }),
      list: async (_ctx, { end }) => new Whole<unknown>(batches(end, [1, 2])),
    }),
    wayIn,
  )
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const textOf = async (path: string) => (await fetch(url + path)).text()

describe('an answer that is written while it is read', () => {
  test('is one text of all its batches', async () => {
    expect(await textOf('/file?end=whole')).toBe('n\r\n1\r\n2\r\n1\r\n2\r\n')
    expect(await textOf('/list?end=whole')).toBe('{"results":[1,2,1,2]}')
  })

  test('is closed properly where there is nothing', async () => {
    expect(await textOf('/file?end=empty')).toBe('n\r\n')
    expect(await textOf('/list?end=empty')).toBe('{"results":[]}')
  })

  test.each(['/file', '/list'])(
    '%s that broke off in the middle does not pass for a whole one',
    async (path) => {
      await expect(textOf(`${path}?end=fault`)).rejects.toThrow()
    },
  )

  test.each(['/file', '/list'])(
    '%s that is refused before its first row is refused, not begun',
    async (path) => {
      const response = await fetch(`${url}${path}?end=refused`)
      expect(response.status).toBe(409)
      expect(response.headers.get('content-type')).toContain('json')
      expect(response.headers.get('content-disposition')).toBeNull()
    },
  )
})

describe('an access of which one permission is enough', () => {
  const atShelf = { area: 'Shelf', action: 'act' } as const
  const route = (...others: Permission[]) => {
    const access = { kind: 'any-of', of: [atShelf, ...others] } as const
    const layout = 'none' as const
    const one = endpoint({ method: 'GET', path: '/one', summary: 'One', access, layout, status: 204 })
    return implement('shelf', { one }, { one: async () => undefined })
  }
  const knownAreas = { Shelf: ['view', 'act'], Shop: ['configure'] }
  const start = (...others: Permission[]) =>
    mountRoutes(fastify(), route(...others), { ...wayIn, knownAreas })

  test('stops the start when one of them does not exist', () => {
    expect(() => start({ area: 'Shop', action: 'configure' })).not.toThrow()
    for (const unknown of [
      { area: 'Shop', action: 'act' },
      { area: 'Cellar', action: 'view' },
    ] as const)
      expect(() => start(unknown)).toThrow('the endpoint shelf.one has no permission area')
  })

  test('is in the OpenAPI document with each of them', () => {
    const { paths } = openApiOf(route({ area: 'Shop', action: 'configure' }), 'Shelf', '1')
    expect(paths).toMatchObject({
      '/one': { get: { 'x-permission': 'Shelf: act or Shop: configure', security: [{ session: [] }] } },
    })
  })
})
