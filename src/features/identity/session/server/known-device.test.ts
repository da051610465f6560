import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp, type TestPerson, testPassword } from '#testing/app.ts'
import { codeOf, guardedPerson, signIn, standingClock } from '#testing/second-factor.ts'

// Thirty passwords are hashed in most of them, on a machine that may do other things.
vi.setConfig({ testTimeout: 60_000 })

const clock = standingClock()
let app: TestApp
let second: string
beforeAll(async () => {
  app = await startTestApp({ clock })
  second = await app.secondInstance()
})
afterAll(() => app.close())
// Everything here comes from one address, whose own throttle starts again with the day.
beforeEach(() => clock.move(24 * 3_600_000))

const remember = (as: string, device?: string) =>
  app.call('POST', '/api/account/device', { as, body: device ? { device } : {} })

/** Somebody who signed in in a browser that is known since. */
async function withDevice(): Promise<TestPerson & { device: string }> {
  const person = await app.person()
  const { body } = await signIn(app, person.email)
  const answer = await remember(body.results.token)
  return { ...person, token: body.results.token, device: answer.body.results.device }
}

/** A guess of an attacker who changes what can be changed from outside. */
const guess = (email: string, n: number, given: Record<string, unknown> = {}, url = app.url) =>
  signIn(
    app,
    n % 2 ? email.toUpperCase() : `  ${email} `,
    { password: `wrong ${n}`, ...given },
    { 'x-forwarded-for': `203.0.113.${n}` },
    url,
  )
const numbers = (length: number) => Array.from({ length }, (_, n) => n)
const slowedDown = (answers: { status: number }[]) => answers.filter(({ status }) => status === 429).length

describe('an attacker who keeps guessing', () => {
  test.each(['in a row', 'in parallel', 'in parallel at two instances'])(
    '%s, 30 times, is slowed down; the person comes in on the known device and not on another',
    async (how) => {
      const { email, device } = await withDevice()
      const answers: { status: number }[] = []
      const urlOf = (n: number) => (how.endsWith('two instances') && n % 2 ? second : app.url)
      if (how === 'in a row') for (const n of numbers(30)) answers.push(await guess(email, n))
      else answers.push(...(await Promise.all(numbers(30).map((n) => guess(email, n, {}, urlOf(n))))))
      expect(slowedDown(answers)).toBeGreaterThanOrEqual(20)
      expect(answers.some(({ status }) => status === 200)).toBe(false)
      expect((await signIn(app, email)).status).toBe(429)
      expect((await signIn(app, email, { device })).status).toBe(200)
      // Her coming in does not give the attacker new tries.
      expect((await guess(email, 31)).status).toBe(429)
      expect((await signIn(app, email)).status).toBe(429)
      process.stdout.write(`30 guesses ${how}: ${slowedDown(answers)} answered 429\n`)
    },
  )

  test('is not let through by a device of another person, an invented device or one with another name', async () => {
    const { email, id, device } = await withDevice()
    const other = await withDevice()
    const [, random, signature] = other.device.split('.')
    for (const n of numbers(8)) await guess(email, n)
    for (const forged of [
      other.device,
      `${id}.${random}.${signature}`,
      `${device.slice(0, -1)}${device.endsWith('A') ? 'B' : 'A'}`,
      device.split('.').slice(0, 2).join('.'),
      `${device}.x`,
      '..',
      'x'.repeat(300),
    ]) {
      expect((await signIn(app, email, { device: forged })).status).toBe(429)
    }
    expect((await signIn(app, email, { device })).status).toBe(200)
  })

  test('at codes with the right password is throttled, also with calls without a code in between', async () => {
    const { person } = await guardedPerson(app)
    for (const _ of numbers(5)) {
      expect((await signIn(app, person.email)).body.errors[0].path).toBe('otp')
      expect((await signIn(app, person.email, { otp: '000000' })).status).toBe(401)
    }
    expect((await signIn(app, person.email)).status).toBe(429)
    expect((await signIn(app, person.email, { otp: '000000' })).status).toBe(429)
  })

  test('that were waited out delay nobody who then gives the right password and the code', async () => {
    const { person, secret } = await guardedPerson(app)
    for (const n of numbers(5)) await guess(person.email, n)
    expect((await signIn(app, person.email)).status).toBe(429)
    clock.move(60_000)
    expect((await signIn(app, person.email)).body.errors[0].path).toBe('otp')
    expect((await signIn(app, person.email, { otp: codeOf(app, secret) })).status).toBe(200)
  })

  test('on the known device itself has 20 guesses a day, and then those of any device', async () => {
    const { email, device } = await withDevice()
    const answers = await Promise.all(numbers(30).map((n) => guess(email, n, { device })))
    expect(slowedDown(answers)).toBe(5)
    expect((await signIn(app, email, { device })).status).toBe(429)
    expect((await signIn(app, email)).status).toBe(429)
    clock.move(24 * 3_600_000)
    expect((await signIn(app, email, { device })).status).toBe(200)
  })
})

