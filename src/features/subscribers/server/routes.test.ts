import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { renewProofs, startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import {
  answerRequests,
  blockedSubscriber,
  bouncedSubscriber,
  importedSubscriber,
  newAddress,
  subscriberBy,
  unconfirmedSubscriber,
} from '#testing/subscriber-samples.ts'
import { type SubscriberState, subscriberStates } from '../contract.ts'
import { suppressAddress, unsubscribeLinks } from './commands.ts'
import { isSuppressed } from './queries.ts'
import { addressHash, confirmToken } from './rules.ts'

let app: TestApp
let admin: TestPerson
let by: { app: TestApp; admin: TestPerson }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  by = { app, admin }
})
beforeEach(() => renewProofs(app))
afterAll(() => app.close())

/** Moves the clock; the earlier session has ended by then. */
async function later(ms: number) {
  app.clock.move(ms)
  admin = await app.person()
  by = { app, admin }
}

const path = '/api/admin/subscribers'
const act = (verb: string, { id }: { id: string }, body?: object, as: TestPerson = admin) =>
  app.call('POST', `${path}/${id}/${verb}`, { as, ...(body ? { body } : {}) })
const read = async ({ id }: { id: string }) =>
  (await app.call('GET', `${path}/${id}`, { as: admin })).body.results
const reason = { reason: 'Asked by phone' }
const importList = (list: string, is_dry_run = false) =>
  app.call('POST', `${path}/import`, {
    as: admin,
    body: { source: 'Stall at the Lahore fair', list, is_dry_run },
  })

/** Everything that is stored of subscribers and suppressions. */
async function traceOf() {
  const { rows } = await app.database.pool.query(`select
    (select json_agg(s order by id) from subscribers s) as subscribers,
    (select json_agg(p order by address_hash, reason) from suppressions p) as suppressions,
    (select count(*)::int from audit_log) as audits`)
  return rows[0]
}

