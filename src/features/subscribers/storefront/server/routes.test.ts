import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmToken, unsubscribeToken } from '#features/subscribers/server/rules.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import {
  answerRequests,
  blockedSubscriber,
  importedSubscriber,
  newAddress,
  subscriberBy,
  unconfirmedSubscriber,
} from '#testing/subscriber-samples.ts'

let app: TestApp
let admin: TestPerson
let by: { app: TestApp; admin: TestPerson }

beforeAll(async () => {
  // A proxy says from where a call comes, so that the limit of one network does not count for all tests.
  app = await startTestApp({}, { trustedProxyHops: 1 })
  admin = await app.person()
  by = { app, admin }
})
afterAll(() => app.close())

let network = 0
beforeEach(() => {
  network += 1
})

const shop = '/api/storefront/subscribers'
const minute = 60_000
const day = 24 * 60 * minute

const ask = (email: string, more: object = {}) =>
  app.call('POST', shop, {
    body: { email, consent_version: 1, place: 'footer', ...more },
    headers: { 'x-forwarded-for': `203.0.${Math.floor(network / 250)}.${network % 250}` },
  })
const confirm = (token: string) => app.call('POST', `${shop}/confirm`, { body: { token } })
const stateOf = async (email: string) => (await subscriberBy(by, email))?.state
const tokenFor = ({ id }: { id: string }) => confirmToken(app.services.keys, id, app.clock.now(), null)

/** The mails to an address that ask to confirm, with their links. */
async function mailsTo(email: string): Promise<{ status: string; link: string }[]> {
  const { rows } = await app.database.pool.query(
    "select status, link_sealed from messages where recipient = $1 and kind = 'subscription' order by created_at, id",
    [email],
  )
  return rows.map(({ status, link_sealed }) => ({
    status,
    link: link_sealed ? app.services.keys.open(link_sealed) : '',
  }))
}

async function reasonsOf(email: string): Promise<string[]> {
  const { rows } = await app.database.pool.query(
    'select reason from suppressions where address_hash = address_hash($1) order by reason',
    [email],
  )
  return rows.map(({ reason }) => reason)
}

