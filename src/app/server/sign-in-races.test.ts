import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { signIn, startedFactor } from '#testing/second-factor.ts'
import { somebodyWaits } from '#testing/waiting.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

// One connection, as the embedded engine has, meets nobody on its way.
describe.skipIf(inject('engine') === 'embedded')('a sign-in', () => {
  test('asks for the second factor that was switched on while it was under way', async () => {
    const { person } = await startedFactor(app)
    const other = await app.database.pool.connect()
    try {
      await other.query('begin')
      await other.query('select id from people where id = $1 for no key update', [person.id])
      const signingIn = signIn(app, person.email)
      await somebodyWaits(app)
      await other.query('update second_factors set confirmed_at = now() where person_id = $1', [person.id])
      await other.query('commit')
      const { status, body } = await signingIn
      expect([status, body.errors]).toEqual([401, [{ path: 'otp', code: 'required', message: body.message }]])
    } finally {
      other.release()
    }
  })
})
