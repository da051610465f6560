import { type IncomingMessage, METHODS, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson, testPassword } from '#testing/app.ts'
import { pendingProduct, pendingVendor } from '#testing/factories.ts'
import { routes } from './routes.ts'

let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** A call exactly as given: fetch would add headers of its own to it. */
function raw(method: string, path: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const call = request(app.url + path, { method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    call.on('error', reject)
    call.end()
  })
}

const bearer = () => ({ authorization: `Bearer ${admin.token}` })

/** The two nouns of the fixed contract, each with its table and a record that waits. */
const nouns = [
  { noun: 'sellers', table: 'vendors', make: () => pendingVendor(app) },
  { noun: 'products', table: 'products', make: () => pendingProduct(app) },
] as const

/** All that a decision leaves behind. */
async function traceOf(table: string, id: string) {
  const { rows } = await app.database.pool.query(
    `select status, status_reason, version,
      (select count(*)::int from audit_log where subject_id = r.id) as audits,
      (select count(*)::int from decisions where subject_id = r.id) as decisions,
      (select count(*)::int from messages where subject_id = r.id) as messages
     from ${table} r where id = $1`,
    [id],
  )
  return rows[0]
}

test('a method that no path has is answered with those that the path has, and not found only where nothing is', async () => {
  for (const method of METHODS.filter((one) => one !== 'CONNECT' && one !== 'OPTIONS')) {
    const unknown = await raw(method, '/api/nothing')
    expect([method, unknown.status]).toEqual([method, 404])
    const answer = await raw(method, '/api/admin/sellers/get/pending?limit=1', bearer())
    expect([method, answer.status]).toEqual([method, method === 'GET' ? 200 : 405])
    if (method !== 'GET') expect(answer.headers.allow).toBe('GET')
  }
  // The path that is spelled out goes before the one with an id in its place.
  expect((await raw('TRACE', '/api/admin/products/export', bearer())).headers.allow).toBe('GET')
  expect((await raw('PROPFIND', '/livez')).headers.allow).toBe('GET')
})

describe('a call that needs no session', () => {
  const unusable = () => [
    ['no token at all', 'Bearer null'],
    ['an empty one', 'Bearer '],
    ['an ended one', `Bearer ${ended.token}`],
    ['one that nobody has', 'Bearer ms_0000000000000000000000000000000000000000000'],
    ['a key that nobody has', 'Bearer mk_0000000000000000000000000000000000000000000'],
    ['another scheme', 'Basic YTpi'],
  ]
  let ended: TestPerson
  beforeAll(async () => {
    ended = await app.person()
    expect((await app.call('POST', '/api/logout', { as: ended })).status).toBe(204)
  })

  test('is answered for any Authorization header, the sign-in included', async () => {
    const body = { email: ended.email, password: testPassword }
    for (const [what, authorization = ''] of unusable()) {
      const signedIn = await app.call('POST', '/api/login', { body, headers: { authorization } })
      expect([what, signedIn.status]).toEqual([what, 200])
      const shop = await app.call('GET', '/api/storefront/categories', { headers: { authorization } })
      expect([what, shop.status]).toEqual([what, 200])
      const reset = await app.call('POST', '/api/account/invitation', {
        body: { token: 'mi_nothing' },
        headers: { authorization },
      })
      expect([what, reset.status]).not.toEqual([what, 401])
    }
    expect((await app.call('POST', '/api/login', { body, as: admin })).status).toBe(200)
  })

  test('and one that needs a session still refuses each of them', async () => {
    for (const [what, authorization = ''] of unusable()) {
      const { status } = await app.call('GET', '/api/account/me', { headers: { authorization } })
      expect([what, status]).toEqual([what, 401])
    }
  })
})

