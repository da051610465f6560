import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { products } from '#features/products/contract.ts'
import { vendors } from '#features/vendors/contract.ts'
import { withdrawals } from '#features/withdrawals/contract.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import {
  invitedPerson,
  payableVendor,
  pendingProduct,
  pendingVendor,
  requestedWithdrawal,
} from '#testing/factories.ts'
import { resendAccess } from '../contract.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())
beforeEach(() => app.database.pool.query("update messages set status = 'sent' where status = 'failed'"))

const path = '/api/admin/failed-mails'
const list = async (query = '', as = admin) => {
  const answer = await app.call('GET', `${path}?limit=100${query}`, { as })
  expect(answer.status).toBe(200)
  return answer.body
}
const resend = async (ids: string[], as = admin) => {
  const answer = await app.call('POST', `${path}/bulk/resend`, { as, body: { ids } })
  expect(answer.status).toBe(200)
  return answer.body.results
}
/** The only mail about this record, as if its last attempt had failed now. */
const fail = async (subjectId: string, error = 'connect ECONNREFUSED 127.0.0.1:25'): Promise<string> => {
  app.clock.move(1000)
  const { rows } = await app.database.pool.query(
    `update messages set status = 'failed', attempts = 8, last_error = $2, send_at = $3
     where subject_id = $1 and status = 'queued' returning id`,
    [subjectId, error, app.clock.now()],
  )
  return rows[0].id
}
const stateOf = async (id: string) =>
  (await app.database.pool.query('select status, attempts, recipient from messages where id = $1', [id]))
    .rows[0]
const rejected = async () => {
  const vendor = await pendingVendor(app)
  const body = { reason: 'The cheque cannot be read' }
  await app.call('POST', `/api/admin/sellers/${vendor.id}/reject`, { as: admin, body })
  return { ...vendor, mail: await fail(vendor.id) }
}
const rejectedProduct = async () => {
  const product = await pendingProduct(app)
  const body = { reason: 'The picture shows another product' }
  await app.call('POST', `/api/admin/products/${product.id}/reject`, { as: admin, body })
  return { ...product, mail: await fail(product.id) }
}
const resentIn = async (subjectId: string) =>
  (
    await app.database.pool.query(
      "select actor_name from audit_log where subject_id = $1 and action = 'resend message'",
      [subjectId],
    )
  ).rows

