import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson, testPassword } from '#testing/app.ts'
import { passkeyHolder, signInByPasskey } from '#testing/authenticator.ts'
import { codeOf, guardedPerson, signIn, standingClock, startedFactor } from '#testing/second-factor.ts'

const clock = standingClock()
let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp({ clock })
  admin = await app.person()
})
afterAll(() => app.close())

const reason = 'Her phone was stolen, she called from her desk'
const pathOf = ({ id }: TestPerson) => `/api/admin/staff/${id}/second-factor`
const reset = (as: TestPerson, of: TestPerson, body: unknown = { reason }) =>
  app.call('DELETE', pathOf(of), { as, body })
const read = async ({ id }: TestPerson) =>
  (await app.call('GET', `/api/admin/staff/${id}`, { as: admin })).body.results
const isIn = async (person: TestPerson) =>
  (await app.call('GET', '/api/account/me', { as: person })).status === 200
/** Everything that switching off a second factor may touch. */
const stateOf = async ({ id }: TestPerson) => {
  const { rows } = await app.database.pool.query(
    `select (select json_agg(f) from second_factors f where person_id = $1) as apps,
      (select json_agg(k) from passkeys k where person_id = $1) as passkeys,
      (select count(*)::int4 from recovery_codes where person_id = $1) as codes,
      (select count(*)::int4 from sessions where person_id = $1 and revoked_at is null) as sessions,
      (select count(*)::int4 from known_devices where person_id = $1 and revoked_at is null) as devices,
      (select count(*)::int4 from messages where subject_id = $1 and kind <> 'notification') as messages,
      (select count(*)::int4 from audit_log where subject_id = $1) as trail`,
    [id],
  )
  return rows[0]
}
/** Somebody of these permissions with an app, a passkey, recovery codes and a known browser. */
async function wellGuarded(permissions: readonly string[] = []) {
  const { person, authenticator } = await passkeyHolder(app, await app.person(permissions))
  const started = await app.call('POST', '/api/account/second-factor', { as: person })
  const { secret } = started.body.results
  const body = { code: codeOf(app, secret, -1) }
  await app.call('POST', '/api/account/second-factor/confirm', { as: person, body })
  const known = await app.call('POST', '/api/account/device', { as: person, body: {} })
  return { person, authenticator, secret, device: known.body.results.device as string }
}

test('an administrator switches off a lost second factor, with everything that depends on it', async () => {
  const { person, authenticator, secret, device } = await wellGuarded()
  expect(await read(person)).toMatchObject({
    second_factor: { has_app: true, passkeys: 1 },
    second_factor_refused: '',
  })
  const { status, body } = await reset(admin, person)
  expect(status).toBe(200)
  expect(body.results).toMatchObject({ second_factor: null, open_sessions: 0, sessions: [] })
  expect(body.results.history[0]).toMatchObject({
    action: 'reset second factor',
    before: { authenticator_app: true, passkeys: ['Laptop'] },
    after: { second_factor: 'off', sessions_ended: 1 },
    reason,
  })
  expect(await stateOf(person)).toMatchObject({
    apps: null,
    passkeys: null,
    codes: 0,
    sessions: 0,
    devices: 0,
  })
  expect(await isIn(person)).toBe(false)
  // The device counts no longer: guesses with it are counted by the account again.
  const guess = () => signIn(app, person.email, { password: 'wrong', device })
  for (let n = 0; n < 5; n += 1) expect((await guess()).status).toBe(401)
  expect((await guess()).status).toBe(429)
  clock.move(31_000)
  expect((await signIn(app, person.email)).status).toBe(200)
  // What was lost is nothing beside the password any more: with a new factor it opens nothing.
  const added = await passkeyHolder(app, person, 'New').catch(() => null)
  expect(added).toBeNull()
  const { token } = (await signIn(app, person.email)).body.results
  await passkeyHolder(app, { ...person, token }, 'New laptop')
  expect((await signInByPasskey(app, person.email, authenticator)).status).toBe(401)
  expect((await signIn(app, person.email, { otp: codeOf(app, secret) })).status).toBe(401)
})

