import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { payableCustomer, payableVendor, someIban } from '#testing/factories.ts'

let app: TestApp
let admin: TestPerson
let key: string
let asked = 0

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  key = await app.intakeKey()
  const kinds = ['withdrawal.approved', 'withdrawal.undone', 'withdrawal.declined']
  const listens = await call('POST', '/api/admin/webhooks', { url: 'https://shop.example/hooks', kinds })
  expect(listens.status).toBe(201)
})
afterAll(() => app.close())

const path = '/api/admin/vendor-withdrawals'
const call = (method: string, to: string, body?: unknown, as: TestPerson = admin) =>
  app.call(method, to, { as, body })
const read = async (id: string) => (await call('GET', `${path}/${id}`)).body.results

/** The events about a withdrawal, in their order; those that are due now alone with `dueOf`. */
const eventsOf = async (id: string, isDue = false): Promise<string[]> => {
  const { rows } = await app.database.pool.query(
    `select e.kind from webhook_events e join webhook_deliveries d on d.event_id = e.id
     where e.body::json -> 'data' ->> 'withdrawal_id' = $1 and (not $2 or d.next_at <= $3) order by d.id`,
    [id, isDue, app.clock.now()],
  )
  return rows.map(({ kind }) => kind)
}
const dueOf = (id: string) => eventsOf(id, true)

async function approved(amount = '2000') {
  const vendor = await payableVendor({ app, admin }, '10000')
  const body = { external_id: `undo-${++asked}`, seller_id: vendor.id, amount }
  const { id } = (await app.call('POST', '/api/intake/withdrawals', { as: key, body })).body.results
  expect((await call('POST', `${path}/${id}/approve`)).status).toBe(200)
  return { id: id as string, vendor: vendor.id as string }
}

