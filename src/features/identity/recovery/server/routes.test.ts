import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deliverDue } from '#features/messages/server/jobs.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { folderMailer, type Mailer } from '#kit/server/mailer.ts'
import { startTestApp, type TestApp, type TestPerson, testPassword } from '#testing/app.ts'
import { invitedPerson, resetLink, tokenFor } from '#testing/factories.ts'
import { answerResetRequests } from './jobs.ts'

// As it is, and it tells what it was asked. A file before this one may have loaded the product with the library itself.
await vi.hoisted(async () => {
  vi.resetModules()
  const { register } = await import('prom-client')
  register.clear()
})
vi.mock('@node-rs/argon2', { spy: true })

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const by = () => ({ app, admin })
const hour = 3_600_000
const costOf = (stored: unknown) => String(stored).split('$').slice(0, 4).join('$')
const post = (path: string, body: unknown) => app.call('POST', `/api/account${path}`, { body })
const look = (token: string) => post('/invitation', { token })
const accept = (token: string, password = 'a first long password') =>
  post('/invitation/accept', { token, password })
const finish = (token: string, password = 'another long password') =>
  post('/reset/finish', { token, password })
const ask = (email: string) => post('/reset', { email })
const login = (email: string, password: string) =>
  app.call('POST', '/api/login', { body: { email, password } })
const context = () => jobContext('test', { db: app.database.db, services: app.services })
const runResets = () => answerResetRequests.run(context(), app.app.log as never)
const codeOf = ({ body }: { body: { errors: { code: string }[] } }) => body.errors[0]?.code
const standing = async (personId: string) => {
  const { rows } = await app.database.pool.query(
    `select p.password_hash, p.email_verified_at, p.version,
      (select json_agg(t order by t.id) from account_tokens t where t.person_id = p.id) as links
     from people p where p.id = $1`,
    [personId],
  )
  return rows[0]
}
const mailsTo = async (email: string, kind: string) => {
  const { rows } = await app.database.pool.query(
    'select status from messages where recipient = $1 and kind = $2',
    [email, kind],
  )
  return rows.length
}

describe('an invitation', () => {
  test('sets the first password once: of eight simultaneous uses one succeeds', async () => {
    const person = await invitedPerson(by())
    expect((await look(person.token)).body.results).toEqual({
      username: person.username,
      email: person.email,
    })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => accept(person.token, `the password of caller ${n}`)),
    )
    const won = answers.findIndex(({ status }) => status === 200)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)])
    expect((await login(person.email, `the password of caller ${won}`)).status).toBe(200)
    expect(codeOf(await accept(person.token))).toBe('used')
    expect((await login(person.email, 'a first long password')).status).toBe(401)
    const { body } = await app.call('GET', `/api/admin/staff/${person.id}`, { as: admin })
    expect(body.results).toMatchObject({ status: 'active', invitation: null })
    expect(body.results.history.map((entry: { action: string }) => entry.action)).toContain(
      'accept invitation',
    )
    expect(body.results.history[0].actor_name).toBe(person.username)
  })

  test('is not shown and does nothing when it has expired, was replaced, revoked or guessed, or is of another kind', async () => {
    const [late, again, revoked, disabled] = [
      await invitedPerson(by()),
      await invitedPerson(by()),
      await invitedPerson(by()),
      await invitedPerson(by()),
    ]
    const staff = '/api/admin/staff'
    await app.call('POST', `${staff}/${again.id}/invitation`, { as: admin })
    await app.call('DELETE', `${staff}/${revoked.id}/invitation`, { as: admin })
    await app.call('POST', `${staff}/${disabled.id}/disable`, { as: admin })
    const active = await app.person([])
    const reset = await resetLink(app, active)
    await app.database.pool.query(
      "update account_tokens set expires_at = now() - interval '1 second' where person_id = $1",
      [late.id],
    )
    const cases: [string, string, string][] = [
      [late.token, late.id, 'expired'],
      [again.token, again.id, 'revoked'],
      [revoked.token, revoked.id, 'revoked'],
      [disabled.token, disabled.id, 'disabled'],
      [reset, active.id, 'unknown'],
      [`mi_${'A'.repeat(43)}`, late.id, 'unknown'],
      [late.token.slice(0, -1), late.id, 'unknown'],
    ]
    for (const [token, id, code] of cases) {
      const before = await standing(id)
      expect(codeOf(await look(token))).toBe(code)
      expect(codeOf(await accept(token))).toBe(code)
      expect(await standing(id)).toEqual(before)
    }
    expect((await accept(await tokenFor(app, again.id))).status).toBe(200)
  })

  test('is valid for 72 hours', async () => {
    const person = await invitedPerson(by())
    app.clock.move(72 * hour - 60_000)
    expect((await look(person.token)).status).toBe(200)
    app.clock.move(61_000)
    expect(codeOf(await look(person.token))).toBe('expired')
    admin = await app.person()
    const again = await app.call('POST', `/api/admin/staff/${person.id}/invitation`, { as: admin })
    expect(again.body.results.invitation.state).toBe('open')
    expect((await accept(await tokenFor(app, person.id))).status).toBe(200)
  })

  test('does not accept a short or blank password, and stays valid', async () => {
    const person = await invitedPerson(by())
    for (const wrong of ['short', '            ', 12345678, { $ne: '' }]) {
      const answer = await post('/invitation/accept', { token: person.token, password: wrong })
      expect(answer.status).toBe(422)
      expect(answer.body.errors[0].path).toBe('password')
    }
    expect((await look(person.token)).status).toBe(200)
  })

  test('is not accepted with other fields', async () => {
    const person = await invitedPerson(by())
    const body = { token: person.token, password: 'a first long password' }
    for (const extra of [
      { role_id: admin.id },
      { permissions: ['Products: view'] },
      { email: 'x@y.example' },
    ]) {
      expect((await post('/invitation/accept', { ...body, ...extra })).status).toBe(422)
    }
    expect((await look(person.token)).status).toBe(200)
  })
})

