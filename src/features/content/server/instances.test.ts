import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobContext } from '#kit/server/jobs.ts'
import { createLogger } from '#kit/server/log.ts'
import { keepPublicCache, PublicCache } from '#kit/server/public-cache.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { publishedRelease } from '#testing/content-samples.ts'
import { readLiveSection } from './queries.ts'

const path = '/api/storefront/content'

/** The memory of an instance as it is in production, and a word of its next look at the database. */
class Watched extends PublicCache {
  onLook = () => {}
  override look(...given: Parameters<PublicCache['look']>): Promise<void> {
    this.onLook()
    return super.look(...given)
  }
}

let app: TestApp
let by: { app: TestApp; admin: TestPerson }
beforeAll(async () => {
  app = await startTestApp({ publicCache: new PublicCache() })
  by = { app, admin: await app.person() }
  await publishedRelease(by, 'Before')
})
afterAll(() => app.close())

const etagOf = async (url: string) => String((await app.call('GET', path, { url })).headers.get('etag'))

describe('a release on one instance', () => {
  test('is at once in its own answers, so that no browser keeps what was shown before', async () => {
    const busy = await startTestApp({ publicCache: new PublicCache(60_000) })
    const staff = { app: busy, admin: await busy.person() }
    const welcome = async () => (await busy.call('GET', path)).body.results.sections.homepage?.welcome
    for (const words of ['First', 'Second']) {
      await publishedRelease(staff, words)
      expect(await welcome()).toBe(words)
    }
    await busy.close()
  })

  test('is on another in every answer that is asked for a second later', async () => {
    const other = await app.secondInstance({ publicCache: new PublicCache() })
    const before = await etagOf(other)
    expect(before).toBe(await etagOf(app.url))
    await publishedRelease(by, 'After')
    const released = performance.now()
    let [asked, answered] = [released, before]
    while (answered === before && asked - released < 1_000) {
      asked = performance.now()
      answered = await etagOf(other)
    }
    expect(answered).not.toBe(before)
    expect((await app.call('GET', path, { url: other })).body.results.sections.homepage.welcome).toBe('After')
  })

  test('is on another as soon as its job has looked, although no reader looks', async () => {
    const publicCache = new PublicCache(60_000)
    const other = await app.secondInstance({ publicCache })
    const before = await etagOf(other)
    await publishedRelease(by)
    expect(await etagOf(other)).toBe(before)
    if (!('everySeconds' in keepPublicCache)) throw new Error('not a ticker')
    const services = { ...app.services, publicCache }
    await keepPublicCache.run(
      jobContext('keep-public-cache', { db: app.database.db, services }),
      createLogger('silent'),
    )
    expect(await etagOf(other)).not.toBe(before)
  })
})

test('a change that reads what is live does not wait for a shopper who waits for its connection', async () => {
  const memory = new Watched()
  const busy = await startTestApp({ publicCache: memory }, { connections: 1 })
  const looking = new Promise<void>((resolve) => {
    memory.onLook = resolve
  })
  const shopper = await busy.transact(async (ctx) => {
    ctx.unchanged()
    const answer = busy.call('GET', path)
    await looking
    expect(await readLiveSection(ctx, 'homepage')).toBeNull()
    return { answer }
  })
  expect((await shopper.answer).status).toBe(200)
  await busy.close()
})
