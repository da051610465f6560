import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingVendor, sellerBody } from '#testing/factories.ts'
import { pictureForm } from '#testing/picture-form.ts'

let app: TestApp
let admin: TestPerson
let key: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  key = await app.intakeKey()
})
afterAll(() => app.close())

const decide = (id: string, verb: string, body?: unknown, as: TestPerson = admin) =>
  app.call('POST', `/api/admin/sellers/${id}/${verb}`, { as, body })
const read = async (id: string) =>
  (await app.call('GET', `/api/admin/sellers/${id}`, { as: admin })).body.results
const reveal = async (id: string, ...fields: string[]) =>
  (await decide(id, 'reveal', { fields })).body.results
const handIn = (body: object) => app.call('POST', '/api/intake/sellers', { as: key, body })
const attach = async (id: string, slot: string, number: number) =>
  app.call('POST', `/api/intake/sellers/${id}/files/${slot}`, { as: key, body: await pictureForm(number) })
const lastChange = async (id: string) =>
  (await app.call('GET', `/api/intake/sellers/${id}`, { as: key })).body.results.last_change
const messagesOf = async (id: string) =>
  (
    await app.database.pool.query(
      "select kind, status, body_text from messages where subject_id = $1 and kind like '%change%'",
      [id],
    )
  ).rows

/** An approved vendor with a waiting change of the tax number, on which one person decides. */
async function withTaxChange() {
  const vendor = await pendingVendor(app)
  await decide(vendor.id, 'approve')
  await handIn({ ...vendor.body, shop: { ...vendor.body.shop, shop_ntn: '7654321' } })
  const { change } = await read(vendor.id)
  return { ...vendor, change }
}

/** An approved vendor with a waiting change of the bank account and another cheque, on which two people decide. */
async function withBankChange() {
  const vendor = await pendingVendor(app)
  await attach(vendor.id, 'cheque_copy', 1)
  await decide(vendor.id, 'approve')
  const { shop } = sellerBody()
  await handIn({ ...vendor.body, shop: { ...vendor.body.shop, ibn_number: shop?.ibn_number } })
  await attach(vendor.id, 'cheque_copy', 2)
  const { change, shop: standing } = await read(vendor.id)
  return { ...vendor, change, cheque: standing.cheque_copy.id, wanted: shop?.ibn_number }
}

test('another cheque copy alone, accepted by one person where that is set so, says so in the audit log', async () => {
  const vendor = await pendingVendor(app)
  await attach(vendor.id, 'cheque_copy', 1)
  await decide(vendor.id, 'approve')
  await attach(vendor.id, 'cheque_copy', 2)
  const { change } = await read(vendor.id)
  app.services.secondPersonForBankData = false
  try {
    expect((await decide(vendor.id, `changes/${change.id}/accept`)).status).toBe(200)
  } finally {
    app.services.secondPersonForBankData = true
  }
  const { rows } = await app.database.pool.query(
    "select action from audit_log where subject_id = $1 and action like 'accept change%'",
    [vendor.id],
  )
  expect(rows).toEqual([{ action: 'accept change (one person)' }])
})

describe('accepting a change in spite of warnings', () => {
  const kept = async (id: string) =>
    (
      await app.database.pool.query(
        `select action, reason, overridden from decisions
        where subject_id = $1 and subject_type = 'vendor_change' order by decided_at, id`,
        [id],
      )
    ).rows
  const warningsOf = ({ checks }: { checks: { level: string; message: string }[] }) =>
    checks.filter(({ level }) => level === 'warning').map(({ message }) => message)

  test('keeps the warnings and the reason, which the vendor does not read', async () => {
    const { id, change } = await withTaxChange()
    const warnings = warningsOf(change)
    expect(warnings.length).toBeGreaterThan(0)
    const accepted = await decide(id, `changes/${change.id}/accept`, { reason: 'Seen at the bazaar' })
    expect(accepted.status).toBe(200)
    expect(await kept(id)).toEqual([{ action: 'accept', reason: 'Seen at the bazaar', overridden: warnings }])
    expect((await read(id)).history[0]).toMatchObject({
      ...{ action: 'accept change', reason: 'Seen at the bazaar' },
      after: { approved_despite: warnings.join('. ') },
    })
    expect((await messagesOf(id))[0].body_text).not.toContain('bazaar')
    expect(await lastChange(id)).toMatchObject({ status: 'accepted', reason: '' })
  })

  test('does so for each of two people, and without a reason too', async () => {
    const vendor = await pendingVendor(app)
    await decide(vendor.id, 'approve')
    const { shop } = sellerBody()
    await handIn({ ...vendor.body, shop: { ...vendor.body.shop, ibn_number: shop?.ibn_number } })
    const { change } = await read(vendor.id)
    const path = `changes/${change.id}/accept`
    const overridden = warningsOf(change)
    expect(overridden.length).toBeGreaterThan(0)
    await decide(vendor.id, path, { reason: 'Seen at the bazaar' })
    expect((await read(vendor.id)).history[0]).toMatchObject({
      ...{ action: 'accept change, first person', reason: 'Seen at the bazaar' },
      after: { approved_despite: overridden.join('. ') },
    })
    expect((await decide(vendor.id, path, undefined, await app.person())).status).toBe(200)
    expect(await kept(vendor.id)).toEqual([
      { action: 'accept_first', reason: 'Seen at the bazaar', overridden },
      { action: 'accept', reason: '', overridden },
    ])
  })
})