describe('subscribing in the shop', () => {
  test('asks by mail, and only the link of the mail subscribes', async () => {
    const email = newAddress()
    expect((await ask(`  ${email.toUpperCase()} `)).status).toBe(202)
    expect(await stateOf(email)).toBeUndefined()
    await answerRequests(app)
    expect(await stateOf(email)).toBe('unconfirmed')
    const [mail] = await mailsTo(email)
    const url = new URL(mail?.link ?? '')
    expect(url.pathname).toBe('/shop/subscribe/confirm')
    const token = url.searchParams.get('token') ?? ''
    expect((await confirm(token)).body.results.message).toBe('You are subscribed.')
    const row = await subscriberBy(by, email)
    expect([row.state, row.confirmed_at !== null]).toEqual(['subscribed', true])
    const record = await app.call('GET', `/api/admin/subscribers/${row.id}`, { as: admin })
    expect(record.body.results).toMatchObject({ place: 'footer', consent: { version: 1 } })
    expect(record.body.results.history.map((one: { action: string }) => one.action)).toEqual([
      'confirm',
      'ask to subscribe',
    ])
    // Nobody reads an address in the log after it was erased.
    expect(JSON.stringify(record.body.results.history)).not.toContain(email)
  })

  test('answers the same bytes for an address in every state, and does the same work for it', async () => {
    const unsubscribed = await importedSubscriber(by)
    await app.call('POST', `/api/admin/subscribers/${unsubscribed.id}/unsubscribe`, {
      as: admin,
      body: { reason: 'By phone' },
    })
    const erased = await importedSubscriber(by)
    await app.call('POST', `/api/admin/subscribers/${erased.id}/erase`, { as: admin })
    const addresses = [
      newAddress(),
      (await importedSubscriber(by)).email,
      (await unconfirmedSubscriber(by)).email,
      unsubscribed.email,
      erased.email,
      (await blockedSubscriber(by)).email,
    ]
    const seen = new Set<string>()
    for (const email of addresses) {
      const { status, headers, body } = await ask(email)
      const told = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
      seen.add(JSON.stringify([status, told, body]))
      // What each call leaves is one sealed request, for every address.
      const { rows } = await app.database.pool.query('select count(*)::int as n from subscription_requests')
      expect(rows[0].n).toBe(addresses.indexOf(email) + 1)
    }
    expect(seen.size).toBe(1)
    await answerRequests(app)
  })

  test('sends nothing to an address that is subscribed or blocked', async () => {
    const subscribed = await importedSubscriber(by)
    const blocked = await blockedSubscriber(by)
    await ask(subscribed.email)
    await ask(blocked.email)
    await answerRequests(app)
    expect([await mailsTo(subscribed.email), await mailsTo(blocked.email)]).toEqual([[], []])
    expect([await stateOf(subscribed.email), await stateOf(blocked.email)]).toEqual(['subscribed', 'blocked'])
  })

  test('sends one mail for requests in a row, and a new one later, in place of one that was not sent', async () => {
    const email = newAddress()
    await ask(email)
    await answerRequests(app)
    await ask(email)
    await answerRequests(app)
    expect(await mailsTo(email)).toHaveLength(1)
    app.clock.move(6 * minute)
    await ask(email)
    await answerRequests(app)
    expect((await mailsTo(email)).map(({ status }) => status)).toEqual(['withdrawn', 'queued'])
  })

  test('is limited by address and by network, known or not, and what is refused leaves nothing', async () => {
    const email = newAddress()
    const statuses: number[] = []
    for (let n = 0; n < 5; n += 1) statuses.push((await ask(email)).status)
    expect(statuses).toEqual([202, 202, 202, 429, 429])
    const fromOne: number[] = []
    network += 1
    for (let n = 0; n < 22; n += 1) fromOne.push((await ask(newAddress())).status)
    expect(fromOne.filter((status) => status === 429).length).toBeGreaterThan(0)
    const { rows } = await app.database.pool.query('select count(*)::int as n from subscription_requests')
    const accepted = [...statuses, ...fromOne].filter((status) => status === 202).length
    expect(rows[0].n).toBe(accepted)
    await answerRequests(app)
  })

  test('names the consent text that was shown; an unknown version and a wrong address are refused', async () => {
    const { body } = await app.call('GET', `${shop}/consent`)
    expect(body.results).toEqual({ version: 1, text: expect.stringContaining('e-mail') })
    for (const refused of [await ask(newAddress(), { consent_version: 999 }), await ask('no address')])
      expect(refused.status).toBe(422)
    const next = { text: 'Send me news about new shops by e-mail.' }
    const made = await app.call('POST', '/api/admin/subscribers/consent-texts', {
      as: admin,
      body: { ...next, follows: 1 },
    })
    expect([made.status, made.body.results.version]).toEqual([201, 2])
    expect((await app.call('GET', `${shop}/consent`)).body.results).toEqual({ version: 2, ...next })
    // A page that was open a minute longer still names what it showed.
    expect((await ask(newAddress())).status).toBe(202)
    await answerRequests(app)
    await expect(app.database.pool.query("update consent_texts set text = 'x'")).rejects.toThrow(
      'never changed',
    )
  })
})

describe('the link of the confirmation mail', () => {
  test('works for seven days', async () => {
    const subscriber = await unconfirmedSubscriber(by)
    const token = tokenFor(subscriber)
    app.clock.move(7 * day + minute)
    admin = await app.person()
    by = { app, admin }
    expect((await confirm(token)).status).toBe(422)
    expect(await stateOf(subscriber.email)).toBe('unconfirmed')
    expect((await confirm(tokenFor(subscriber))).status).toBe(200)
  })

  test('cannot be made up or changed, and is not that of unsubscribing', async () => {
    const subscriber = await unconfirmedSubscriber(by)
    const token = tokenFor(subscriber)
    const turned = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
    const { keys } = app.services
    for (const wrong of [turned, `${token}A`, 'x', unsubscribeToken(keys, subscriber.email)])
      expect((await confirm(wrong)).status).toBe(422)
    expect(await stateOf(subscriber.email)).toBe('unconfirmed')
  })

  test('puts a new consent on record when it is opened, and until then what was agreed to before stays', async () => {
    const { id, email } = await importedSubscriber(by)
    const consentOf = async () => {
      const { body } = await app.call('GET', `/api/admin/subscribers/${id}`, { as: admin })
      const { consent_source, place, asked_at, consent } = body.results
      return { consent_source, place, asked_at, version: consent?.version }
    }
    const agreed = await consentOf()
    expect(agreed).toMatchObject({ consent_source: 'Stall at the Lahore fair', place: '' })
    const token = unsubscribeToken(app.services.keys, email)
    await app.call('POST', `${shop}/unsubscribe`, { body: { token } })
    app.clock.move(minute)
    const from = app.clock.now().toISOString()
    await ask(email, { place: 'popup' })
    await answerRequests(app)
    expect(await consentOf()).toEqual(agreed)
    const [mail] = await mailsTo(email)
    const opened = app.clock.now().toISOString()
    app.clock.move(minute)
    expect((await confirm(new URL(mail?.link ?? '').searchParams.get('token') ?? '')).status).toBe(200)
    expect(await stateOf(email)).toBe('subscribed')
    const { asked_at, ...consent } = await consentOf()
    expect(consent).toEqual({ consent_source: '', place: 'popup', version: 1 })
    expect([from <= asked_at, asked_at < opened]).toEqual([true, true])
  })

  test('confirms once, and again answers the same without another entry', async () => {
    const subscriber = await unconfirmedSubscriber(by)
    const token = tokenFor(subscriber)
    await Promise.all([confirm(token), confirm(token)])
    expect((await confirm(token)).status).toBe(200)
    const { rows } = await app.database.pool.query(
      "select count(*)::int as n from audit_log where subject_id = $1 and action = 'confirm'",
      [subscriber.id],
    )
    expect(rows[0].n).toBe(1)
  })

  test('does not undo what the person or the desk did after it was sent', async () => {
    const left = await unconfirmedSubscriber(by)
    const early = tokenFor(left)
    app.clock.move(minute)
    const token = unsubscribeToken(app.services.keys, left.email)
    expect((await app.call('POST', `${shop}/unsubscribe`, { body: { token } })).status).toBe(200)
    expect((await confirm(early)).status).toBe(422)
    expect(await stateOf(left.email)).toBe('unsubscribed')
    const blocked = await unconfirmedSubscriber(by)
    const link = tokenFor(blocked)
    await blockedSubscriber(by, blocked.email)
    expect((await confirm(link)).status).toBe(422)
    expect(await stateOf(blocked.email)).toBe('blocked')
  })
})

