import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson, testPassword } from '#testing/app.ts'
import { codeOf, guardedPerson, signIn, standingClock, startedFactor } from '#testing/second-factor.ts'

const clock = standingClock()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock })
})
afterAll(() => app.close())

const path = '/api/account/second-factor'
const confirm = (as: TestPerson, code: string) => app.call('POST', `${path}/confirm`, { as, body: { code } })
const stateOf = async (as: TestPerson) => (await app.call('GET', path, { as })).body.results
const sessionsOf = async ({ id }: TestPerson) => {
  const { rows } = await app.database.pool.query('select id from sessions where person_id = $1', [id])
  return rows.length
}
const actionsOf = async ({ id }: TestPerson) => {
  const { rows } = await app.database.pool.query(
    'select action, after from audit_log where subject_id = $1 order by id',
    [id],
  )
  return rows as { action: string; after: Record<string, unknown> | null }[]
}
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

describe('setting up a second factor', () => {
  test('with a wrong code, or a code two steps off, leaves it off, and the sign-in does not ask for it', async () => {
    const { person, secret } = await startedFactor(app)
    for (const code of ['000000', '', 'abcdef', codeOf(app, secret, -2), codeOf(app, secret, 2)]) {
      const answer = await confirm(person, code)
      expect(answer.status).toBe(422)
      expect(answer.body.errors[0].path).toBe('code')
    }
    expect(await stateOf(person)).toEqual({
      is_on: false,
      confirmed_at: null,
      passkeys: [],
      recovery_codes_left: 0,
    })
    expect((await signIn(app, person.email)).status).toBe(200)
  })

  test('with the first code of the app switches it on and shows ten recovery codes, once', async () => {
    const { person, secret } = await startedFactor(app)
    const { status, body } = await confirm(person, codeOf(app, secret))
    expect(status).toBe(200)
    expect(new Set(body.results.recovery_codes).size).toBe(10)
    expect(await stateOf(person)).toMatchObject({ is_on: true, recovery_codes_left: 10 })
    expect((await confirm(person, codeOf(app, secret, 1))).status).toBe(409)
    expect((await app.call('POST', path, { as: person })).status).toBe(409)
    expect(await stateOf(person)).toMatchObject({ is_on: true, recovery_codes_left: 10 })
  })

  test('that was left behind cannot be ended by somebody who finds the session: it asks for a proof, and no code fits for long', async () => {
    const { person, secret } = await startedFactor(app)
    const withoutProof = async (minutes: number) => {
      clock.move(minutes * 60_000)
      return confirm(person, codeOf(app, secret))
    }
    const asked = await withoutProof(11)
    expect([asked.status, asked.body.type]).toEqual([403, expect.stringContaining('step-up')])
    await app.call('POST', '/api/account/step-up', { as: person, body: { password: testPassword } })
    const late = await withoutProof(5)
    expect([late.status, late.body.message]).toEqual([
      409,
      'No second factor is being set up. Start the set-up again',
    ])
    expect(await stateOf(person)).toMatchObject({ is_on: false, recovery_codes_left: 0 })
  })

  test('starts again with another secret until one is confirmed', async () => {
    const { person, secret } = await startedFactor(app)
    const again = await app.call('POST', path, { as: person })
    expect(again.body.results.secret).not.toBe(secret)
    expect((await confirm(person, codeOf(app, secret))).status).toBe(422)
    expect((await confirm(person, codeOf(app, again.body.results.secret))).status).toBe(200)
  })

  test('leaves neither secret nor recovery code in the database, the trail or a later answer', async () => {
    const { person, secret, recoveryCodes } = await guardedPerson(app)
    await app.call('DELETE', path, { as: person })
    const other = await guardedPerson(app)
    await signIn(app, other.person.email, { otp: other.recoveryCodes[0] })
    const { rows } = await app.database.pool.query(
      `select (select string_agg(f::text, ' ') from second_factors f) || (select string_agg(c::text, ' ') from
        recovery_codes c) || (select string_agg(a::text, ' ') from audit_log a) as everything`,
    )
    const all = rows[0].everything + JSON.stringify(await stateOf(other.person))
    for (const canary of [secret, other.secret, ...recoveryCodes, ...other.recoveryCodes]) {
      expect(all).not.toContain(canary)
      expect(all).not.toContain(canary.replaceAll('-', ''))
    }
    expect((await actionsOf(person)).map(({ action }) => action)).toEqual([
      'start second factor',
      'switch on second factor',
      'switch off second factor',
    ])
  })

  test('cannot be done for, or seen by, another person', async () => {
    const { person } = await guardedPerson(app)
    const stranger = await app.person([])
    expect(await stateOf(stranger)).toMatchObject({ is_on: false })
    expect((await app.call('DELETE', path, { as: stranger })).status).toBe(204)
    expect(await stateOf(person)).toMatchObject({ is_on: true, recovery_codes_left: 10 })
  })
})

