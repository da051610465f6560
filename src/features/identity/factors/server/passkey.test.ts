import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson, testPassword } from '#testing/app.ts'
import {
  Authenticator,
  askChallenge,
  passkeyBody,
  passkeyHolder,
  signInByPasskey,
} from '#testing/authenticator.ts'
import { codeOf, guardedPerson, signIn, standingClock } from '#testing/second-factor.ts'

const clock = standingClock()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock })
})
afterAll(() => app.close())

const path = '/api/account/second-factor'
const passkeys = `${path}/passkeys`
const add = (as: TestPerson, body: unknown) => app.call('POST', passkeys, { as, body })
const stateOf = async (as: TestPerson) => (await app.call('GET', path, { as })).body.results
const countsOf = async (as: TestPerson) => {
  const { is_on, confirmed_at, passkeys: held, recovery_codes_left } = await stateOf(as)
  return { is_on, has_app: confirmed_at !== null, passkeys: held.length, recovery_codes_left }
}
const sessionsOf = async ({ id }: TestPerson) => {
  const { rows } = await app.database.pool.query('select id from sessions where person_id = $1', [id])
  return rows.length
}
const trailOf = async ({ id }: TestPerson) => {
  const { rows } = await app.database.pool.query(
    'select action, before, after from audit_log where subject_id = $1 order by id',
    [id],
  )
  return rows as { action: string; before: unknown; after: unknown }[]
}
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const refusal = 'Email, password or code is not right'

describe('adding a passkey', () => {
  test('adds a second factor; the first one brings ten recovery codes, later ones none', async () => {
    const { person, recoveryCodes } = await passkeyHolder(app, undefined, 'Laptop')
    expect(new Set(recoveryCodes).size).toBe(10)
    const second = await passkeyHolder(app, person, 'Phone')
    expect(second.recoveryCodes).toEqual([])
    const { passkeys: held } = await stateOf(person)
    expect(held).toMatchObject([
      { name: 'Laptop', last_used_at: null, transports: ['internal'] },
      { name: 'Phone', last_used_at: null },
    ])
    expect(await trailOf(person)).toEqual([
      { action: 'add passkey', before: null, after: { passkey: 'Laptop', recovery_codes: 10 } },
      { action: 'add passkey', before: null, after: { passkey: 'Phone' } },
    ])
  })

  test('is refused for another origin or id, without a touch, and for a challenge that is foreign, used or expired', async () => {
    const person = await app.person()
    const stranger = await app.person()
    const start = async (as: TestPerson) =>
      (await app.call('POST', `${passkeys}/start`, { as })).body.results.challenge
    const authenticator = new Authenticator()
    const body = (challenge: string, lies = {}) => ({
      name: 'Laptop',
      credential: authenticator.register(challenge, lies),
    })
    for (const wrong of [
      body(await start(person), { origin: 'https://munshi.example.evil' }),
      body(await start(person), { origin: 'http://munshi.example' }),
      body(await start(person), { rpId: 'evil.example' }),
      body(await start(person), { isUntouched: true }),
      body(await start(person), { type: 'webauthn.get' }),
      body(await start(stranger)),
      body(await askChallenge(app)),
      body('AAAA'),
      { name: 'Laptop', credential: { ...authenticator.register(await start(person)), id: 'AAAA' } },
      { name: ' ', credential: authenticator.register(await start(person)) },
    ]) {
      expect((await add(person, wrong)).status).toBe(422)
    }
    const late = body(await start(person))
    clock.move(5 * 60_000 + 1)
    expect((await add(person, late)).status).toBe(422)
    expect(await countsOf(person)).toEqual({
      is_on: false,
      has_app: false,
      passkeys: 0,
      recovery_codes_left: 0,
    })
    const good = await start(person)
    expect((await add(person, body(good))).status).toBe(201)
    const again = { name: 'Other', credential: new Authenticator().register(good) }
    expect((await add(person, again)).status).toBe(422)
    expect(await countsOf(person)).toMatchObject({ passkeys: 1, recovery_codes_left: 10 })
  })

  test('accepts no certificates, because their revocation lists would be fetched from an address that the sender chooses', async () => {
    const person = await app.person()
    const { body } = await app.call('POST', `${passkeys}/start`, { as: person })
    const attStmt = new Map<string, number | Buffer | Buffer[]>([
      ['alg', -7],
      ['sig', Buffer.alloc(70)],
      ['x5c', [Buffer.alloc(300)]],
    ])
    const credential = new Authenticator().register(body.results.challenge, {}, ['packed', attStmt])
    expect((await add(person, { name: 'Key', credential })).status).toBe(422)
    expect(await countsOf(person)).toMatchObject({ is_on: false, passkeys: 0 })
  })

  test('is refused for a passkey that is already registered, and for an eleventh', async () => {
    const { person, authenticator } = await passkeyHolder(app)
    expect((await add(person, await passkeyBody(app, person, authenticator))).status).toBe(409)
    const other = await app.person()
    expect((await add(other, await passkeyBody(app, other, authenticator))).status).toBe(409)
    expect(await countsOf(other)).toMatchObject({ is_on: false, recovery_codes_left: 0 })
    for (let n = 1; n < 10; n += 1) await passkeyHolder(app, person)
    expect((await add(person, await passkeyBody(app, person, new Authenticator()))).status).toBe(409)
    expect(await countsOf(person)).toMatchObject({ passkeys: 10 })
  })

  test('brings recovery codes once when two first passkeys arrive at the same moment', async () => {
    const person = await app.person()
    const bodies = [
      await passkeyBody(app, person, new Authenticator()),
      await passkeyBody(app, person, new Authenticator()),
    ]
    const answers = await Promise.all(bodies.map((body) => add(person, body)))
    expect(statuses(answers)).toEqual([201, 201])
    const brought = answers.map(({ body }) => body.results.recovery_codes.length).sort((a, b) => a - b)
    expect(brought).toEqual([0, 10])
    expect(await countsOf(person)).toMatchObject({ passkeys: 2, recovery_codes_left: 10 })
  })
})

