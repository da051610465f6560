import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allPermissions } from '#features/access/contract.ts'
import { StreamHub, type StreamSettings } from '#kit/server/stream.ts'
import { keepStream } from '#kit/server/stream-events.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingVendor } from '#testing/factories.ts'
import { openStream, type StreamReading, toldOf } from '#testing/stream-reader.ts'

let app: TestApp
let admin: TestPerson
/** Another instance with streams of its own. */
let second: { url: string; hub: StreamHub }
const hubs: StreamHub[] = []
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  second = await anotherInstance()
})
afterAll(async () => {
  await Promise.all(hubs.map((hub) => hub.close()))
  await app.close()
})

async function anotherInstance(settings: Partial<StreamSettings> = {}) {
  const hub = new StreamHub(app.database, settings)
  hubs.push(hub)
  return { url: await app.secondInstance({ stream: hub }), hub }
}

/** So many changes, each in a transaction of its own. */
async function change(count = 1, noun = 'order'): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await app.transact((ctx) =>
      ctx.record({ action: 'test', subject: { type: noun, id: null, name: 'a record' } }),
    )
  }
}
const orders = (count: number) => (reading: StreamReading) => toldOf([reading], 'order') >= count

describe('a stream', () => {
  test('says at once which nouns have changed, uncompressed and to be kept by no proxy', async () => {
    const reading = await openStream(app.url, admin.token, null, { 'accept-encoding': 'gzip, br' })
    expect(reading.status).toBe(200)
    expect(reading.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(reading.headers.get('content-encoding')).toBeNull()
    expect(reading.headers.get('cache-control')).toContain('no-store')
    expect(reading.headers.get('x-accel-buffering')).toBe('no')
    await reading.until(({ lastId }) => lastId !== null)
    await pendingVendor(app)
    await reading.until((one) => toldOf([one], 'vendor') > 0)
    expect(reading.events.every(({ event }) => event === 'changed')).toBe(true)
    reading.close()
  })

  test('carries nothing of a record: nouns and numbers alone', async () => {
    const reading = await openStream(app.url, admin.token)
    await pendingVendor(app)
    await reading.until((one) => toldOf([one], 'vendor') > 0)
    for (const { changed } of reading.events) {
      expect(Object.values(changed).every(Number.isInteger)).toBe(true)
      expect(Object.keys(changed).join('')).toMatch(/^[a-z_]+$/)
    }
    reading.close()
  })

  test('tells nobody of what they may not see, and follows a role that changes while it is open', async () => {
    const [seller, blind] = [await app.person(['Products: view']), await app.person([])]
    const readings = await Promise.all([seller, blind].map(({ token }) => openStream(app.url, token)))
    const [first, other] = readings as [StreamReading, StreamReading]
    await Promise.all(readings.map((one) => one.until(({ lastId }) => lastId !== null)))
    await change(1, 'order')
    await change(1, 'product')
    await first.until((one) => toldOf([one], 'product') > 0)
    expect([toldOf([first], 'order'), toldOf([other], 'product'), toldOf([other], 'order')]).toEqual([
      0, 0, 0,
    ])
    await app.database.pool.query(
      'update roles set permissions = $2 where id = (select role_id from people where id = $1)',
      [blind.id, ['Orders: view']],
    )
    await change(1, 'role')
    await other.until((one) => toldOf([one], 'role') > 0)
    // The role is looked up when it is told; what changes after that is of the new role.
    await expect
      .poll(async () => {
        await change(1, 'order')
        return toldOf([other], 'order')
      })
      .toBeGreaterThan(0)
    for (const one of readings) one.close()
  })

  test('ends with its session: by signing out, and when the person is disabled', async () => {
    const [leaver, disabled] = [await app.person([]), await app.person([])]
    const [out, off] = await Promise.all([leaver, disabled].map(({ token }) => openStream(app.url, token)))
    await app.call('POST', '/api/logout', { as: leaver })
    await out?.ended
    // Otherwise the screen would read again what is no longer answered.
    expect(out && toldOf([out], 'person')).toBe(0)
    await app.database.pool.query('update people set disabled_at = now() where id = $1', [disabled.id])
    await app.transact((ctx) =>
      ctx.record({ action: 'test', subject: { type: 'person', id: disabled.id, name: 'Somebody' } }),
    )
    await off?.ended
    expect((await openStream(app.url, leaver.token)).status).toBe(401)
    expect((await openStream(app.url, 'ms_nobody')).status).toBe(401)
  })

  test('tells the changes of a person to that person alone', async () => {
    const [one, other] = [await app.person([...allPermissions]), await app.person([...allPermissions])]
    const readings = await Promise.all([one, other].map(({ token }) => openStream(app.url, token)))
    await app.transact((ctx) =>
      ctx.record({ action: 'test', subject: { type: 'person', id: one.id, name: 'Somebody' } }),
    )
    await change(1)
    await Promise.all(readings.map((reading) => reading.until(orders(1))))
    expect(readings.map((reading) => toldOf([reading], 'person'))).toEqual([1, 0])
    for (const reading of readings) reading.close()
  })

  test('tells nothing of a change that was undone', async () => {
    const reading = await openStream(app.url, admin.token)
    await reading.until(({ lastId }) => lastId !== null)
    await expect(
      app.transact(async (ctx) => {
        await ctx.record({ action: 'test', subject: { type: 'vendor', id: null, name: 'undone' } })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await change(1)
    await reading.until(orders(1))
    expect(toldOf([reading], 'vendor')).toBe(0)
    reading.close()
  })

  test('says what was missed first, each once, and `reset` where that is no longer kept', async () => {
    const before = await openStream(app.url, admin.token)
    await before.until(({ lastId }) => lastId !== null)
    before.close()
    await change(7)
    const again = await openStream(app.url, admin.token, before.lastId)
    await again.until(orders(7))
    await change(2)
    await again.until(orders(9))
    expect(toldOf([again], 'order')).toBe(9)
    again.close()
    await app.database.pool.query("update stream_events set at = now() - interval '2 hours'")
    await keepStream(app.database.engine).run({ db: app.database.db } as never)
    const lost = await openStream((await anotherInstance()).url, admin.token, before.lastId)
    await lost.until(({ events }) => events.length > 0)
    expect(lost.events[0]?.event).toBe('reset')
    lost.close()
    const future = await openStream(app.url, admin.token, 999_999_999)
    await future.until(({ events }) => events.length > 0)
    expect(future.events[0]?.event).toBe('reset')
    future.close()
  })

  test('tells a page that follows for the first time what was stored since it was asked for', async () => {
    await app.database.pool.query("update stream_events set at = at - interval '1 minute'")
    await change()
    const told = async (query: string) =>
      await fetch(`${app.url}/api/admin/stream?follow=false${query}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      }).then((answer) => answer.text())
    expect(await told('')).not.toContain('event: changed')
    expect(await told('&age_ms=20000')).toMatch(/event: changed\ndata: \{"order":1\}/)
  })

  test('can be read once without staying open', async () => {
    await change(3)
    const { body, headers } = await app.call('GET', '/api/admin/stream?follow=false', {
      as: admin,
      headers: { 'last-event-id': '0' },
    })
    expect(headers.get('content-type')).toContain('text/event-stream')
    expect(body).toMatch(/event: (changed|reset)/)
  })

  test('of another instance tells what was changed on this one', async () => {
    const reading = await openStream(second.url, admin.token)
    await reading.until(({ lastId }) => lastId !== null)
    await change(3)
    await reading.until(orders(3))
    expect(toldOf([reading], 'order')).toBe(3)
    reading.close()
  })

  test('ends at once when its instance stops, and continues on another one', async () => {
    const stopping = await anotherInstance()
    const reading = await openStream(stopping.url, admin.token)
    await change(2)
    await reading.until(orders(2))
    await stopping.hub.close()
    await reading.ended
    expect((await openStream(stopping.url, admin.token)).status).toBe(503)
    await change(3)
    const next = await openStream(second.url, admin.token, reading.lastId)
    await next.until(orders(3))
    expect(toldOf([reading, next], 'order')).toBe(5)
    next.close()
  })

  test('is refused beyond the limit of a person and of an instance', async () => {
    const small = await anotherInstance({ mostPerPerson: 2, mostOpen: 3 })
    const [one, other] = [await app.person([]), await app.person([])]
    const open = [await openStream(small.url, one.token), await openStream(small.url, one.token)]
    expect((await openStream(small.url, one.token)).status).toBe(429)
    open.push(await openStream(small.url, other.token))
    expect((await openStream(small.url, other.token)).status).toBe(503)
    for (const reading of open) reading.close()
    await expect.poll(() => small.hub.size).toBe(0)
    const again = await openStream(small.url, one.token)
    expect(again.status).toBe(200)
    again.close()
  })
})

test('nothing is lost and nothing told twice, whenever readers leave, on whichever instance they come back', async () => {
  const step = fc.record({
    changes: fc.integer({ min: 0, max: 4 }),
    leaves: fc.boolean(),
    at: fc.nat({ max: 1 }),
  })
  let heardUpTo: number | null = null
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const urls = [app.url, second.url]
      // The other instance may not have heard yet of what ended the run before.
      let reading = await openStream(urls[0] ?? '', admin.token, heardUpTo)
      await reading.until(({ lastId }) => lastId !== null)
      const readings = [reading]
      let made = 0
      for (const { changes, leaves, at } of steps) {
        const changing = change(changes)
        made += changes
        if (leaves) {
          reading.close()
          await reading.ended
          reading = await openStream(urls[at] ?? '', admin.token, reading.lastId)
          readings.push(reading)
        }
        await changing
      }
      await expect.poll(() => toldOf(readings, 'order'), { timeout: 20_000 }).toBe(made)
      // A change more comes after all that could come twice.
      await change(1)
      await expect.poll(() => toldOf(readings, 'order'), { timeout: 20_000 }).toBe(made + 1)
      heardUpTo = reading.lastId
      reading.close()
    }),
    { numRuns: 10 },
  )
})
