import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson, testPassword } from '#testing/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const accountOf = async (as: TestPerson | string) =>
  (await app.call('GET', '/api/account/me', { as })).body.results
const settingsOf = async (as: TestPerson | string) => (await accountOf(as)).settings
const prefer = (as: TestPerson, body: unknown) => app.call('PATCH', '/api/account/preferences', { as, body })
const beAway = (as: TestPerson, is_away: unknown, more: object = {}) =>
  app.call('PATCH', '/api/account/availability', { as, body: { is_away, ...more } })
const auditOf = async (person: TestPerson) =>
  (
    await app.database.pool.query(
      'select action, subject_type, subject_id, before, after from audit_log where actor_id = $1 order by id',
      [person.id],
    )
  ).rows

const defaults = {
  photo: null,
  is_away: false,
  theme: 'auto',
  has_shortcuts: true,
  pins: [],
  density: 'compact',
  goes_on: false,
  hides_first_steps: false,
  lists: {},
}

describe('preferences', () => {
  test('keep for a person, and in every browser, that the first steps are put away', async () => {
    const [person, colleague] = [await app.person([]), await app.person([])]
    expect((await prefer(person, { hides_first_steps: true })).status).toBe(200)
    const elsewhere = await app.call('POST', '/api/login', {
      body: { email: person.email, password: testPassword },
    })
    expect((await settingsOf(elsewhere.body.results.token)).hides_first_steps).toBe(true)
    expect((await settingsOf(colleague)).hides_first_steps).toBe(false)
  })

  test('are the defaults until they are changed, and are kept for the next session', async () => {
    const person = await app.person([])
    expect(await settingsOf(person)).toEqual(defaults)
    const changed = await prefer(person, { theme: 'dark', has_shortcuts: false })
    expect(changed.status).toBe(200)
    expect(changed.body.results).toEqual({ ...defaults, theme: 'dark', has_shortcuts: false })
    await prefer(person, { pins: ['/audit-log', '/', '/audit-log'] })
    const elsewhere = await app.call('POST', '/api/login', {
      body: { email: person.email, password: testPassword },
    })
    expect(await settingsOf(elsewhere.body.results.token)).toEqual({
      ...defaults,
      theme: 'dark',
      has_shortcuts: false,
      pins: ['/audit-log', '/'],
    })
  })

  test('are personal: those of a colleague do not change', async () => {
    const [person, colleague] = [await app.person([]), await app.person()]
    await prefer(person, { theme: 'light' })
    await prefer(colleague, { theme: 'dark' })
    expect((await settingsOf(person)).theme).toBe('light')
    expect((await settingsOf(colleague)).theme).toBe('dark')
  })

  test('write one audit row with the changes, and none without a change', async () => {
    const person = await app.person([])
    await prefer(person, { theme: 'dark', has_shortcuts: true })
    await prefer(person, { theme: 'dark' })
    expect((await prefer(person, {})).status).toBe(200)
    expect(await auditOf(person)).toEqual([
      {
        action: 'change preferences',
        subject_type: 'account_settings',
        subject_id: person.id,
        before: { theme: 'auto' },
        after: { theme: 'dark' },
      },
    ])
  })

  test('keep the layout of each list, and forget a layout that is reset', async () => {
    const person = await app.person([])
    const [orders, staff] = ['/orders-all-orders', '/manage-staff']
    const empty = { order: [], hidden: [], widths: {}, view: null }
    const columns = { ...empty, order: ['email', 'phone'], hidden: ['total_qty'], widths: { email: 240 } }
    await prefer(person, { density: 'comfortable', lists: { [orders]: columns } })
    await prefer(person, { lists: { [staff]: { ...empty, hidden: ['email'] } } })
    expect(await settingsOf(person)).toEqual({
      ...defaults,
      density: 'comfortable',
      lists: { [orders]: columns, [staff]: { ...empty, hidden: ['email'] } },
    })
    await prefer(person, { lists: { [staff]: empty } })
    await prefer(person, { lists: { [orders]: columns } })
    expect((await settingsOf(person)).lists).toEqual({ [orders]: columns })
    expect((await auditOf(person)).map(({ before, after }) => ({ before, after }))).toEqual([
      {
        before: { density: 'compact', lists: {} },
        after: { density: 'comfortable', lists: { [orders]: columns } },
      },
      { before: { lists: {} }, after: { lists: { [staff]: { ...empty, hidden: ['email'] } } } },
      { before: { lists: { [staff]: { ...empty, hidden: ['email'] } } }, after: { lists: {} } },
    ])
    for (const lists of [
      { [orders]: { ...empty, hidden: 'email' } },
      { [orders]: { ...empty, widths: { email: 5 } } },
      { [orders]: { ...empty, order: Array.from({ length: 41 }, (_, n) => `c${n}`) } },
      { [orders]: { hidden: [] } },
      { 'https://evil.example': empty },
      Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`/list-${n}`, columns])),
    ]) {
      expect((await prefer(person, { lists })).status).toBe(422)
    }
    expect((await settingsOf(person)).lists).toEqual({ [orders]: columns })
  })

  test('accept only known preferences with valid values', async () => {
    const [person, other] = [await app.person([]), await app.person([])]
    const before = await accountOf(person)
    for (const body of [
      { person_id: other.id, theme: 'dark' },
      { theme: 'dark', role_id: other.id },
      { theme: 'dark', permissions: ['Products: view'] },
      { theme: 'dark', photo: other.id },
      { theme: 'dark', is_away: true },
      { theme: 'sepia' },
      { theme: null },
      { density: 'cosy' },
      { has_shortcuts: 'no' },
      { pins: '/audit-log' },
      { pins: ['https://evil.example/'] },
      { pins: ['javascript:alert(1)'] },
      { pins: [`/${'x'.repeat(100)}`] },
      { pins: Array.from({ length: 21 }, (_, n) => `/screen-${n}`) },
      [],
    ]) {
      const answer = await prefer(person, body)
      expect({ body, status: answer.status }).toEqual({ body, status: 422 })
    }
    expect(await accountOf(person)).toEqual(before)
    expect(await settingsOf(other)).toEqual(defaults)
    expect(await auditOf(person)).toEqual([])
  })

  test('changed at the same moment in two browsers are both saved', async () => {
    const person = await app.person([])
    await Promise.all([
      prefer(person, { theme: 'dark' }),
      prefer(person, { has_shortcuts: false }),
      prefer(person, { pins: ['/'] }),
      beAway(person, true),
    ])
    expect(await settingsOf(person)).toEqual({
      ...defaults,
      theme: 'dark',
      has_shortcuts: false,
      pins: ['/'],
      is_away: true,
    })
  })
})