describe('an approval', () => {
  test('is undone while no run holds it, with the mail that has not left', async () => {
    const { id } = await approved()
    const answer = await call('POST', `${path}/${id}/undo-approval`)
    expect(answer.status).toBe(200)
    expect(answer.body.results).toMatchObject({
      status: 'requested',
      approved_by_name: '',
      approved_at: null,
    })
    const { messages, standing } = await read(id)
    expect(messages.filter(({ status }: { status: string }) => status === 'queued')).toEqual([])
    expect(standing).toMatchObject({ available: '8000', in_progress: '2000', held_by_run: '' })
    const { rows } = await app.database.pool.query(
      "select action from audit_log where subject_type = 'withdrawal' and subject_id = $1 order by id desc limit 1",
      [id],
    )
    expect(rows).toEqual([{ action: 'undo approve withdrawal' }])
    expect((await call('POST', `${path}/${id}/approve`)).status).toBe(200)
  })

  test('that was undone stays in the history of the withdrawal, with who gave it and who took it back', async () => {
    const { id } = await approved()
    const [undoer, reader] = [await app.person(['Vendors: pay']), await app.person(['Vendors: pay'])]
    const nameOf = (person: TestPerson) => `Person ${person.id.slice(-6)}`
    expect((await call('POST', `${path}/${id}/undo-approval`, undefined, undoer)).status).toBe(200)
    const { approved_by_name, history } = (await call('GET', `${path}/${id}`, undefined, reader)).body.results
    expect(approved_by_name).toBe('')
    expect(history).toMatchObject([
      {
        actor_name: nameOf(undoer),
        action: 'undo approve withdrawal',
        before: { status: 'approved', approved_by: nameOf(admin) },
        after: { status: 'requested' },
      },
      { actor_name: nameOf(admin), action: 'approve withdrawal' },
      { actor_kind: 'integrator', action: 'request withdrawal' },
    ])
  })

  test('that the owner and the shop front were told of is undone with a word to both', async () => {
    const { id } = await approved()
    app.clock.move(31_000)
    await app.database.pool.query("update messages set status = 'sent' where subject_id = $1", [id])
    await app.database.pool.query('update webhook_deliveries set attempts = 1, has_left = true')
    expect((await call('POST', `${path}/${id}/undo-approval`)).status).toBe(200)
    const { messages } = await read(id)
    expect(messages.map(({ subject }: { subject: string }) => subject)).toContainEqual(
      expect.stringMatching(/^Not approved yet: withdrawal W-/),
    )
    expect(await eventsOf(id)).toEqual(['withdrawal.approved', 'withdrawal.undone'])
    // Approved again, both are told of that, and a payment that follows at once comes after it.
    expect((await call('POST', `${path}/${id}/approve`)).status).toBe(200)
    expect(await eventsOf(id)).toEqual(['withdrawal.approved', 'withdrawal.undone', 'withdrawal.approved'])
  })

  test('that is given, undone, given and undone again is not the last that the owner reads', async () => {
    const { id } = await approved()
    const send = () =>
      app.database.pool.query(
        "update messages set status = 'sent', attempts = 1 where subject_id = $1 and status = 'queued'",
        [id],
      )
    const mailsOf = async () => {
      const { rows } = await app.database.pool.query(
        'select kind, status from messages where subject_id = $1 order by id',
        [id],
      )
      return rows.map(({ kind, status }) => `${kind}: ${status}`)
    }
    await send()
    for (const verb of ['undo-approval', 'approve', 'undo-approval'])
      expect((await call('POST', `${path}/${id}/${verb}`)).status).toBe(200)
    expect(await mailsOf()).toEqual([
      'withdrawal approved: sent',
      'withdrawal reopened: withdrawn',
      'withdrawal approved: withdrawn',
      'withdrawal reopened: queued',
    ])
    // Once that has left, an approval that is undone in time leaves nothing to tell.
    await send()
    for (const verb of ['approve', 'undo-approval'])
      expect((await call('POST', `${path}/${id}/${verb}`)).status).toBe(200)
    expect((await mailsOf()).slice(3)).toEqual([
      'withdrawal reopened: sent',
      'withdrawal approved: withdrawn',
    ])
  })

  test('that nobody was told of leaves nothing to tell', async () => {
    const { id } = await approved()
    expect(await eventsOf(id)).toEqual(['withdrawal.approved'])
    expect(await dueOf(id)).toEqual([])
    expect((await call('POST', `${path}/${id}/undo-approval`)).status).toBe(200)
    expect(await eventsOf(id)).toEqual([])
    // What follows an approval sends it at once, so that the events are told in their order.
    await call('POST', `${path}/${id}/approve`)
    expect((await call('POST', `${path}/${id}/decline`, { reason: 'Closed account' })).status).toBe(200)
    expect(await dueOf(id)).toEqual(['withdrawal.approved', 'withdrawal.declined'])
  })

  test('of what staff have requested needs its second person again', async () => {
    const vendor = await payableVendor({ app, admin }, '10000')
    const second = await app.person()
    const made = await call('POST', path, { owner_id: vendor.id, amount: '2000' })
    const { id } = made.body.results
    const waits = async () => {
      const { body } = await call('GET', '/api/account/notifications?state=unread', undefined, second)
      return body.results.filter(({ path: to }: { path: string }) => to.endsWith(`id=${id}`)).length
    }
    expect(await waits()).toBe(1)
    expect((await call('POST', `${path}/${id}/approve`, undefined, second)).status).toBe(200)
    expect(await waits()).toBe(0)
    expect((await call('POST', `${path}/${id}/undo-approval`)).status).toBe(200)
    expect(await waits()).toBe(1)
  })

  test('stays once a payout run holds it, and the refusal names the run', async () => {
    const { id } = await approved()
    const run = (await call('POST', '/api/admin/vendor-payouts')).body.results
    expect((await read(id)).standing.held_by_run).toBe(run.number)
    const answer = await call('POST', `${path}/${id}/undo-approval`)
    expect(answer.status).toBe(409)
    expect(answer.body.message).toContain(`Payout run ${run.number} holds`)
    expect((await read(id)).status).toBe('approved')
    await call('POST', `/api/admin/vendor-payouts/${run.id}/lines/${id}/exclude`, {
      reason: 'Approved too early',
    })
    expect((await call('POST', `${path}/${id}/undo-approval`)).status).toBe(200)
  })

  test('that never was cannot be undone, nor by a person without the permission', async () => {
    const { id } = await approved()
    const reader = await app.person(['Vendors: view'])
    expect((await call('POST', `${path}/${id}/undo-approval`, undefined, reader)).status).toBe(403)
    expect((await read(id)).status).toBe('approved')
    await call('POST', `${path}/${id}/undo-approval`)
    const answer = await call('POST', `${path}/${id}/undo-approval`, undefined, await app.person())
    expect(answer.status).toBe(409)
    expect(answer.body.message).toMatch(/is requested: there is no approval to undo$/)
    const vendor = await payableVendor({ app, admin }, '10000')
    const body = { external_id: 'never-approved', seller_id: vendor.id, amount: '2000' }
    const never = (await app.call('POST', '/api/intake/withdrawals', { as: key, body })).body.results
    const refused = await call('POST', `${path}/${never.id}/undo-approval`)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toMatch(/is requested: there is no approval to undo$/)
  })

  test('that one has undone is not undone again by a repeat whose first answer was lost', async () => {
    const { id } = await approved()
    const undo = (version: number, as = admin) =>
      app.call('POST', `${path}/${id}/undo-approval`, { as, headers: { 'if-match': `"v${version}"` } })
    const { version } = await read(id)
    const first = await undo(version)
    expect(first.status).toBe(200)
    const doings = async () =>
      (await app.database.pool.query('select from audit_log where subject_id = $1', [id])).rowCount
    const before = await doings()
    for (const again of [await undo(version), await call('POST', `${path}/${id}/undo-approval`)]) {
      expect(again.status).toBe(200)
      expect(again.body.results).toEqual(first.body.results)
    }
    expect(await doings()).toBe(before)
    // What a colleague approves after it is not undone by the repeat.
    const second = await app.person()
    expect((await call('POST', `${path}/${id}/approve`, undefined, second)).status).toBe(200)
    expect((await undo(version)).status).toBe(412)
    expect((await read(id)).status).toBe('approved')
    expect((await undo(version + 2, second)).status).toBe(200)
    expect((await call('POST', `${path}/${id}/undo-approval`)).status).toBe(409)
  })
})

