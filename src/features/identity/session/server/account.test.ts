import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson, testPassword } from '#testing/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const login = (email: string, password: string) =>
  app.call('POST', '/api/login', { body: { email, password } })
const sessionsOf = async (as: TestPerson | string) =>
  (await app.call('GET', '/api/account/sessions', { as })).body.results
const change = (as: TestPerson, current_password: string, new_password: string) =>
  app.call('POST', '/api/account/password', { as, body: { current_password, new_password } })

describe('the password of a person', () => {
  test('is changed with the current one: the new one signs in, the old one does not, other sessions end', async () => {
    const person = await app.person()
    const other = (await login(person.email, testPassword)).body.results.token
    const answer = await change(person, testPassword, 'another long password')
    expect(answer.status).toBe(200)
    expect(answer.body.results).toEqual({ ended: 1, device: expect.any(String) })
    expect((await app.call('GET', '/api/account/me', { as: other })).status).toBe(401)
    expect((await app.call('GET', '/api/account/me', { as: person })).status).toBe(200)
    expect((await login(person.email, testPassword)).status).toBe(401)
    expect((await login(person.email, 'another long password')).status).toBe(200)
    const { rows } = await app.database.pool.query(
      "select before, after from audit_log where actor_id = $1 and action = 'change own password'",
      [person.id],
    )
    expect(rows).toEqual([{ before: null, after: { sessions_ended: 1 } }])
  })

  test('allows no sign-in with the earlier one while it is changed', async () => {
    for (const delay of [0, 20, 45, 70]) {
      const person = await app.person([])
      const body = { current_password: testPassword, new_password: 'another long password' }
      const change = app.call('POST', '/api/account/password', { as: person, body })
      await new Promise((resolve) => setTimeout(resolve, delay))
      const earlier = await app.call('POST', '/api/login', {
        body: { email: person.email, password: testPassword },
      })
      expect((await change).status).toBe(200)
      if (earlier.status !== 200) continue
      const still = await app.call('GET', '/api/account/me', { as: earlier.body.results.token })
      expect(still.status).toBe(401)
    }
  })

  test('is not changed with a wrong current one or a short or blank new one', async () => {
    const person = await app.person()
    const wrong = await change(person, 'not it', 'another long password')
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors[0].path).toBe('current_password')
    expect((await change(person, testPassword, 'short')).body.errors[0].path).toBe('new_password')
    expect((await change(person, testPassword, '          ')).body.errors[0].path).toBe('new_password')
    expect((await login(person.email, testPassword)).status).toBe(200)
  })

  test('cannot be guessed through an open session: wrong tries are throttled', async () => {
    const person = await app.person()
    const statuses: number[] = []
    for (let n = 0; n < 8; n += 1)
      statuses.push((await change(person, `guess ${n}`, 'another long password')).status)
    expect(statuses.slice(0, 5)).toEqual([422, 422, 422, 422, 422])
    expect(statuses.slice(5)).toEqual([429, 429, 429])
  })
})

describe('the sessions of a person', () => {
  test('are listed with the current one marked, without tokens', async () => {
    const person = await app.person()
    await login(person.email, testPassword)
    const open = await sessionsOf(person)
    expect(open).toHaveLength(2)
    expect(open.filter((one: { is_current: boolean }) => one.is_current)).toHaveLength(1)
    expect(JSON.stringify(open)).not.toContain(person.token)
    expect(JSON.stringify(open)).not.toMatch(/token/)
  })

  test('can be ended one by one and all but the current one; a session of another person is not found and stays', async () => {
    const person = await app.person()
    const tokens: string[] = []
    for (let n = 0; n < 3; n += 1) tokens.push((await login(person.email, testPassword)).body.results.token)
    const stranger = await app.person()
    const first = (await sessionsOf(tokens[0] as string)).find(
      (one: { is_current: boolean }) => one.is_current,
    )
    const foreign = await app.call('DELETE', `/api/account/sessions/${first.id}`, { as: stranger })
    expect(foreign.status).toBe(404)
    expect((await app.call('GET', '/api/account/me', { as: tokens[0] as string })).status).toBe(200)
    expect((await app.call('DELETE', `/api/account/sessions/${first.id}`, { as: person })).status).toBe(204)
    expect((await app.call('GET', '/api/account/me', { as: tokens[0] as string })).status).toBe(401)
    const rest = await app.call('DELETE', '/api/account/sessions', { as: person })
    expect(rest.body.results).toEqual({ ended: 2 })
    expect(await sessionsOf(person)).toHaveLength(1)
    expect((await app.call('GET', '/api/account/me', { as: stranger })).status).toBe(200)
  })
})

describe('the profile of a person', () => {
  test('is changed by name and phone, with the version that was read', async () => {
    const person = await app.person([])
    const read = await app.call('GET', '/api/account/me', { as: person })
    const body = { username: '  Sana Tariq ', phone: '0300 1234567' }
    const headers = { 'if-match': String(read.headers.get('etag')) }
    const changed = await app.call('PATCH', '/api/account/me', { as: person, body, headers })
    expect(changed.body.results).toMatchObject({ username: 'Sana Tariq', phone: '+923001234567' })
    const stale = await app.call('PATCH', '/api/account/me', {
      as: person,
      body: { ...body, username: 'X' },
      headers,
    })
    expect(stale.status).toBe(412)
    expect(stale.body.results.username).toBe('Sana Tariq')
  })

  test('accepts nothing else: a person cannot change their own role, e-mail address or permissions', async () => {
    const person = await app.person([])
    const headers = { 'if-match': '*' }
    for (const extra of [
      { role_id: person.id },
      { email: 'x@y.example' },
      { permissions: ['Products: decide'] },
    ]) {
      const body = { username: 'Same', phone: '', ...extra }
      expect((await app.call('PATCH', '/api/account/me', { as: person, body, headers })).status).toBe(422)
    }
    const { body } = await app.call('GET', '/api/account/me', { as: person })
    expect(body.results).toMatchObject({ email: person.email, permissions: [] })
    expect(body.results.username).not.toBe('Same')
  })
})