describe('the desk', () => {
  test('blocks an address with a reason, and a second block is refused', async () => {
    const subscriber = await importedSubscriber(by)
    const blocked = await act('block', subscriber, reason)
    expect(blocked.body.results).toMatchObject({ state: 'blocked', state_reason: 'Asked by phone' })
    expect(blocked.body.results.history[0]).toMatchObject({ action: 'block', reason: 'Asked by phone' })
    const before = await traceOf()
    const again = await act('block', subscriber, reason)
    expect([again.status, again.body.message]).toEqual([409, 'This address is already blocked'])
    expect((await act('block', subscriber, { reason: '  ' })).status).toBe(422)
    expect(await traceOf()).toEqual(before)
  })

  test('lifts a block without lifting an unsubscription or a bounce', async () => {
    const left = await importedSubscriber(by)
    await act('unsubscribe', left, reason)
    await act('block', left, reason)
    expect((await act('unblock', left)).body.results.state).toBe('unsubscribed')
    const bounced = await importedSubscriber(by)
    await app.transact((ctx) =>
      suppressAddress(ctx, { email: bounced.email, reason: 'bounced', detail: '550 no such user' }),
    )
    await act('block', bounced, reason)
    expect((await act('unblock', bounced)).body.results.state).toBe('bounced')
    const stranger = await blockedSubscriber(by)
    expect((await act('unblock', stranger)).body.results.state).toBe('unconfirmed')
    const fine = await importedSubscriber(by)
    await act('block', fine, reason)
    expect((await act('unblock', fine)).body.results).toMatchObject({ state: 'subscribed', suppressions: [] })
  })

  test('has a bounced address mailed again with a reason, as its owner wished it before', async () => {
    const subscriber = await bouncedSubscriber(by)
    expect((await read(subscriber)).state).toBe('bounced')
    const why = { reason: 'The shop was on a black list, and is not any more' }
    const mailed = await act('mail-again', subscriber, why)
    expect([mailed.status, mailed.body.results]).toMatchObject([
      200,
      { state: 'subscribed', state_reason: '', suppressions: [] },
    ])
    expect(mailed.body.results.history[0]).toMatchObject({
      ...{ action: 'mail again', before: { state: 'bounced' }, after: { state: 'subscribed' }, ...why },
    })
    // A vendor who never subscribed gets the legal messages that were held back, and no news.
    const vendor = newAddress()
    const bounce = (email: string) =>
      app.transact((ctx) => suppressAddress(ctx, { email, reason: 'bounced', detail: '550' }))
    await bounce(vendor)
    const known = await subscriberBy(by, vendor)
    expect((await act('mail-again', known, why)).body.results).toMatchObject({
      state: 'unconfirmed',
      suppressions: [],
    })
    // Rejected once more, it is bounced again.
    await bounce(vendor)
    expect((await read(known)).state).toBe('bounced')
    // Somebody who had unsubscribed stays so, with the day and the reason.
    const left = await importedSubscriber(by)
    const { state_since } = (await act('unsubscribe', left, reason)).body.results
    await bounce(left.email)
    expect((await act('mail-again', left, why)).body.results).toMatchObject({
      ...{ state: 'unsubscribed', state_since, state_reason: 'Asked by phone' },
      suppressions: [{ reason: 'unsubscribed' }],
    })
  })

  test('is refused to mail an address again that did not bounce or is blocked, or without a reason, and nothing happens', async () => {
    const fine = await importedSubscriber(by)
    const bounced = await bouncedSubscriber(by)
    const blocked = await bouncedSubscriber(by)
    await act('block', blocked, reason)
    const before = await traceOf()
    const none = await act('mail-again', fine, reason)
    expect([none.status, none.body.message]).toEqual([409, 'This address did not bounce'])
    const held = await act('mail-again', blocked, reason)
    expect([held.status, held.body.message]).toEqual([409, 'This address is blocked. Unblock it first'])
    expect((await act('mail-again', bounced, { reason: ' ' })).status).toBe(422)
    const gone = { id: '01a1fc80-d469-7475-b815-ea04c5a66a67' }
    expect((await act('mail-again', gone, reason)).status).toBe(404)
    expect(await traceOf()).toEqual(before)
  })

  test('sends the confirmation again at most once an hour, and only to the unconfirmed', async () => {
    const subscriber = await unconfirmedSubscriber(by)
    const early = await act('resend', subscriber)
    expect([early.status, Number(early.headers.get('retry-after')) > 3_000]).toEqual([429, true])
    await later(61 * 60_000)
    expect((await act('resend', subscriber)).status).toBe(200)
    expect((await act('resend', await importedSubscriber(by))).status).toBe(409)
  })

  test('sends the confirmation again at once where it has reached nobody', async () => {
    const subscriber = await unconfirmedSubscriber(by)
    const { pool } = app.database
    await pool.query(`update messages set status = 'failed' where subject_id = $1`, [subscriber.id])
    expect((await act('resend', subscriber)).status).toBe(200)
    // The second one is on its way again.
    expect((await act('resend', subscriber)).status).toBe(429)
  })

  test('sends no confirmation to an address for which nobody asked', async () => {
    const email = `held${Date.now()}@example.pk`
    const blocked = await app.call('POST', `${path}/block`, { as: admin, body: { email, ...reason } })
    const held = { ...blocked.body.results, email }
    expect((await act('unblock', held)).status).toBe(200)
    const before = await traceOf()
    const refused = await act('resend', held)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Nobody asked for news at this address. Its owner can subscribe in the shop',
    ])
    expect(await traceOf()).toEqual(before)
  })

  test('may do none of it without the permission', async () => {
    const subscriber = await importedSubscriber(by)
    const reader = await app.person(['Subscribers: view'])
    const before = await traceOf()
    for (const verb of ['block', 'unblock', 'mail-again', 'unsubscribe', 'resend', 'erase'])
      expect([verb, (await act(verb, subscriber, undefined, reader)).status]).toEqual([verb, 403])
    const nobody = await app.person(['Customer: view'])
    expect((await app.call('GET', `${path}/${subscriber.id}`, { as: nobody })).status).toBe(403)
    expect((await app.call('GET', `${path}/export`, { as: reader })).status).toBe(403)
    expect(await traceOf()).toEqual(before)
  })
})