/** Everything that a refused undo must leave as it is. */
const stateOf = async (id: string) =>
  (
    await app.database.pool.query(
      `select v.version, v.shop_ntn_sealed, v.phone, v.change_waiting_since,
        (select json_agg(s.status order by s.number) from vendor_submissions s where s.vendor_id = v.id) as submissions,
        (select json_agg(m.status order by m.id) from messages m where m.subject_id = v.id) as messages,
        (select count(*)::int from audit_log a where a.subject_id = v.id) as audits,
        (select json_agg(d.undone_at order by d.id) from decisions d where d.subject_id = v.id) as undone
      from vendors v where v.id = $1`,
      [id],
    )
  ).rows[0]

test('an approval that is undone while a change waits says in the log what the application holds now', async () => {
  const vendor = await pendingVendor(app)
  const approved = await decide(vendor.id, 'approve')
  const { shop } = sellerBody()
  await handIn({ ...vendor.body, shop: { ...vendor.body.shop, ibn_number: shop?.ibn_number } })
  const decision_id = approved.body.results.decision.id
  expect((await decide(vendor.id, 'undo', { decision_id })).status).toBe(200)
  const [undone] = (await read(vendor.id)).history
  expect(undone).toMatchObject({ action: 'undo', after: { status: 'submitted' } })
  expect(undone.after['shop.ibn_number']).toMatch(new RegExp(`${shop?.ibn_number?.slice(-4)}$`))
  expect(JSON.stringify(undone)).not.toContain(shop?.ibn_number)
})

describe('a paper in force, submitted again', () => {
  test('withdraws the one that waits, and with it a change that asks for nothing else', async () => {
    const { id } = await pendingVendor(app)
    const first = await attach(id, 'cheque_copy', 1)
    await decide(id, 'approve')
    await attach(id, 'cheque_copy', 2)
    expect((await read(id)).change).toMatchObject({ files: [{ slot: 'cheque_copy' }] })
    const again = await attach(id, 'cheque_copy', 1)
    expect([again.status, again.body]).toEqual([201, first.body])
    const after = await read(id)
    expect(after.change).toBeNull()
    expect(after.shop.cheque_copy.id).toBe(first.body.results.id)
    expect(after.history[0]).toMatchObject({
      action: 'withdraw the change',
      after: { slot: 'cheque_copy' },
    })
    const state = await stateOf(id)
    expect(state).toMatchObject({ change_waiting_since: null, submissions: ['recorded', 'superseded'] })
    expect((await attach(id, 'cheque_copy', 1)).status).toBe(201)
    expect(await stateOf(id)).toEqual(state)
  })

  test('leaves the rest of a change to be looked at again', async () => {
    const { id, change } = await withBankChange()
    await decide(id, `changes/${change.id}/accept`)
    expect((await read(id)).change.status).toBe('accepted_once')
    await attach(id, 'cheque_copy', 1)
    const after = await read(id)
    expect(after.change).toMatchObject({ id: change.id, status: 'waiting', files: [] })
    expect(after.history[0]).toMatchObject({ action: 'withdraw document' })
  })
})

