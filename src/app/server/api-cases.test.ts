import fc from 'fast-check'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerDecisions } from '#features/customers/server/commands.ts'
import { productDecisions } from '#features/products/server/commands.ts'
import { vendorDecisions } from '#features/vendors/server/commands.ts'
import { eventKinds } from '#features/webhooks/events-contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { Problem, type RefusalCode, refusals } from '#kit/contract/refusal.ts'
import { type OpenDatabase, openServer, type Tables } from '#kit/server/database.ts'
import { createLogger } from '#kit/server/log.ts'
import { PublicCache } from '#kit/server/public-cache.ts'
import { absent, absentId } from '#testing/absent-samples.ts'
import { type Answer, renewProofs, startTestApp, type TestApp } from '#testing/app.ts'
import { pendingProduct, pendingVendor } from '#testing/factories.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { conflicts, type Sample, type Stage, samples } from '#testing/samples.ts'
import { junk, valuesOf } from '#testing/schema-cases.ts'
import { createApp } from './http.ts'
import { routes } from './routes.ts'

/** The whole run has 20,000; what a change runs each time is a sample of it. */
const caseCount = Number(process.env.MUNSHI_API_CASES ?? 700)
const seed = Number(process.env.MUNSHI_API_SEED ?? 20261121)

// biome-ignore lint/suspicious/noExplicitAny: the document is read as it comes over the wire
let document: any
let app: TestApp
let stage: Stage
let awayUrl: string
let limitedUrl: string
let fullUrl: string
let shoplessUrl: string
let closeAway: () => Promise<void>
const namesOf = ({ endpoint }: { endpoint: Endpoint }) => `${endpoint.method} ${endpoint.path}`
const endpointOf = new Map(routes.map((route) => [namesOf(route), route.endpoint]))

beforeAll(async () => {
  app = await startTestApp()
  stage = { app, admin: await app.person(), key: await app.intakeKey() }
  document = (await app.call('GET', '/api/openapi.json')).body
  // Another instance whose database nobody answers for.
  const database = openServer('postgres://munshi@127.0.0.1:1/away', 1)
  // What shoppers read is answered from memory while the database is away: this one has read nothing yet.
  const services = { ...app.services, publicCache: new PublicCache(0) }
  const away = await createApp({
    database,
    services,
    log: createLogger('silent'),
    allowedOrigins: [],
    standing: { isDraining: false },
    trustedProxyHops: 0,
    isBehindTls: false,
    rateLimit: null,
    servesExampleShop: false,
    validateAnswers: true,
  })
  awayUrl = await away.listen({ port: 0, host: '127.0.0.1' })
  // And one on which each caller has one call, and then none.
  const limited = await createApp({
    database: app.database,
    services: app.services,
    log: createLogger('silent'),
    allowedOrigins: [],
    trustedProxyHops: 0,
    isBehindTls: false,
    rateLimit: { perSecond: 0.001, burst: 1 },
    standing: { isDraining: false },
    servesExampleShop: false,
    validateAnswers: true,
  })
  limitedUrl = await limited.listen({ port: 0, host: '127.0.0.1' })
  // And one whose database has no room left: what it does on a disk that is really full is a test of its own.
  const full = await createApp({
    database: withoutRoom(app.database),
    services,
    log: createLogger('silent'),
    allowedOrigins: [],
    trustedProxyHops: 0,
    isBehindTls: false,
    rateLimit: null,
    standing: { isDraining: false },
    servesExampleShop: false,
    validateAnswers: true,
  })
  fullUrl = await full.listen({ port: 0, host: '127.0.0.1' })
  // And one that has not been told where the shop is.
  const shopless = await createApp({
    database: app.database,
    services: { ...services, shopUrl: null },
    log: createLogger('silent'),
    allowedOrigins: [],
    trustedProxyHops: 0,
    isBehindTls: false,
    rateLimit: null,
    standing: { isDraining: false },
    servesExampleShop: false,
    validateAnswers: true,
  })
  shoplessUrl = await shopless.listen({ port: 0, host: '127.0.0.1' })
  closeAway = async () => {
    await shopless.close()
    await full.close()
    await limited.close()
    await away.close()
    await database.close()
  }
})
beforeEach(() => renewProofs(app))
afterAll(async () => {
  await closeAway()
  await app.close()
})

/** The same database, with what PostgreSQL says of every statement once its disk is full. */
function withoutRoom(database: OpenDatabase): OpenDatabase {
  const refuse = () =>
    Promise.reject(
      Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' }),
    )
  const connect = async () => ({ query: refuse, release: () => {} })
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect, end: async () => {} } as never }),
  })
  return { ...database, db, jobDb: db }
}