describe('a known device', () => {
  test('may sign in without a limit', async () => {
    const { email, device } = await withDevice()
    for (const _ of numbers(25)) expect((await signIn(app, email, { device })).status).toBe(200)
  })

  test('may be asked for a code as often as the right password is given', async () => {
    const { person, secret } = await guardedPerson(app)
    const { device } = (await remember(person.token)).body.results
    for (const _ of numbers(30)) expect((await signIn(app, person.email, { device })).status).toBe(401)
    const otp = codeOf(app, secret)
    expect((await signIn(app, person.email, { device, otp })).status).toBe(200)
  })

  test('is forgotten with a new password', async () => {
    const { email, token, device } = await withDevice()
    const body = { current_password: testPassword, new_password: 'another long password' }
    expect((await app.call('POST', '/api/account/password', { as: token, body })).status).toBe(200)
    for (const n of numbers(8)) await guess(email, n)
    expect((await signIn(app, email, { device, password: 'another long password' })).status).toBe(429)
  })

  test('is forgotten after 180 days', async () => {
    const { email, device } = await withDevice()
    clock.move(180 * 24 * 3_600_000)
    for (const n of numbers(8)) await guess(email, n)
    expect((await signIn(app, email, { device })).status).toBe(429)
  })

  test('keeps its id if it is known, and gets a new id instead of an invalid one', async () => {
    const { token, device } = await withDevice()
    expect((await remember(token, device)).body.results.device).toBe(device)
    expect((await remember(token, 'made.up.one')).body.results.device).not.toBe('made.up.one')
    const other = await withDevice()
    expect((await remember(token, other.device)).body.results.device).not.toBe(other.device)
  })

  test('is one of ten at most: the oldest is forgotten', async () => {
    const { email, token, device } = await withDevice()
    for (const _ of numbers(10)) {
      clock.move(1000)
      expect((await remember(token)).status).toBe(200)
    }
    for (const n of numbers(8)) await guess(email, n)
    expect((await signIn(app, email, { device })).status).toBe(429)
  })

  test('is not given to a session without a confirmation from the last ten minutes', async () => {
    const { id, token } = await withDevice()
    clock.move(11 * 60_000)
    expect((await remember(token)).status).toBe(403)
    const { rows } = await app.database.pool.query('select 1 from known_devices where person_id = $1', [id])
    expect(rows).toHaveLength(1)
  })

  test('is stored only as a keyed hash', async () => {
    const { device } = await withDevice()
    const { rows } = await app.database.pool.query(
      "select coalesce(string_agg(d::text, ' '), '') || (select string_agg(a::text, ' ') from audit_log a) as all from known_devices d",
    )
    for (const part of device.split('.').slice(1)) expect(rows[0].all).not.toContain(part)
  })
})