describe('the consent text', () => {
  const at = `${path}/consent-texts`
  const versions = async () => (await app.call('GET', at, { as: admin })).body.results
  const write = (text: string, follows: number) =>
    app.call('POST', at, { as: admin, body: { text, follows } })

  test('is written once if it is sent again, and only after the newest version that was read', async () => {
    const [{ version }] = await versions()
    const [first, again] = [await write('Send me news.', version), await write('Send me news.', version)]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body.results).toEqual(first.body.results)
    const late = await write('Send me offers.', version)
    expect([late.status, late.body.results.version]).toEqual([409, version + 1])
    expect((await versions())[0]).toMatchObject({ version: version + 1, text: 'Send me news.' })
  })

  test('that eight people write at once is the text of one of them, and the others are told', async () => {
    const eight = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    // The connections are there when they write: the first to get one would else be done before the next has its own.
    const [[{ version }]] = await Promise.all(eight.map(versions))
    const all = await Promise.all(eight.map((text) => write(text, version)))
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
    expect((await versions())[0].version).toBe(version + 1)
  })
})

describe('an import', () => {
  test('names what becomes of each row, and a dry run stores nothing', async () => {
    const known = await importedSubscriber(by)
    const left = await importedSubscriber(by)
    await act('unsubscribe', left, reason)
    const fresh = newAddress()
    const list = [
      'name;email',
      `Sana;${fresh}`,
      `Again;${fresh.toUpperCase()}`,
      `Known;${known.email}`,
      `Left;${left.email}`,
      'Broken;not-an-address@',
    ].join('\n')
    const before = await traceOf()
    const dry = (await importList(list, true)).body.results
    expect(dry.counts).toEqual({ new: 1, known: 1, repeated: 1, suppressed: 1, invalid: 1 })
    expect(dry.named.map((one: { row: number; outcome: string }) => [one.row, one.outcome])).toEqual([
      [3, 'repeated'],
      [4, 'known'],
      [5, 'suppressed'],
      [6, 'invalid'],
    ])
    expect(await traceOf()).toEqual(before)
    expect((await importList(list)).body.results.counts).toEqual(dry.counts)
    const row = await subscriberBy(by, fresh)
    expect(row).toMatchObject({ state: 'subscribed', consent_source: 'Stall at the Lahore fair' })
    expect((await read(left)).state).toBe('unsubscribed')
    // The same list again changes nothing.
    const after = await traceOf()
    expect((await importList(list)).body.results.counts).toMatchObject({ new: 0, known: 2 })
    expect(await traceOf()).toEqual(after)
  })

  test('needs a source, has at most 5,000 rows, and does not bring an erased address back', async () => {
    const { id, email } = await importedSubscriber(by)
    expect((await act('erase', { id })).status).toBe(204)
    expect((await importList(email)).body.results.counts).toMatchObject({ new: 0, suppressed: 1 })
    const many = Array.from({ length: 5_001 }, (_, n) => `many${n}@mail.example`).join('\n')
    expect((await importList(many, true)).status).toBe(422)
    const nameless = await app.call('POST', `${path}/import`, {
      as: admin,
      body: { source: ' ', list: email },
    })
    expect(nameless.body.errors[0]).toMatchObject({ path: 'source' })
  })
})