/** Every operation of the document, under the name that the samples use. */
function operations(): { name: string; method: string; path: string; operation: typeof document }[] {
  return Object.entries(document.paths as Record<string, Record<string, typeof document>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
        method: method.toUpperCase(),
        path,
        operation,
      })),
  )
}

function credentialFor(endpoint: Endpoint | undefined): string | undefined {
  if (endpoint?.access.kind === 'scope') return stage.key
  return endpoint?.access.kind === 'public' ? undefined : stage.admin.token
}

function send(method: string, { path, body, headers = {} }: Sample, as?: string): Promise<Answer> {
  return app.call(method, path, { ...(as ? { as } : {}), body, headers })
}

/** What is guessed at where guesses are throttled. */
const guessesOf: Record<string, (wrong: string, email: string) => object> = {
  'POST /api/login': (password, email) => ({ email, password }),
  'POST /api/account/password': (wrong) => ({
    current_password: wrong,
    new_password: 'another long password',
  }),
  'POST /api/account/step-up': (password) => ({ password }),
  'POST /api/account/reset': (_, email) => ({ email }),
  'POST /api/storefront/subscribers': (_, email) => ({ email, consent_version: 1 }),
}

/** The path of a call with an id, or else with names, that nothing has. */
function withoutRecord(name: string, path: string): string {
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/
  if (id.test(path)) return path.replace(id, absentId)
  const [pathname = '', query] = path.split('?')
  const declared = (name.split(' ')[1] ?? '').split('/')
  const named = pathname
    .split('/')
    .map((part, index) => (declared[index]?.startsWith(':') ? 'nothing-is-called-so' : part))
    .join('/')
  return query ? `${named}?${query}` : named
}

/** How to be refused with each code, whatever the operation. */
const refused: Partial<Record<RefusalCode, (name: string, sample: Sample) => Promise<Answer>>> = {
  unauthenticated: (name, sample) => {
    const [method = ''] = name.split(' ')
    if (name === 'POST /api/login')
      return send(method, { ...sample, body: { email: 'a@b.c', password: 'x' } })
    return send(method, sample, 'ms_no_such_token')
  },
  forbidden: async (name, sample) => {
    const [method = ''] = name.split(' ')
    const kind = endpointOf.get(name)?.access.kind
    return send(method, sample, kind === 'signed-in' ? stage.key : (await app.person([])).token)
  },
  'not-found': (name, sample) => {
    if (name.startsWith('GET /shop/')) return app.call('GET', sample.path, { url: shoplessUrl })
    const missing = absent[name]?.(sample) ?? { ...sample, path: withoutRecord(name, sample.path) }
    return send(name.split(' ')[0] ?? '', missing, credentialFor(endpointOf.get(name)))
  },
  invalid: (name, sample) => {
    const path = `${sample.path}${sample.path.includes('?') ? '&' : '?'}surprise=1`
    return send(name.split(' ')[0] ?? '', { ...sample, path }, credentialFor(endpointOf.get(name)))
  },
  malformed: (name, sample) => {
    const headers = { ...sample.headers, 'content-type': 'application/json' }
    const body = '{"reason":'
    return send(name.split(' ')[0] ?? '', { ...sample, body, headers }, credentialFor(endpointOf.get(name)))
  },
  'wrong-type': (name, sample) => {
    const headers = { ...sample.headers, 'content-type': 'text/csv' }
    return send(
      name.split(' ')[0] ?? '',
      { ...sample, body: 'a;b', headers },
      credentialFor(endpointOf.get(name)),
    )
  },
  'too-large': (name, sample) => {
    const most = endpointOf.get(name)?.maxBodyBytes ?? 1024 * 1024
    const body = JSON.stringify({ reason: 'x'.repeat(most) })
    const headers = { ...sample.headers, 'content-type': 'application/json' }
    return send(name.split(' ')[0] ?? '', { ...sample, body, headers }, credentialFor(endpointOf.get(name)))
  },
  stale: (name, sample) => {
    const headers = { ...sample.headers, 'if-match': '"v999"' }
    return send(name.split(' ')[0] ?? '', { ...sample, headers }, credentialFor(endpointOf.get(name)))
  },
  conflict: async (name) => {
    const make = conflicts[name]
    if (!make) throw new Error(`no conflicting call for ${name}`)
    const sample = await make(stage)
    return send(name.split(' ')[0] ?? '', sample, sample.as ?? credentialFor(endpointOf.get(name)))
  },
  'too-many': async (name, sample) => {
    const [method = ''] = name.split(' ')
    const as = credentialFor(endpointOf.get(name))
    const caller = { url: limitedUrl, ...(as ? { as } : {}) }
    await app.call('GET', '/api/account/me', caller)
    const limited = await app.call(method, sample.path, { ...sample, ...caller })
    if (!guessesOf[name] || limited.status !== 429) return limited
    const person = await app.person()
    for (let tries = 0; tries < 12; tries += 1) {
      const wrong = `wrong ${tries}`
      const body = guessesOf[name]?.(wrong, person.email)
      if (!body) throw new Error(`no guess for ${name}`)
      const isPublic = endpointOf.get(name)?.access.kind === 'public'
      const answer = await send(method, { ...sample, body }, isPublic ? undefined : person.token)
      if (answer.status === 429) return answer
    }
    throw new Error('twelve tries were all looked at')
  },
  unavailable: (name, { path, body, headers = {} }) => {
    // A challenge is stored nowhere: there only the look-up of a credential that is sent meets the database.
    const isChallenge = name === 'GET /api/account/passkey-challenge'
    const as = isChallenge ? stage.admin.token : credentialFor(endpointOf.get(name))
    return app.call(name.split(' ')[0] ?? '', path, { ...(as ? { as } : {}), body, headers, url: awayUrl })
  },
  'no-room': (name, { path, body, headers = {} }) => {
    const as = credentialFor(endpointOf.get(name))
    return app.call(name.split(' ')[0] ?? '', path, { ...(as ? { as } : {}), body, headers, url: fullUrl })
  },
}