describe('declining changed data', () => {
  const ntn = { code: 'vendor_ntn_wrong', fields: ['shop.shop_ntn'] }

  test('with coded reasons: the letter is the one that was shown, and the marketplace and the statistics have them', async () => {
    const { id, change } = await withTaxChange()
    const said = { reasons: [ntn], reason: 'Thank you.', language: 'en' }
    const letter = await decide(id, 'letter', { verb: 'decline', ...said })
    expect(letter.body.results.text).toContain('The NTN is missing or could not be found.')
    const declined = await decide(id, `changes/${change.id}/decline`, said)
    expect(declined.status).toBe(200)
    expect(declined.body.results.change).toBeNull()
    expect(await messagesOf(id)).toEqual([
      { kind: 'vendor change declined', status: 'queued', body_text: letter.body.results.text },
    ])
    expect(await lastChange(id)).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('Thank you.'),
      reasons: [{ code: 'vendor_ntn_wrong', kind: 'fixable', fields: ['shop.shop_ntn'] }],
    })
    const { body } = await app.call('GET', '/api/admin/decision-reasons?subject_type=vendor', { as: admin })
    expect(body.results.find((one: { code: string }) => one.code === ntn.code).uses_30).toBe(1)
    const choices = await app.call('GET', '/api/admin/sellers/reasons', { as: admin })
    expect(choices.body.results.last_used).toEqual([ntn.code])
    expect((await read(id)).history[0]).toMatchObject({
      action: 'decline change',
      after: { reasons: ntn.code },
    })
  })

  test.each([
    ['an unknown reason', { reasons: [{ code: 'nothing_of_the_kind' }] }],
    ['a reason of a listing', { reasons: [{ code: 'listing_duplicate' }] }],
    ['nothing said', { reason: ' ' }],
  ])('with %s is refused, and the change waits on', async (_, body) => {
    const { id, change } = await withTaxChange()
    const before = await stateOf(id)
    expect((await decide(id, `changes/${change.id}/decline`, body)).status).toBe(422)
    expect(await stateOf(id)).toEqual(before)
  })

  test('or accepting it on an older version of the vendor is refused, and the change waits on', async () => {
    const { id, change, body: seller } = await withTaxChange()
    const { version } = await read(id)
    await handIn({ external_id: seller.external_id, phone: '+923004440001' })
    const before = await stateOf(id)
    for (const [verb, body] of [['accept', undefined] as const, ['decline', { reason: 'Wrong' }] as const]) {
      const stale = await app.call('POST', `/api/admin/sellers/${id}/changes/${change.id}/${verb}`, {
        ...{ as: admin, body },
        headers: { 'if-match': `"v${version}"` },
      })
      expect(stale.status).toBe(412)
    }
    expect(await stateOf(id)).toEqual(before)
  })
})

describe('the body of a declined change, sent again', () => {
  const again = (body: object, name: string) =>
    app.call('POST', '/api/intake/sellers', { as: key, body, headers: { 'idempotency-key': name } })
  const asked = async (id: string) =>
    (await read(id)).change?.fields.map(({ path }: { path: string }) => path) ?? null

  /** The change of `withBankChange`, declined, and the body that asked for it. */
  async function declined() {
    const { id, change, body, wanted } = await withBankChange()
    const given = { ...body, shop: { ...body.shop, ibn_number: wanted } }
    const said = { reason: 'The cheque cannot be read' }
    expect((await decide(id, `changes/${change.id}/decline`, said)).status).toBe(200)
    return { id, given }
  }

  test('waits with the new paper, which alone asks for nothing of it', async () => {
    const { id, given } = await declined()
    await attach(id, 'cheque_copy', 3)
    expect(await asked(id)).toEqual([])
    const answer = await handIn(given)
    expect([answer.status, answer.body.results]).toEqual([201, { id, status: 'approved' }])
    expect(await asked(id)).toEqual(['shop.ibn_number'])
    expect((await read(id)).change.files).toMatchObject([{ slot: 'cheque_copy' }])
    const before = await stateOf(id)
    expect((await handIn(given)).status).toBe(200)
    expect(await stateOf(id)).toEqual(before)
  })

  test('changes nothing without a key or under the one that it had, and waits under a new one', async () => {
    const vendor = await pendingVendor(app)
    await decide(vendor.id, 'approve')
    const { id, external_id } = { id: vendor.id, external_id: vendor.body.external_id }
    const given = { external_id, shop: { ibn_number: sellerBody().shop?.ibn_number } }
    expect((await again(given, `${external_id}-1`)).status).toBe(201)
    const decline = async () => {
      const path = `changes/${(await read(id)).change.id}/decline`
      expect((await decide(id, path, { reason: 'No cheque' })).status).toBe(200)
    }
    await decline()
    const before = await stateOf(id)
    expect((await handIn(given)).status).toBe(200)
    expect((await again(given, `${external_id}-1`)).status).toBe(201)
    expect(await stateOf(id)).toEqual(before)
    expect(await asked(id)).toBeNull()
    expect((await again(given, `${external_id}-2`)).status).toBe(201)
    expect(await asked(id)).toEqual(['shop.ibn_number'])
    const waiting = await stateOf(id)
    expect((await again(given, `${external_id}-3`)).status).toBe(200)
    expect(await stateOf(id)).toEqual(waiting)
    await decline()
    expect((await again(given, `${external_id}-4`)).status).toBe(201)
    expect(await asked(id)).toEqual(['shop.ibn_number'])
  })

  test('stays known after a declined paper that came without data', async () => {
    const vendor = await pendingVendor(app)
    await attach(vendor.id, 'cheque_copy', 1)
    await decide(vendor.id, 'approve')
    await attach(vendor.id, 'cheque_copy', 2)
    const { change } = await read(vendor.id)
    await decide(vendor.id, `changes/${change.id}/decline`, { reason: 'Unreadable' })
    await attach(vendor.id, 'cheque_copy', 3)
    const before = await stateOf(vendor.id)
    expect((await handIn(vendor.body)).status).toBe(200)
    expect((await again(vendor.body, `${vendor.body.external_id}-1`)).status).toBe(200)
    expect(await stateOf(vendor.id)).toEqual(before)
  })
})