describe('erasing', () => {
  test('deletes the address everywhere and keeps a hash that stays suppressed', async () => {
    const { id, email } = await unconfirmedSubscriber(by)
    await act('unsubscribe', { id }, { reason: `Asked from ${email}` })
    expect((await act('erase', { id })).status).toBe(204)
    expect((await app.call('GET', `${path}/${id}`, { as: admin })).status).toBe(404)
    const { rows } = await app.database.pool.query(
      'select reason, address, detail from suppressions where address_hash = $1 order by reason',
      [addressHash(email)],
    )
    expect(rows).toEqual([
      { reason: 'erased', address: null, detail: '' },
      { reason: 'unsubscribed', address: null, detail: '' },
    ])
    const mails = await app.database.pool.query(
      'select recipient, body_text, status from messages where subject_id = $1',
      [id],
    )
    expect(mails.rows).toEqual([{ recipient: '', body_text: '', status: 'withdrawn' }])
    expect((await act('erase', { id })).status).toBe(404)
  })

  test('of several counts them in a dry run, names the missing, and needs a fresh proof', async () => {
    const two = [await importedSubscriber(by), await importedSubscriber(by)].map(({ id }) => id)
    const ids = [...two, '01a1fc80-d469-7475-b815-ea04c5a66a67']
    const erase = (body: object) => app.call('POST', `${path}/bulk/erase`, { as: admin, body })
    expect((await erase({ ids })).body.results).toEqual({ is_dry_run: true, erased: 2, missing: 1 })
    expect((await read({ id: two[0] ?? '' })).state).toBe('subscribed')
    await app.database.pool.query('update sessions set verified_at = null')
    const refused = await erase({ ids, is_dry_run: false })
    expect(refused.body.type).toBe('urn:munshi:step-up-needed')
    expect((await read({ id: two[0] ?? '' })).state).toBe('subscribed')
    await app.database.pool.query('update sessions set verified_at = $1', [app.clock.now()])
    const done = await erase({ ids, is_dry_run: false })
    expect(done.body.results).toEqual({ is_dry_run: false, erased: 2, missing: 1 })
    expect((await app.call('GET', `${path}/${two[0]}`, { as: admin })).status).toBe(404)
  })
})

describe('the list', () => {
  test('has a tab for each state with its count, is searched by address, and leads each state', async () => {
    const { email } = await importedSubscriber(by, 'shazia.gul@mail.example')
    const found = await app.call('GET', `${path}?q=shazia&list=subscribed`, { as: admin })
    expect(found.body.results.map((row: { email: string }) => row.email)).toEqual([email])
    expect((await app.call('GET', `${path}?q=sh`, { as: admin })).body.total).toBe(1)
    const { body } = await app.call('GET', `${path}/counts`, { as: admin })
    const { rows } = await app.database.pool.query(
      'select state, count(*)::int as n from subscribers group by state',
    )
    const counted = Object.fromEntries(rows.map((row) => [row.state, row.n]))
    expect(body.results).toEqual(Object.fromEntries(subscriberStates.map((one) => [one, counted[one] ?? 0])))
  })

  test('is downloaded as a whole view or as a selection, and the download is recorded', async () => {
    const one = await importedSubscriber(by)
    const other = await blockedSubscriber(by)
    const take = async (query: string) =>
      (await app.call('GET', `${path}/export?${query}`, { as: admin })).body
    expect(await take(`list=all&ids=${one.id},${other.id}&fields=email,state&sort=created_at`)).toBe(
      `email,state\r\n${one.email},subscribed\r\n${other.email},blocked\r\n`,
    )
    const whole = await take('list=blocked&fields=email')
    expect([whole.includes(other.email), whole.includes(one.email)]).toEqual([true, false])
    const { rows } = await app.database.pool.query(
      "select count(*)::int as n from audit_log where action = 'export' and subject_type = 'subscribers'",
    )
    expect(rows[0].n).toBe(2)
  })
})

