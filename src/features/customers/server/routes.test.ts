import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post } from '#features/money/server/commands.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import {
  customerBody,
  listedProduct,
  type MadeCustomer,
  orderBody,
  pendingCustomer,
  pendingOrder,
  refundAccount,
  someIban,
  storedOrder,
} from '#testing/factories.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { refusing } from '#testing/state.ts'
import { customerNumber } from '../contract.ts'
import { forgetErasedPictures } from './jobs.ts'

let app: TestApp
let admin: TestPerson
let key: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  key = await app.intakeKey(['customers'])
})
afterAll(() => app.close())

const customers = '/api/admin/customers'
const handIn = (body: unknown) => app.call('POST', '/api/intake/customers', { as: key, body })
const decide = (id: string, verb: string, body?: unknown, headers: Record<string, string> = {}, as = admin) =>
  app.call('POST', `${customers}/${id}/${verb}`, { as, body, headers })
const read = async (id: string) => (await app.call('GET', `${customers}/${id}`, { as: admin })).body.results
const listed = async (query: string) =>
  (await app.call('GET', `${customers}?${query}`, { as: admin })).body.results as {
    id: string
    username: string
  }[]
const idsOf = async (query: string) => (await listed(`limit=100&${query}`)).map(({ id }) => id)
const counts = async () => (await app.call('GET', `${customers}/counts`, { as: admin })).body.results
const reason = { reason: 'Orders and never opens the door' }

const expectRefused = refusing(() => app)

/** Money that came into a wallet. */
async function fillWallet(customer: { id: string }, amount: bigint): Promise<void> {
  await app.transact(async (ctx) => {
    ctx.unchanged()
    await post(ctx, {
      kind: 'refund',
      words: 'Refund into the wallet',
      postings: [
        { account: 'customer_due', owner: null, amount },
        { account: 'customer_wallet', owner: customer.id, amount: -amount },
      ],
    })
  })
}