describe('POST /api/login', () => {
  test('answers id, is_verified, email, phone, username and token under results, and nothing else', async () => {
    const answer = await app.call('POST', '/api/login', {
      body: { email: admin.email.toUpperCase(), password: testPassword },
    })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body)).toEqual(['results'])
    expect(Object.keys(answer.body.results).sort()).toEqual(
      ['email', 'id', 'is_verified', 'phone', 'token', 'username'].sort(),
    )
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('a wrong password is told by message, and opens no session', async () => {
    const count = async () =>
      (await app.database.pool.query('select count(*)::int as n from sessions')).rows[0].n
    const before = await count()
    const answer = await app.call('POST', '/api/login', { body: { email: admin.email, password: 'wrong' } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(answer.body.message).toBe('Email or password is not right')
    expect(await count()).toBe(before)
  })
})

describe('the lists', () => {
  test.each(['pending', 'approved'])('GET products/get/%s answers products under results', async (list) => {
    const { id } = await pendingProduct(app, { discounted_price: '0' })
    if (list === 'approved') await app.call('POST', `/api/admin/products/${id}/approve`, { as: admin })
    const answer = await app.call('GET', `/api/admin/products/get/${list}`, { as: admin })
    expect(answer.status).toBe(200)
    const row = answer.body.results.find((one: { id: string }) => one.id === id)
    expect(row).toMatchObject({
      product_price: '1999.50',
      discounted_price: '0',
      product_stock: 12,
      package_weight: 0.45,
      product_length: 30,
      product_width: 20,
      product_height: 5,
      product_description: '<p>Three pieces, unstitched</p>',
      product_video_url: '',
    })
    expect(typeof row.product_name).toBe('string')
  })

  test('GET sellers/get/pending, approve and disable answer the list in the first element of results', async () => {
    const { id } = await pendingVendor(app)
    const listed = async (list: string) => {
      const answer = await app.call('GET', `/api/admin/sellers/get/${list}`, { as: admin })
      expect(answer.status).toBe(200)
      expect(answer.body.results).toHaveLength(1)
      return answer.body.results[0].find((one: { id: string }) => one.id === id)
    }
    expect(await listed('pending')).toMatchObject({
      status: 'submitted',
      seller: { cnic: expect.stringMatching(/•/) },
      shop: { ibn_number: expect.stringMatching(/•/), account_number: expect.stringMatching(/•/) },
    })
    await app.call('POST', `/api/admin/sellers/${id}/approve`, { as: admin })
    expect(await listed('pending')).toBeUndefined()
    expect(await listed('approve')).toMatchObject({
      shop: { shop_name: expect.any(String) },
      seller: { sellers_city: 'Lahore', sellers_address: expect.any(String), created_at: expect.any(String) },
    })
    await app.call('POST', `/api/admin/sellers/${id}/disable`, {
      as: admin,
      body: { reason: 'Sells copies' },
    })
    expect(await listed('approve')).toBeUndefined()
    expect(await listed('disable')).toMatchObject({ disabled_reason: 'Sells copies' })
  })

  test('a vendor without a profile is listed with null for seller and shop', async () => {
    const { id } = await pendingVendor(app, { seller: null, shop: null })
    const answer = await app.call('GET', '/api/admin/sellers/get/pending', { as: admin })
    const row = answer.body.results[0].find((one: { id: string }) => one.id === id)
    expect(row).toMatchObject({ seller: null, shop: null })
  })
})

test('every path refuses each method that it lacks, also where the same path with an id has it', async () => {
  const shapeOf = (path: string) => path.replace(/:\w+/g, '01a1fc80-d469-7475-b815-ea04c5a66a67')
  // A browser that opens the one-click address of a mail is led to the page with the button.
  const pagesToo = [shapeOf('/api/mail/unsubscribe/:token')]
  const methodsOf = Map.groupBy(routes, ({ endpoint }) => shapeOf(endpoint.path))
  const wrong: string[] = []
  for (const [path, known] of methodsOf) {
    const pages = pagesToo.includes(path) ? ['GET'] : []
    const allowed = [
      ...new Set([...pages, ...known.map(({ endpoint }) => endpoint.method as string)]),
    ].toSorted()
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (allowed.includes(method)) continue
      const { status, headers } = await raw(method, path)
      const allow = String(headers.allow).split(', ').toSorted()
      if (status !== 405 || allow.join() !== allowed.join())
        wrong.push(`${method} ${path}: ${status} ${allow}`)
    }
  }
  expect(methodsOf.size).toBeGreaterThan(100)
  expect(wrong).toEqual([])
})

describe.each(nouns)('deciding on $noun', ({ noun, table, make }) => {
  test('GET approve answers the record under results, once, and the same again changes nothing', async () => {
    const { id } = await make()
    const path = `/api/admin/${noun}/${id}/approve`
    const first = await raw('GET', path, bearer())
    expect(first.status).toBe(200)
    expect(first.headers['cache-control']).toBe('no-store')
    expect(JSON.parse(first.text).results.status).toBe('approved')
    const once = await traceOf(table, id)
    expect(once).toMatchObject({ status: 'approved', decisions: 1, messages: 1 })
    const again = await app.call('GET', path, { as: await app.person() })
    expect(again.status).toBe(200)
    expect(again.body.results.decision.decided_by).toMatch(/^Person/)
    expect(await traceOf(table, id)).toEqual(once)
  })

  test('POST reject keeps the reason; the opposite afterwards is a 409 that says who decided what', async () => {
    const { id } = await make()
    const path = `/api/admin/${noun}/${id}`
    const rejected = await app.call('POST', `${path}/reject`, { as: admin, body: { reason: 'Not clear' } })
    expect(rejected.status).toBe(200)
    expect(rejected.body.results).toMatchObject({ status: 'rejected', status_reason: 'Not clear' })
    const once = await traceOf(table, id)
    const opposite = await raw('GET', `${path}/approve`, bearer())
    expect(opposite.status).toBe(409)
    expect(JSON.parse(opposite.text).message).toMatch(/Already rejected by Person/)
    expect(await traceOf(table, id)).toEqual(once)
    const other = await app.call('POST', `${path}/reject`, { as: admin, body: { reason: 'Other words' } })
    expect(other.status).toBe(200)
    expect(await traceOf(table, id)).toEqual(once)
  })

  test.each([
    [
      'a navigation',
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
    ],
    [
      'a picture',
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-origin' },
    ],
    ['another site', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'cross-site' }],
    ['a prefetch', { 'sec-purpose': 'prefetch;prerender' }],
    ['an older prefetch', { purpose: 'prefetch' }],
    ['a preview', { 'x-purpose': 'preview' }],
    ['the prefetch of Firefox', { 'x-moz': 'prefetch' }],
    ['another origin, of which nothing else is known', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['an origin that only begins like our own', { origin: 'https://munshi.example.evil.example' }],
    [
      'another origin that calls itself our own',
      {
        origin: 'https://evil.example',
        'sec-fetch-mode': 'cors',
        'sec-fetch-dest': 'empty',
        'sec-fetch-site': 'same-origin',
      },
    ],
  ])('GET approve from %s is refused, and nothing changed', async (_name, headers) => {
    const { id } = await make()
    const before = await traceOf(table, id)
    const answer = await raw('GET', `/api/admin/${noun}/${id}/approve`, { ...bearer(), ...headers })
    expect(answer.status).toBe(403)
    expect(await traceOf(table, id)).toEqual(before)
  })

  test.each([
    [
      'our own screens',
      { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' },
    ],
    [
      'an allowed origin',
      {
        origin: 'https://shop.example',
        'sec-fetch-mode': 'cors',
        'sec-fetch-dest': 'empty',
        'sec-fetch-site': 'cross-site',
      },
    ],
    ['an allowed origin, without Sec-Fetch headers', { origin: 'https://shop.example' }],
    ['the origin of PUBLIC_URL', { origin: 'https://munshi.example' }],
    ['a server, without any of these headers', {}],
  ])('GET approve from %s passes', async (_name, headers) => {
    const { id } = await make()
    expect((await raw('GET', `/api/admin/${noun}/${id}/approve`, { ...bearer(), ...headers })).status).toBe(
      200,
    )
    expect((await traceOf(table, id)).status).toBe('approved')
  })

  test('a credential anywhere but in the Authorization header is none', async () => {
    const { id } = await make()
    const before = await traceOf(table, id)
    const path = `/api/admin/${noun}/${id}/approve`
    const { token } = admin
    expect((await raw('GET', path, { cookie: `token=${token}; session=${token}` })).status).toBe(401)
    expect((await raw('GET', `${path}?token=${token}&access_token=${token}`)).status).toBe(401)
    expect((await raw('GET', path, { 'x-api-key': token })).status).toBe(401)
    expect((await raw('GET', path, { authorization: token })).status).toBe(401)
    expect(await traceOf(table, id)).toEqual(before)
  })

  test.each(['HEAD', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY', 'M-SEARCH'])(
    '%s on approve answers 405 with Allow, and nothing changed',
    async (method) => {
      const { id } = await make()
      const before = await traceOf(table, id)
      const answer = await raw(method, `/api/admin/${noun}/${id}/approve`, bearer())
      expect(answer.status).toBe(405)
      expect(String(answer.headers.allow).split(', ').sort()).toEqual(['GET', 'POST'])
      expect(await traceOf(table, id)).toEqual(before)
    },
  )

  test('OPTIONS is the question of a browser before a call from an allowed origin, and changes nothing', async () => {
    const { id } = await make()
    const before = await traceOf(table, id)
    const path = `/api/admin/${noun}/${id}/approve`
    const idle = await raw('OPTIONS', path, bearer())
    expect([idle.status, idle.text]).toEqual([204, ''])
    expect(String(idle.headers.allow).split(', ').sort()).toEqual(['GET', 'POST'])
    expect((await raw('OPTIONS', '/api/admin/nothing', bearer())).status).toBe(404)
    const ask = (origin: string) =>
      raw('OPTIONS', path, { ...bearer(), origin, 'access-control-request-method': 'GET' })
    expect((await ask('https://shop.example')).headers['access-control-allow-origin']).toBe(
      'https://shop.example',
    )
    expect((await ask('https://other.example')).headers['access-control-allow-origin']).toBeUndefined()
    expect(await traceOf(table, id)).toEqual(before)
  })

  test('a method-override header is ignored', async () => {
    const { id } = await make()
    const before = await traceOf(table, id)
    const path = `/api/admin/${noun}/${id}`
    const headers = { ...bearer(), 'x-http-method-override': 'POST', 'x-method-override': 'POST' }
    expect((await raw('GET', path, headers)).status).toBe(200)
    expect((await raw('GET', `${path}/reject`, headers)).status).toBe(405)
    expect(await traceOf(table, id)).toEqual(before)
  })

  test.each([{}, { reason: '' }, { reason: ' \n ' }, { reason: 7 }, { reason: 'x', extra: 1 }])(
    'POST reject with %j is a 422 with the field, and nothing changed',
    async (body) => {
      const { id } = await make()
      const before = await traceOf(table, id)
      const answer = await app.call('POST', `/api/admin/${noun}/${id}/reject`, { as: admin, body })
      expect(answer.status).toBe(422)
      expect(answer.body.errors[0].path).toBe('extra' in body ? 'extra' : 'reason')
      expect(await traceOf(table, id)).toEqual(before)
    },
  )

  test('an unknown id is a 404, signed out a 401, without the permission a 403 that names it', async () => {
    const { id } = await make()
    const before = await traceOf(table, id)
    const unknown = '01a1fc80-0000-7000-8000-000000000000'
    expect((await raw('GET', `/api/admin/${noun}/${unknown}/approve`, bearer())).status).toBe(404)
    expect((await raw('GET', `/api/admin/${noun}/${id}/approve`)).status).toBe(401)
    const area = noun === 'sellers' ? 'Vendor Verifications' : 'Products'
    const viewer = await app.person([`${area}: view`])
    const denied = await app.call('GET', `/api/admin/${noun}/${id}/approve`, { as: viewer })
    expect(denied.status).toBe(403)
    expect(denied.body.missing_permission).toBe(`${area}: decide`)
    expect(await traceOf(table, id)).toEqual(before)
  })
})

describe('a list that is asked for whole', () => {
  const many = 20_000

  beforeAll(async () => {
    const { id } = await pendingVendor(app)
    const { rows } = await app.database.pool.query(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_name = 'vendors' and table_schema = 'public' and is_generated = 'NEVER'
         and column_name not in ('id', 'external_id', 'email')`,
    )
    const { names } = rows[0]
    // Not one of the connections for requests: so many rows take longer than a request may.
    await app.database.patientPool.query(
      `insert into vendors (id, external_id, email, ${names})
       select gen_random_uuid(), 'copy-' || n, 'copy-' || n || '@shops.example', ${names}
       from vendors, generate_series(1, ${many}) n where id = $1`,
      [id],
    )
  })

  test('comes with every row, each once, in more batches than one', async () => {
    const answer = await app.call('GET', '/api/admin/sellers/get/pending', { as: admin })
    const ids = answer.body.results[0].map((row: { id: string }) => row.id)
    expect(ids.length).toBeGreaterThan(many)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('holds no connection while its reader is slow: others are served', async () => {
    const slow = request(`${app.url}/api/admin/sellers/get/pending`, { headers: bearer() })
    const response = await new Promise<IncomingMessage>((resolve) => slow.on('response', resolve).end())
    response.pause()
    expect((await app.call('GET', '/api/admin/sellers/counts', { as: admin })).status).toBe(200)
    expect((await app.call('POST', '/api/logout', { as: await app.person([]) })).status).toBe(204)
    slow.destroy()
  })

  test('and breaks off half way is a broken connection, never a short answer', async () => {
    const { pool } = app.database
    const call = request(`${app.url}/api/admin/sellers/get/pending`, { headers: bearer() })
    const response = await new Promise<IncomingMessage>((resolve) => call.on('response', resolve).end())
    response.pause()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await pool.query('alter table vendors rename to vendors_away')
    try {
      const ended = new Promise((resolve, reject) => response.on('end', resolve).on('error', reject))
      response.resume()
      await expect(ended).rejects.toThrow(/aborted|hang up|ECONNRESET/)
      expect(response.complete).toBe(false)
    } finally {
      await pool.query('alter table vendors_away rename to vendors')
    }
  })
})