describe('signing in with a second factor', () => {
  test('the right password alone is not enough: the answer asks for the code, and no session is opened', async () => {
    const { person } = await guardedPerson(app)
    const before = await sessionsOf(person)
    for (const given of [{}, { otp: '' }, { otp: '  ' }]) {
      const { status, body } = await signIn(app, person.email, given)
      expect(status).toBe(401)
      expect(body.errors).toEqual([{ path: 'otp', code: 'required', message: body.message }])
    }
    expect(await sessionsOf(person)).toBe(before)
  })

  test('without the right password nothing reveals who has one, with or without a code', async () => {
    const { person } = await guardedPerson(app)
    const plain = await app.person()
    for (const otp of [undefined, '123456', 'abcd-efgh-jkmn']) {
      const answers = [
        await signIn(app, person.email, { password: 'wrong', otp }),
        await signIn(app, plain.email, { password: 'wrong', otp }),
        await signIn(app, `nobody-${otp}@munshi.example`, { otp }),
      ]
      const told = answers.map(({ status, body }) => [status, body.message, body.errors, body.type])
      expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1)
      expect(told[0]?.[0]).toBe(401)
    }
  })

  test('a wrong code is refused in the words of a wrong password with a code', async () => {
    const { person } = await guardedPerson(app)
    const before = await sessionsOf(person)
    const wrongCode = await signIn(app, person.email, { otp: '000000' })
    const wrongPassword = await signIn(app, person.email, { otp: '000000', password: 'wrong' })
    expect([wrongCode.status, wrongPassword.status]).toEqual([401, 401])
    expect(wrongCode.body.message).toBe(wrongPassword.body.message)
    expect(wrongCode.body.errors).toBe(undefined)
    expect(await sessionsOf(person)).toBe(before)
  })

  test('a code of the step before, now and after opens a session; two steps off does not', async () => {
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [0, 200],
      [1, 200],
    ] as const) {
      const { person, secret } = await guardedPerson(app)
      // The set-up used the code of the step before: a minute later that is out of the window.
      clock.move(60_000)
      const answer = await signIn(app, person.email, { otp: codeOf(app, secret, steps) })
      expect([steps, answer.status]).toEqual([steps, status])
    }
  })

  test('a code works once, also in parallel, and no earlier code works after it', async () => {
    const { person, secret } = await guardedPerson(app)
    clock.move(60_000)
    const otp = codeOf(app, secret)
    const before = await sessionsOf(person)
    const answers = await Promise.all([1, 2, 3].map(() => signIn(app, person.email, { otp })))
    expect(statuses(answers)).toEqual([200, 401, 401])
    expect((await signIn(app, person.email, { otp })).status).toBe(401)
    expect((await signIn(app, person.email, { otp: codeOf(app, secret, -1) })).status).toBe(401)
    expect(await sessionsOf(person)).toBe(before + 1)
    expect((await signIn(app, person.email, { otp: codeOf(app, secret, 1) })).status).toBe(200)
  })

  test('the code that set it up is used up', async () => {
    const { person, secret } = await startedFactor(app)
    const otp = codeOf(app, secret)
    await confirm(person, otp)
    expect((await signIn(app, person.email, { otp })).status).toBe(401)
    expect((await signIn(app, person.email, { otp: codeOf(app, secret, 1) })).status).toBe(200)
  })

  test('a recovery code works once, also in parallel, and is counted', async () => {
    const { person, recoveryCodes } = await guardedPerson(app)
    const [first = '', second = ''] = recoveryCodes
    const answers = await Promise.all([1, 2, 3].map(() => signIn(app, person.email, { otp: first })))
    expect(statuses(answers)).toEqual([200, 401, 401])
    expect(await stateOf(person)).toMatchObject({ recovery_codes_left: 9 })
    const typed = ` ${second.toUpperCase().replaceAll('-', ' ')}`
    expect((await signIn(app, person.email, { otp: typed })).status).toBe(200)
    expect(await stateOf(person)).toMatchObject({ recovery_codes_left: 8 })
    const signIns = (await actionsOf(person)).filter(({ action }) => action === 'sign in')
    expect(signIns.map(({ after }) => after)).toEqual([
      { second_factor: 'recovery code' },
      { second_factor: 'recovery code' },
    ])
  })

  test('a recovery code of another person opens nothing and stays valid', async () => {
    const { person } = await guardedPerson(app)
    const other = await guardedPerson(app)
    const answer = await signIn(app, person.email, { otp: other.recoveryCodes[0] })
    expect(answer.status).toBe(401)
    expect(await stateOf(other.person)).toMatchObject({ recovery_codes_left: 10 })
  })

  test('guessed codes are throttled like guessed passwords, and the right password allows no more attempts', async () => {
    clock.move(24 * 3_600_000)
    const { person, secret } = await guardedPerson(app)
    const seen: number[] = []
    for (let n = 0; n < 14; n += 1) {
      const otp = n % 2 ? undefined : `00000${n % 10}`
      seen.push((await signIn(app, person.email, { otp })).status)
    }
    // Five guesses at codes. The right password between them is asked for a code, which is no guess, and buys none.
    expect(seen.slice(0, 9)).toEqual(Array(9).fill(401))
    expect(seen.slice(9)).toEqual(Array(5).fill(429))
    expect((await signIn(app, person.email, { otp: codeOf(app, secret) })).status).toBe(429)
    clock.move(31_000)
    expect((await signIn(app, person.email, { otp: codeOf(app, secret) })).status).toBe(200)
  })

  test('a disabled person is refused in the same words, with the right password and code', async () => {
    const { person, secret } = await guardedPerson(app)
    await app.database.pool.query('update people set disabled_at = now() where id = $1', [person.id])
    const { status, body } = await signIn(app, person.email)
    expect([status, body.message, body.errors]).toEqual([401, 'Email or password is not right', undefined])
    expect((await signIn(app, person.email, { otp: codeOf(app, secret) })).status).toBe(401)
  })
})

