import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, testPassword } from '#testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const login = (email: unknown, password: unknown) =>
  app.call('POST', '/api/login', { body: { email, password } })
const account = (token: string) => app.call('GET', '/api/account/me', { as: token })

describe('sign in', () => {
  test('answers what the specification names and nothing else', async () => {
    const person = await app.person()
    const { status, body } = await login(person.email, testPassword)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['results'])
    expect(Object.keys(body.results).sort()).toEqual([
      'email',
      'id',
      'is_verified',
      'phone',
      'token',
      'username',
    ])
    expect(body.results.is_verified).toBe(true)
    expect((await account(body.results.token)).body.results.email).toBe(person.email)
  })

  test('unknown, wrong and disabled are refused in the same words', async () => {
    const disabled = await app.person()
    await app.database.pool.query('update people set disabled_at = now() where id = $1', [disabled.id])
    const person = await app.person()
    const answers = [
      await login('nobody@munshi.example', testPassword),
      await login(person.email, 'wrong'),
      await login(disabled.email, testPassword),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401])
    expect(new Set(answers.map((answer) => answer.body.message)).size).toBe(1)
  })

  test('blank fields are refused in the words of the specification', async () => {
    const { body } = await login('  ', '   ')
    expect(body.errors.map((error: { message: string }) => error.message)).toEqual([
      'Email is Required',
      'Password is Required',
    ])
  })

  test.each([[{ $ne: '' }], [['a']], [12], [null], [true]])(
    'a password that is %j is refused, not tried',
    async (password) => {
      const person = await app.person()
      expect((await login(person.email, password)).status).toBe(422)
    },
  )

  test('five wrong tries slow the account down, in parallel too, whatever the case of the address', async () => {
    const person = await app.person()
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, n) => login(n % 2 ? person.email : person.email.toUpperCase(), 'wrong')),
    )
    const refused = tries.filter((answer) => answer.status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(20)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await login(person.email, testPassword)).status).toBe(429)
  })

  test('a person who waited as told is let in, and starts from zero again', async () => {
    const person = await app.person()
    for (let n = 0; n < 5; n += 1) expect((await login(person.email, `wrong ${n}`)).status).toBe(401)
    const early = await login(person.email, testPassword)
    expect(early.status).toBe(429)
    app.clock.move(Number(early.headers.get('retry-after')) * 1000)
    expect((await login(person.email, testPassword)).status).toBe(200)
    expect((await login(person.email, 'wrong')).status).toBe(401)
    expect((await login(person.email, testPassword)).status).toBe(200)
  })

  test('an address that tries many accounts is slowed down for every account, and is free the next day', async () => {
    app.clock.move(24 * 3_600_000)
    for (let n = 0; n < 50; n += 1) await login(`nobody-${n}@munshi.example`, 'wrong')
    const person = await app.person()
    expect((await login(person.email, testPassword)).status).toBe(429)
    app.clock.move(24 * 3_600_000)
    expect((await login(person.email, testPassword)).status).toBe(200)
  }, 60_000)

  test('each further wrong try makes the next one wait longer', async () => {
    const person = await app.person()
    for (let n = 0; n < 5; n += 1) await login(person.email, `wrong ${n}`)
    const waits: number[] = []
    for (let n = 0; n < 3; n += 1) {
      const seconds = Number((await login(person.email, 'early')).headers.get('retry-after'))
      waits.push(seconds)
      app.clock.move(seconds * 1000)
      expect((await login(person.email, `wrong again ${n}`)).status).toBe(401)
    }
    expect(waits[1]).toBeGreaterThan(waits[0] as number)
    expect(waits[2]).toBeGreaterThan(waits[1] as number)
  })
})

describe('a session', () => {
  test('ends at once when it is signed out', async () => {
    const person = await app.person()
    expect((await account(person.token)).status).toBe(200)
    expect((await app.call('POST', '/api/logout', { as: person })).status).toBe(204)
    expect((await account(person.token)).status).toBe(401)
  })

  test('ends at once, on every instance, when its person is disabled', async () => {
    const person = await app.person()
    const second = await app.secondInstance()
    expect((await app.call('GET', '/api/account/me', { as: person, url: second })).status).toBe(200)
    await app.database.pool.query('update people set disabled_at = now() where id = $1', [person.id])
    expect((await app.call('GET', '/api/account/me', { as: person, url: second })).status).toBe(401)
    expect((await account(person.token)).status).toBe(401)
  })

  test('loses a permission with the next request after its role lost it', async () => {
    const person = await app.person(['Products: view'])
    expect((await app.call('GET', '/api/admin/products/counts', { as: person })).status).toBe(200)
    await app.database.pool.query(
      "update roles set permissions = '{}' where id = (select role_id from people where id = $1)",
      [person.id],
    )
    expect((await app.call('GET', '/api/admin/products/counts', { as: person })).status).toBe(403)
  })

  test('only ten are open for a person: the oldest ends', async () => {
    const person = await app.person()
    for (let n = 0; n < 10; n += 1) expect((await login(person.email, testPassword)).status).toBe(200)
    expect((await account(person.token)).status).toBe(401)
  })

  test('that was refused once stays ended, even if the clock goes back', async () => {
    const [idle, old] = [await app.person(), await app.person()]
    app.clock.move(31 * 60_000)
    expect((await account(idle.token)).status).toBe(401)
    app.clock.move(12 * 60 * 60_000)
    expect((await account(old.token)).status).toBe(401)
    app.clock.move(-12.6 * 60 * 60_000)
    expect((await account(idle.token)).status).toBe(401)
    expect((await account(old.token)).status).toBe(401)
    const { rows } = await app.database.pool.query(
      'select revoked_at is not null as is_ended from sessions where person_id = any($1)',
      [[idle.id, old.id]],
    )
    expect(rows).toEqual([{ is_ended: true }, { is_ended: true }])
  })

  test('ends after half an hour without a request, and after twelve hours in any case', async () => {
    const person = await app.person()
    app.clock.move(29 * 60_000)
    expect((await account(person.token)).status).toBe(200)
    app.clock.move(31 * 60_000)
    expect((await account(person.token)).status).toBe(401)
    const busy = await app.person()
    for (let n = 0; n < 25; n += 1) {
      app.clock.move(29 * 60_000)
      await account(busy.token)
    }
    expect((await account(busy.token)).status).toBe(401)
  })
})
