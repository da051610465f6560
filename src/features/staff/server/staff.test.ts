import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson, testPassword } from '#testing/app.ts'
import { invitedPerson, madeRole, resetLink, staffBody, tokenFor } from '#testing/factories.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const staff = '/api/admin/staff'
const anyVersion = { 'if-match': '*' }
const by = () => ({ app, admin })
const read = async (id: string) => (await app.call('GET', `${staff}/${id}`, { as: admin })).body.results
/** The state of a person, without what only looking at them moves. */
const stateOf = async (id: string) => {
  const { username, phone, role_id, status, version, invitation, history } = await read(id)
  return { username, phone, role_id, status, version, invitation, history }
}
const post = (as: TestPerson, path: string, body?: unknown) =>
  app.call('POST', `${staff}${path}`, { as, ...(body ? { body } : {}) })
const patch = (as: TestPerson, id: string, body: unknown, headers: Record<string, string> = anyVersion) =>
  app.call('PATCH', `${staff}/${id}`, { as, body, headers })
const howMany = async () => (await app.call('GET', staff, { as: admin })).body.total
const isIn = async (person: TestPerson) =>
  (await app.call('GET', '/api/account/me', { as: person })).status === 200
const clerkRights = ['Vendors: view', 'Manage Staffs: view', 'Manage Staffs: act', 'Products: view']

