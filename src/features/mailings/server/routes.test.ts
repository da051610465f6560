import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BulkMailer, smtpBulkMailer } from '#kit/server/bulk-mailer.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { renewProofs, startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { listedProduct, madeRole, pendingCustomer, pendingVendor } from '#testing/factories.ts'
import { type MailPeer, startMailPeer } from '#testing/mail-peer.ts'
import { addedPicture, formWith, otherPicture, usedWhole } from '#testing/media-samples.ts'
import { stateOf } from '#testing/state.ts'
import { everyone, type UserType } from '../audience-contract.ts'
import { freezeAudience } from './audience-commands.ts'
import { takeBounce } from './bounce-commands.ts'
import { sendAll, sendOnce } from './jobs.ts'
import { settleRecipients, takeRecipients } from './sending-commands.ts'
import { beginMailing } from './state-commands.ts'

const path = '/api/admin/mailings'
let app: TestApp
let admin: TestPerson
let second: TestPerson
let peer: MailPeer
let mailer: BulkMailer

beforeAll(async () => {
  app = await startTestApp({ mailingSecondPersonOver: 50 })
  admin = await app.person()
  second = await app.person()
  peer = await startMailPeer()
  mailer = smtpBulkMailer(peer.url, 'Shop <shop@munshi.example>', { connections: 3 })
})
beforeEach(async () => {
  await app.database.pool.query('delete from mailings')
  await app.database.pool.query('delete from mailing_lists')
  await app.database.pool.query('delete from suppressions')
  await app.database.pool.query('delete from subscribers')
  await renewProofs(app)
  peer.received.length = 0
  peer.judge = () => 'take'
  peer.takesSender = true
})
afterAll(async () => {
  mailer.close()
  await peer.close()
  await app.close()
})

const ctx = () => jobContext('send-mailings', { db: app.database.db, services: app.services })
const sql = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)

async function subscribers(count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, n) => `reader${n}@example.pk`)
  await sql(
    `insert into subscribers (id, email, address_hash, state, state_since, origin)
      select gen_random_uuid(), e, address_hash(e), 'subscribed', now(), 'form' from unnest($1::text[]) e`,
    [emails],
  )
  return emails
}
const suppress = (email: string, reason: string) =>
  sql('insert into suppressions (address_hash, reason, address) values (address_hash($1), $2, $1)', [
    email,
    reason,
  ])

async function draft(audience: object = { user_type: 'subscribers' }, body = 'Dear {{first_name|reader}}') {
  const made = await app.call('POST', path, { as: admin, body: { audience, subject: 'What is new', body } })
  expect(made.status).toBe(201)
  return made.body.results
}
const read = async (id: string) => (await app.call('GET', `${path}/${id}`, { as: admin })).body.results
async function post(id: string, verb: string, as: TestPerson = admin, body?: object) {
  const { version } = await read(id)
  return app.call('POST', `${path}/${id}/${verb}`, { as, body, headers: { 'if-match': `"v${version}"` } })
}
const counted = async (audience: object, is_legal = false) =>
  (await app.call('POST', `${path}/audience`, { as: admin, body: { audience, is_legal } })).body.results
const statuses = async (id: string) =>
  (
    await sql('select status, count(*)::int as n from mailing_recipients where mailing_id = $1 group by 1', [
      id,
    ])
  ).rows