describe('the OpenAPI document', () => {
  test('describes every route, and names for each the answers that it can make', () => {
    expect(document.openapi).toMatch(/^3\.1/)
    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(routes.map(namesOf).sort())
  })

  test('names for each call of the intake the scope of its key, and the header by which a repetition is known', async () => {
    const page = (await app.call('GET', '/api/docs')).body
    const ofIntake = routes.filter(({ endpoint }) => endpoint.access.kind === 'scope')
    expect(ofIntake.length).toBeGreaterThan(0)
    for (const route of ofIntake) {
      const { method, path, access } = route.endpoint
      const found = operations().find(({ name }) => name === namesOf(route))?.operation
      const scope = access.kind === 'scope' ? access.scope : ''
      expect([path, found['x-scope']]).toEqual([path, scope])
      expect(page).toContain(`intake key with the scope ${scope}</em>`)
      const headers = found.parameters.filter((one: { in: string }) => one.in === 'header')
      const isKeyed = method === 'POST' && route.endpoint.transactions === 'one'
      expect([path, headers.map((one: { name: string }) => one.name)]).toEqual([
        path,
        isKeyed ? ['Idempotency-Key'] : [],
      ])
    }
  })

  test('describes each event that an endpoint can subscribe to', async () => {
    expect(Object.keys(document.webhooks)).toEqual([...eventKinds, 'webhook.test'])
    const page = (await app.call('GET', '/api/docs')).body
    for (const kind of eventKinds) {
      const { schema } = document.webhooks[kind].post.requestBody.content['application/json']
      expect(schema.properties.type).toEqual({ type: 'string', enum: [kind] })
      expect(Object.keys(schema.properties.data.properties).join()).toMatch(/^\w+_id\b/)
      expect(page).toContain(`<h2 id="${kind}">`)
    }
    const { data } =
      document.webhooks['vendor.rejected'].post.requestBody.content['application/json'].schema.properties
    expect(data).toMatchObject({
      required: ['vendor_id', 'status'],
      properties: {
        vendor_id: { format: 'uuid', description: expect.stringContaining('seller_id') },
        status: { type: 'string', enum: ['rejected'] },
        reasons: { type: 'array', items: { type: 'string' } },
      },
    })
  })

  test('has for the event of each decision the status that the decision leads to', () => {
    const statusesOf = (kind: string) => {
      const { schema } = document.webhooks[kind].post.requestBody.content['application/json']
      return schema.properties.data.properties.status.enum
    }
    for (const { noun, moves, events } of [vendorDecisions.of, productDecisions.of, customerDecisions.of]) {
      const told: Readonly<Record<string, string>> = events
      for (const [verb, { from, to }] of Object.entries(moves)) {
        expect([verb, statusesOf(told[verb] ?? '')]).toEqual([verb, [to]])
        expect(statusesOf(`${noun}.undone`)).toEqual(expect.arrayContaining([...from]))
      }
    }
  })

  test.each(routes.map(namesOf))(
    '%s reaches its success and each refusal that it documents',
    async (name) => {
      const found = operations().find((operation) => operation.name === name)
      const documented = Object.keys(found?.operation.responses ?? {}).map(Number)
      const codes = Object.keys(refusals) as RefusalCode[]
      const make = samples[name]
      if (!make) throw new Error(`no sample for ${name}`)
      // One record for all of them: what was refused has left it as it was, so that the last call is accepted.
      let sample = await make(stage)
      const seen: Record<number, number> = {}
      for (const status of documented.filter((value) => value >= 400)) {
        const code = codes.find((candidate) => refusals[candidate].status === status) as RefusalCode
        const answer = await refused[code]?.(name, sample)
        seen[status] = answer?.status ?? 0
        if (answer) expect(Problem.safeParse(answer.body).success).toBe(true)
        // Its conflict may be with the one payout run that is open, or with all that somebody holds.
        if (code === 'conflict') sample = await make(stage)
      }
      expect(seen).toEqual(
        Object.fromEntries(documented.filter((value) => value >= 400).map((value) => [value, value])),
      )
      const endpoint = endpointOf.get(name)
      const isLogout = name === 'POST /api/logout'
      const as = isLogout ? (await app.person([])).token : (sample.as ?? credentialFor(endpoint))
      const { status } = await send(name.split(' ')[0] ?? '', sample, as)
      expect(documented).toContain(status)
      expect(status).toBeLessThan(300)
    },
    120_000,
  )
})