describe('new recovery codes', () => {
  test('end the earlier ones', async () => {
    const { person, recoveryCodes } = await guardedPerson(app)
    const fresh = await app.call('POST', `${path}/recovery-codes`, { as: person })
    expect(fresh.body.results.recovery_codes).toHaveLength(10)
    expect((await signIn(app, person.email, { otp: recoveryCodes[0] })).status).toBe(401)
    const otp = fresh.body.results.recovery_codes[0]
    expect((await signIn(app, person.email, { otp })).status).toBe(200)
  })

  test('are refused without a second factor', async () => {
    const person = await app.person()
    expect((await app.call('POST', `${path}/recovery-codes`, { as: person })).status).toBe(409)
    expect(await stateOf(person)).toMatchObject({ recovery_codes_left: 0 })
  })
})

test('a second factor that is switched off is no longer asked for, and its recovery codes end', async () => {
  const { person, recoveryCodes } = await guardedPerson(app)
  expect((await app.call('DELETE', path, { as: person })).status).toBe(204)
  expect((await signIn(app, person.email)).status).toBe(200)
  const again = await app.call('POST', path, { as: person })
  await confirm(person, codeOf(app, again.body.results.secret))
  expect((await signIn(app, person.email, { otp: recoveryCodes[0] })).status).toBe(401)
  expect((await signIn(app, person.email, { password: testPassword })).body.errors[0].path).toBe('otp')
})