describe('the audience', () => {
  test('leaves out duplicates and everyone who must not be written to, and says why', async () => {
    const [first = '', other = '', third = ''] = await subscribers(10)
    await suppress(first, 'unsubscribed')
    await suppress(other, 'bounced')
    await suppress(third.toUpperCase(), 'blocked')
    expect(await counted({ user_type: 'subscribers' })).toEqual({
      found: 10,
      without_address: 0,
      blocked: 1,
      bounced: 1,
      unsubscribed: 1,
      duplicates: 0,
      recipients: 7,
      needs_second: false,
    })
  })

  test('is read by name and address only by those who may view such people, while all see how many there are', async () => {
    const { id: vendor } = await pendingVendor(app)
    const { rows } = await sql('select email from vendors where id = $1', [vendor])
    const [emails, viewer] = [
      await app.person(['Email: view']),
      await app.person(['Email: view', 'Vendor Verifications: view']),
    ]
    const ask = async (as: TestPerson, user_type: UserType, q = '') => {
      const audience = { ...everyone(user_type), vendor_states: ['submitted'] }
      return (await app.call('POST', `${path}/people`, { as, body: { audience, q } })).body.results
    }
    for (const user_type of ['customers', 'subscribers', 'vendors', 'staff'] as const)
      expect(await ask(emails, user_type)).toEqual({ people: [], is_withheld: true })
    expect(await ask(viewer, 'vendors', rows[0].email)).toMatchObject({
      people: [{ address: rows[0].email }],
      is_withheld: false,
    })
    expect(await ask(viewer, 'subscribers')).toEqual({ people: [], is_withheld: true })
    await subscribers(2)
    const { id } = await draft()
    await post(id, 'send', admin, {})
    await sendAll(ctx(), mailer)
    const recipientsFor = async (as: TestPerson) =>
      (await app.call('GET', `${path}/${id}/recipients`, { as })).body.results
    expect(await recipientsFor(viewer)).toMatchObject([
      { address: '', name: '', is_withheld: true },
      { address: '', name: '', is_withheld: true },
    ])
    expect(await recipientsFor(admin)).toMatchObject([
      { address: 'reader0@example.pk', is_withheld: false },
      { address: 'reader1@example.pk', is_withheld: false },
    ])
    // A page at a time: what leads to the next page tells no address either.
    const pageOf = async (as: TestPerson, cursor: string) =>
      (await app.call('GET', `${path}/${id}/recipients?limit=1${cursor && `&cursor=${cursor}`}`, { as })).body
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await pageOf(viewer, cursor)
      seen.push(...page.results.map((one: { id: string }) => one.id))
      for (const next of [page.next_cursor, page.prev_cursor]) {
        if (next) expect(Buffer.from(next, 'base64url').toString()).not.toContain('@')
      }
      cursor = page.next_cursor ?? ''
    } while (cursor !== '')
    expect(new Set(seen).size).toBe(2)
  })

  test('of a legal message has vendors who unsubscribed, and none who are blocked', async () => {
    const [one, two] = [await pendingVendor(app), await pendingVendor(app)]
    const vendors = { user_type: 'vendors', vendor_states: ['submitted'] }
    const { rows } = await sql('select email from vendors where id = any($1)', [[one.id, two.id]])
    await suppress(rows[0].email, 'unsubscribed')
    await suppress(rows[1].email, 'blocked')
    const news = await counted(vendors)
    const legal = await counted(vendors, true)
    expect(news.recipients).toBe(news.found - 2)
    expect(legal.recipients).toBe(legal.found - 1)
  })

  test('a message to others than vendors cannot be a legal one', async () => {
    const { id } = await draft()
    const answer = await app.call('PATCH', `${path}/${id}`, {
      as: admin,
      body: { is_legal: true, legal_reason: 'New terms' },
      headers: { 'if-match': '"v1"' },
    })
    expect(answer.status).toBe(422)
    expect((await read(id)).content.is_legal).toBe(false)
  })

  test('has no day that is in no calendar', async () => {
    const answer = await app.call('POST', '/api/admin/mailing-lists', {
      as: admin,
      body: { name: 'Buyers', selection: { user_type: 'customers', bought_from: '2026-02-31' } },
    })
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, 'selection.bought_from'])
    expect((await sql('select 1 from mailing_lists')).rows).toEqual([])
  })

  test('a saved list is looked up when sending starts, and cannot be deleted while a draft uses it', async () => {
    const saved = await app.call('POST', '/api/admin/mailing-lists', {
      as: admin,
      body: { name: 'Readers', selection: { user_type: 'subscribers' } },
    })
    const list_id = saved.body.results.id
    const { id } = await draft({ user_type: 'list', list_id })
    expect((await app.call('DELETE', `/api/admin/mailing-lists/${list_id}`, { as: admin })).status).toBe(409)
    await subscribers(4)
    expect((await post(id, 'send', admin, {})).status).toBe(200)
    await sendAll(ctx(), mailer)
    expect((await read(id)).sent).toBe(4)

    // Once it is sent, the list may go: the mail still says whom it was for, and is duplicated for them.
    expect((await app.call('DELETE', `/api/admin/mailing-lists/${list_id}`, { as: admin })).status).toBe(204)
    const own = everyone('subscribers')
    expect((await read(id)).audience).toEqual(own)
    const copied = await post(id, 'duplicate', admin, {})
    expect(copied.status).toBe(201)
    expect(copied.body.results).toMatchObject({ status: 'draft', audience: own })
    const people = await app.call('POST', `${path}/people`, { as: admin, body: { audience: own, q: '' } })
    expect(people.body.results.people).toHaveLength(4)
  })

  test('keeps a role from being deleted while a saved list or a mail that has not begun is for its people', async () => {
    const role = await madeRole({ app, admin })
    const remove = () => app.call('DELETE', `/api/admin/roles/${role.id}`, { as: admin })
    const selection = { user_type: 'staff', role_ids: [role.id] }
    const list = await app.call('POST', '/api/admin/mailing-lists', {
      as: admin,
      body: { name: 'Couriers', selection },
    })
    const before = await stateOf(app)
    const listed = await remove()
    expect([listed.status, listed.body.message]).toEqual([
      409,
      'The list “Couriers” selects people of this role. Delete the list first',
    ])
    expect(await stateOf(app)).toBe(before)
    await app.call('DELETE', `/api/admin/mailing-lists/${list.body.results.id}`, { as: admin })
    const { id } = await draft(selection)
    const named = await remove()
    expect([named.status, named.body.message]).toEqual([
      409,
      'The group e-mail “What is new” is written to people of this role. Change whom it is for',
    ])
    // Who may not see mail learns of which kind it is, and whom to ask.
    const keeper = await app.person(['Manage Roles: view', 'Manage Roles: configure'])
    const hidden = await app.call('DELETE', `/api/admin/roles/${role.id}`, { as: keeper })
    expect([hidden.status, hidden.body.message]).toEqual([
      409,
      'A group e-mail or a list is for people of this role. Ask somebody who may see Email',
    ])
    expect((await app.call('DELETE', `${path}/${id}`, { as: admin })).status).toBe(204)
    expect((await remove()).status).toBe(200)
  })
})