describe('the failed mails', () => {
  test('are in one list, the latest failure first, with record, address, error and attempts', async () => {
    const vendor = await rejected()
    const product = await rejectedProduct()
    const { results, total } = await list()
    expect(total).toBe(2)
    expect(results).toMatchObject([
      {
        id: product.mail,
        kind: 'product rejected',
        path: `/single-product/pending?id=${product.id}`,
        again: 'yes',
      },
      {
        id: vendor.mail,
        kind: 'vendor rejected',
        state: 'failed',
        attempts: 8,
        last_error: 'connect ECONNREFUSED 127.0.0.1:25',
        recipient: vendor.email,
        path: `/vendor-vendordetails?id=${vendor.id}`,
        again: 'yes',
      },
    ])
    expect(results[1].name).not.toBe('')
    expect((await list('&sort=send_at')).results[0].id).toBe(vendor.mail)
  })

  test('are read page after page, and found by kind and by state', async () => {
    const vendor = await rejected()
    const product = await rejectedProduct()
    const first = (await app.call('GET', `${path}?limit=1`, { as: admin })).body
    expect(first.results[0].id).toBe(product.mail)
    const next = await app.call('GET', `${path}?limit=1&cursor=${first.next_cursor}`, { as: admin })
    expect(next.body.results[0].id).toBe(vendor.mail)
    expect((await list(`&kind=${encodeURIComponent('vendor rejected')}`)).results).toMatchObject([
      { id: vendor.mail },
    ])
    await app.database.pool.query("update messages set status = 'queued', attempts = 3 where id = $1", [
      vendor.mail,
    ])
    expect((await list()).results).toMatchObject([{ id: product.mail }])
    expect((await list('&state=retrying')).results).toMatchObject([
      { id: vendor.mail, state: 'retrying', again: 'retrying' },
    ])
  })

  test('do not show the mails of erased people, which are empty', async () => {
    const { mail } = await rejected()
    await app.database.pool.query("update messages set recipient = '' where id = $1", [mail])
    expect((await list()).results).toEqual([])
  })

  test('name records and addresses only to those who may see the record', async () => {
    const vendor = await rejected()
    const product = await rejectedProduct()
    const reader = await app.person(['General Setting: view', 'Products: view'])
    const { results } = await list('', reader)
    expect(results).toMatchObject([
      { id: product.mail, again: 'not_permitted', path: `/single-product/pending?id=${product.id}` },
      { id: vendor.mail, name: '', path: '', recipient: '', again: 'not_permitted' },
    ])
    expect(results[0].recipient).not.toBe('')
    expect(JSON.stringify(results[1])).not.toContain(vendor.email)
  })

  test('are read with the permission to read letters', async () => {
    const clerk = await app.person(['Products: act'])
    expect((await app.call('GET', path, { as: clerk })).status).toBe(403)
  })

  test('are found by the index of failed mails', async () => {
    await app.database.pool.query(
      `insert into messages (id, kind, recipient, subject, body_text, body_html, status, subject_type, subject_id, send_at, sent_at)
       select gen_random_uuid(), 'vendor approved', 'a@b.example', '', '', '', 'sent', 'person', gen_random_uuid(), $1::timestamptz, $1
       from generate_series(1, 5000)`,
      [app.clock.now()],
    )
    await app.database.pool.query('analyze messages')
    const { rows } = await app.database.pool.query(
      `explain select m.send_at, m.id from messages m where m.status = 'failed' and m.recipient <> ''
       order by m.send_at desc, m.id desc limit 25`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join(' ')).toContain('messages_failed')
  })
})

