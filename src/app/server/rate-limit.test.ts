import { register } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type CallOptions, startTestApp, type TestApp, testPassword } from '#testing/app.ts'
import { pendingVendor } from '#testing/factories.ts'
import { stateOf } from '#testing/state.ts'
import { readConfig } from './config.ts'

/** Ten calls, and for the length of a test no more. */
const burst = 10
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, { rateLimit: { perSecond: 0.01, burst } })
})
afterAll(() => app.close())

const me = '/api/account/me'
async function callUntilRefused(path: string, options: CallOptions, method = 'GET'): Promise<Answer> {
  for (let calls = 0; calls <= burst; calls += 1) {
    const answer = await app.call(method, path, options)
    if (answer.status === 429) return answer
  }
  throw new Error('none of them was refused')
}

describe('a session that calls too often', () => {
  test('is refused with the time to wait, and each answer before it says how many are left', async () => {
    const person = await app.person()
    const left: (string | null)[] = []
    for (let calls = 0; calls < burst; calls += 1) {
      const { status, headers } = await app.call('GET', me, { as: person })
      expect(status).toBe(200)
      left.push(/;r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1] ?? null)
    }
    expect(left).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1', '0'])
    const refused = await app.call('GET', me, { as: person })
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ type: 'urn:munshi:too-many', title: 'Too many requests' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('ratelimit-policy')).toBe('"calls";q=10;w=1000')
  })

  test('changes nothing, and slows nobody else: not its person elsewhere, not a key, not a stranger', async () => {
    const person = await app.person()
    const { id } = await pendingVendor(app)
    await callUntilRefused(me, { as: person })
    const before = await stateOf(app)
    const refused = await app.call('POST', `/api/admin/sellers/${id}/approve`, { as: person })
    expect(refused.status).toBe(429)
    expect(await stateOf(app)).toBe(before)
    const signedIn = await app.call('POST', '/api/login', {
      body: { email: person.email, password: testPassword },
    })
    expect(signedIn.status).toBe(200)
    expect((await app.call('GET', me, { as: signedIn.body.results.token })).status).toBe(200)
    expect((await app.call('GET', me, { as: await app.person() })).status).toBe(200)
    const key = await app.intakeKey()
    expect((await app.call('GET', `/api/intake/sellers/${id}`, { as: key })).status).toBe(200)
  })
})

test('an intake key is limited by itself, whatever it asks for', async () => {
  const [one, other] = [await app.intakeKey(), await app.intakeKey()]
  // It may not do this at all, and that counts as well.
  expect((await callUntilRefused(me, { as: one })).status).toBe(429)
  expect((await app.call('GET', me, { as: other })).status).toBe(403)
})

test('whose credential is no good, and who asks for what there is not, is limited by address; pictures and health are not', async () => {
  const second = await app.secondInstance()
  const made = (n: number) => `ms_${String(n).padStart(43, '0')}`
  const seen: number[] = []
  for (let n = 0; n < burst + 2; n += 1) {
    seen.push((await app.call('GET', me, { as: made(n), url: second })).status)
  }
  expect(seen).toEqual([...Array(burst).fill(401), 429, 429])
  const statusOf = async (path: string, method = 'GET') =>
    (await app.call(method, path, { url: second })).status
  expect(await statusOf('/api/nothing')).toBe(429)
  expect(await statusOf('/api/openapi.json')).toBe(429)
  expect(await statusOf(me, 'TRACE').catch(() => 429)).toBe(429)
  expect(await statusOf('/api/storefront/categories')).toBe(429)
  for (let n = 0; n < burst + 2; n += 1) {
    expect(await statusOf('/livez')).toBe(200)
    expect(await statusOf('/readyz')).not.toBe(429)
    expect(await statusOf(`/media/${'0'.repeat(64)}.webp`)).toBe(404)
  }
  // Who is known there goes on.
  expect((await app.call('GET', me, { as: await app.person(), url: second })).status).toBe(200)
})

test('who asks for a view of a role that there is not is limited too', async () => {
  const url = await app.secondInstance()
  const person = await app.person()
  const seen: number[] = []
  for (let n = 0; n < burst + 2; n += 1) {
    const { status } = await app.call('GET', me, { as: person, url, headers: { 'x-view-as': 'nobody' } })
    seen.push(status)
  }
  expect(seen).toEqual([...Array(burst).fill(403), 429, 429])
  expect((await app.call('GET', me, { as: person, url })).status).toBe(200)
})

test('every refusal is counted by the kind of caller', async () => {
  const countOf = async () => {
    const { values } = (await register.getSingleMetric('http_rate_limited_total')?.get()) ?? { values: [] }
    return values.find(({ labels }) => labels.caller === 'session')?.value ?? 0
  }
  const before = await countOf()
  await callUntilRefused(me, { as: await app.person() })
  expect(await countOf()).toBe(before + 1)
})

describe('the limit as it is set by default', () => {
  const { RATE_LIMIT: perSecond, RATE_LIMIT_BURST } = readConfig({})

  test('lets 300 parallel calls of one key pass, and a second 300 behind them', async () => {
    const usual = await startTestApp(
      {},
      { rateLimit: { perSecond, burst: RATE_LIMIT_BURST }, connections: 20 },
    )
    try {
      const [warming, key] = [await usual.intakeKey(), await usual.intakeKey()]
      const { id } = await pendingVendor(usual)
      // With all connections open, a machine that does much else has no call wait so long for one that it is refused for that.
      await Promise.all(
        Array.from({ length: 40 }, () => usual.call('GET', `/api/intake/sellers/${id}`, { as: warming })),
      )
      for (let round = 0; round < 2; round += 1) {
        const answers = await Promise.all(
          Array.from({ length: 300 }, () => usual.call('GET', `/api/intake/sellers/${id}`, { as: key })),
        )
        expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      }
    } finally {
      await usual.close()
    }
  })

  test('is checked at the start', () => {
    const wrong = (settings: Record<string, string>) => () => readConfig(settings)
    expect(wrong({ RATE_LIMIT: '-1' })).toThrow(/RATE_LIMIT/)
    expect(wrong({ RATE_LIMIT: 'many' })).toThrow(/RATE_LIMIT/)
    expect(wrong({ RATE_LIMIT_BURST: '0' })).toThrow(/RATE_LIMIT_BURST/)
    expect(wrong({ RATE_LIMIT: '500', RATE_LIMIT_BURST: '100' })).toThrow(/at least RATE_LIMIT/)
    expect(readConfig({ RATE_LIMIT: '0' }).RATE_LIMIT).toBe(0)
  })
})