test('an address that cannot be decoded has nothing at it, and is answered like everything else', async () => {
  for (const path of [
    '/api/storefront/preview/%E0%A4%A',
    '/api/admin/products/%ZZ',
    '/%',
    `/media/${'x'.repeat(300)}`,
  ]) {
    const answer = await fetch(app.url + path)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      404,
      'application/problem+json; charset=utf-8',
    ])
    const problem = Problem.parse(await answer.json())
    expect([problem.message, problem.request_id]).toEqual([
      'There is nothing at this path',
      answer.headers.get('x-request-id'),
    ])
  }
})

test('a head that is too large is refused like everything else', async () => {
  const answer = await app.call('GET', `/api/admin/products/get/pending?q=${'x'.repeat(20_000)}`, {
    as: stage.admin,
  })
  expect(answer.status).toBe(431)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  expect(Problem.safeParse(answer.body).success).toBe(true)
})

interface Case {
  name: string
  method: string
  path: string
  sample: number
  body: unknown
  as: 'nobody' | 'administrator' | 'key' | 'no permission' | 'made up'
  headers: Record<string, string>
}

/** Calls of one operation: mostly near to what it takes, and now and then far from it. */
function casesOf({ name, method, path, operation }: ReturnType<typeof operations>[number], ids: string[]) {
  const parameters = (operation.parameters ?? []) as { name: string; in: string; schema: unknown }[]
  const place = (kind: string) => parameters.filter((parameter) => parameter.in === kind)
  const pathPart = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.constantFrom('1', 'cheque_copy', 'shop_logo', '%00', '..%2F', 'NaN', '-1') },
  )
  const params = fc.tuple(...place('path').map(({ schema }) => fc.oneof(pathPart, valuesOf(schema))))
  const query = fc.record(
    Object.fromEntries(place('query').map((one) => [one.name, fc.oneof(valuesOf(one.schema), junk)])),
    { requiredKeys: [] },
  )
  const schema = operation.requestBody?.content?.['application/json']?.schema
  const body = schema
    ? fc.oneof(
        { weight: 4, arbitrary: valuesOf(schema) },
        { weight: 2, arbitrary: mutated(schema) },
        { weight: 1, arbitrary: junk },
      )
    : fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: junk })
  return fc.record({
    name: fc.constant(name),
    method: fc.constant(method),
    path: fc.tuple(params, query).map(([values, asked]) => pathOf(path, values, asked)),
    sample: fc.nat(9),
    body: method === 'GET' ? fc.constant(undefined) : body,
    as: fc.constantFrom(
      ...(['administrator', 'administrator', 'administrator', 'key', 'key'] as const),
      ...(['nobody', 'no permission', 'made up'] as const),
    ),
    headers: fc.record(
      {
        'if-match': fc.constantFrom('*', '"v1"', '"v2"', 'W/"v3"', 'v1', '', '"v99999999999"'),
        'idempotency-key': fc.constantFrom('a', 'b', 'x'.repeat(300)),
        'sec-fetch-mode': fc.constantFrom('navigate', 'cors'),
        accept: fc.constantFrom('text/html', 'application/json', '*/*'),
      },
      { requiredKeys: [] },
    ),
  })
}