describe('an invited person without a password', () => {
  test('cannot sign in, in the words of every other failure and at the cost of a hash', async () => {
    const person = await invitedPerson(by())
    const known = await app.person([])
    for (const password of ['', ' ', 'null', testPassword]) {
      expect((await login(person.email, password)).status).toBe(password.trim() ? 401 : 422)
    }
    const tried = async (email: string) => {
      vi.mocked(verify).mockClear()
      const answer = await login(email, 'wrong')
      // What a hash costs is written before it, so that it costs the same here as there.
      const hashed = vi.mocked(verify).mock.calls.map(([against, given]) => [costOf(against), given])
      return { message: answer.body.message, hashed }
    }
    const [invited, wrong] = [await tried(person.email), await tried(known.email)]
    expect(invited).toEqual(wrong)
    expect(wrong.hashed).toEqual([['$argon2id$v=19$m=19456,t=2,p=1', 'wrong']])
    expect(await tried('nobody@munshi.example')).toEqual(wrong)
  })
})

describe('asking for a new password', () => {
  test('answers the same for an unknown address and for an invited, a disabled and an active person', async () => {
    const active = await app.person([])
    const disabled = await app.person([])
    const invited = await invitedPerson(by())
    await app.call('POST', `/api/admin/staff/${disabled.id}/disable`, { as: admin })
    const answers = []
    for (const email of [
      'nobody@munshi.example',
      active.email.toUpperCase(),
      disabled.email,
      invited.email,
    ]) {
      answers.push(await ask(email))
    }
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await mailsTo(active.email, 'reset')).toBe(0)
    await runResets()
    expect(await mailsTo(active.email, 'reset')).toBe(1)
    expect(await mailsTo(disabled.email, 'reset')).toBe(0)
    expect(await mailsTo(invited.email, 'reset')).toBe(0)
    const { rows } = await app.database.pool.query('select * from reset_requests')
    expect(rows).toEqual([])
  })

  test('keeps no address readable while it waits', async () => {
    const person = await app.person([])
    await ask(person.email)
    const { rows } = await app.database.pool.query('select t::text as row from reset_requests t')
    expect(rows).toHaveLength(1)
    expect(rows[0].row).not.toContain(person.email)
    await runResets()
  })

  test('is throttled per address, known or not, without throttling its sign-in', async () => {
    const person = await app.person([])
    for (const email of [person.email, `nobody-${person.id}@munshi.example`]) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask(email)))
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused.length).toBeGreaterThanOrEqual(6)
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    await runResets()
    expect((await login(person.email, testPassword)).status).toBe(200)
  })

  test('is sent once by two instances that look at the same time', async () => {
    app.clock.move(24 * hour)
    const person = await app.person([])
    await ask(person.email)
    await Promise.all([runResets(), runResets(), runResets()])
    expect(await mailsTo(person.email, 'reset')).toBe(1)
  })
})