test('the person is notified by mail at once, with the name and the reason', async () => {
  const { person } = await guardedPerson(app)
  await reset(admin, person, { reason: 'Lost <b>phone</b>' })
  const { rows } = await app.database.pool.query(
    'select kind, recipient, status, send_at, subject, body_text, body_html from messages where subject_id = $1',
    [person.id],
  )
  expect(rows).toMatchObject([
    {
      kind: 'second factor off',
      recipient: person.email,
      status: 'queued',
      send_at: clock.now(),
      subject: 'Your second factor is switched off',
    },
  ])
  expect(rows[0].body_text).toContain(`Person ${admin.id.slice(-6)} switched off the second factor`)
  expect(rows[0].body_text).toContain('Lost <b>phone</b>')
  expect(rows[0].body_html).toContain('Lost &lt;b&gt;phone&lt;/b&gt;')
})

test('is refused without a reason, for a person with more permissions, for oneself, and without a factor, and nothing happens', async () => {
  const clerk = await app.person(['Manage Staffs: view', 'Manage Staffs: act'])
  const onlooker = await app.person(['Manage Staffs: view'])
  const { person } = await wellGuarded()
  const { person: above } = await wellGuarded(['Vendors: act'])
  const own = await wellGuarded(['Manage Staffs: view', 'Manage Staffs: act'])
  const before = await Promise.all([person, above, own.person].map(stateOf))
  for (const body of [{}, { reason: '' }, { reason: '  ' }, { reason, force: true }]) {
    expect((await reset(clerk, person, body)).status).toBe(422)
  }
  expect((await reset(onlooker, person)).status).toBe(403)
  const refused = await reset(clerk, above)
  expect([refused.status, refused.body.missing_permission]).toEqual([403, 'Vendors: act'])
  const self = await reset(own.person, own.person)
  expect([self.status, self.body.message]).toEqual([409, 'Switch off your own second factor in My Account'])
  expect(await Promise.all([person, above, own.person].map(stateOf))).toEqual(before)
  const shown = async (as: TestPerson, of: TestPerson) =>
    (await app.call('GET', `/api/admin/staff/${of.id}`, { as })).body.results.second_factor_refused
  expect(await shown(clerk, above)).toContain('Vendors: Change')
  expect(await shown(own.person, own.person)).toContain('My Account')
  expect(await shown(clerk, person)).toBe('')
  const { person: unconfirmed } = await startedFactor(app)
  const standing = await stateOf(unconfirmed)
  expect((await reset(admin, unconfirmed)).status).toBe(409)
  expect(await stateOf(unconfirmed)).toEqual(standing)
  expect(await read(unconfirmed)).toMatchObject({ second_factor: null })
})

test('asks for a proof of the last ten minutes', async () => {
  const { person } = await wellGuarded()
  const before = await stateOf(person)
  clock.move(10 * 60_000 + 1000)
  expect((await reset(admin, person)).body.type).toBe('urn:munshi:step-up-needed')
  expect(await stateOf(person)).toEqual(before)
  const proof = { as: admin, body: { password: testPassword } }
  expect((await app.call('POST', '/api/account/step-up', proof)).status).toBe(200)
  expect((await reset(admin, person)).status).toBe(200)
})

test('happens once if two people do it at the same moment, during a sign-in of that person', async () => {
  const { person, authenticator } = await wellGuarded()
  const [one, two] = await Promise.all([
    reset(admin, person),
    reset(admin, person),
    signInByPasskey(app, person.email, authenticator),
  ])
  expect([one.status, two.status].sort()).toEqual([200, 409])
  const { messages, apps, passkeys } = await stateOf(person)
  expect({ messages, apps, passkeys }).toEqual({ messages: 1, apps: null, passkeys: null })
})