describe('unsubscribing', () => {
  const oneClick = (token: string, body: unknown = 'List-Unsubscribe=One-Click') =>
    app.call('POST', `/api/mail/unsubscribe/${token}`, {
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  test('needs one click of a mail program, and no account', async () => {
    const { id, email } = await importedSubscriber(by)
    const token = unsubscribeToken(app.services.keys, email)
    expect(token).not.toContain(Buffer.from(email).toString('base64url').slice(0, 8))
    expect((await oneClick(token)).status).toBe(200)
    expect([await stateOf(email), await reasonsOf(email)]).toEqual(['unsubscribed', ['unsubscribed']])
    expect((await oneClick(token)).status).toBe(200)
    const { rows } = await app.database.pool.query(
      "select count(*)::int as n from audit_log where subject_id = $1 and action = 'unsubscribe'",
      [id],
    )
    expect(rows[0].n).toBe(1)
  })

  test('works with a link of years ago, for customers who never subscribed, and after an erasure', async () => {
    const stranger = newAddress()
    const token = unsubscribeToken(app.services.keys, stranger)
    app.clock.move(3 * 365 * day)
    admin = await app.person()
    by = { app, admin }
    expect((await oneClick(token)).status).toBe(200)
    expect([await stateOf(stranger), await reasonsOf(stranger)]).toEqual([undefined, ['unsubscribed']])
    const { id, email } = await importedSubscriber(by)
    await app.call('POST', `/api/admin/subscribers/${id}/erase`, { as: admin })
    expect((await oneClick(unsubscribeToken(app.services.keys, email))).status).toBe(200)
    expect(await reasonsOf(email)).toEqual(['erased', 'unsubscribed'])
  })

  test('accepts the form of mail programs at this call alone', async () => {
    const { email } = await importedSubscriber(by)
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    const token = unsubscribeToken(app.services.keys, email)
    const multipart = await fetch(`${app.url}/api/mail/unsubscribe/${token}`, { method: 'POST', body: form })
    expect(multipart.status).toBe(200)
    expect(await stateOf(email)).toBe('unsubscribed')
    const elsewhere = await app.call('POST', `${shop}/unsubscribe`, {
      body: `token=${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(elsewhere.status).toBe(415)
    expect((await oneClick('made-up')).status).toBe(404)
  })

  test('is undone by the reader alone: who subscribes and confirms again gets mail again', async () => {
    const { id, email } = await importedSubscriber(by)
    await oneClick(unsubscribeToken(app.services.keys, email))
    app.clock.move(minute)
    await ask(email)
    await answerRequests(app)
    expect(await stateOf(email)).toBe('unsubscribed')
    expect((await confirm(tokenFor({ id }))).status).toBe(200)
    expect([await stateOf(email), await reasonsOf(email)]).toEqual(['subscribed', []])
  })
})