describe('the standing of the owner', () => {
  test('is read for many withdrawals at once, in their order and as each of them says it', async () => {
    const [one, two] = [await approved('2000'), await approved('3500')]
    const unknown = '01a1fc80-d469-7475-b815-ea04c5a66a67'
    const { status, body } = await call('GET', `${path}/standings?ids=${two.id},${unknown},${one.id}`)
    expect(status).toBe(200)
    expect(body.results).toEqual([
      { id: two.id, ...(await read(two.id)).standing },
      { id: one.id, ...(await read(one.id)).standing },
    ])
    expect(body.results[0]).toMatchObject({ available: '6500', in_progress: '3500' })
    // A customer's list does not read of vendors.
    const others = await call('GET', `/api/admin/customer-withdrawals/standings?ids=${one.id}`)
    expect(others.body.results).toEqual([])
  })

  test('says why nothing is paid to a vendor, whose withdrawal is approved all the same', async () => {
    const vendor = await payableVendor({ app, admin }, '10000')
    const ask = async (whose: object) => {
      const body = { external_id: `undo-${++asked}`, amount: '500', ...whose }
      return (await app.call('POST', '/api/intake/withdrawals', { as: key, body })).body.results.id as string
    }
    const id = await ask({ seller_id: vendor.id })
    const why = async () => {
      const { body } = await call('GET', `${path}/standings?ids=${id}`)
      const { why_stopped } = (await read(id)).standing
      expect(body.results).toMatchObject([{ id, why_stopped }])
      return why_stopped
    }
    expect(await why()).toBe('')
    const seller = `/api/admin/sellers/${vendor.id}`
    expect((await call('POST', `${seller}/disable`, { reason: 'Fake goods' })).status).toBe(200)
    expect(await why()).toBe('The vendor is disabled: payouts are stopped')
    expect((await call('POST', `${path}/${id}/approve`)).status).toBe(200)
    expect(await why()).toBe('The vendor is disabled: payouts are stopped')
    expect((await call('POST', `${seller}/enable`)).status).toBe(200)
    expect(await why()).toBe('')

    const shop = { ...vendor.body.shop, ibn_number: someIban() }
    await app.call('POST', '/api/intake/sellers', { as: key, body: { ...vendor.body, shop } })
    expect(await why()).toBe('A change of bank or identity data waits for a decision')
    expect((await read(id)).standing.is_change_waiting).toBe(true)

    const without = await payableVendor({ app, admin }, '10000')
    await app.database.pool.query('update vendors set ibn_number_sealed = null where id = $1', [without.id])
    expect((await read(await ask({ seller_id: without.id }))).standing.why_stopped).toBe('There is no IBAN')

    const customer = await payableCustomer({ app, admin }, '500')
    const account = { account_title: 'Sana Malik', ibn_number: someIban() }
    const theirs = await ask({ customer_id: customer.id, account })
    const { body } = await call('GET', `/api/admin/customer-withdrawals/${theirs}`)
    expect(body.results.standing.why_stopped).toBe('')
  })

  test('says when the account that is paid changed last, and by whom', async () => {
    const { id, vendor } = await approved()
    const before = await read(id)
    await app.database.pool.query(
      `insert into audit_log (id, at, actor_kind, actor_name, action, subject_type, subject_id, subject_name, after, request_id)
       select overlay(gen_random_uuid()::text placing 'ff' from 1 for 2)::uuid, now(), 'person', 'Sana Malik', 'accept change', 'vendor', $1, 'shop',
         '{"shop.ibn_number": "•••• 6702"}', 'test'`,
      [vendor],
    )
    const after = await read(id)
    expect(before.standing.bank_changed_by).not.toBe('Sana Malik')
    expect(after.standing).toMatchObject({ bank_changed_by: 'Sana Malik', is_change_waiting: false })
  })
})