describe('signing in with a passkey', () => {
  test('only the right password reveals which kinds of factors there are', async () => {
    const { person, authenticator } = await passkeyHolder(app)
    const before = await sessionsOf(person)
    const asked = await signIn(app, person.email)
    expect(asked.status).toBe(401)
    expect(asked.body.errors).toMatchObject([{ path: 'otp', code: 'required' }])
    expect(asked.body.results).toEqual({
      has_app: false,
      passkeys: [{ credential_id: authenticator.credentialId, transports: ['internal'] }],
    })
    const both = await guardedPerson(app)
    await passkeyHolder(app, both.person)
    const { has_app, passkeys: held } = (await signIn(app, both.person.email)).body.results
    expect([has_app, held.length]).toEqual([true, 1])
    const plain = await app.person()
    const told = [
      await signIn(app, person.email, { password: 'wrong' }),
      await signIn(app, plain.email, { password: 'wrong' }),
      await signIn(app, 'nobody-with-passkeys@munshi.example'),
    ].map(({ status, body }) => JSON.stringify([status, body.message, body.errors, body.results]))
    expect(new Set(told).size).toBe(1)
    expect(await sessionsOf(person)).toBe(before)
  })

  test('the challenge differs each time and does not depend on who asks', async () => {
    const { person } = await passkeyHolder(app)
    const ask = () => app.call('GET', '/api/account/passkey-challenge', { as: person })
    const [one, two] = [(await ask()).body.results, (await ask()).body.results]
    expect(Object.keys(one)).toEqual(['challenge', 'rp_id'])
    expect(one.rp_id).toBe('munshi.example')
    expect(one.challenge).not.toBe(two.challenge)
    const { rows } = await app.database.pool.query('select count(*)::int4 as n from spent_challenges')
    await ask()
    const { rows: later } = await app.database.pool.query('select count(*)::int4 as n from spent_challenges')
    expect(later).toEqual(rows)
  })

  test('an answer opens a session, is noted with its time, and works once, on two instances at the same moment too', async () => {
    const { person, authenticator } = await passkeyHolder(app)
    const second = await app.secondInstance()
    const before = await sessionsOf(person)
    const otp = authenticator.answer(await askChallenge(app))
    const body = { email: person.email, password: testPassword, otp }
    const answers = await Promise.all(
      [app.url, second, app.url, second].map((url) => app.call('POST', '/api/login', { url, body })),
    )
    expect(statuses(answers)).toEqual([200, 401, 401, 401])
    expect(await sessionsOf(person)).toBe(before + 1)
    expect((await stateOf(person)).passkeys[0].last_used_at).toBe(clock.now().toISOString())
    expect((await trailOf(person)).at(-1)).toEqual({
      action: 'sign in',
      before: null,
      after: { second_factor: 'passkey' },
    })
    expect((await signInByPasskey(app, person.email, authenticator)).status).toBe(200)
  })

  test('an answered challenge is not accepted again, by another passkey or with another counter', async () => {
    const { person, authenticator } = await passkeyHolder(app)
    const other = await passkeyHolder(app, person, 'Phone')
    const challenge = await askChallenge(app)
    expect((await signIn(app, person.email, { otp: authenticator.answer(challenge) })).status).toBe(200)
    const before = await sessionsOf(person)
    expect((await signIn(app, person.email, { otp: authenticator.answer(challenge) })).status).toBe(401)
    expect((await signIn(app, person.email, { otp: other.authenticator.answer(challenge) })).status).toBe(401)
    expect(await sessionsOf(person)).toBe(before)
  })

  test('a challenge is good for five minutes, on every instance', async () => {
    const { person, authenticator } = await passkeyHolder(app)
    const second = await app.secondInstance()
    const [early, late] = [await askChallenge(app), await askChallenge(app)]
    clock.move(5 * 60_000)
    const body = { email: person.email, password: testPassword, otp: authenticator.answer(early) }
    expect((await app.call('POST', '/api/login', { url: second, body })).status).toBe(200)
    clock.move(1)
    const before = await sessionsOf(person)
    expect((await signIn(app, person.email, { otp: authenticator.answer(late) })).status).toBe(401)
    expect(await sessionsOf(person)).toBe(before)
  })

  test('wrong origin, id or key, no touch, or an invented challenge are refused in the words of a wrong code', async () => {
    const { person, authenticator } = await passkeyHolder(app)
    const before = await sessionsOf(person)
    const made = (await app.call('POST', `${passkeys}/start`, { as: person })).body.results.challenge
    const answers = [
      await signInByPasskey(app, person.email, authenticator, { origin: 'https://evil.example' }),
      await signInByPasskey(app, person.email, authenticator, { rpId: 'evil.example' }),
      await signInByPasskey(app, person.email, authenticator, { withAnotherKey: true }),
      await signInByPasskey(app, person.email, authenticator, { isUntouched: true }),
    ]
    await app.database.pool.query('delete from sign_in_throttles')
    answers.push(
      await signInByPasskey(app, person.email, authenticator, { type: 'webauthn.create' }),
      await signIn(app, person.email, { otp: authenticator.answer(made) }),
      await signIn(app, person.email, { otp: authenticator.answer('AAAA') }),
      await signIn(app, person.email, { otp: 'passkey:' }),
    )
    await app.database.pool.query('delete from sign_in_throttles')
    answers.push(
      await signIn(app, person.email, { otp: 'passkey:%%%' }),
      await signIn(app, person.email, { otp: `passkey:${Buffer.from('{"id":1}').toString('base64url')}` }),
      await signIn(app, person.email, { otp: authenticator.answer(await askChallenge(app)), password: 'x' }),
    )
    for (const { status, body } of answers) {
      expect([status, body.message, body.errors, body.results]).toEqual([401, refusal, undefined, undefined])
    }
    expect(await sessionsOf(person)).toBe(before)
    expect((await signInByPasskey(app, person.email, authenticator)).status).toBe(200)
  })

  test('the host that a request names has no effect', async () => {
    const { person, authenticator } = await passkeyHolder(app)
    const headers = { 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }
    const { body } = await app.call('GET', '/api/account/passkey-challenge', { headers })
    expect(body.results.rp_id).toBe('munshi.example')
    const lies = { origin: 'https://evil.example', rpId: 'evil.example' }
    const otp = authenticator.answer(body.results.challenge, lies)
    expect((await signIn(app, person.email, { otp }, headers)).status).toBe(401)
  })

  test('a passkey of another person opens nothing', async () => {
    const { person } = await passkeyHolder(app)
    const other = await passkeyHolder(app)
    expect((await signInByPasskey(app, person.email, other.authenticator)).status).toBe(401)
    expect((await signInByPasskey(app, other.person.email, other.authenticator)).status).toBe(200)
  })

  test('a counter that does not advance is refused; one that never counts is accepted', async () => {
    const { person, authenticator } = await passkeyHolder(app)
    expect((await signInByPasskey(app, person.email, authenticator, { counter: 7 })).status).toBe(200)
    const before = await sessionsOf(person)
    for (const counter of [7, 6, 0]) {
      expect((await signInByPasskey(app, person.email, authenticator, { counter })).status).toBe(401)
    }
    expect(await sessionsOf(person)).toBe(before)
    expect((await signInByPasskey(app, person.email, authenticator, { counter: 8 })).status).toBe(200)
    const silent = await passkeyHolder(app)
    for (const counter of [0, 0]) {
      expect(
        (await signInByPasskey(app, silent.person.email, silent.authenticator, { counter })).status,
      ).toBe(200)
    }
  })

  test('wrong answers are slowed down like wrong codes', async () => {
    const { person, authenticator } = await passkeyHolder(app)
    const seen: number[] = []
    for (let n = 0; n < 7; n += 1) {
      seen.push((await signInByPasskey(app, person.email, authenticator, { withAnotherKey: true })).status)
    }
    expect(seen).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await signInByPasskey(app, person.email, authenticator)).status).toBe(429)
    clock.move(31_000)
    expect((await signInByPasskey(app, person.email, authenticator)).status).toBe(200)
  })

  test('a person without a second factor signs in with the password alone, whatever else is sent', async () => {
    const person = await app.person()
    const other = await passkeyHolder(app)
    expect((await signInByPasskey(app, person.email, other.authenticator)).status).toBe(200)
    expect((await stateOf(other.person)).passkeys[0].last_used_at).toBe(null)
  })
})