describe('group mail', () => {
  /** Whether an address gets mail of this kind, as an audience asks. */
  const gets = async (email: string, mail: 'news' | 'legal') => {
    const { rows } = await sql<{ is: boolean }>`
      select not ${isSuppressed('a.email', mail)} as is from (select ${email}::text as email) a`.execute(
      app.database.db,
    )
    return rows[0]?.is
  }

  test('reaches who refused news with legal messages alone, and a blocked or bounced address with neither', async () => {
    const left = await importedSubscriber(by)
    await act('unsubscribe', left, reason)
    const blocked = await importedSubscriber(by)
    await act('unsubscribe', blocked, reason)
    await act('block', blocked, reason)
    const vendor = newAddress()
    await app.transact((ctx) =>
      suppressAddress(ctx, { email: vendor.toUpperCase(), reason: 'bounced', detail: '550' }),
    )
    const answers = async (email: string) => [await gets(email, 'news'), await gets(email, 'legal')]
    expect(await answers(left.email)).toEqual([false, true])
    expect(await answers(blocked.email.toUpperCase())).toEqual([false, false])
    expect(await answers(vendor)).toEqual([false, false])
    expect((await act('mail-again', await subscriberBy(by, vendor), reason)).status).toBe(200)
    expect(await answers(vendor)).toEqual([true, true])
    await app.transact((ctx) => suppressAddress(ctx, { email: vendor, reason: 'bounced', detail: '550' }))
    expect(await answers(newAddress())).toEqual([true, true])
    expect(await subscriberBy(by, vendor)).toMatchObject({ state: 'bounced', origin: 'mail' })
  })

  test('has links that hold no address and work at once', async () => {
    const { email } = await importedSubscriber(by)
    const links = await app.transact(async (ctx) => {
      ctx.unchanged()
      return unsubscribeLinks(ctx, email)
    })
    expect(links.page).toMatch(/^https:\/\/munshi\.example\/shop\/unsubscribe\?token=[\w-]{64}$/)
    const { pathname } = new URL(links.oneClick)
    expect((await app.call('POST', pathname)).status).toBe(200)
    expect(await gets(email, 'news')).toBe(false)
  })
})

const steps = [
  'ask',
  'confirm',
  'unsubscribe',
  'block',
  'unblock',
  'bounce',
  'mail again',
  'complain',
  'import',
] as const
type Step = (typeof steps)[number]

test('whatever happens to an address, it gets news only if it is subscribed and nothing is held against it', async () => {
  const run = async (history: readonly Step[]) => {
    const email = newAddress()
    let isBlocked = false
    for (const step of history) {
      await later(6 * 60_000)
      const found = await subscriberBy(by, email)
      await take(step, email, found)
      if (step === 'block') isBlocked = true
      if (step === 'unblock') isBlocked = false
      const now = await subscriberBy(by, email)
      if (!now) continue
      const { state, suppressions, confirmed_at } = await read(now)
      const held = suppressions.map((one: { reason: string }) => one.reason)
      const expected: SubscriberState[] = isBlocked
        ? ['blocked']
        : held.includes('unsubscribed') || held.includes('complained')
          ? ['unsubscribed']
          : held.includes('bounced')
            ? ['bounced']
            : [confirmed_at ? 'subscribed' : 'unconfirmed']
      expect([history.join(' '), step, held.join(), state]).toEqual([
        history.join(' '),
        step,
        held.join(),
        expected[0],
      ])
      expect(held.includes('blocked')).toBe(isBlocked)
    }
  }
  const take = async (step: Step, email: string, found?: { id: string }) => {
    if (step === 'ask') return unconfirmedSubscriber(by, email)
    if (step === 'import') return importList(email)
    if (step === 'block') return app.call('POST', `${path}/block`, { as: admin, body: { email, ...reason } })
    if (step === 'bounce' || step === 'complain') {
      const why = step === 'bounce' ? 'bounced' : 'complained'
      return app.transact((ctx) => suppressAddress(ctx, { email, reason: why, detail: 'said so' }))
    }
    if (!found) return null
    if (step === 'unblock') return act('unblock', found)
    if (step === 'mail again') return act('mail-again', found, reason)
    if (step === 'unsubscribe') return act('unsubscribe', found, reason)
    const token = confirmToken(app.services.keys, found.id, app.clock.now(), null)
    return app.call('POST', '/api/storefront/subscribers/confirm', { body: { token } })
  }
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 2, maxLength: 7 }), run),
    { numRuns: 25, seed: 20261124 },
  )
  await answerRequests(app)
}, 120_000)