describe('a link to a new password', () => {
  test('changes it once, ends every session, and lets in a person who had guessed too often', async () => {
    const person = await app.person([])
    for (let n = 0; n < 6; n += 1) await login(person.email, `wrong ${n}`)
    expect((await login(person.email, testPassword)).status).toBe(429)
    const token = await resetLink(app, person)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => finish(token, `the password of caller ${n}`)),
    )
    const won = answers.findIndex(({ status }) => status === 200)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(422)])
    expect((await app.call('GET', '/api/account/me', { as: person })).status).toBe(401)
    expect((await login(person.email, `the password of caller ${won}`)).status).toBe(200)
    expect((await login(person.email, testPassword)).status).toBe(401)
    expect(codeOf(await finish(token))).toBe('used')
  })

  test('wins over a simultaneous change with the earlier password, and forgets known browsers', async () => {
    for (let round = 0; round < 4; round += 1) {
      const person = await app.person([])
      const device = await app.call('POST', '/api/account/device', { as: person, body: {} })
      const token = await resetLink(app, person)
      const change = { current_password: testPassword, new_password: 'the password of a thief' }
      const [reset, changed] = await Promise.all([
        finish(token),
        app.call('POST', '/api/account/password', { as: person, body: change }),
      ])
      // Whichever was first, the other one did nothing.
      expect([reset.status, changed.status].filter((status) => status === 200)).toHaveLength(1)
      const current = reset.status === 200 ? 'another long password' : 'the password of a thief'
      for (const secret of ['another long password', 'the password of a thief', testPassword]) {
        expect((await login(person.email, secret)).status).toBe(secret === current ? 200 : 401)
      }
      // Of the browsers that are known, only the one that chose the password is left.
      const { rows } = await app.database.pool.query(
        `select count(*) filter (where revoked_at is null)::int as known, count(*)::int as kept
         from known_devices where person_id = $1`,
        [person.id],
      )
      expect([device.status, rows[0]]).toEqual([200, { known: 1, kept: 2 }])
    }
  })

  test('gives nothing when it expired, was replaced, or its person was disabled or changed the password', async () => {
    const people = [await app.person([]), await app.person([]), await app.person([]), await app.person([])]
    const links = await Promise.all(people.map((person) => resetLink(app, person)))
    const [late, replaced, disabled, changed] = people as [TestPerson, TestPerson, TestPerson, TestPerson]
    await app.database.pool.query(
      "update account_tokens set expires_at = now() - interval '1 second' where person_id = $1",
      [late.id],
    )
    await resetLink(app, replaced)
    admin = await app.person()
    await app.call('POST', `/api/admin/staff/${disabled.id}/disable`, { as: admin })
    await app.call('POST', '/api/account/password', {
      as: changed,
      body: { current_password: testPassword, new_password: testPassword },
    })
    const codes = []
    for (const [n, token] of links.entries()) {
      const before = await standing(people[n]?.id ?? '')
      codes.push(codeOf(await finish(token)))
      expect(await standing(people[n]?.id ?? '')).toEqual(before)
    }
    expect(codes).toEqual(['expired', 'revoked', 'revoked', 'revoked'])
  })

  test('is valid for half an hour', async () => {
    const person = await app.person([])
    const token = await resetLink(app, person)
    app.clock.move(hour / 2 + 1000)
    expect(codeOf(await finish(token))).toBe('expired')
  })
})

describe('the mail with a link', () => {
  const folder = mkdtempSync(join(tmpdir(), 'munshi-links-'))
  const readMail = (email: string) =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8').replace(/=\n/g, '').replace(/=3D/g, '='))
      .find((text) => text.includes(`To: ${email}`)) ?? ''
  const stored = async (email: string) => {
    const { rows } = await app.database.pool.query(
      'select status, link_sealed, m::text as row from messages m where recipient = $1',
      [email],
    )
    return rows[0]
  }

  test('leads to the configured address, whatever host the request names', async () => {
    admin = await app.person()
    const person = await app.person([])
    const forged = await app.app.inject({
      method: 'POST',
      url: '/api/account/reset',
      headers: {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example',
        origin: 'https://evil.example',
      },
      payload: { email: person.email },
    })
    expect(forged.statusCode).toBe(202)
    await runResets()
    await deliverDue(context(), folderMailer(folder, 'Munshi <munshi@shop.example>'))
    const mail = readMail(person.email)
    const links = [...mail.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link)
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect(link).toMatch(/^https:\/\/munshi\.example\/reset-password#mr_[\w-]{43}$/)
    expect(mail).not.toContain('evil.example')
  })

  test('contains a token that is nowhere readable in the database, and sealed only until the mail is sent', async () => {
    admin = await app.person()
    const person = await invitedPerson(by())
    const { rows } = await app.database.pool.query(
      `select (select string_agg(m::text, ' ') from messages m) || (select string_agg(t::text, ' ') from account_tokens t)
        || (select string_agg(a::text, ' ') from audit_log a) as everything`,
    )
    expect(rows[0].everything).not.toContain(person.token)
    expect((await stored(person.email)).link_sealed).not.toBeNull()
    await deliverDue(context(), folderMailer(folder, 'Munshi <munshi@shop.example>'))
    expect(readMail(person.email)).toContain(`https://munshi.example/accept-invitation#${person.token}`)
    expect(await stored(person.email)).toMatchObject({ status: 'sent', link_sealed: null })
    expect((await stored(person.email)).row).not.toContain(person.token)
  })

  test('is given up after eight tries, and then its link is forgotten', async () => {
    admin = await app.person()
    const person = await invitedPerson(by())
    const broken: Mailer = {
      description: 'broken',
      send: ({ text }) => Promise.reject(new Error(`refused because of ${text}`)),
      close: () => {},
    }
    for (let n = 0; n < 8; n += 1) {
      await deliverDue(context(), broken)
      expect((await stored(person.email)).row).not.toContain(person.token)
      app.clock.move(hour + 1000)
    }
    expect(await stored(person.email)).toMatchObject({ status: 'failed', link_sealed: null })
  })

  test('is not sent when the invitation was revoked', async () => {
    admin = await app.person()
    const person = await invitedPerson(by())
    await app.call('DELETE', `/api/admin/staff/${person.id}/invitation`, { as: admin })
    await deliverDue(context(), folderMailer(folder, 'Munshi <munshi@shop.example>'))
    expect(readMail(person.email)).toBe('')
    expect(await stored(person.email)).toMatchObject({ status: 'withdrawn', link_sealed: null })
  })
})