/** A value of the schema with one member made into something else. */
function mutated(schema: unknown): fc.Arbitrary<unknown> {
  return fc.tuple(valuesOf(schema), junk, fc.nat()).map(([value, other, which]) => {
    if (typeof value !== 'object' || value === null) return other
    const names = Object.keys(value)
    const name = names[which % Math.max(names.length, 1)] ?? 'surprise'
    return { ...value, [name]: other }
  })
}

function pathOf(path: string, values: unknown[], asked: Record<string, unknown>): string {
  let next = 0
  const filled = path.replace(/\{\w+\}/g, () => {
    const text = String(values[next++])
    return /%/.test(text) ? text : encodeURIComponent(text.toWellFormed())
  })
  const search = new URLSearchParams(
    Object.entries(asked).map(([name, value]): [string, string] => [name, String(value).toWellFormed()]),
  ).toString()
  // A head of more than 16 kB never reaches an operation; what it is answered has a test of its own.
  return search ? `${filled}?${search.slice(0, 8000).replace(/%.?$/, '')}` : filled
}

describe(`${caseCount.toLocaleString('en')} generated cases`, () => {
  test('every answer is documented, none is a fault, and each refusal is a problem document', async () => {
    const ids: string[] = []
    for (let n = 0; n < 8; n += 1) ids.push((await pendingVendor(app)).id, (await pendingProduct(app)).id)
    const all = operations()
    // Each operation once, and then whichever comes.
    const kinds = all.map((operation) => casesOf(operation, ids))
    const generated = [
      ...kinds.flatMap((cases) => fc.sample(cases, { numRuns: 1, seed })),
      ...fc.sample(fc.oneof(...kinds), { numRuns: caseCount - kinds.length, seed }),
    ]
    const nobody = await app.person([])
    const tokens: Record<Case['as'], string | undefined> = {
      administrator: stage.admin.token,
      key: stage.key,
      nobody: undefined,
      'no permission': nobody.token,
      'made up': 'ms_made_up',
    }
    const wrong: string[] = []
    const reached = new Map<string, Set<number>>()
    let done = 0
    // One in ten is the call that is accepted, so that the cases also meet records further on in their lives.
    const sampleOf = async (given: Case): Promise<Sample> => {
      const make = given.sample === 0 ? samples[given.name] : undefined
      return make ? make(stage) : withFile(given)
    }
    const run = async (given: Case, sample: Sample) => {
      const isLogout = given.name === 'POST /api/logout' && given.as === 'administrator'
      const token = isLogout ? (await app.person([])).token : tokens[given.as]
      const answer = await send(given.method, sample, token)
      const documented = Object.keys(
        all.find(({ name }) => name === given.name)?.operation.responses ?? {},
      ).map(Number)
      reached.set(given.name, (reached.get(given.name) ?? new Set()).add(answer.status))
      const say = (what: string) =>
        wrong.push(
          `${given.method} ${sample.path.slice(0, 200)} as ${given.as}: ${answer.status} ${what} ${JSON.stringify(sample.body)?.slice(0, 300)}`,
        )
      if (!documented.includes(answer.status))
        say(`is not documented (${JSON.stringify(answer.body).slice(0, 200)})`)
      else if (answer.status >= 400 && !Problem.safeParse(answer.body).success) say('is no problem document')
      done += 1
    }
    // Several samples work on the same record: they are made while nothing else is on its way, and then sent at once.
    for (let at = 0; at < generated.length; at += 6) {
      const cases = generated.slice(at, at + 6) as Case[]
      const made: Sample[] = []
      for (const given of cases) made.push(await sampleOf(given))
      await Promise.all(cases.map((given, of) => run(given, made[of] as Sample)))
    }
    expect(wrong.slice(0, 10)).toEqual([])
    expect(done).toBe(caseCount)
    expect(reached.size).toBe(routes.length)
    process.stdout.write(
      `${done.toLocaleString('en')} cases, ${reached.size} operations, ${wrong.length} undocumented answers\n`,
    )
  }, 1_200_000)
})

async function withFile(given: Case): Promise<Sample> {
  const isUpload = endpointOf.get(given.name)?.upload !== undefined
  const body = isUpload && given.sample % 2 === 0 ? await pictureForm(given.sample) : given.body
  return { path: ending(given), body, headers: given.headers }
}

/** An answer that goes on for as long as it is followed is asked for what it has at once. */
function ending({ name, path }: Case): string {
  if (name !== 'GET /api/admin/stream') return path
  const url = new URL(path, 'http://munshi.example')
  const follow = url.searchParams.get('follow')
  if (follow === null || follow === 'true') url.searchParams.set('follow', 'false')
  return url.pathname + url.search
}
