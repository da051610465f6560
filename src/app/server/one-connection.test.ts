import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { conflicts, type MakeSample, type Stage, samples } from '#testing/samples.ts'
import { routes } from './routes.ts'

/**
 * What a change runs each time is the embedded engine, which has no second connection to give: a call that asks for one within
 * its transaction waits there as it would for an empty pool.
 */
const isRun = inject('engine') === 'embedded' || process.env.MUNSHI_ONE_CONNECTION === 'on PostgreSQL too'

let app: TestApp
let stage: Stage

describe.runIf(isRun)('with one connection to the database', () => {
  beforeAll(async () => {
    app = await startTestApp({}, { connections: 1 })
    stage = { app, admin: await app.person(), key: await app.intakeKey() }
  })
  afterAll(() => app.close())

  const statusOf = async (name: string, make: MakeSample, admin: () => Promise<TestPerson>) => {
    const { access } =
      routes.find(({ endpoint }) => `${endpoint.method} ${endpoint.path}` === name)?.endpoint ?? {}
    const { path, body, headers = {}, as: own } = await make(stage)
    const holder = access?.kind === 'scope' ? stage.key : (own ?? (await admin()).token)
    const as = access?.kind === 'public' ? {} : { as: holder }
    return (await app.call(name.split(' ')[0] ?? '', path, { ...as, body, headers })).status
  }

  // A transaction that asks the pool for a second connection waits for itself as soon as the pool is empty: with one
  // connection in all it would never end.
  test.each(Object.entries(samples))('%s needs no second connection', async (name, make) => {
    expect(await statusOf(name, make, () => app.person())).toBeLessThan(300)
  })

  describe('a call that meets a conflict', () => {
    beforeAll(async () => {
      // One of the calls above was the end of all sessions.
      stage = { ...stage, admin: await app.person() }
    })

    test.each(Object.entries(conflicts))('%s needs none either', async (name, make) => {
      expect(await statusOf(name, make, async () => stage.admin)).toBe(409)
    })
  })
})