describe('what the shop front hands in', () => {
  test('is a customer that waits, once, however often it comes', async () => {
    const body = customerBody({ phone: '0300 7654321' })
    const first = await handIn(body)
    expect([first.status, first.body.results.status]).toEqual([201, 'pending'])
    const { id } = first.body.results
    expect((await expectRefused(200, () => handIn(body))).body.results.id).toBe(id)
    expect(await read(id)).toMatchObject({ ...body, phone: '+923007654321', status: 'pending', version: 1 })
    const told = await app.call('GET', `/api/intake/customers/${id}`, { as: key })
    expect(told.body.results).toMatchObject({ external_id: body.external_id, status: 'pending', reason: '' })
  })

  test('with another body is newer data: it is taken over, and the state stays', async () => {
    const { id, body } = await pendingCustomer(app)
    await decide(id, 'approve')
    const moved = await handIn({ ...body, city: 'Multan', address: '7 Bosan Road' })
    expect([moved.status, moved.body.results]).toEqual([200, { id, status: 'approved' }])
    const shown = await read(id)
    expect(shown).toMatchObject({ city: 'Multan', address: '7 Bosan Road', status: 'approved', version: 3 })
    // The row says which fields, and not what they hold: it is kept for good.
    expect(shown.history[0]).toMatchObject({ action: 'edit', after: { fields: 'city, address' } })
  })

  test('by two at once is one customer', async () => {
    const body = customerBody()
    const answers = await Promise.all(Array.from({ length: 6 }, () => handIn(body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
    expect(new Set(answers.map((answer) => answer.body.results.id)).size).toBe(1)
  })

  test.each([
    ['without a name', { username: ' ' }, 'username'],
    ['with a number that is none', { phone: '12' }, 'phone'],
    ['with an address that is none', { email: 'nobody' }, 'email'],
    ['who cannot be reached', { phone: '', email: '' }, 'phone'],
    ['without an id', { external_id: '' }, 'external_id'],
    ['with a field that is not known', { cnic: '3520212345671' }, 'cnic'],
  ])('is refused %s, with the path, and nothing is stored', async (_, given, path) => {
    const answer = await expectRefused(422, () => handIn({ ...customerBody(), ...given }))
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(path)
  })

  test('takes a key that may send customers', async () => {
    const other = await app.intakeKey(['sellers', 'products', 'orders'])
    await expectRefused(403, () =>
      app.call('POST', '/api/intake/customers', { as: other, body: customerBody() }),
    )
  })
})

describe('the lists', () => {
  test('show each customer in the one where they stand, and the counts agree', async () => {
    const { id } = await pendingCustomer(app)
    const before = await counts()
    expect(await idsOf('list=pending&sort=-created_at')).toContain(id)
    await decide(id, 'approve')
    expect(await idsOf('list=pending&sort=-created_at')).not.toContain(id)
    expect(await idsOf('list=approved&sort=-status_since')).toContain(id)
    await decide(id, 'disable', reason)
    expect(await idsOf('list=approved&sort=-status_since')).not.toContain(id)
    expect(await idsOf('list=disabled&sort=-status_since')).toContain(id)
    expect(await counts()).toEqual({
      pending: before.pending - 1,
      approved: before.approved,
      disabled: before.disabled + 1,
    })
    const page = await app.call('GET', `${customers}?list=disabled&limit=1`, { as: admin })
    expect(page.body.total).toBe(before.disabled + 1)
  })

  test('find somebody by a part of the name, the e-mail, and the number in any form', async () => {
    const { id } = await pendingCustomer(app, {
      username: 'Zarmina Yousafzai',
      email: 'zarmina@post.example',
      phone: '0345 9876123',
    })
    for (const q of [
      'mina yous',
      'zarmina@post',
      '03459876123',
      '0345 9876123',
      '+92 345 9876123',
      '9876123',
      'za',
    ]) {
      expect([q, await idsOf(`list=pending&q=${encodeURIComponent(q)}`)]).toEqual([q, [id]])
    }
    expect(await idsOf('list=pending&q=za%25mina')).toEqual([])
  })

  test('are sorted by what they show, and by the withdrawal with those who have none at the end', async () => {
    const made: MadeCustomer[] = []
    for (const city of ['Sukkur', 'Attock', 'Multan']) {
      const customer = await pendingCustomer(app, { city: `${city} of the sort`, username: `Sorted ${city}` })
      await decide(customer.id, 'approve')
      made.push(customer)
    }
    const [one, two, three] = made.map(({ id }) => id)
    await app.database.pool.query(
      `update customers set withdrawal_amount = case when id = $1 then 50000 else 200000 end,
        withdrawal_at = case when id = $1 then now() else now() - interval '1 day' end, withdrawal_status = 'paid'
       where id in ($1, $2)`,
      [one, two],
    )
    const order = async (sort: string) =>
      (await listed(`list=approved&limit=100&q=Sorted&sort=${sort}`)).map(({ id }) => id)
    expect(await order('city')).toEqual([two, three, one])
    expect(await order('-username')).toEqual([one, three, two])
    expect(await order('-withdrawal_amount')).toEqual([two, one, three])
    expect(await order('-withdrawal_at')).toEqual([one, two, three])
    const [first] = await listed('list=approved&q=Sorted&sort=-withdrawal_amount')
    expect(first).toMatchObject({ withdrawal: { amount: '2000', status: 'paid' } })
    // A page after a row without a withdrawal goes on behind it.
    const page = await app.call('GET', `${customers}?list=approved&q=Sorted&sort=withdrawal_at&limit=1`, {
      as: admin,
    })
    const next = await app.call(
      'GET',
      `${customers}?list=approved&q=Sorted&sort=withdrawal_at&limit=1&cursor=${page.body.next_cursor}`,
      { as: admin },
    )
    expect([page.body.results[0], next.body.results[0]]).toMatchObject([
      { id: three, withdrawal: null },
      { id: two },
    ])
    const { rows } = await app.database.pool.query(
      "select count(*)::int as n from customers where city = 'Attock of the sort'",
    )
    expect((await idsOf('city=Attock%20of%20the%20sort')).length).toBe(rows[0].n)
  })
})

describe('deciding on a customer', () => {
  test('approve, disable with a reason and enable each have their audit row, and tell the shop front', async () => {
    const { id, body } = await pendingCustomer(app)
    expect((await decide(id, 'approve')).body.results).toMatchObject({ status: 'approved', version: 2 })
    await expectRefused(422, () => decide(id, 'disable', { reason: ' ' }))
    expect((await decide(id, 'disable', reason)).body.results).toMatchObject({
      status: 'disabled',
      status_reason: reason.reason,
    })
    const told = await app.call('GET', `/api/intake/customers/${id}`, { as: key })
    expect(told.body.results).toMatchObject({ status: 'disabled', reason: reason.reason })
    const { history, status } = (await decide(id, 'enable')).body.results
    expect(status).toBe('approved')
    expect(history.map(({ action }: { action: string }) => action)).toEqual([
      'enable',
      'disable',
      'approve',
      'register',
    ])
    // What is kept for good names the customer by number.
    const { rows } = await app.database.pool.query(
      'select distinct subject_name from audit_log where subject_id = $1 union select subject_name from decisions where subject_id = $1',
      [id],
    )
    expect(rows).toEqual([{ subject_name: customerNumber(id) }])
    expect(JSON.stringify(history)).not.toContain(body.username)
  })

  test('the same again changes nothing; from another state it is refused with who decided', async () => {
    const { id } = await pendingCustomer(app)
    await expectRefused(409, () => decide(id, 'enable'))
    await decide(id, 'approve')
    await expectRefused(200, () => decide(id, 'approve'))
    await decide(id, 'disable', reason)
    const refused = await expectRefused(409, () => decide(id, 'approve'))
    expect(refused.body.message).toMatch(/^Already disabled by Person \w+\. It cannot be approved/)
    expect(refused.body.results.status).toBe('disabled')
  })

  test('on a version that was read: a stale one is refused with the present record', async () => {
    const { id, body } = await pendingCustomer(app)
    await handIn({ ...body, username: 'Another name' })
    const stale = await expectRefused(412, () => decide(id, 'approve', undefined, { 'if-match': '"v1"' }))
    expect(stale.body.results.username).toBe('Another name')
    expect((await decide(id, 'approve', undefined, { 'if-match': '"v2"' })).status).toBe(200)
  })

  test('by two at once is one decision', async () => {
    const { id } = await pendingCustomer(app)
    const answers = await Promise.all([
      decide(id, 'approve'),
      decide(id, 'disable', reason),
      decide(id, 'approve'),
    ])
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const { history, version } = await read(id)
    expect(history).toHaveLength(version)
  })

  test('several at once: each has an outcome of its own', async () => {
    const [one, two, three] = [
      await pendingCustomer(app),
      await pendingCustomer(app),
      await pendingCustomer(app),
    ]
    await decide(two.id, 'approve')
    await decide(three.id, 'disable', reason)
    const missing = '01a1fc80-d469-7475-b815-ea04c5a66a67'
    const { body } = await app.call('POST', `${customers}/bulk/approve`, {
      as: admin,
      body: { ids: [one.id, two.id, three.id, missing] },
    })
    expect(body.results.map((row: { outcome: string }) => row.outcome)).toEqual([
      'done',
      'unchanged',
      'refused',
      'refused',
    ])
    expect(body.results[0]).toMatchObject({ name: one.body.username })
    expect((await read(one.id)).status).toBe('approved')
  })

  test('undo puts back state, reason and place, within half a minute', async () => {
    const { id } = await pendingCustomer(app)
    const before = await read(id)
    const { decision } = (await decide(id, 'approve')).body.results
    const back = await decide(id, 'undo', { decision_id: decision.id })
    expect(back.body.results).toMatchObject({
      status: 'pending',
      status_since: before.status_since,
      decision: null,
    })
    const { decision: second } = (await decide(id, 'approve')).body.results
    app.clock.move(31_000)
    const late = await expectRefused(409, () => decide(id, 'undo', { decision_id: second.id }))
    expect(late.body.message).toContain('The time to undo this decision is over')
  })
})

describe('the wallet', () => {
  test('is the balance of the ledger with its latest movements, what came in above zero', async () => {
    const customer = await pendingCustomer(app)
    expect((await read(customer.id)).wallet).toEqual({
      ...{ balance: '0', lines: [] },
      ...{ in_progress: '0', withdrawals: [] },
    })
    await fillWallet(customer, 150_050n)
    await fillWallet(customer, -50_000n)
    expect((await read(customer.id)).wallet).toMatchObject({
      balance: '1000.50',
      lines: [{ amount: '-500', words: 'Refund into the wallet', kind: 'refund' }, { amount: '1500.50' }],
    })
  })
})

describe('the privacy export', () => {
  test('is everything that is kept about a person, and is recorded', async () => {
    const customer = await pendingCustomer(app)
    const { order_number } = await storedOrder(app, customer, 'completed')
    await fillWallet(customer, 70_000n)
    await app.call('POST', `${customers}/${customer.id}/notes`, {
      as: admin,
      body: { text: `Asked @{${admin.id}} about the parcel` },
    })
    const clerk = await app.person(['Customer: view', 'Customer: decide', 'Customer: act'])
    await expectRefused(403, () => decide(customer.id, 'export', undefined, {}, clerk))
    const { body } = await decide(customer.id, 'export')
    expect(body.results).toMatchObject({
      customer_number: customerNumber(customer.id),
      profile: { ...customer.body },
      orders: [{ order_number, address: customer.body.address, total_bill: '1999' }],
      wallet: { balance: '700', lines: [{ amount: '700' }] },
      notes: [{ text: expect.stringMatching(/^Asked @Person \w+ about the parcel$/) }],
    })
    expect(body.results.audit.map(({ action }: { action: string }) => action)).toEqual([
      'register',
      'write note',
      'export',
    ])
    expect((await read(customer.id)).history[0]).toMatchObject({ action: 'export', after: { orders: 1 } })
  })

  test('needs a fresh proof: account numbers stand in it in full', async () => {
    const { id } = await pendingCustomer(app)
    const late = await app.person()
    app.clock.move(11 * 60_000)
    const refused = await expectRefused(403, () => decide(id, 'export', undefined, {}, late))
    expect(refused.body.type).toBe('urn:munshi:step-up-needed')
    app.clock.move(-11 * 60_000)
  })
})

describe('a picture', () => {
  const pictureOf = (id: string, body: unknown) =>
    app.call('POST', `/api/intake/customers/${id}/picture`, { as: key, body })
  const served = async (image: string, size = '-96') =>
    (await fetch(`${app.url}/media/${image}${size}.webp`)).status

  test('from the shop front is shown in record and list, cropped to a square', async () => {
    const { id, body } = await pendingCustomer(app)
    expect((await read(id)).image).toBe('')
    expect((await pictureOf(id, await pictureForm())).status).toBe(201)
    const { image, history } = await read(id)
    expect(image).toMatch(/^[0-9a-f]{64}$/)
    expect((await listed(`q=${body.email}`))[0]).toMatchObject({ id, image })
    expect(history[0]).toMatchObject({ action: 'add picture', after: { fields: 'picture' } })
    const answer = await fetch(`${app.url}/media/${image}.webp`)
    const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect({ width, height, format }).toEqual({ width: 300, height: 300, format: 'webp' })
    await expectRefused(201, async () => pictureOf(id, await pictureForm()))
  })

  test('takes the place of the one before, whose file is gone; another customer’s same one is theirs alone', async () => {
    const [first, second] = [await pendingCustomer(app), await pendingCustomer(app)]
    await pictureOf(first.id, await pictureForm())
    await pictureOf(second.id, await pictureForm())
    const { image } = await read(first.id)
    const other = (await read(second.id)).image
    expect(other).not.toBe(image)
    await pictureOf(first.id, await pictureForm(1))
    expect((await read(first.id)).image).not.toBe(image)
    expect([await served(image), await served(other)]).toEqual([404, 200])
  })

  test('is handed out with the export, and is gone with the erasure, file and all', async () => {
    const { id } = await pendingCustomer(app)
    await pictureOf(id, await pictureForm())
    const { image } = await read(id)
    const told = await decide(id, 'export')
    expect(told.body.results.profile.picture).toMatch(/^data:image\/webp;base64,[\w+/]{40}/)
    await decide(id, 'erase')
    expect((await read(id)).image).toBe('')
    expect(await served(image)).toBe(404)
    await expectRefused(409, async () => pictureOf(id, await pictureForm()))
  })

  test('that was replaced or erased is gone in every size that was ever shown, also one that is just being made', async () => {
    const { id } = await pendingCustomer(app)
    const sizes = ['', '-96', '-480', '-960', '-1600']
    const statusOf = (image: string) => Promise.all(sizes.map((size) => served(image, size)))
    await pictureOf(id, await pictureForm())
    const before = (await read(id)).image
    expect(await statusOf(before)).toEqual(sizes.map(() => 200))
    await pictureOf(id, await pictureForm(1))
    const { image } = await read(id)
    expect(await statusOf(before)).toEqual(sizes.map(() => 404))
    expect(await served(image, '-480')).toBe(200)
    const { files } = app.services
    const { put } = files
    let erased: { status: number } | undefined
    // The erasure comes between the making of this width and its file.
    files.put = async (key, bytes) => {
      if (key.endsWith('-960.webp')) erased = await decide(id, 'erase')
      await put(key, bytes)
    }
    try {
      expect(await served(image, '-960')).toBe(404)
    } finally {
      files.put = put
    }
    expect(erased?.status).toBe(200)
    expect(await statusOf(image)).toEqual(sizes.map(() => 404))
  })

  test('of an erased customer goes later when its file could not be deleted at once', async () => {
    const { files } = app.services
    const { remove } = files
    const forget = () =>
      forgetErasedPictures.run(
        jobContext('test', { db: app.database.db, services: app.services }),
        app.app.log as never,
      )
    for (const again of [forget, (id: string) => decide(id, 'erase')]) {
      const { id } = await pendingCustomer(app)
      await pictureOf(id, await pictureForm())
      const { image } = await read(id)
      files.remove = () => Promise.reject(new Error('the disk is away'))
      try {
        expect((await decide(id, 'erase')).status).toBe(500)
        await forget()
      } finally {
        files.remove = remove
      }
      expect(await read(id)).toMatchObject({ image: '', erased_at: expect.any(String) })
      expect(await served(image)).toBe(200)
      const told = await app.call('GET', '/api/admin/dashboard/latest', { as: admin })
      expect(told.body.results.customers[0].id).toBe(id)
      expect(JSON.stringify(told.body)).not.toContain(image)
      await again(id)
      expect(await served(image)).toBe(404)
      const { rows } = await app.database.pool.query('select image from customers where id = $1', [id])
      expect(rows).toEqual([{ image: '' }])
    }
  })

  test('is refused where it is none, and of nobody', async () => {
    const { id } = await pendingCustomer(app)
    const form = new FormData()
    form.append('file', new Blob(['<html>']), 'face.jpg')
    await expectRefused(415, () => pictureOf(id, form))
    await expectRefused(404, async () => pictureOf(crypto.randomUUID(), await pictureForm()))
  })
})

describe('an erasure', () => {
  test('replaces the person everywhere, and leaves orders, money and audit rows', async () => {
    const customer = await pendingCustomer(app, {
      username: 'Gulalai Wazir',
      email: 'gulalai@post.example',
      phone: '0312 5550147',
      address: '14 Namak Mandi',
    })
    const { id } = customer
    await decide(id, 'approve')
    const told = {
      reason: 'Gulalai, 0312 5550147',
      reasons: [{ code: 'customer_details_false', text: 'Gulalai' }],
    }
    expect((await decide(id, 'disable', told)).status).toBe(200)
    expect((await decide(id, 'enable')).status).toBe(200)
    const order = await storedOrder(app, customer, 'completed')
    await fillWallet(customer, 500n)
    await fillWallet(customer, -500n)
    await app.call('POST', `${customers}/${id}/notes`, { as: admin, body: { text: 'Gulalai rang twice' } })
    const audits = (await read(id)).history.length
    const erased = (await decide(id, 'erase')).body.results
    expect(erased).toMatchObject({
      ...{ username: 'Erased customer', email: '', phone: '', address: '', status: 'disabled' },
      erased_at: expect.any(String),
      wallet: { balance: '0', lines: [{}, {}] },
    })
    expect(erased.history).toHaveLength(audits + 1)
    expect(erased.history[0]).toMatchObject({ action: 'erase', after: { orders: 1, notes: 1 } })
    const { rows } = await app.database.pool.query('select * from orders where id = $1', [order.id])
    expect(rows[0]).toMatchObject({
      ...{ customer_name: 'Erased customer', email: '', phone: '', address: '', area: '', landmark: '' },
      ...{ customer_note: '', order_number: order.order_number, total_bill: 199_900n },
    })
    expect((await app.call('GET', `${customers}/${id}/notes`, { as: admin })).body.results).toEqual([])
    for (const table of ['customers', 'orders', 'notes', 'decisions', 'decision_reasons', 'messages']) {
      const found = await app.database.pool.query(
        `select 1 from ${table} t where t::text ilike any (array['%gulalai%', '%5550147%', '%namak mandi%'])`,
      )
      expect({ table, rows: found.rows }).toEqual({ table, rows: [] })
    }
    const { rows: kept } = await app.database.pool.query(
      "select reason from audit_log where subject_id = $1 and action = 'disable'",
      [id],
    )
    expect(kept).toEqual([{ reason: expect.not.stringMatching(/0312|5550147/) }])
  })

  test('again changes nothing, and afterwards nothing is decided and nothing submitted', async () => {
    const { id, body } = await pendingCustomer(app)
    await decide(id, 'erase')
    await expectRefused(200, () => decide(id, 'erase'))
    await expectRefused(409, () => decide(id, 'enable'))
    await expectRefused(409, () => decide(id, 'disable', reason))
    await expectRefused(409, () => handIn(body))
    await expectRefused(409, () => handIn({ ...body, username: 'Somebody else' }))
  })

  test('lets no note be written on them or on their orders, and again takes what was left behind', async () => {
    const customer = await pendingCustomer(app)
    const order = await storedOrder(app, customer, 'completed')
    const paths = [`${customers}/${customer.id}/notes`, `/api/admin/orders/${order.id}/notes`]
    const write = (path: string, text: string) => app.call('POST', path, { as: admin, body: { text } })
    const written: string[] = []
    for (const path of paths) written.push((await write(path, 'Gulmakai rang')).body.results.id)
    const { rows: left } = await app.database.pool.query('select * from notes where id = any($1)', [written])
    await decide(customer.id, 'erase')
    for (const [at, path] of paths.entries()) {
      const refused = await expectRefused(409, () => write(path, 'Gulmakai rang again'))
      expect(refused.body.message).toBe('This customer was erased')
      // As an earlier version let it be written.
      await app.database.pool.query(
        `insert into notes (id, record_type, record_id, author_id, text, created_at)
          select id, record_type, record_id, author_id, text, created_at
          from json_populate_record(null::notes, $1)`,
        [JSON.stringify(left[at])],
      )
      const change = { as: admin, body: { text: 'Gulmakai wrote' }, headers: { 'if-match': '"v1"' } }
      await expectRefused(409, () => app.call('PATCH', `${path}/${written[at]}`, change))
    }
    const again = (await decide(customer.id, 'erase')).body.results
    expect(again.history.slice(0, 2)).toMatchObject([
      { action: 'erase', after: { orders: 0, notes: 2 } },
      { action: 'erase', after: { orders: 1, notes: 2 } },
    ])
    await expectRefused(200, () => decide(customer.id, 'erase'))
    const { rows } = await app.database.pool.query("select 1 from notes where text like '%Gulmakai%'")
    expect(rows).toEqual([])
  })

  test.each(['pending', 'processing'] as const)('is refused while an order is %s', async (status) => {
    const customer = await pendingCustomer(app)
    await storedOrder(app, customer, status)
    await storedOrder(app, customer, 'declined')
    const refused = await expectRefused(409, () => decide(customer.id, 'erase'))
    expect(refused.body.message).toContain('An order is pending or processing')
  })

  test('is refused while there is money in the wallet, and while a withdrawal is under way', async () => {
    const customer = await pendingCustomer(app)
    await fillWallet(customer, 123_400n)
    const refused = await expectRefused(409, () => decide(customer.id, 'erase'))
    expect(refused.body.message).toContain('1,234')
    await decide(customer.id, 'approve')
    const asked = await app.call('POST', '/api/intake/withdrawals', {
      as: await app.intakeKey(['withdrawals']),
      body: {
        external_id: `erased-${process.pid}`,
        customer_id: customer.id,
        amount: '1234',
        account: { account_title: customer.body.username, ibn_number: someIban() },
      },
    })
    expect(asked.status).toBe(201)
    const waiting = await expectRefused(409, () => decide(customer.id, 'erase'))
    expect(waiting.body.message).toContain('A withdrawal of theirs is under way')
  })

  test('is announced with every order that it reaches, those that were declined among them', async () => {
    const { id } = await pendingCustomer(app)
    const made = { customer_id: id, payment_method: 'cod' } as const
    for (let n = 0; n < 2; n += 1) {
      const order = await pendingOrder({ app, admin }, [], made)
      const path = `/api/admin/orders/${order.id}/decline`
      expect((await app.call('POST', path, { as: admin, body: { reason: 'Fake' } })).status).toBe(200)
      expect(await read(id)).toMatchObject({ orders_count: 0, orders_total: '0', orders_in_all: n + 1 })
    }
    const shown = await app.call('GET', `/api/admin/orders?customer_id=${id}`, { as: admin })
    expect(shown.body.total).toBe(2)
    const open = await pendingOrder({ app, admin }, [], made)
    expect(await read(id)).toMatchObject({ orders_count: 1, orders_in_all: 3 })
    await app.call('POST', `/api/admin/orders/${open.id}/decline`, { as: admin, body: { reason: 'Fake' } })
    const { history } = (await decide(id, 'erase')).body.results
    expect(history[0]).toMatchObject({ action: 'erase', after: { orders: 3 } })
  })

  test('takes with it what was written on their orders, which they are handed before', async () => {
    const { id, body } = await pendingCustomer(app)
    const product = await listedProduct({ app, admin }, { product_stock: 1 })
    const made = await pendingOrder({ app, admin }, [{ product, quantity: 2 }], {
      customer_id: id,
      payment_method: 'card',
      paid_reference: 'Card of Palwasha',
    })
    const send = (path: string, given?: unknown) =>
      app.call('POST', `/api/admin/orders/${made.id}/${path}`, { as: admin, body: given })
    await send('notes', { text: 'Palwasha rang about the parcel' })
    expect((await send('check', { note: 'Palwasha will wait for the second one' })).status).toBe(200)
    expect((await send('decline', { reason: 'Palwasha wants it no longer, 0300 1234567' })).status).toBe(200)
    const { rows: owed } = await app.database.pool.query('select id from refunds where order_id = $1', [
      made.id,
    ])
    const colleague = await app.person()
    const account = { ...refundAccount(), account_title: 'Palwasha Khattak' }
    await send(`refunds/${owed[0].id}/account`, account)
    await app.call('POST', `/api/admin/orders/${made.id}/refunds/${owed[0].id}/send`, {
      as: colleague,
      body: { reference: 'r' },
    })
    const told = await decide(id, 'export')
    expect(told.body.results.refunds).toMatchObject([{ ...account, method: 'bank', status: 'sent' }])
    const { rows: exports } = await app.database.pool.query(
      "select after from audit_log where subject_id = $1 and action = 'export'",
      [id],
    )
    expect(exports).toMatchObject([{ after: { account_numbers: 1 } }])
    expect(told.body.results.orders[0].notes).toMatchObject([{ text: 'Palwasha rang about the parcel' }])
    expect((await decide(id, 'erase')).body.results.history[0]).toMatchObject({
      after: { orders: 1, notes: 1 },
    })
    for (const table of ['orders', 'order_parts', 'order_marks', 'refunds', 'notes']) {
      const found = await app.database.pool.query(`select 1 from ${table} t where t::text ilike '%palwasha%'`)
      expect({ table, rows: found.rows }).toEqual({ table, rows: [] })
    }
    const { rows: accounts } = await app.database.pool.query(
      'select account_title, bank_code, iban_sealed, iban_masked from refunds where order_id = $1',
      [made.id],
    )
    expect(accounts).toEqual([{ account_title: '', bank_code: '', iban_sealed: null, iban_masked: '' }])
    // What was typed on the way stays in the log for good, but for numbers and addresses.
    const { rows: kept } = await app.database.pool.query(
      "select action, reason from audit_log where subject_type = 'order' and subject_id = $1 and reason is not null",
      [made.id],
    )
    expect(kept.filter(({ action }) => action !== 'check marks')).toEqual([
      { action: 'decline', reason: expect.not.stringMatching(/0300|1234567/) },
    ])
    // The shop front that asks again is told of the same order; nothing that could be guessed from is kept.
    const { rows } = await app.database.pool.query('select body_hash from orders where id = $1', [made.id])
    expect(rows).toEqual([{ body_hash: null }])
    const orderKey = await app.intakeKey(['orders'])
    const repeated = await expectRefused(200, () =>
      app.call('POST', '/api/intake/orders', { as: orderKey, body: made.body }),
    )
    expect(repeated.body.results).toMatchObject({ id: made.id, order_status: 'declined' })
    const paid = { type: 'paid', reference: 'Card of Palwasha' }
    await expectRefused(200, () =>
      app.call('POST', `/api/intake/orders/${made.id}/events`, { as: orderKey, body: paid }),
    )
    await expectRefused(409, () => handIn(body))
  })

  test('leaves no name behind in the log of an export for which somebody searched', async () => {
    const answer = await app.call('GET', '/api/admin/orders/export?q=Gulmina&city=Quetta', { as: admin })
    expect(answer.status).toBe(200)
    const { rows } = await app.database.pool.query(
      "select after from audit_log where subject_type = 'orders' order by id desc limit 1",
    )
    expect(rows[0].after).toMatchObject({ q: '(searched)', city: 'Quetta' })
  })

  test('at the same moment as an order is the first or is refused: no order keeps what was erased', async () => {
    const product = await listedProduct({ app, admin })
    const orderKey = await app.intakeKey(['orders'])
    for (let n = 0; n < 6; n += 1) {
      const { id, body } = await pendingCustomer(app)
      const order = orderBody(id, [{ product }], { name: body.username })
      const [erased, placed] = await Promise.all([
        decide(id, 'erase'),
        app.call('POST', '/api/intake/orders', { as: orderKey, body: order }),
      ])
      expect([
        [200, 422],
        [409, 201],
      ]).toContainEqual([erased.status, placed.status])
    }
  })

  test('needs who may decide, and a fresh proof of who they are', async () => {
    const { id } = await pendingCustomer(app)
    const clerk = await app.person(['Customer: view', 'Customer: act', 'Customer: export'])
    await expectRefused(403, () => decide(id, 'erase', undefined, {}, clerk))
    const late = await app.person()
    app.clock.move(11 * 60_000)
    const refused = await expectRefused(403, () => decide(id, 'erase', undefined, {}, late))
    expect(refused.body.type).toBe('urn:munshi:step-up-needed')
  })
})
