import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAdministrator } from '#features/access/server/commands.ts'
import { type Answer, startTestApp, type TestApp, type TestPerson, testPassword } from '#testing/app.ts'
import { invitedPerson, resetLink } from '#testing/factories.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

interface Owner {
  id: string
  email: string
  username: string
}

/** What nobody may choose, by the words of the refusal. */
const weak: [string, (owner: Owner) => string, RegExp][] = [
  ['nine characters', () => 'nine char', /at least 10 characters/],
  ['characters that cannot be seen', () => '\u200b'.repeat(12), /visible characters/],
  ['a most used one', () => 'Password1234', /most used/],
  ['a most used one in full width', () => 'ｑｗｅｒｔｙｕｉｏｐ', /most used/],
  ['the e-mail address', ({ email }) => email.toUpperCase(), /your email/],
  ['the part before the @', ({ email }) => `${email.split('@')[0]}!1`, /your email/],
  ['the name', ({ username }) => `${username} 786`, /your name/],
  ['the product with an addition', () => 'munshi-demo', /this product/],
]

const passwordOf = async (id: string) =>
  (await app.database.pool.query('select password_hash from people where id = $1', [id])).rows[0]
    ?.password_hash
const login = (email: string, password: string) =>
  app.call('POST', '/api/login', { body: { email, password } })

/** Each place where a password is chosen: whose it will be, and how it is sent. */
const places: Record<string, () => Promise<{ owner: Owner; send: (password: string) => Promise<Answer> }>> = {
  'with an invitation': async () => {
    const { token, ...owner } = await invitedPerson({ app, admin })
    const send = (password: string) =>
      app.call('POST', '/api/account/invitation/accept', { body: { token, password } })
    return { owner, send }
  },
  'with a link of a mail': async () => {
    const { id, email } = await app.person([])
    const token = await resetLink(app, { id, email })
    const send = (password: string) =>
      app.call('POST', '/api/account/reset/finish', { body: { token, password } })
    return { owner: { id, email, username: `Person ${id.slice(-6)}` }, send }
  },
  'in My Account': async () => {
    const person = await app.person([])
    const send = (new_password: string) =>
      app.call('POST', '/api/account/password', {
        as: person,
        body: { current_password: testPassword, new_password },
      })
    return { owner: { ...person, username: `Person ${person.id.slice(-6)}` }, send }
  },
}

describe.each(Object.keys(places))('a password that is chosen %s', (place) => {
  test('is refused if it is known or easy to guess, and nothing changes; a good one is accepted', async () => {
    const { owner, send } = await (places[place] as (typeof places)[string])()
    const before = await passwordOf(owner.id)
    for (const [what, password, words] of weak) {
      const answer = await send(password(owner))
      expect(answer.status, what).toBe(422)
      expect(answer.body.errors, what).toMatchObject([
        { path: place === 'in My Account' ? 'new_password' : 'password', message: words },
      ])
    }
    expect(await passwordOf(owner.id)).toBe(before)
    expect((await send('mountain goat lantern')).status).toBe(200)
    expect((await login(owner.email, 'mountain goat lantern')).status).toBe(200)
  })
})

test('an administrator from the command line or the settings cannot get one of these either', async () => {
  const owner = { id: '', email: 'first.administrator@shop.example', username: 'first.administrator' }
  for (const [what, password, words] of weak) {
    const made = app.transact((ctx) =>
      createAdministrator(ctx, { email: owner.email, password: password(owner) }),
    )
    await expect(made, what).rejects.toThrow(words)
  }
  expect(
    (await app.database.pool.query('select 1 from people where email = $1', [owner.email])).rows,
  ).toEqual([])
})

test('a password from before these rules continues to work until it is changed', async () => {
  const person = await app.person([])
  const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
  for (const earlier of ['12345678', 'e\u0301t\u00e9 ﬁn']) {
    await app.database.pool.query('update people set password_hash = $1 where id = $2', [
      await hash(earlier, cost),
      person.id,
    ])
    const signedIn = await login(person.email, earlier)
    expect(signedIn.status).toBe(200)
    const body = { password: earlier }
    const proof = await app.call('POST', '/api/account/step-up', { as: signedIn.body.results.token, body })
    expect(proof.status).toBe(200)
  }
})

test('one password typed on two keyboards is one password', async () => {
  const person = await app.person([])
  const body = { current_password: testPassword, new_password: 'cafe\u0301 no\u0308rdlich' }
  expect((await app.call('POST', '/api/account/password', { as: person, body })).status).toBe(200)
  expect((await login(person.email, 'caf\u00e9 n\u00f6rdlich')).status).toBe(200)
  expect((await login(person.email, 'cafe nordlich')).status).toBe(401)
})