describe('the count', () => {
  test('equals the recipients who are fixed, for every audience', async () => {
    const state = fc.constantFrom('subscribed', 'unsubscribed', 'bounced', 'unconfirmed')
    const reason = fc.constantFrom(null, 'unsubscribed', 'bounced', 'blocked', 'complained', 'erased')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(state, reason), { maxLength: 12 }), async (people) => {
        await sql('delete from mailings')
        await sql('delete from subscribers')
        await sql('delete from suppressions')
        for (const [n, [is, why]] of people.entries()) {
          const email = `p${n}@example.pk`
          await sql(
            `insert into subscribers (id, email, address_hash, state, state_since, origin)
              values (gen_random_uuid(), $1, address_hash($1), $2, now(), 'form')`,
            [email, is],
          )
          if (why) await suppress(email, why)
        }
        const expected = people.filter(([is, why]) => is === 'subscribed' && why === null).length
        const { recipients, found, blocked, bounced, unsubscribed } = await counted({
          user_type: 'subscribers',
        })
        expect(recipients).toBe(expected)
        expect(found - blocked - bounced - unsubscribed).toBe(expected)
        const { id } = await draft()
        const fixed = await app.transact(async (own) => {
          own.unchanged()
          return freezeAudience(own, { id, audience: everyone('subscribers'), is_legal: false })
        })
        expect(fixed).toBe(expected)
      }),
      { numRuns: 12 },
    )
  })

  test('counts an address once, however many have it and however it is written', async () => {
    const vendor = await pendingVendor(app)
    const twin = await pendingVendor(app)
    await sql("update vendors set email = 'Twin@Example.pk' where id = $1", [vendor.id])
    await sql("update vendors set email = 'twin@example.pk ' where id = $1", [twin.id])
    const count = await counted({ user_type: 'vendors', vendor_states: ['submitted'] })
    expect(count.duplicates).toBe(1)
    expect(count.recipients).toBe(count.found - 1)
  })
})

describe('before it is sent', () => {
  test('a field without a fallback, an unknown field and a plain text without unsubscribe link block it', async () => {
    await subscribers(2)
    const { id } = await draft(undefined, 'Dear {{first_name}} of {{town|x}}')
    await app.call('PATCH', `${path}/${id}`, {
      as: admin,
      body: { plain_text: 'Hello', subject: 'BUY CHEAP THINGS TODAY' },
      headers: { 'if-match': '"v1"' },
    })
    const { body } = await app.call('GET', `${path}/${id}/checks`, { as: admin })
    expect(body.results.map((one: { level: string; place: string }) => `${one.level} ${one.place}`)).toEqual([
      'blocking Block 1, text',
      'blocking Block 1, text',
      'blocking Plain text',
      'warning Subject',
    ])
    const refused = await post(id, 'send', admin, {})
    expect(refused.status).toBe(422)
    expect((await read(id)).status).toBe('draft')
  })

  test('a product that shoppers cannot buy blocks it, and holds back what was to leave later', async () => {
    await subscribers(2)
    const category = await addedCategory({ app, admin })
    const product = await listedProduct({ app, admin }, { product_stock: 5, category: category.name })
    const { id } = await draft()
    const blocks = [{ kind: 'product', product_id: product.id }]
    const changed = await app.call('PATCH', `${path}/${id}`, {
      as: admin,
      body: { blocks },
      headers: { 'if-match': '"v1"' },
    })
    expect(changed.status).toBe(200)
    const stock = (left: number) =>
      sql('update products set product_stock = $2 where id = $1', [product.id, left])
    await stock(0)
    expect((await post(id, 'send', admin, {})).status).toBe(422)
    await stock(5)
    const at = new Date(app.clock.now().getTime() + 60_000).toISOString()
    expect((await post(id, 'send', admin, { send_at: at })).body.results.status).toBe('scheduled')
    await sql('update categories set is_active = false where id = $1', [category.id])
    app.clock.move(61_000)
    await sendAll(ctx(), mailer)
    const held = await read(id)
    expect([held.status, held.sent, peer.received.length]).toEqual(['draft', 0, 0])
    expect(held.held_why).not.toBe('')
  })

  test('a large audience waits for a second person, who is not the first', async () => {
    await subscribers(60)
    const { id } = await draft()
    expect((await post(id, 'send', admin, {})).body.results.status).toBe('waiting')
    await sendAll(ctx(), mailer)
    expect(peer.received).toHaveLength(0)
    const own = await post(id, 'approve')
    expect([own.status, own.body.message]).toEqual([
      403,
      'You asked to send this. Another person has to approve',
    ])
    expect((await read(id)).status).toBe('waiting')
    const approved = await app.call('POST', `${path}/${id}/approve`, {
      as: second,
      headers: { 'if-match': `"v${(await read(id)).version}"` },
    })
    expect(approved.status).toBe(200)
    await sendAll(ctx(), mailer)
    expect((await read(id)).sent).toBe(60)
  })

  test('an audience that grows beyond the limit before its time is held back', async () => {
    await subscribers(3)
    const { id } = await draft()
    const at = new Date(app.clock.now().getTime() + 60_000).toISOString()
    expect((await post(id, 'send', admin, { send_at: at })).body.results.status).toBe('scheduled')
    await sql('delete from subscribers')
    await subscribers(70)
    app.clock.move(61_000)
    await sendAll(ctx(), mailer)
    const held = await read(id)
    expect([held.status, held.held_why]).toEqual([
      'draft',
      'The audience has grown to 70 recipients, and needs a second person',
    ])
    expect(await statuses(id)).toEqual([])
  })

  test('only a draft is changed, and nobody without the permission sends', async () => {
    await subscribers(1)
    const { id } = await draft()
    const writer = await app.person(['Email: view', 'Email: act'])
    expect((await post(id, 'send', writer, {})).status).toBe(403)
    expect((await read(id)).status).toBe('draft')
    await post(id, 'send', admin, {})
    const late = await app.call('PATCH', `${path}/${id}`, {
      as: admin,
      body: { preview_text: 'Late' },
      headers: { 'if-match': '"v2"' },
    })
    expect(late.status).toBe(409)
    expect((await post(id, 'withdraw')).body.results.status).toBe('draft')
  })
})