describe('an invitation', () => {
  test('is refused with a taken address in any case, without a name or a role, or with other fields', async () => {
    const role = await madeRole(by())
    const somebody = await app.person([])
    const before = await howMany()
    const body = staffBody(role.id)
    const taken = await post(admin, '', { ...body, email: somebody.email.toUpperCase() })
    expect(taken.status).toBe(409)
    expect(taken.body.errors[0].path).toBe('email')
    for (const wrong of [
      { email: 'nowhere' },
      { username: '\u3164' },
      { phone: '12' },
      { role_id: somebody.id },
      { role_id: 'none' },
      { is_builtin: true },
      { password_hash: 'x' },
      { permissions: ['Products: view'] },
      { email_verified_at: '2026-01-01T00:00:00Z' },
    ]) {
      expect((await post(admin, '', { ...body, ...wrong })).status).toBe(422)
    }
    expect(await howMany()).toBe(before)
  })

  test('lists the person at once as invited, without a password, and queues one mail', async () => {
    const person = await invitedPerson(by())
    const shown = await read(person.id)
    expect(shown).toMatchObject({ status: 'invited', invitation: { state: 'open' }, open_sessions: 0 })
    expect(shown.messages).toMatchObject([{ kind: 'invitation', recipient: person.email, status: 'queued' }])
    expect(shown.history).toMatchObject([{ action: 'invite', after: { email: person.email } }])
    expect(JSON.stringify(shown)).not.toContain(person.token)
  })

  test('to a role with a permission that the inviter lacks is refused and names the permission', async () => {
    const clerk = await app.person(clerkRights)
    const above = await madeRole(by(), ['Products: view', 'Products: decide'])
    const before = await howMany()
    const refused = await post(clerk, '', staffBody(above.id))
    expect(refused.status).toBe(403)
    expect(refused.body.missing_permission).toBe('Products: decide')
    expect(await howMany()).toBe(before)
    const equal = await madeRole(by(), ['Products: view'])
    expect((await post(clerk, '', staffBody(equal.id))).status).toBe(201)
  })

  test('of one address is created once by eight requests at the same time', async () => {
    const body = staffBody((await madeRole(by())).id)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        post(admin, '', n % 2 ? body : { ...body, email: body.email.toUpperCase() }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
  })

  test('is sent again and revoked only while it is open', async () => {
    const person = await invitedPerson(by())
    expect((await post(admin, `/${person.id}/invitation`)).status).toBe(200)
    const kinds = (await read(person.id)).messages.map((message: { status: string }) => message.status)
    expect(kinds).toEqual(['queued', 'withdrawn'])
    const revoke = () => app.call('DELETE', `${staff}/${person.id}/invitation`, { as: admin })
    expect((await revoke()).body.results.invitation.state).toBe('revoked')
    expect((await revoke()).status).toBe(409)
    const active = await app.person([])
    expect((await post(admin, `/${active.id}/invitation`)).status).toBe(409)
  })
})

describe('changing a person', () => {
  test('accepts name, phone number and role, applies to their next request, and is recorded', async () => {
    const person = await app.person([])
    const role = await madeRole(by(), ['Manage Staffs: view'])
    expect((await app.call('GET', staff, { as: person })).status).toBe(403)
    const body = { username: 'Nadia Khan', phone: '0300 1234567', role_id: role.id }
    const answer = await patch(admin, person.id, body, { 'if-match': '"v1"' })
    expect(answer.body.results).toMatchObject({ username: 'Nadia Khan', phone: '+923001234567', version: 2 })
    expect(answer.body.results.history[0]).toMatchObject({
      action: 'change person',
      after: { username: 'Nadia Khan', role: role.name },
    })
    expect((await app.call('GET', staff, { as: person })).status).toBe(200)
    const stale = await patch(admin, person.id, { ...body, username: 'Other' }, { 'if-match': '"v1"' })
    expect(stale.status).toBe(412)
    expect((await read(person.id)).username).toBe('Nadia Khan')
  })

  test('accepts no other field', async () => {
    const person = await app.person([])
    const before = await stateOf(person.id)
    const body = { username: 'Renamed', phone: '', role_id: before.role_id }
    for (const extra of [
      { email: 'x@y.example' },
      { is_builtin: true },
      { password_hash: 'x' },
      { permissions: ['Products: view'] },
      { disabled_at: null },
      { version: 99 },
    ]) {
      expect((await patch(admin, person.id, { ...body, ...extra })).status).toBe(422)
    }
    expect(await stateOf(person.id)).toEqual(before)
  })

  test('is refused, in every way, for a person with a permission that the reader lacks, and nothing happens', async () => {
    const clerk = await app.person(clerkRights)
    const above = await app.person(['Products: view', 'Vendors: act'])
    const invited = await invitedPerson(by(), ['Vendors: view', 'Vendors: act'])
    const low = await madeRole(by())
    for (const { id } of [above, invited]) {
      const before = await stateOf(id)
      const refused = [
        await patch(clerk, id, { username: 'Taken over', phone: '', role_id: low.id }),
        await post(clerk, `/${id}/disable`),
        await post(clerk, `/${id}/enable`),
        await post(clerk, `/${id}/invitation`),
        await app.call('DELETE', `${staff}/${id}/invitation`, { as: clerk }),
        await app.call('DELETE', `${staff}/${id}/sessions`, { as: clerk }),
      ]
      for (const { status, body } of refused) {
        expect(status).toBe(403)
        expect(body.missing_permission).toBe('Vendors: act')
      }
      expect(await stateOf(id)).toEqual(before)
    }
    expect(await isIn(above)).toBe(true)
    const row = (await app.call('GET', `${staff}?limit=100`, { as: clerk })).body.results.find(
      ({ id }: { id: string }) => id === above.id,
    )
    expect(row.change_refused).toContain('Vendors: Change')
  })

  test('gives nobody, oneself included, a role with a permission that one lacks', async () => {
    const clerk = await app.person(clerkRights)
    const low = await app.person([])
    const above = await madeRole(by(), ['Vendors: view', 'Vendors: act'])
    for (const { id } of [clerk, low]) {
      const before = await stateOf(id)
      const refused = await patch(clerk, id, { username: before.username, phone: '', role_id: above.id })
      expect(refused.status).toBe(403)
      expect(refused.body.missing_permission).toBe('Vendors: act')
      expect(await stateOf(id)).toEqual(before)
    }
  })
})

describe('the address that a person signs in with', () => {
  const change = (
    as: TestPerson,
    id: string,
    email: string,
    headers: Record<string, string> = anyVersion,
    more: object = {},
  ) => app.call('POST', `${staff}/${id}/change-email`, { as, body: { email, ...more }, headers })
  const fresh = () => `${crypto.randomUUID()}@munshi.example`
  const signIn = async (email: string, password = testPassword) =>
    (await app.call('POST', '/api/login', { body: { email, password } })).status
  const open = (link: string, body: object) => app.call('POST', `/api/account/${link}`, { body })
  const letters = async (id: string) =>
    (
      await app.database.pool.query(
        `select recipient, status, body_text from messages
          where subject_id = $1 and kind = 'sign-in address changed'`,
        [id],
      )
    ).rows
  const knownDevices = async (id: string) =>
    (
      await app.database.pool.query(
        'select 1 from known_devices where person_id = $1 and revoked_at is null',
        [id],
      )
    ).rows.length
  /** Everything that a changed address may touch. */
  const traceOf = async (id: string) => {
    const { email, messages, open_sessions } = await read(id)
    return {
      ...(await stateOf(id)),
      ...{ email, messages, open_sessions },
      devices: await knownDevices(id),
      letters: await letters(id),
    }
  }

  test('that an invitation mistyped is corrected: the wrong mailbox holds nothing, the right one a new invitation', async () => {
    const person = await invitedPerson(by())
    const email = fresh()
    const answer = await change(admin, person.id, email, { 'if-match': '"v1"' })
    expect(answer.status).toBe(200)
    expect(answer.body.results).toMatchObject({ email, status: 'invited', invitation: { state: 'open' } })
    expect(answer.body.results.history[0]).toMatchObject({
      action: 'change sign-in address',
      before: { email: person.email },
      after: { email },
    })
    expect(answer.body.results.messages).toMatchObject([
      { kind: 'invitation', recipient: email, status: 'queued' },
      { kind: 'invitation', recipient: person.email, status: 'withdrawn' },
    ])
    const password = 'a first long password'
    const late = await open('invitation/accept', { token: person.token, password })
    expect([late.status, late.body.errors[0].code]).toEqual([422, 'revoked'])
    const token = await tokenFor(app, person.id)
    expect((await open('invitation', { token })).body.results.email).toBe(email)
    expect((await open('invitation/accept', { token, password })).status).toBe(200)
    expect([await signIn(email, password), await signIn(person.email, password)]).toEqual([200, 401])
    // Nothing of the account is told to the wrong mailbox.
    expect(await letters(person.id)).toEqual([])
  })

  test('is changed for a colleague who keeps their account and session, and the earlier address is told by whom', async () => {
    const person = await app.person([])
    const token = await resetLink(app, person)
    await app.call('POST', '/api/account/device', { as: person, body: {} })
    expect(await knownDevices(person.id)).toBe(1)
    const email = fresh()
    expect((await change(admin, person.id, email)).body.results).toMatchObject({
      email,
      status: 'active',
      invitation: null,
    })
    expect(await isIn(person)).toBe(true)
    expect([await signIn(email.toUpperCase()), await signIn(person.email)]).toEqual([200, 401])
    const reset = await open('reset/finish', { token, password: 'another long password' })
    expect([reset.status, reset.body.errors[0].code]).toEqual([422, 'revoked'])
    expect(await knownDevices(person.id)).toBe(0)
    const [letter, ...others] = await letters(person.id)
    expect(letter).toMatchObject({ recipient: person.email, status: 'queued' })
    expect(letter.body_text).toContain(`Person ${admin.id.slice(-6)} changed the e-mail address`)
    expect(letter.body_text).not.toContain(email)
    expect(others).toEqual([])
    // The same address again changes nothing.
    const before = await traceOf(person.id)
    expect((await change(admin, person.id, email)).status).toBe(200)
    expect(await traceOf(person.id)).toEqual(before)
  })

  test('of somebody disabled who had no password yet is changed, and they are invited once they are enabled', async () => {
    const person = await invitedPerson(by())
    await post(admin, `/${person.id}/disable`)
    const email = fresh()
    expect((await change(admin, person.id, email)).body.results.status).toBe('disabled')
    await post(admin, `/${person.id}/enable`)
    const old = await open('invitation', { token: person.token })
    expect([old.status, old.body.errors[0].code]).toEqual([422, 'revoked'])
    expect((await post(admin, `/${person.id}/invitation`)).status).toBe(200)
    expect((await read(person.id)).messages[0]).toMatchObject({ recipient: email, status: 'queued' })
    expect(await letters(person.id)).toEqual([])
  })

  test('is refused, and nothing happens, where another has it in any case, for oneself, and above the own rights', async () => {
    const clerk = await app.person(clerkRights)
    const onlooker = await app.person(['Manage Staffs: view'])
    const [person, other, above] = [
      await app.person([]),
      await app.person([]),
      await app.person(['Products: view', 'Vendors: act']),
    ]
    const everybody = [person, other, above, clerk]
    const before = await Promise.all(everybody.map(({ id }) => traceOf(id)))
    const taken = await change(clerk, person.id, other.email.toUpperCase())
    expect([taken.status, taken.body.errors[0].path]).toEqual([422, 'email'])
    for (const wrong of ['', 'nowhere', 'a@b@c.example']) {
      expect((await change(clerk, person.id, wrong)).status).toBe(422)
    }
    expect((await change(clerk, person.id, fresh(), anyVersion, { role_id: above.id })).status).toBe(422)
    expect((await change(clerk, person.id, fresh(), { 'if-match': '"v99"' })).status).toBe(412)
    expect((await change(onlooker, person.id, fresh())).status).toBe(403)
    const higher = await change(clerk, above.id, fresh())
    expect([higher.status, higher.body.missing_permission]).toEqual([403, 'Vendors: act'])
    const own = await change(clerk, clerk.id, fresh())
    expect([own.status, own.body.message]).toEqual([
      409,
      'A colleague has to change the address that you sign in with',
    ])
    expect(await Promise.all(everybody.map(({ id }) => traceOf(id)))).toEqual(before)
    const shown = async (of: TestPerson) =>
      (await app.call('GET', `${staff}/${of.id}`, { as: clerk })).body.results.email_refused
    expect(await shown(above)).toContain('Vendors: Change')
    expect(await shown(clerk)).toContain('A colleague')
    expect(await shown(person)).toBe('')
  })

  test('asks for a fresh proof', async () => {
    const manager = await app.person()
    const person = await app.person([])
    const before = await traceOf(person.id)
    await app.database.pool.query('update sessions set verified_at = null where person_id = $1', [manager.id])
    const refused = await change(manager, person.id, fresh())
    expect(refused.body.type).toBe('urn:munshi:step-up-needed')
    expect(await traceOf(person.id)).toEqual(before)
  })

  test('is that of one of two people who are given it at the same moment', async () => {
    const pair = [await app.person([]), await app.person([])]
    const email = fresh()
    const answers = await Promise.all(
      pair.map(({ id }, n) => change(admin, id, n ? email.toUpperCase() : email)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })
})

describe('disabling a person', () => {
  test('ends all their sessions at once and blocks the sign-in, and enabling lets them sign in again', async () => {
    const person = await app.person([])
    await app.call('POST', '/api/login', { body: { email: person.email, password: testPassword } })
    const answer = await post(admin, `/${person.id}/disable`)
    expect(answer.body.results).toMatchObject({ status: 'disabled', open_sessions: 0, sessions: [] })
    expect(answer.body.results.history[0]).toMatchObject({
      action: 'disable',
      before: { status: 'active' },
      after: { status: 'disabled', sessions_ended: 2 },
    })
    expect(await isIn(person)).toBe(false)
    const login = () =>
      app.call('POST', '/api/login', { body: { email: person.email, password: testPassword } })
    expect((await login()).status).toBe(401)
    expect((await post(admin, `/${person.id}/enable`)).body.results.status).toBe('active')
    expect(await isIn(person)).toBe(false)
    expect((await login()).status).toBe(200)
  })

  test('oneself is refused', async () => {
    const clerk = await app.person(clerkRights)
    expect((await post(clerk, `/${clerk.id}/disable`)).status).toBe(409)
    expect(await isIn(clerk)).toBe(true)
  })

  test('who is already disabled changes nothing', async () => {
    const person = await app.person([])
    await post(admin, `/${person.id}/disable`)
    const before = await stateOf(person.id)
    expect((await post(admin, `/${person.id}/disable`)).status).toBe(200)
    expect(await stateOf(person.id)).toEqual(before)
  })
})

describe('the last administrator who can sign in', () => {
  /** Two administrators who can sign in, beside any number of disabled and invited ones. */
  async function twoAdministrators() {
    const pair = [await app.person(), await app.person()] as const
    await app.database.pool.query(
      `update people set disabled_at = now() where disabled_at is null and id <> all($1)
        and role_id = (select id from roles where is_builtin)`,
      [pair.map(({ id }) => id)],
    )
    const { role_id } = (await app.call('GET', `${staff}/${pair[0].id}`, { as: pair[0] })).body.results
    const invited = await post(pair[0], '', staffBody(role_id))
    expect(invited.status).toBe(201)
    const plain = await app.call('POST', '/api/admin/roles', {
      as: pair[0],
      body: { name: `Plain ${pair[0].id}`, permissions: [] },
    })
    return { pair, plain: plain.body.results.id as string }
  }
  const standing = async () => {
    const { rows } = await app.database.pool.query(
      `select p.id from people p join roles r on r.id = p.role_id where r.is_builtin and p.list = 'active'`,
    )
    return rows.length
  }

  test.each(['disable each other', 'move each other', 'move and disable each other', 'step down together'])(
    'is left when the last two %s at the same time',
    async (how) => {
      for (let round = 0; round < 5; round += 1) {
        const { pair, plain } = await twoAdministrators()
        const [first, second] = pair
        const move = (as: TestPerson, of: TestPerson) =>
          patch(as, of.id, { username: 'Moved', phone: '', role_id: plain })
        const disable = (as: TestPerson, of: TestPerson) => post(as, `/${of.id}/disable`)
        const answers = await Promise.all(
          how === 'disable each other'
            ? [disable(first, second), disable(second, first)]
            : how === 'move each other'
              ? [move(first, second), move(second, first)]
              : how === 'step down together'
                ? [move(first, first), move(second, second)]
                : [move(first, second), disable(second, first)],
        )
        const statuses = answers.map(({ status }) => status).sort()
        expect(statuses[0]).toBe(200)
        expect([401, 403, 409]).toContain(statuses[1])
        expect(await standing()).toBe(1)
      }
      admin = await app.person()
    },
    60_000,
  )

  test('cannot be disabled or moved by an operator with the same rights, who sees the reason', async () => {
    const { pair, plain } = await twoAdministrators()
    const [first, second] = pair
    expect((await post(first, `/${second.id}/disable`)).status).toBe(200)
    const moved = await patch(first, first.id, { username: 'Moved', phone: '', role_id: plain })
    expect(moved.status).toBe(409)
    expect(moved.body.message).toContain('last administrator')
    expect(await standing()).toBe(1)
    admin = first
  })
})

describe('the sessions of a person', () => {
  test('are shown without their tokens, and ended one by one or all', async () => {
    const person = await app.person([])
    const body = { email: person.email, password: testPassword }
    for (let n = 0; n < 2; n += 1) await app.call('POST', '/api/login', { body })
    const { sessions } = await read(person.id)
    expect(sessions).toHaveLength(3)
    expect(JSON.stringify(sessions)).not.toMatch(/token|ms_/)
    const one = await app.call('DELETE', `${staff}/${person.id}/sessions/${sessions[0].id}`, { as: admin })
    expect(one.body.results.sessions).toHaveLength(2)
    const foreign = await app.person([])
    const mixed = await app.call('DELETE', `${staff}/${foreign.id}/sessions/${sessions[1].id}`, { as: admin })
    expect(mixed.status).toBe(404)
    const all = await app.call('DELETE', `${staff}/${person.id}/sessions`, { as: admin })
    expect(all.body.results.sessions).toEqual([])
    expect(await isIn(person)).toBe(false)
    expect(await isIn(foreign)).toBe(true)
  })
})

describe('the list', () => {
  test('is filtered by status, role and text, with the total', async () => {
    const person = await invitedPerson(by())
    const listed = async (query: string) => {
      const { body } = await app.call('GET', `${staff}?limit=100&${query}`, { as: admin })
      return body.results.map(({ id }: { id: string }) => id)
    }
    expect(await listed('status=invited')).toContain(person.id)
    expect(await listed('status=active')).not.toContain(person.id)
    expect(await listed(`role=${person.role_id}`)).toEqual([person.id])
    expect(await listed(`q=${encodeURIComponent(person.email.toUpperCase())}`)).toEqual([person.id])
    expect((await app.call('GET', `${staff}?status=gone`, { as: admin })).status).toBe(422)
  })

  test('offers the roles, each with the permission that the reader lacks to give it', async () => {
    const clerk = await app.person(clerkRights)
    const above = await madeRole(by(), ['Vendors: view', 'Vendors: act'])
    const { body } = await app.call('GET', `${staff}/roles`, { as: clerk })
    const found = body.results.find(({ id }: { id: string }) => id === above.id)
    expect(found.missing_permission).toBe('Vendors: act')
  })

  test('shows what a person did beside what was done to them', async () => {
    const clerk = await app.person(clerkRights)
    const equal = await madeRole(by())
    const made = await post(clerk, '', staffBody(equal.id))
    const shown = await read(clerk.id)
    expect(shown.activity[0]).toMatchObject({
      action: 'invite',
      subject_type: 'person',
      subject_name: made.body.results.username,
    })
    expect(shown.last_active_at).not.toBeNull()
    const colleague = await app.person(['Manage Staffs: view'])
    const seen = await app.call('GET', `${staff}/${admin.id}`, { as: colleague })
    expect([seen.status, seen.body.results.activity]).toEqual([200, []])
  })

  test('names the records that a person was told of by mail to readers of the audit log and to the person alone', async () => {
    const told = await app.person(['Manage Staffs: view', 'Vendor Verifications: view'])
    await app.database.pool.query(
      `insert into messages (id, kind, recipient, subject, body_text, body_html, status, subject_type, subject_id, send_at)
       values (gen_random_uuid(), 'notification', $2, 'Munshi: Bank details of Karachi Crafts need a second person',
         '', '', 'sent', 'person', $1, now())`,
      [told.id, told.email],
    )
    const subjectsFor = async (as: TestPerson) => {
      const { body } = await app.call('GET', `${staff}/${told.id}`, { as })
      return body.results.messages.map(({ subject }: { subject: string }) => subject)
    }
    const named = ['Munshi: Bank details of Karachi Crafts need a second person']
    expect(await subjectsFor(await app.person(['Manage Staffs: view']))).toEqual([''])
    expect(await subjectsFor(await app.person(['Manage Staffs: view', 'Audit Log: view']))).toEqual(named)
    expect(await subjectsFor(told)).toEqual(named)
  })
})