describe('a failed mail', () => {
  test('is sent again to the address now on record, once, with an entry in the log', async () => {
    const vendor = await rejected()
    await app.database.pool.query("update vendors set email = 'now@shops.example' where id = $1", [vendor.id])
    const [first, second] = await Promise.all([resend([vendor.mail]), resend([vendor.mail])])
    expect([...first, ...second].map(({ outcome }) => outcome).sort()).toEqual(['done', 'refused'])
    const refused = [...first, ...second].find(({ outcome }) => outcome === 'refused')
    expect(refused.message).toBe('This message is queued. Only failed messages can be sent again')
    expect(await stateOf(vendor.mail)).toEqual({
      status: 'queued',
      attempts: 0,
      recipient: 'now@shops.example',
    })
    expect(await resentIn(vendor.id)).toHaveLength(1)
    expect((await list()).results).toEqual([])
  })

  test('of a listing and of a withdrawal is sent again among others, each with its outcome', async () => {
    const product = await rejectedProduct()
    const vendor = await payableVendor({ app, admin })
    const withdrawal = await requestedWithdrawal(app, vendor.id)
    const decline = await app.call('POST', `/api/admin/vendor-withdrawals/${withdrawal.id}/decline`, {
      as: admin,
      body: { reason: 'The account is closed' },
    })
    expect(decline.status).toBe(200)
    const mail = await fail(withdrawal.id)
    const unknown = crypto.randomUUID()
    expect(await resend([product.mail, mail, mail, unknown])).toMatchObject([
      { id: product.mail, outcome: 'done', name: product.body.product_name },
      { id: mail, outcome: 'done', name: withdrawal.number },
      { id: unknown, outcome: 'refused', name: '', message: 'There is no such mail' },
    ])
    expect(await resentIn(withdrawal.id)).toHaveLength(1)
  })

  test('that a newer mail about the record replaced is not sent', async () => {
    const vendor = await rejected()
    await app.database.pool.query(
      `insert into messages (id, kind, recipient, subject, body_text, body_html, status, subject_type, subject_id, send_at)
       values ('ffffffff-ffff-7fff-bfff-ffffffffffff', 'vendor approved', 'a@b.example', '', '', '', 'sent', 'vendor', $1, now())`,
      [vendor.id],
    )
    expect((await list()).results).toMatchObject([{ id: vendor.mail, again: 'replaced' }])
    expect(await resend([vendor.mail])).toMatchObject([
      { outcome: 'refused', message: 'A newer message about this record replaced this one' },
    ])
    expect(await stateOf(vendor.mail)).toMatchObject({ status: 'failed' })
  })

  test('is not replaced by a letter about something else', async () => {
    const product = await rejectedProduct()
    await app.database.pool.query(
      `insert into messages (id, kind, recipient, subject, body_text, body_html, status, subject_type, subject_id, send_at)
       values ('ffffffff-ffff-7fff-bfff-fffffffffffe', 'product edit approved', 'a@b.example', '', '', '', 'sent', 'product', $1, now())`,
      [product.id],
    )
    const { results } = await list()
    expect(results.find(({ id }: { id: string }) => id === product.mail)).toMatchObject({ again: 'yes' })
    expect(await resend([product.mail])).toMatchObject([{ outcome: 'done' }])
  })

  test('with a link is replaced once a new one was sent', async () => {
    const { id } = await invitedPerson({ app, admin })
    const mail = await fail(id)
    const again = async () => (await list()).results.find((one: { id: string }) => one.id === mail)?.again
    expect(await again()).toBe('elsewhere')
    const invited = await app.call('POST', `/api/admin/staff/${id}/invitation`, { as: admin })
    expect(invited.status).toBe(200)
    expect(await again()).toBe('replaced')
  })

  test('to a person is not replaced by one of the same kind about something else', async () => {
    const { id } = await invitedPerson({ app, admin })
    const insert = (mail: string, status: string) =>
      app.database.pool.query(
        `insert into messages (id, kind, recipient, subject, body_text, body_html, status, subject_type, subject_id, send_at)
         values ($1, 'webhook disabled', 'a@b.example', '', '', '', $3, 'person', $2, now())`,
        [mail, id, status],
      )
    await insert('ffffffff-ffff-7fff-bfff-fffffffffff1', 'failed')
    await insert('ffffffff-ffff-7fff-bfff-fffffffffff2', 'sent')
    const { results } = await list()
    const [failed] = results.filter((one: { kind: string }) => one.kind === 'webhook disabled')
    expect(failed.again).not.toBe('replaced')
  })

  test('with a link that is gone is listed and not sent', async () => {
    const { id } = await invitedPerson({ app, admin })
    const mail = await fail(id)
    expect((await list()).results).toMatchObject([
      { id: mail, kind: 'invitation', path: `/manage-staff-details?id=${id}`, again: 'elsewhere' },
    ])
    expect(await resend([mail])).toMatchObject([
      { outcome: 'refused', message: 'A mail of this kind cannot be sent again' },
    ])
  })

  test('is sent again only by those who may on its record, and its name is kept from others', async () => {
    const vendor = await rejected()
    const product = await rejectedProduct()
    const clerk = await app.person(['Products: view', 'Products: act'])
    expect(await resend([vendor.mail, product.mail], clerk)).toMatchObject([
      {
        id: vendor.mail,
        name: '',
        outcome: 'refused',
        message: 'Sending this mail again needs “Vendor Verifications: Change”',
      },
      { id: product.mail, outcome: 'done' },
    ])
    expect(await stateOf(vendor.mail)).toMatchObject({ status: 'failed' })
    expect(resendAccess).toEqual({
      vendor: vendors.resendMessage.access,
      product: products.resendMessage.access,
      vendor_withdrawal: withdrawals.vendor.resend.access,
      customer_withdrawal: withdrawals.customer.resend.access,
    })
  })
})