describe('undoing a decision on changed data', () => {
  const undo = async (id: string, as: TestPerson = admin) =>
    decide(id, 'changes/undo', { decision_id: (await read(id)).change_decision.id }, as)

  test('that declined it: the change waits again with its age and its paper, and no letter leaves', async () => {
    const { id, change, cheque } = await withBankChange()
    const { change_waiting_since } = await stateOf(id)
    app.clock.move(60_000)
    const declined = await decide(id, `changes/${change.id}/decline`, { reason: 'Not your account' })
    expect(declined.body.results.change_decision).toMatchObject({
      ...{ action: 'decline', from_status: 'waiting', to_status: 'declined' },
      ...{ decided_by: expect.any(String), decided_by_id: admin.id },
    })
    expect((await undo(id)).status).toBe(200)
    const after = await read(id)
    expect(after).toMatchObject({ change_decision: null, shop: { cheque_copy: { id: cheque } } })
    expect(after.change).toEqual(change)
    expect((await stateOf(id)).change_waiting_since).toEqual(change_waiting_since)
    expect(await messagesOf(id)).toMatchObject([{ kind: 'vendor change declined', status: 'withdrawn' }])
    expect(await lastChange(id)).toEqual({ status: 'waiting', reason: '', reasons: [], decided_at: null })
    expect(after.history[0]).toMatchObject({
      action: 'undo change decision',
      before: { change: 'declined' },
      after: { change: 'waiting' },
      reason: 'decline was undone',
    })
  })

  test('that accepted it: the earlier number is in force again, and the change can be accepted again', async () => {
    const { id, change, body } = await withTaxChange()
    expect((await decide(id, `changes/${change.id}/accept`)).body.results.change).toBeNull()
    expect(await reveal(id, 'shop_ntn')).toEqual({ shop_ntn: '7654321' })
    expect((await undo(id)).status).toBe(200)
    expect(await reveal(id, 'shop_ntn')).toEqual({ shop_ntn: body.shop?.shop_ntn })
    expect((await read(id)).change).toEqual(change)
    expect(await messagesOf(id)).toMatchObject([{ kind: 'vendor change accepted', status: 'withdrawn' }])
    // A number that is back is found by it again.
    const { rows } = await app.database.pool.query('select shop_ntn_blind from vendors where id = $1', [id])
    expect((await decide(id, `changes/${change.id}/accept`)).status).toBe(200)
    expect(await reveal(id, 'shop_ntn')).toEqual({ shop_ntn: '7654321' })
    const again = await app.database.pool.query('select shop_ntn_blind from vendors where id = $1', [id])
    expect(again.rows[0].shop_ntn_blind.equals(rows[0].shop_ntn_blind)).toBe(false)
  })

  test('of the second person: the earlier account and cheque are back, and the first acceptance still counts', async () => {
    const { id, change, cheque, wanted, body } = await withBankChange()
    await decide(id, `changes/${change.id}/accept`)
    const second = await app.person()
    const accepted = await decide(id, `changes/${change.id}/accept`, undefined, second)
    expect(accepted.body.results.shop.cheque_copy.id).toBe(change.files[0].id)
    expect(await reveal(id, 'ibn_number')).toEqual({ ibn_number: wanted })
    expect((await undo(id, second)).status).toBe(200)
    const after = await read(id)
    expect(after.change).toMatchObject({ status: 'accepted_once', accepted_by_you: true })
    expect(after.change.files.map((file: { id: string }) => file.id)).toEqual([change.files[0].id])
    expect(after.shop.cheque_copy.id).toBe(cheque)
    expect(await reveal(id, 'ibn_number')).toEqual({ ibn_number: body.shop?.ibn_number })
    expect((await decide(id, `changes/${change.id}/accept`)).status).toBe(409)
    expect((await decide(id, `changes/${change.id}/accept`, undefined, second)).status).toBe(200)
    expect(await reveal(id, 'ibn_number')).toEqual({ ibn_number: wanted })
  })

  test('of the first person: nobody has accepted, and nobody outside is told of either', async () => {
    const { id, change } = await withBankChange()
    const once = await decide(id, `changes/${change.id}/accept`)
    expect(once.body.results.change_decision).toMatchObject({ to_status: 'accepted_once' })
    expect((await undo(id)).status).toBe(200)
    expect((await read(id)).change).toMatchObject({ status: 'waiting', first_accepted_by: null })
    expect(await messagesOf(id)).toEqual([])
    const second = await app.person()
    const again = await decide(id, `changes/${change.id}/accept`, undefined, second)
    expect(again.body.results.change).toMatchObject({ status: 'accepted_once' })
  })

  test('is refused when its time is over, and nothing changes', async () => {
    const { id, change } = await withTaxChange()
    const { body } = await decide(id, `changes/${change.id}/accept`)
    const { id: decision_id } = body.results.change_decision
    app.clock.move(31_000)
    expect((await read(id)).change_decision).toBeNull()
    const before = await stateOf(id)
    const late = await decide(id, 'changes/undo', { decision_id })
    expect([late.status, late.body.message]).toEqual([
      409,
      'The message was already sent, so this decision can no longer be undone',
    ])
    expect(await stateOf(id)).toEqual(before)
  })

  test.each(['accept', 'decline'])(
    'to %s it is refused after another change, and nothing changes',
    async (verb) => {
      const { id, change, body: seller } = await withTaxChange()
      const reason = verb === 'decline' ? { reason: 'Wrong' } : undefined
      const { body } = await decide(id, `changes/${change.id}/${verb}`, reason)
      const { id: decision_id } = body.results.change_decision
      await handIn({ external_id: seller.external_id, phone: '+923004440002' })
      expect((await read(id)).change_decision).toBeNull()
      const before = await stateOf(id)
      const refused = await decide(id, 'changes/undo', { decision_id })
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'The vendor has changed since, so this decision can no longer be undone',
      ])
      expect(await stateOf(id)).toEqual(before)
    },
  )

  test('by a person who may not decide, of another vendor, or after another person is refused, and again changes nothing', async () => {
    const { id, change } = await withTaxChange()
    const { body } = await decide(id, `changes/${change.id}/accept`)
    const { id: decision_id } = body.results.change_decision
    const other = await withTaxChange()
    const before = await stateOf(id)
    const viewer = await app.person(['Vendor Verifications: view'])
    expect((await decide(id, 'changes/undo', { decision_id }, viewer)).status).toBe(403)
    expect((await decide(other.id, 'changes/undo', { decision_id })).status).toBe(404)
    expect((await decide(id, 'undo', { decision_id })).status).toBe(404)
    expect(await stateOf(id)).toEqual(before)
    const undone = await decide(id, 'changes/undo', { decision_id })
    expect(undone.status).toBe(200)
    const after = await stateOf(id)
    expect((await decide(id, 'changes/undo', { decision_id }, await app.person())).status).toBe(409)
    // The answer of the first call may have been lost.
    const again = await decide(id, 'changes/undo', { decision_id })
    expect([again.status, again.body.results]).toEqual([200, undone.body.results])
    expect(await stateOf(id)).toEqual(after)
    await decide(id, `changes/${change.id}/accept`)
    expect((await decide(id, 'changes/undo', { decision_id })).status).toBe(409)
  })

  test('keeps what it replaced no longer than it can be undone', async () => {
    const first = await withTaxChange()
    await decide(first.id, `changes/${first.change.id}/accept`)
    app.clock.move(31_000)
    const second = await withTaxChange()
    await decide(second.id, `changes/${second.change.id}/decline`, { reason: 'Wrong' })
    const { rows } = await app.database.pool.query(
      'select d.subject_id from decision_states s join decisions d on d.id = s.decision_id',
    )
    expect(rows).toEqual([{ subject_id: second.id }])
  })
})
