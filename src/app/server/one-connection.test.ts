import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { type Stage, samples } from '#testing/samples.ts'
import { routes } from './routes.ts'

let app: TestApp
let stage: Stage

beforeAll(async () => {
  app = await startTestApp({}, { connections: 1 })
  stage = { app, admin: await app.person(), key: await app.intakeKey() }
})
afterAll(() => app.close())

// A transaction that asks the pool for a second connection waits for itself as soon as the pool is empty: with one
// connection in all it would never end.
test.each(Object.entries(samples))('%s needs no second connection', async (name, make) => {
  const { access } =
    routes.find(({ endpoint }) => `${endpoint.method} ${endpoint.path}` === name)?.endpoint ?? {}
  const { path, body, headers = {}, as: own } = await make(stage)
  const holder = access?.kind === 'scope' ? stage.key : (own ?? (await app.person()).token)
  const as = access?.kind === 'public' ? {} : { as: holder }
  const answer = await app.call(name.split(' ')[0] ?? '', path, { ...as, body, headers })
  expect(answer.status).toBeLessThan(300)
})