describe('the passkeys of a person', () => {
  test('are renamed and removed by their owner alone, and a removed one no longer signs in', async () => {
    const { person, authenticator, passkeyId } = await passkeyHolder(app)
    const phone = await passkeyHolder(app, person, 'Phone')
    const stranger = await app.person()
    const rename = (as: TestPerson, name: string) =>
      app.call('PATCH', `${passkeys}/${passkeyId}`, { as, body: { name } })
    const remove = (as: TestPerson) => app.call('DELETE', `${passkeys}/${passkeyId}`, { as })
    expect((await rename(stranger, 'Mine')).status).toBe(404)
    expect((await remove(stranger)).status).toBe(404)
    expect((await rename(person, '\u3164')).status).toBe(422)
    expect((await rename(person, 'Old laptop')).status).toBe(204)
    expect((await stateOf(person)).passkeys[0].name).toBe('Old laptop')
    expect((await remove(person)).status).toBe(204)
    expect((await signInByPasskey(app, person.email, authenticator)).status).toBe(401)
    expect((await signInByPasskey(app, person.email, phone.authenticator)).status).toBe(200)
    expect((await trailOf(person)).slice(2, 4)).toEqual([
      { action: 'rename passkey', before: { passkey: 'Laptop' }, after: { passkey: 'Old laptop' } },
      { action: 'remove passkey', before: { passkey: 'Old laptop' }, after: null },
    ])
  })

  test('without an app, removing the last one ends the recovery codes, and the password alone signs in', async () => {
    const { person, recoveryCodes, passkeyId } = await passkeyHolder(app)
    expect((await app.call('DELETE', `${passkeys}/${passkeyId}`, { as: person })).status).toBe(204)
    expect(await countsOf(person)).toEqual({
      is_on: false,
      has_app: false,
      passkeys: 0,
      recovery_codes_left: 0,
    })
    expect((await signIn(app, person.email)).status).toBe(200)
    const again = await passkeyHolder(app, person)
    expect(again.recoveryCodes).toHaveLength(10)
    expect((await signIn(app, person.email, { otp: recoveryCodes[0] })).status).toBe(401)
  })

  test('with an app, either factor may be removed, and the recovery codes stay until both are gone', async () => {
    const { person, secret, recoveryCodes } = await guardedPerson(app)
    const one = await passkeyHolder(app, person)
    expect(one.recoveryCodes).toEqual([])
    expect((await signInByPasskey(app, person.email, one.authenticator)).status).toBe(200)
    expect((await signIn(app, person.email, { otp: codeOf(app, secret, 1) })).status).toBe(200)
    expect((await signIn(app, person.email, { otp: recoveryCodes[0] })).status).toBe(200)
    expect((await app.call('DELETE', path, { as: person })).status).toBe(204)
    expect(await countsOf(person)).toEqual({
      is_on: true,
      has_app: false,
      passkeys: 1,
      recovery_codes_left: 9,
    })
    expect((await signIn(app, person.email)).body.results).toMatchObject({ has_app: false })
    expect((await signIn(app, person.email, { otp: recoveryCodes[1] })).status).toBe(200)
    const started = await app.call('POST', path, { as: person })
    const code = codeOf(app, started.body.results.secret)
    const confirmed = await app.call('POST', `${path}/confirm`, { as: person, body: { code } })
    expect(confirmed.body.results.recovery_codes).toEqual([])
    expect((await app.call('DELETE', `${passkeys}/${one.passkeyId}`, { as: person })).status).toBe(204)
    expect(await countsOf(person)).toEqual({
      is_on: true,
      has_app: true,
      passkeys: 0,
      recovery_codes_left: 8,
    })
    expect((await app.call('DELETE', path, { as: person })).status).toBe(204)
    expect(await countsOf(person)).toEqual({
      is_on: false,
      has_app: false,
      passkeys: 0,
      recovery_codes_left: 0,
    })
  })

  test('bring new recovery codes without an app', async () => {
    const { person, recoveryCodes } = await passkeyHolder(app)
    const fresh = await app.call('POST', `${path}/recovery-codes`, { as: person })
    expect(fresh.body.results.recovery_codes).toHaveLength(10)
    expect((await signIn(app, person.email, { otp: recoveryCodes[0] })).status).toBe(401)
  })
})