describe('availability', () => {
  test('is shown to colleagues in the staff list, on the person and in their role, until it is reset', async () => {
    const [person, colleague] = [await app.person(['Products: view']), await app.person()]
    const seen = async () => {
      const list = await app.call('GET', `/api/admin/staff?q=${person.email}`, { as: colleague })
      const detail = await app.call('GET', `/api/admin/staff/${person.id}`, { as: colleague })
      const role = await app.call('GET', `/api/admin/roles/${detail.body.results.role_id}`, { as: colleague })
      return [list.body.results[0], detail.body.results, role.body.results.people[0]].map(
        ({ is_away, status }) => ({ is_away, status }),
      )
    }
    const active = (is_away: boolean) => Array.from({ length: 3 }, () => ({ is_away, status: 'active' }))
    expect(await seen()).toEqual(active(false))
    expect((await beAway(person, true)).body.results.is_away).toBe(true)
    expect(await seen()).toEqual(active(true))
    await beAway(person, true)
    await beAway(person, false)
    expect(await seen()).toEqual(active(false))
    expect((await auditOf(person)).map(({ action, after }) => ({ action, after }))).toEqual([
      { action: 'change availability', after: { is_away: true } },
      { action: 'change availability', after: { is_away: false } },
    ])
  })

  test('is not shown for a person who can no longer sign in', async () => {
    const [person, colleague] = [await app.person([]), await app.person()]
    await beAway(person, true)
    const path = `/api/admin/staff/${person.id}`
    const disabled = await app.call('POST', `${path}/disable`, { as: colleague })
    expect(disabled.body.results).toMatchObject({ status: 'disabled', is_away: false })
    const enabled = await app.call('POST', `${path}/enable`, { as: colleague })
    expect(enabled.body.results).toMatchObject({ status: 'active', is_away: true })
  })

  test('is set by the person alone, with yes or no and no other field', async () => {
    const [person, other] = [await app.person(), await app.person([])]
    for (const [is_away, more] of [
      ['yes', {}],
      [null, {}],
      [undefined, {}],
      [true, { person_id: other.id }],
      [true, { status: 'disabled' }],
    ] as const) {
      expect((await beAway(person, is_away, more)).status).toBe(422)
    }
    expect(await settingsOf(person)).toEqual(defaults)
    expect(await settingsOf(other)).toEqual(defaults)
  })

  test('and the photo are shown beside the name; menu preferences are not in the history', async () => {
    const person = await app.person([])
    await prefer(person, { theme: 'dark' })
    await beAway(person, true)
    const { body } = await app.call('GET', `/api/admin/staff/${person.id}`, { as: await app.person() })
    expect(body.results).toMatchObject({ photo: null, is_away: true, history: [], activity: [] })
    expect(body.results.theme).toBeUndefined()
    expect(body.results.pins).toBeUndefined()
  })
})
