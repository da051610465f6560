import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PublicCache } from '#kit/server/public-cache.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { publishedRelease } from '#testing/content-samples.ts'

const path = '/api/storefront/content'
const plain = { 'accept-encoding': 'identity' }

let app: TestApp
let by: { app: TestApp; admin: TestPerson }
/** Whether the last request went through the pipeline, which alone reads what is in the cache. */
let readings = 0
class Counted extends PublicCache {
  override read<T>(...given: Parameters<PublicCache['read']>): Promise<T> {
    readings += 1
    return super.read(...given) as Promise<T>
  }
}

const burst = 6
beforeAll(async () => {
  app = await startTestApp(
    { publicCache: new Counted(60_000) },
    { trustedProxyHops: 1, rateLimit: { perSecond: 0.01, burst } },
  )
  by = { app, admin: await app.person() }
  await publishedRelease(by, 'First')
})
afterAll(() => app.close())

let shoppers = 0
/** One call of a shopper, by default of one who was never here. */
async function ask(headers: Record<string, string> = {}, from = `198.51.100.${++shoppers}`) {
  const before = readings
  const answer = await fetch(app.url + path, { headers: { ...plain, 'x-forwarded-for': from, ...headers } })
  return { answer, text: await answer.text(), isFromMemory: readings === before }
}

const lasting = ({ headers }: Response) =>
  [...headers].filter(([name]) => !['x-request-id', 'date', 'ratelimit'].includes(name))

describe('what a shopper is answered beside the pipeline', () => {
  test('is what the pipeline answered, to the byte and to the header', async () => {
    const [first, second] = [await ask(), await ask()]
    expect([first.isFromMemory, second.isFromMemory]).toEqual([false, true])
    expect(second.text).toBe(first.text)
    expect(lasting(second.answer)).toEqual(lasting(first.answer))
    expect(second.answer.headers.get('x-request-id')).not.toBe(first.answer.headers.get('x-request-id'))
  })

  test('is compressed for whom the pipeline compresses it', async () => {
    const encoded = { 'accept-encoding': 'gzip' }
    const [first, second] = [await ask(encoded), await ask(encoded)]
    expect(second.isFromMemory).toBe(true)
    expect([second.text, lasting(second.answer)]).toEqual([first.text, lasting(first.answer)])
    expect((await ask()).text).toBe(first.text)
  })

  test('is nothing to one who has it', async () => {
    const etag = (await ask()).answer.headers.get('etag') ?? ''
    const { answer, text, isFromMemory } = await ask({ 'if-none-match': etag })
    expect([answer.status, text, isFromMemory]).toEqual([304, '', true])
    expect(answer.headers.get('etag')).toBe(etag)
    expect(answer.headers.get('content-type')).toBeNull()
  })

  test('is no longer answered once there is a release', async () => {
    const etag = (await ask()).answer.headers.get('etag') ?? ''
    await publishedRelease(by, 'Second')
    const after = await ask({ 'if-none-match': etag })
    expect([after.answer.status, after.isFromMemory]).toEqual([200, false])
    expect(JSON.parse(after.text).results.sections.homepage.welcome).toBe('Second')
    expect((await ask()).text).toBe(after.text)
  })

  test('is left to the pipeline for who has a session, comes from another site or asks otherwise', async () => {
    await ask()
    const { token } = await app.person()
    const others = [
      { authorization: `Bearer ${token}` },
      { origin: 'https://shop.example' },
      { 'x-view-as': 'x' },
    ]
    for (const headers of others)
      expect([headers, (await ask(headers)).isFromMemory]).toEqual([headers, false])
    expect(
      (await ask({ origin: 'https://shop.example' })).answer.headers.get('access-control-allow-origin'),
    ).toBe('https://shop.example')
    expect((await fetch(app.url + path, { method: 'DELETE', headers: plain })).status).toBe(405)
  })

  test('is counted against the limit of the address that the trusted proxy names', async () => {
    await ask()
    const left: (string | undefined)[] = []
    for (let call = 0; call < burst; call += 1) {
      const { answer } = await ask({}, '203.0.113.9, 192.0.2.7')
      left.push(/;r=(\d+);/.exec(answer.headers.get('ratelimit') ?? '')?.[1])
    }
    expect(left).toEqual(['5', '4', '3', '2', '1', '0'])
    expect((await ask({}, '198.51.100.200, 192.0.2.7')).answer.status).toBe(429)
    expect((await ask({}, '203.0.113.9')).answer.status).toBe(200)
  })
})