describe('a fresh proof', () => {
  const stepUp = (as: TestPerson, body: unknown) => app.call('POST', '/api/account/step-up', { as, body })

  test('is given by a passkey once, and not by the password if there is a passkey', async () => {
    const { person, authenticator, passkeyId } = await passkeyHolder(app)
    clock.move(10 * 60_000 + 1000)
    const remove = () => app.call('DELETE', `${passkeys}/${passkeyId}`, { as: person })
    const refused = await remove()
    expect([refused.status, refused.body.errors[0].path]).toEqual([403, 'otp'])
    expect((await app.call('POST', `${passkeys}/start`, { as: person })).status).toBe(403)
    expect((await stepUp(person, { password: testPassword })).status).toBe(422)
    const otp = authenticator.answer(await askChallenge(app))
    const wrong = await stepUp(person, {
      otp: authenticator.answer(await askChallenge(app), { rpId: 'x.y' }),
    })
    expect([wrong.status, wrong.body.message]).toEqual([422, 'This passkey was not accepted'])
    expect(await countsOf(person)).toMatchObject({ passkeys: 1 })
    const answers = await Promise.all([stepUp(person, { otp }), stepUp(person, { otp })])
    expect(statuses(answers)).toEqual([200, 422])
    const trail = await trailOf(person)
    expect(trail.at(-1)).toMatchObject({ action: 'step up', after: { proven_by: 'passkey' } })
    expect((await remove()).status).toBe(204)
  })
})