describe('sending', () => {
  test('each recipient gets one mail with the ways to unsubscribe at once', async () => {
    await subscribers(12)
    const { id } = await draft()
    await post(id, 'send', admin, {})
    await sendAll(ctx(), mailer)
    expect(new Set(peer.received.map(({ to }) => to)).size).toBe(12)
    expect(peer.received).toHaveLength(12)
    // Long header lines are folded.
    const text = (peer.received[0]?.text ?? '').replace(/\r\n /g, ' ')
    expect(text).toMatch(/^List-Unsubscribe: <https:\/\/munshi\.example\/api\/mail\/unsubscribe\//m)
    expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
    expect(text).toContain('Dear reader')
    const sent = await read(id)
    expect([sent.status, sent.total, sent.sent, sent.left]).toEqual(['sent', 12, 12, 0])
    const { rows } = await sql('select id from mailing_recipients where mailing_id = $1', [id])
    for (const row of rows) {
      expect(peer.received.filter((mail) => mail.text.includes(`<${row.id}@munshi.example>`))).toHaveLength(1)
    }
  })

  test('an address that is refused for good is suppressed, a refused text is not', async () => {
    await subscribers(3)
    peer.judge = (to) =>
      to.startsWith('reader0') ? 'no such address' : to.startsWith('reader1') ? 'never' : 'take'
    const { id } = await draft()
    await post(id, 'send', admin, {})
    await sendAll(ctx(), mailer)
    const sent = await read(id)
    expect([sent.status, sent.sent, sent.failed]).toEqual(['sent', 1, 2])
    const { rows } = await sql('select address, reason from suppressions')
    expect(rows).toEqual([{ address: 'reader0@example.pk', reason: 'bounced' }])
  })

  test('what became of each is stored although the database ended the first attempt to', async () => {
    await subscribers(3)
    await sql('create sequence stores')
    await sql(`create function end_first() returns trigger language plpgsql as $$ begin
      if new.status = 'sent' and nextval('stores') = 1 then
        raise exception 'deadlock detected' using errcode = '40P01';
      end if;
      return new; end $$`)
    await sql(
      'create trigger end_first before update on mailing_recipients for each row execute function end_first()',
    )
    const { id } = await draft()
    await post(id, 'send', admin, {})
    await sendAll(ctx(), mailer)
    await sql('drop trigger end_first on mailing_recipients')
    const sent = await read(id)
    expect([sent.status, sent.sent, sent.unknown]).toEqual(['sent', 3, 0])
    expect(peer.received).toHaveLength(3)
  })

  test('a relay that refuses everybody suppresses nobody', async () => {
    await subscribers(3)
    peer.judge = () => 'no relay'
    const { id } = await draft()
    await post(id, 'send', admin, {})
    await sendAll(ctx(), mailer)
    expect((await read(id)).failed).toBe(3)
    const { rows } = await sql('select address, reason from suppressions')
    expect(rows).toEqual([])
  })

  test('a server that hangs up after a refusal keeps nobody else waiting', async () => {
    await subscribers(6)
    peer.judge = (to) => (to.startsWith('reader1') ? 'refuse and hang up' : 'take')
    const { id } = await draft()
    await post(id, 'send', admin, {})
    await sendAll(ctx(), mailer)
    app.clock.move(16_000)
    await sendAll(ctx(), mailer)
    const sent = await read(id)
    expect([sent.status, sent.sent, sent.failed]).toEqual(['sent', 5, 1])
  })

  test('a server that hangs up at one address each time fails it in the end, and the others are sent', async () => {
    await subscribers(6)
    peer.judge = (to) => (to.startsWith('reader1') ? 'hang up' : 'take')
    const { id } = await draft()
    await post(id, 'send', admin, {})
    // The hours between its attempts are over at once.
    for (let turns = 0; turns < 12; turns += 1) {
      await sendAll(ctx(), mailer)
      await sql("update mailing_recipients set send_at = $1 where status = 'queued'", [app.clock.now()])
    }
    const sent = await read(id)
    expect([sent.status, sent.sent, sent.failed]).toEqual(['sent', 5, 1])
    expect((await sql('select address from suppressions')).rows).toEqual([])
  })

  test('a server that takes no mail of the shop pauses the mailing and says why, until it is resumed', async () => {
    await subscribers(3)
    peer.takesSender = false
    const { id } = await draft()
    await post(id, 'send', admin, {})
    await sendAll(ctx(), mailer)
    const paused = await read(id)
    expect([paused.status, paused.failed, paused.left]).toEqual(['paused', 0, 3])
    expect(paused.held_why).toContain('Sender address rejected')
    peer.takesSender = true
    app.clock.move(16_000)
    const resumed = (await post(id, 'resume')).body.results
    expect([resumed.status, resumed.held_why]).toEqual(['sending', ''])
    await sendAll(ctx(), mailer)
    expect([(await read(id)).status, (await read(id)).sent]).toEqual(['sent', 3])
  })

  test('a server that puts a mail off gets it again later, and only this one', async () => {
    await subscribers(3)
    let tries = 0
    peer.judge = (to) => (to.startsWith('reader1') && tries++ === 0 ? 'later' : 'take')
    const { id } = await draft()
    await post(id, 'send', admin, {})
    await sendAll(ctx(), mailer)
    expect([(await read(id)).status, (await read(id)).sent]).toEqual(['sending', 2])
    app.clock.move(61_000)
    await renewProofs(app)
    await sendAll(ctx(), mailer)
    expect([(await read(id)).status, peer.received.length]).toEqual(['sent', 3])
  })

  test('what was handed over when the connection ended is unknown, and is not sent again', async () => {
    await subscribers(5)
    peer.judge = (to) => (to.startsWith('reader2') ? 'drop' : 'take')
    const { id } = await draft()
    await post(id, 'send', admin, {})
    await sendAll(ctx(), mailer)
    app.clock.move(600_000)
    await sendAll(ctx(), mailer)
    const sent = await read(id)
    expect([sent.status, sent.sent, sent.unknown]).toEqual(['sent', 4, 1])
    expect(peer.received.filter(({ to }) => to.startsWith('reader2'))).toHaveLength(1)
  })

  test('a server that is away costs nobody an attempt', async () => {
    await subscribers(4)
    const { id } = await draft()
    await post(id, 'send', admin, {})
    const nowhere = smtpBulkMailer('smtp://127.0.0.1:1', 'shop@munshi.example', { connections: 2 })
    await sendAll(ctx(), nowhere)
    const { rows } = await sql(
      'select distinct status, attempts from mailing_recipients where mailing_id = $1',
      [id],
    )
    expect(rows).toEqual([{ status: 'queued', attempts: 0 }])
    app.clock.move(16_000)
    await sendAll(ctx(), mailer)
    expect((await read(id)).sent).toBe(4)
  })

  test('the picture of a draft follows its file, and that of a mail that has begun can leave the library', async () => {
    await subscribers(1)
    const by = { app, admin }
    const picture = await usedWhole(by, (await addedPicture(by)).id)
    const library = `/api/admin/media/${picture.media_id}`
    const { id, version } = await draft()
    const blocks = [
      { kind: 'picture', picture: { ...picture, alt: 'Shawls', is_decorative: false }, href: '' },
    ]
    const saved = await app.call('PATCH', `${path}/${id}`, {
      ...{ as: admin, body: { blocks } },
      headers: { 'if-match': `"v${version}"` },
    })
    expect([saved.status, saved.body.errors]).toEqual([200, undefined])
    const body = formWith(await otherPicture(80, 60))
    expect((await app.call('POST', `${library}/file`, { as: admin, body })).status).toBe(200)
    const followed = await read(id)
    expect([followed.version, followed.content.blocks[0].picture]).toEqual([
      version + 2,
      expect.objectContaining({ media_id: picture.media_id, width: 80, height: 60, alt: 'Shawls' }),
    ])
    expect(followed.content.blocks[0].picture.media).not.toBe(picture.media)
    expect((await app.call('DELETE', library, { as: admin })).status).toBe(409)

    expect((await post(id, 'send', admin, {})).status).toBe(200)
    await sendAll(ctx(), mailer)
    expect((await read(id)).sent).toBe(1)
    expect((await app.call('GET', library, { as: admin })).body.results.uses).toEqual([])
    expect((await app.call('DELETE', library, { as: admin })).status).toBe(204)
    expect((await fetch(`${app.url}/media/${followed.content.blocks[0].picture.media}.webp`)).status).toBe(
      200,
    )
    const copy = await app.call('POST', `${path}/${id}/duplicate`, { as: admin })
    expect(copy.status).toBe(201)
    expect((await app.call('GET', library, { as: admin })).body.results.uses).toMatchObject([
      { is_live: false },
    ])
  })

  test('a result that is stored again takes nobody from the instance that is at them now', async () => {
    await subscribers(1)
    const { id } = await draft()
    await post(id, 'send', admin, {})
    await app.transact((own) => beginMailing(own, id))
    const take = () =>
      app.transact((own) => {
        own.unchanged()
        return takeRecipients(own, { id, isLegal: false }, 5)
      })
    const back = (await take()).map((one) => ({ ...one, result: 'away' as const, error: '', waitSeconds: 0 }))
    await settleRecipients(ctx(), back)
    app.clock.move(1_000)
    const [taken] = await take()
    expect(taken?.id).toBe(back[0]?.id)
    await settleRecipients(ctx(), back)
    expect(await statuses(id)).toEqual([{ status: 'sending', n: 1 }])
    await settleRecipients(ctx(), taken ? [{ ...taken, result: 'sent' }] : [])
    expect((await read(id)).sent).toBe(1)
  })

  test('pause, resume and cancel keep the totals equal', async () => {
    await subscribers(40)
    const { id } = await draft()
    await post(id, 'send', admin, {})
    const slow = { ...app.services, mailingsPerSecond: 2 }
    const paced = () => jobContext('send-mailings', { db: app.database.db, services: slow })
    await sendAll(paced(), mailer)
    expect((await read(id)).sent).toBeLessThan(40)
    expect((await post(id, 'pause')).body.results.status).toBe('paused')
    const before = peer.received.length
    app.clock.move(2_000)
    await sendOnce(ctx(), mailer)
    expect(peer.received).toHaveLength(before)
    expect((await post(id, 'resume')).body.results.status).toBe('sending')
    app.clock.move(1_000)
    await sendOnce(paced(), mailer)
    const ended = (await post(id, 'cancel')).body.results
    expect([ended.status, ended.left, ended.sent + ended.skipped]).toEqual(['canceled', 0, 40])
    app.clock.move(60_000)
    await sendAll(ctx(), mailer)
    expect(peer.received).toHaveLength(ended.sent)
  })

  test('who unsubscribes after the recipients were fixed gets nothing more', async () => {
    await subscribers(3)
    const { id } = await draft()
    await post(id, 'send', admin, {})
    const slow = { ...app.services, mailingsPerSecond: 1 }
    await sendAll(jobContext('send-mailings', { db: app.database.db, services: slow }), mailer)
    const got = new Set(peer.received.map(({ to }) => to))
    const left =
      ['reader0@example.pk', 'reader1@example.pk', 'reader2@example.pk'].find((to) => !got.has(to)) ?? ''
    await suppress(left, 'unsubscribed')
    app.clock.move(5_000)
    await sendAll(ctx(), mailer)
    expect(peer.received.map(({ to }) => to)).not.toContain(left)
    expect([(await read(id)).sent, (await read(id)).skipped]).toEqual([2, 1])
  })

  test('a crash leaves what was in flight unknown, or by the policy sends it again', async () => {
    for (const policy of ['leave', 'again']) {
      await sql('delete from mailings')
      await sql('delete from subscribers')
      peer.received.length = 0
      await subscribers(4)
      const { id } = await draft()
      await post(id, 'send', admin, { unknown_policy: policy })
      const paused = { ...app.services, mailingsPerSecond: 1 }
      await sendAll(jobContext('send-mailings', { db: app.database.db, services: paused }), mailer)
      // Another instance took two of them and ended.
      await sql(
        `update mailing_recipients set status = 'sending', attempts = 1, send_at = now() - interval '1 second'
          where id in (select id from mailing_recipients where mailing_id = $1 and status = 'queued' limit 2)`,
        [id],
      )
      app.clock.move(5_000)
      await sendAll(ctx(), mailer)
      const sent = await read(id)
      expect([sent.status, sent.total, sent.unknown, sent.sent]).toEqual(
        policy === 'leave' ? ['sent', 4, 2, 2] : ['sent', 4, 0, 4],
      )
    }
  })
})

describe('sending again to those whom it did not reach', () => {
  /** Sent to six: one address is refused for good, one put off until it failed, one text refused, one nobody knows of. */
  async function unreached() {
    await subscribers(6)
    const verdicts = ['no such address', 'later', 'never', 'drop'] as const
    peer.judge = (to) => verdicts[Number(/\d/.exec(to)?.[0])] ?? 'take'
    const { id } = await draft()
    await post(id, 'send', admin, {})
    // The hours between the attempts are over at once.
    for (let turns = 0; turns < 12; turns += 1) {
      await sendAll(ctx(), mailer)
      await sql("update mailing_recipients set send_at = $1 where status = 'queued'", [app.clock.now()])
    }
    const { status, sent, failed, unknown, again } = await read(id)
    expect({ status, sent, failed, unknown, again }).toEqual({
      ...{ status: 'sent', sent: 2, failed: 3, unknown: 1, again: 2 },
    })
    peer.judge = () => 'take'
    peer.received.length = 0
    return id
  }
  const received = () => peer.received.map(({ to }) => to).sort()
  const traceOf = async (id: string) => ({ mailing: await read(id), recipients: await statuses(id) })

  test('reaches the failed alone: nobody twice, nobody of whom nobody knows, and no address that was refused', async () => {
    const id = await unreached()
    const answer = await post(id, 'again')
    expect(answer.status).toBe(200)
    expect(answer.body.results).toMatchObject({
      ...{ status: 'sending', sent: 2, failed: 1, unknown: 1, left: 2, again: 0, finished_at: null },
    })
    expect(answer.body.results.history[0]).toMatchObject({
      action: 'send again',
      before: { status: 'sent', failed: 3 },
      after: { status: 'sending', recipients: 2 },
    })
    const { rows } = await sql("select distinct attempts from mailing_recipients where status = 'queued'")
    expect(rows).toEqual([{ attempts: 0 }])
    await sendAll(ctx(), mailer)
    expect(received()).toEqual(['reader1@example.pk', 'reader2@example.pk'])
    const { status, sent, failed, unknown, left } = await read(id)
    expect({ status, sent, failed, unknown, left }).toEqual({
      ...{ status: 'sent', sent: 4, failed: 1, unknown: 1, left: 0 },
    })
    expect(await statuses(id)).toEqual(
      expect.arrayContaining([
        { status: 'sent', n: 4 },
        { status: 'failed', n: 1 },
        { status: 'unknown', n: 1 },
      ]),
    )
  })

  test('leaves out who unsubscribed before it was asked for, and after', async () => {
    const id = await unreached()
    await suppress('reader1@example.pk', 'unsubscribed')
    expect((await read(id)).again).toBe(1)
    expect((await post(id, 'again')).body.results.history[0].after).toMatchObject({ recipients: 1 })
    await suppress('reader2@example.pk', 'unsubscribed')
    await sendAll(ctx(), mailer)
    expect(peer.received).toEqual([])
    const { status, sent, failed, skipped, left } = await read(id)
    expect({ status, sent, failed, skipped, left }).toEqual({
      ...{ status: 'sent', sent: 2, failed: 2, skipped: 1, left: 0 },
    })
  })

  test('is refused, and nothing is sent, where nobody failed, where all are suppressed, and before it is sent', async () => {
    await subscribers(1)
    const whole = await draft()
    expect((await post(whole.id, 'again')).status).toBe(409)
    await post(whole.id, 'send', admin, {})
    await sendAll(ctx(), mailer)
    const nobody = await post(whole.id, 'again')
    expect([nobody.status, nobody.body.message]).toEqual([
      409,
      'No recipient of this group e-mail has failed',
    ])
    await sql('delete from subscribers')
    const id = await unreached()
    await suppress('reader1@example.pk', 'unsubscribed')
    await suppress('reader2@example.pk', 'blocked')
    const before = await traceOf(id)
    const held = await post(id, 'again')
    expect([held.status, held.body.message]).toEqual([
      409,
      'The addresses that it did not reach get no group mail any more: they unsubscribed, bounced or are blocked',
    ])
    expect(await traceOf(id)).toEqual(before)
    await sendAll(ctx(), mailer)
    expect(peer.received).toEqual([])
  })

  test('needs the permission to send, the present version and a fresh proof, and happens once', async () => {
    const id = await unreached()
    const before = await traceOf(id)
    const writer = await app.person(['Email: view', 'Email: act'])
    expect((await post(id, 'again', writer)).status).toBe(403)
    const at = `${path}/${id}/again`
    expect((await app.call('POST', at, { as: admin, headers: { 'if-match': '"v1"' } })).status).toBe(412)
    const unproven = await app.person()
    await sql('update sessions set verified_at = null where person_id = $1', [unproven.id])
    expect((await post(id, 'again', unproven)).body.type).toBe('urn:munshi:step-up-needed')
    expect(await traceOf(id)).toEqual(before)
    const headers = { 'if-match': `"v${before.mailing.version}"` }
    const both = await Promise.all([admin, second].map((as) => app.call('POST', at, { as, headers })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await sendAll(ctx(), mailer)
    expect(received()).toEqual(['reader1@example.pk', 'reader2@example.pk'])
  })
})

describe('a report that a mail came back', () => {
  const report = (id: string, status = '5.1.1') => ({
    to: ['shop@munshi.example'],
    text: 'The mail could not be delivered.',
    attachments: [
      {
        media_type: 'message/delivery-status',
        content: Buffer.from(
          `Reporting-MTA: dns; mx.example.pk\r\n\r\nFinal-Recipient: rfc822; reader0@example.pk\r\nAction: failed\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; 550 ${status} no such user\r\n`,
        ).toString('base64'),
      },
      {
        media_type: 'text/rfc822-headers',
        content: Buffer.from(`Subject: What is new\r\nMessage-ID: <${id}@munshi.example>\r\n`).toString(
          'base64',
        ),
      },
    ],
  })

  test('makes the recipient failed and suppresses the address, once', async () => {
    await subscribers(2)
    const { id } = await draft()
    await post(id, 'send', admin, {})
    await sendAll(ctx(), mailer)
    const { rows } = await sql("select id from mailing_recipients where address = 'reader0@example.pk'")
    expect(await takeBounce(ctx(), report(rows[0].id))).toMatchObject({ status: 'accepted' })
    expect(await takeBounce(ctx(), report(rows[0].id))).toMatchObject({ status: 'repeated' })
    const sent = await read(id)
    expect([sent.sent, sent.failed]).toEqual([1, 1])
    expect((await sql('select address from suppressions')).rows).toEqual([{ address: 'reader0@example.pk' }])
  })

  test('is believed only with the id of a mail that was sent, and other mail is left to others', async () => {
    expect(await takeBounce(ctx(), report('01a1fc80-d469-7475-b815-ea04c5a66a67'))).toMatchObject({
      status: 'ignored',
    })
    expect(
      await takeBounce(ctx(), { to: ['a@b.pk'], text: 'Hello, Action: none', attachments: [] }),
    ).toBeNull()
  })
})

describe('a customer who is erased', () => {
  test('is handed every group e-mail, gets none that still waits, and is in no row of any table', async () => {
    const { id: customer } = await pendingCustomer(app, {
      username: 'Zarmina Distinct',
      email: 'zarmina.before@mail.example',
      city: 'Quetta',
    })
    const { id: other } = await pendingCustomer(app)
    for (const one of [customer, other]) {
      await app.call('POST', `/api/admin/customers/${one}/approve`, { as: admin })
    }
    const everyone = { user_type: 'customers' }
    // The first mail comes back, so the address is recorded as one that nobody can be reached by.
    peer.judge = (to) => (to.startsWith('zarmina') ? 'no such address' : 'take')
    const first = await draft(everyone, 'Dear {{name|customer}}')
    await post(first.id, 'send', admin, {})
    await sendAll(ctx(), mailer)
    // Their address changes, and the second mail is put off when they are erased.
    await sql("update customers set email = 'zarmina.now@mail.example' where id = $1", [customer])
    peer.judge = (to) => (to.startsWith('zarmina') ? 'later' : 'take')
    const next = await draft(everyone, 'Dear {{name|customer}}')
    await post(next.id, 'send', admin, {})
    await sendAll(ctx(), mailer)
    expect((await read(next.id)).status).toBe('sending')
    await renewProofs(app)
    const told = await app.call('POST', `/api/admin/customers/${customer}/export`, { as: admin })
    expect(told.body.results.group_emails).toMatchObject([
      { subject: 'What is new', address: 'zarmina.before@mail.example', status: 'failed' },
      { subject: 'What is new', address: 'zarmina.now@mail.example', status: 'queued', sent_at: null },
    ])
    const erased = await app.call('POST', `/api/admin/customers/${customer}/erase`, { as: admin })
    expect(erased.status).toBe(200)
    peer.judge = () => 'take'
    peer.received.length = 0
    app.clock.move(600_000)
    await renewProofs(app)
    await sendAll(ctx(), mailer)
    expect(peer.received).toEqual([])
    const { status, total, sent, left } = await read(next.id)
    expect([status, total, sent, left]).toEqual(['sent', 2, 1, 0])
    // Words that no name has any more leave the search within a minute.
    await sql('select forget_words_left(10000)')
    const { rows: tables } = await sql(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    )
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql(`select 1 from "${name}" t where t::text ilike '%zarmina%' limit 1`)
      if (rows.length > 0) found.push(name)
    }
    expect(found).toEqual([])
    // The hash stays, so that nobody writes to the address again.
    const { rows: kept } = await sql('select reason, address from suppressions')
    expect(kept).toEqual([{ reason: 'bounced', address: null }])
  })
})

describe('somebody who is erased while the recipients of a mailing are fixed', () => {
  /** Erases somebody between the fixing of the recipients and the end of its transaction, then sends. */
  async function sentMeanwhile(user_type: 'customers' | 'subscribers', erase: string) {
    const { id } = await draft({ user_type }, 'Dear {{name|reader}}')
    await post(id, 'send', admin, {})
    await renewProofs(app)
    let erasing: Promise<{ status: number }> | undefined
    await app.transact(async (own) => {
      expect(await beginMailing(own, id)).toBe(true)
      erasing = app.call('POST', erase, { as: admin })
      await Promise.race([erasing, pause(500)])
    })
    expect((await erasing)?.status).toBeLessThan(300)
    await sendAll(ctx(), mailer)
    const { status, total, sent, left } = await read(id)
    return { status, total, sent, left }
  }

  test('gets no mail and is in no recipient, as a customer', async () => {
    await sql("update customers set status = 'disabled'")
    const { id } = await pendingCustomer(app, { username: 'Spogmai Khan', email: 'spogmai@mail.example' })
    for (const one of [id, (await pendingCustomer(app)).id])
      await app.call('POST', `/api/admin/customers/${one}/approve`, { as: admin })
    const mailed = await sentMeanwhile('customers', `/api/admin/customers/${id}/erase`)
    expect(mailed).toEqual({ status: 'sent', total: 2, sent: 1, left: 0 })
    const named = await sql("select 1 from mailing_recipients r where r::text ilike '%spogmai%'")
    expect(named.rows).toEqual([])
  })

  test('gets no mail and is in no recipient, as a subscriber', async () => {
    const [first = ''] = await subscribers(2)
    const { rows } = await sql('select id from subscribers where email = $1', [first])
    const mailed = await sentMeanwhile('subscribers', `/api/admin/subscribers/${rows[0].id}/erase`)
    expect(mailed).toEqual({ status: 'sent', total: 2, sent: 1, left: 0 })
    const named = await sql('select 1 from mailing_recipients where address = $1', [first])
    expect(named.rows).toEqual([])
  })
})

describe('a subscriber who is erased', () => {
  test('gets nothing that still waits, and is in no recipient', async () => {
    const [first = ''] = await subscribers(2)
    peer.judge = (to) => (to === first ? 'later' : 'take')
    const { id } = await draft(undefined, 'Dear {{first_name|reader}}')
    await post(id, 'send', admin, {})
    await sendAll(ctx(), mailer)
    await renewProofs(app)
    const { rows } = await sql('select id from subscribers where email = $1', [first])
    const gone = await app.call('POST', `/api/admin/subscribers/${rows[0].id}/erase`, { as: admin })
    expect(gone.status).toBe(204)
    peer.judge = () => 'take'
    peer.received.length = 0
    app.clock.move(600_000)
    await sendAll(ctx(), mailer)
    expect(peer.received).toEqual([])
    const { status, sent, left } = await read(id)
    expect([status, sent, left]).toEqual(['sent', 1, 0])
    const named = await sql('select 1 from mailing_recipients where address = $1', [first])
    expect(named.rows).toEqual([])
  })
})
