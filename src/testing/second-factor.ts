import { TOTP } from 'otpauth'
import type { Clock } from '#kit/server/clock.ts'
import { type Answer, type TestApp, type TestPerson, testPassword } from './app.ts'
import type { MakeSample } from './samples.ts'

const secondFactor = '/api/account/second-factor'

/** A clock that stops until it is moved: codes and delays must not run out under a machine that is busy. */
export function standingClock(): Clock & { move(ms: number): void } {
  let at = Date.now()
  return {
    now: () => new Date(at),
    move(ms) {
      at += ms
    },
  }
}

/** What an authenticator app shows for this secret, so many steps of 30 seconds from now. */
export function codeOf(app: TestApp, secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: app.services.clock.now().getTime() + steps * 30_000 })
}

export interface Guarded {
  person: TestPerson
  secret: string
  recoveryCodes: string[]
}

/** Somebody whose second factor waits for its first code. */
export async function startedFactor(app: TestApp): Promise<Omit<Guarded, 'recoveryCodes'>> {
  const person = await app.person()
  const { body } = await app.call('POST', secondFactor, { as: person })
  return { person, secret: body.results.secret }
}

/** Somebody with a second factor; the code of that step, by itself the one before now, is used up by its set-up. */
export async function guardedPerson(app: TestApp, step = -1): Promise<Guarded> {
  const { person, secret } = await startedFactor(app)
  const path = `${secondFactor}/confirm`
  const { body } = await app.call('POST', path, { as: person, body: { code: codeOf(app, secret, step) } })
  return { person, secret, recoveryCodes: body.results.recovery_codes }
}

/** Signs in, with whatever else the body shall hold. */
export function signIn(
  app: TestApp,
  email: string,
  given: Record<string, unknown> = {},
  headers: Record<string, string> = {},
  url = app.url,
): Promise<Answer> {
  const body = { email, password: testPassword, ...given }
  return app.call('POST', '/api/login', { body, headers, url })
}

/** One accepted call for every endpoint of the second factor, of step-up and of known devices. */
export const secondFactorSamples: Readonly<Record<string, MakeSample>> = {
  'POST /api/account/step-up': () => ({
    path: '/api/account/step-up',
    body: { password: testPassword },
  }),
  'POST /api/account/device': () => ({ path: '/api/account/device', body: {} }),
  'GET /api/account/second-factor': () => ({ path: secondFactor }),
  'POST /api/account/second-factor': async ({ app }) => ({
    path: secondFactor,
    as: (await app.person()).token,
  }),
  'POST /api/account/second-factor/confirm': async ({ app }) => {
    const { person, secret } = await startedFactor(app)
    return { path: `${secondFactor}/confirm`, body: { code: codeOf(app, secret) }, as: person.token }
  },
  'DELETE /api/account/second-factor': async ({ app }) => ({
    path: secondFactor,
    as: (await guardedPerson(app, 0)).person.token,
  }),
  'POST /api/account/second-factor/recovery-codes': async ({ app }) => ({
    path: `${secondFactor}/recovery-codes`,
    as: (await guardedPerson(app, 0)).person.token,
  }),
}

/** The same calls where what they ask for is not so. */
export const secondFactorConflicts: Readonly<Record<string, MakeSample>> = {
  'POST /api/account/second-factor': async ({ app }) => ({
    path: secondFactor,
    as: (await guardedPerson(app, 0)).person.token,
  }),
  'POST /api/account/second-factor/confirm': async ({ app }) => ({
    path: `${secondFactor}/confirm`,
    body: { code: '123456' },
    as: (await app.person()).token,
  }),
  'POST /api/account/second-factor/recovery-codes': async ({ app }) => ({
    path: `${secondFactor}/recovery-codes`,
    as: (await app.person()).token,
  }),
}
