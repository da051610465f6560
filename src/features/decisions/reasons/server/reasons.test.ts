import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingProduct, pendingVendor, sellerBody } from '#testing/factories.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { stateOf } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const sellers = '/api/admin/sellers'
const post = (path: string, body?: unknown, as: TestPerson = admin) => app.call('POST', path, { as, body })
const get = async (path: string) => (await app.call('GET', path, { as: admin })).body.results
const told = async (id: string) =>
  (await app.call('GET', `/api/intake/sellers/${id}`, { as: await app.intakeKey() })).body.results

const handInPapers = async (id: string, slots: readonly string[]) => {
  const as = await app.intakeKey()
  for (const [number, slot] of slots.entries()) {
    const body = await pictureForm(number)
    expect((await app.call('POST', `/api/intake/sellers/${id}/files/${slot}`, { as, body })).status).toBe(201)
  }
}

const iban = { code: 'vendor_iban_wrong', fields: ['shop.ibn_number', 'shop.account_title'] }

describe('coded reasons', () => {
  test('a reason is told in the letter, to the marketplace and in the history, and the vendor’s answer shows as touched', async () => {
    const vendor = await pendingVendor(app)
    const said = { reasons: [iban], reason: 'Thank you.' }
    const letter = await post(`${sellers}/${vendor.id}/letter`, { verb: 'request_update', ...said })
    expect(letter.body.results.text).toContain('Correct: IBAN and Account title.')
    const sent = await post(`${sellers}/${vendor.id}/request-update`, said)
    expect(sent.status).toBe(200)
    const { rows } = await app.database.pool.query(
      `select body_text from messages where subject_id = $1 and kind = 'vendor update requested'`,
      [vendor.id],
    )
    expect(rows[0].body_text).toBe(letter.body.results.text)
    expect(await told(vendor.id)).toMatchObject({
      status: 'changes_requested',
      reasons: [{ code: 'vendor_iban_wrong', kind: 'fixable', fields: iban.fields }],
    })
    const { rows: external } = await app.database.pool.query(
      'select external_id from vendors where id = $1',
      [vendor.id],
    )
    const again = await app.call('POST', '/api/intake/sellers', {
      as: await app.intakeKey(),
      body: { external_id: external[0].external_id, shop: { account_title: 'Another Title' } },
    })
    expect(again.status).toBe(201)
    expect((await get(`${sellers}/${vendor.id}/requested`)).fields).toEqual([
      { path: 'shop.account_title', is_touched: true },
      { path: 'shop.ibn_number', is_touched: false },
    ])
    expect((await told(vendor.id)).reasons).toEqual([])
    const difference = await get(`${sellers}/${vendor.id}/differences`)
    expect(difference.fields.map(({ path }: { path: string }) => path)).toEqual(['shop.account_title'])
  })

  test('a listing comes back with one of two requested changes made, and pictures are compared too', async () => {
    const { id, body } = await pendingProduct(app)
    const key = await app.intakeKey()
    const picture = async (number: number) => {
      const sent = await app.call('POST', `/api/intake/products/${id}/images`, {
        as: key,
        body: await pictureForm(number),
      })
      expect(sent.status).toBe(201)
    }
    await picture(1)
    const said = {
      reasons: [
        { code: 'listing_picture_unclear', fields: ['images'] },
        { code: 'listing_price_wrong', fields: ['product_price'] },
      ],
    }
    const preview = await post(`/api/admin/products/${id}/letter`, { verb: 'request_update', ...said })
    expect((await post(`/api/admin/products/${id}/request-update`, said)).status).toBe(200)
    const { rows } = await app.database.pool.query(
      `select subject, body_text from messages where subject_id = $1 and kind = 'product update requested'`,
      [id],
    )
    expect(rows).toEqual([{ subject: preview.body.results.subject, body_text: preview.body.results.text }])
    const asked = () => get(`/api/admin/products/${id}/requested`)
    const state = (path: string, is_touched: boolean) => ({ path, is_touched })
    expect((await asked()).fields).toEqual([state('images', false), state('product_price', false)])
    const again = { ...body, product_price: '1750.00' }
    expect((await app.call('POST', '/api/intake/products', { as: key, body: again })).status).toBe(201)
    expect((await asked()).fields).toEqual([state('images', false), state('product_price', true)])
    await picture(2)
    expect((await asked()).fields).toEqual([state('images', true), state('product_price', true)])
    const difference = await get(`/api/admin/products/${id}/differences?from=1&to=2`)
    expect(difference.fields.map(({ path }: { path: string }) => path)).toEqual(['product_price'])
    expect(difference.pictures).toMatchObject([{ path: 'images', before: [expect.any(String)] }])
    expect(difference.pictures[0].after).toHaveLength(2)
  })

  test('the letter is in Urdu where that is chosen', async () => {
    const { id } = await pendingProduct(app)
    const { body } = await post(`/api/admin/products/${id}/letter`, {
      verb: 'reject',
      language: 'ur',
      reasons: [{ code: 'listing_picture_missing' }],
    })
    expect(body.results).toMatchObject({ language: 'ur' })
    expect(body.results.text).toContain('اس لسٹنگ میں کوئی تصویر نہیں ہے')
  })

  test.each([
    ['an unknown reason', { reasons: [{ code: 'nothing_of_the_kind' }] }],
    ['a reason of another kind of record', { reasons: [{ code: 'listing_duplicate' }] }],
    ['the same reason twice', { reasons: [iban, iban] }],
    ['a field that a vendor does not have', { reasons: [{ ...iban, fields: ['shop.colour'] }] }],
    ['nothing said', { reason: '  ' }],
  ])('%s is refused and nothing is decided', async (_, body) => {
    const { id } = await pendingVendor(app)
    expect((await post(`${sellers}/${id}/reject`, body)).status).toBe(422)
    expect((await get(`${sellers}/${id}`)).status).toBe('submitted')
    expect(await get(`${sellers}/${id}/requested`)).toBeNull()
  })

  test('what is against the rules is a reason to reject and none to ask for a change, alone or in bulk', async () => {
    const { id } = await pendingProduct(app)
    const body = { reasons: [{ code: 'listing_prohibited' }] }
    const before = await stateOf(app)
    const refused = await post(`/api/admin/products/${id}/request-update`, body)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        {
          path: 'reasons.0.code',
          code: 'refused',
          message: 'This reason cannot be corrected by the vendor. Reject instead',
        },
      ],
    ])
    expect(await stateOf(app)).toBe(before)
    const bulk = await post('/api/admin/products/bulk/request-update', { items: [{ id, ...body }] })
    expect(bulk.body.results).toMatchObject([{ outcome: 'refused' }])
    expect((await get(`/api/admin/products/${id}`)).status).toBe('submitted')
    expect((await post(`/api/admin/products/${id}/reject`, body)).status).toBe(200)
  })

  test('a reason that is turned off cannot be chosen any more, and what it told stays', async () => {
    const { id } = await pendingVendor(app)
    const code = 'vendor_shop_name'
    expect((await post(`${sellers}/${id}/reject`, { reasons: [{ code }] })).status).toBe(200)
    const list = await get('/api/admin/decision-reasons?subject_type=vendor')
    const template = list.find((one: { code: string }) => one.code === code)
    expect(template.uses_30).toBe(1)
    const off = await app.call('PATCH', `/api/admin/decision-reasons/${code}`, {
      as: admin,
      body: { is_active: false },
      headers: { 'if-match': `"v${template.version}"` },
    })
    expect(off.status).toBe(200)
    const another = await pendingVendor(app)
    expect((await post(`${sellers}/${another.id}/reject`, { reasons: [{ code }] })).status).toBe(422)
    expect((await told(id)).reasons[0].code).toBe(code)
  })
})

describe('requirements and warnings', () => {
  test('an approval in spite of warnings keeps them and the reason, which the vendor never reads', async () => {
    const { id } = await pendingVendor(app)
    const { unmet } = await get(`${sellers}/${id}/requirements`)
    expect(unmet).toContain('No cheque copy was submitted')
    expect((await post(`${sellers}/${id}/approve-despite`, { reason: ' ' })).status).toBe(422)
    expect((await post(`${sellers}/${id}/approve-despite`, { reason: 'Seen in the shop' })).status).toBe(200)
    const { rows } = await app.database.pool.query(
      'select reason, overridden from decisions where subject_id = $1',
      [id],
    )
    expect(rows[0]).toEqual({ reason: 'Seen in the shop', overridden: unmet })
    expect((await told(id)).reason).toBe('')
  })

  test('what a vendor never submitted is told as missing, and is no requirement that was met', async () => {
    const { id } = await pendingVendor(app, { seller: null, shop: null })
    const found = await get(`${sellers}/${id}/requirements`)
    const states = Object.fromEntries(
      found.requirements.map(({ name, state }: { name: string; state: string }) => [name, state]),
    )
    expect(states).toEqual({
      documents: 'missing',
      identity: 'missing',
      tax: 'missing',
      bank: 'missing',
      profile: 'open',
    })
    expect(found.requirements[3].findings).toEqual(['Bank: nothing was submitted'])
    expect(found.unmet).toEqual(expect.arrayContaining(['Documents: nothing was submitted']))
  })

  test('a vendor with a cheque copy alone lacks the CNIC copies, the account title and the address', async () => {
    const { seller, shop } = sellerBody()
    const given = { seller: { ...seller, sellers_address: '' }, shop: { ...shop, account_title: '' } }
    const vendor = await pendingVendor(app, given as never)
    await handInPapers(vendor.id, ['cheque_copy'])
    const { requirements, unmet } = await get(`${sellers}/${vendor.id}/requirements`)
    expect(unmet).toEqual([
      'No copy of the front of the CNIC was submitted',
      'No copy of the back of the CNIC was submitted',
      'No account title was given',
      'No address of the seller was given',
    ])
    expect(requirements[0]).toMatchObject({ name: 'documents', state: 'open' })
    const { missing } = (await get(`/api/admin/vendors/applied?q=${vendor.email}`))[0]
    expect(missing).toEqual(['Address', 'Account title', 'CNIC copies'])
    const { body } = await post(`${sellers}/bulk/check`, { ids: [vendor.id], verb: 'approve' })
    expect(body.results[0].warnings).toEqual(unmet)
  })

  test('nothing is unmet of a vendor that submitted all data and papers', async () => {
    const { id } = await pendingVendor(app)
    await handInPapers(id, ['cheque_copy', 'cnic_front', 'cnic_back'])
    expect((await get(`${sellers}/${id}/requirements`)).unmet).toEqual([])
  })

  test('the CNIC of a sole seller is the NTN, so that nothing is unmet without one', async () => {
    const body = sellerBody()
    const vendor = await pendingVendor(app, { ...body, shop: { ...body.shop, shop_ntn: '' } } as never)
    await handInPapers(vendor.id, ['cheque_copy', 'cnic_front', 'cnic_back'])
    const { requirements, unmet } = await get(`${sellers}/${vendor.id}/requirements`)
    expect(unmet).toEqual([])
    expect(requirements[2]).toMatchObject({ name: 'tax', state: 'checked', findings: [] })
    const { checks } = await get(`${sellers}/${vendor.id}`)
    expect(checks).toContainEqual({
      ...{ level: 'ok', code: 'ntn_is_cnic', path: 'shop.shop_ntn' },
      message: 'No NTN was given; the CNIC is the NTN of a sole seller',
    })
    expect((await get(`/api/admin/vendors/applied?q=${vendor.email}`))[0].missing).toEqual([])
  })

  test('without a CNIC an NTN is missing', async () => {
    const { seller, shop } = sellerBody()
    const given = { seller: { ...seller, cnic: '' }, shop: { ...shop, shop_ntn: '' } }
    const { id } = await pendingVendor(app, given as never)
    const { requirements, unmet } = await get(`${sellers}/${id}/requirements`)
    expect(unmet).toContain('No NTN was given')
    expect(requirements[2]).toMatchObject({ name: 'tax', state: 'missing' })
  })

  test('a waived requirement settles its warnings until the vendor changes the data', async () => {
    const { id } = await pendingVendor(app)
    const decide = (body: unknown) =>
      app.call('PUT', `${sellers}/${id}/requirements/documents`, { as: admin, body })
    expect((await decide({ state: 'waived' })).status).toBe(422)
    const waived = await decide({ state: 'waived', note: 'Seen on paper' })
    expect(waived.body.results.unmet).not.toContain('No cheque copy was submitted')
    expect(waived.body.results.requirements[0]).toMatchObject({
      name: 'documents',
      state: 'waived',
      decided_by: expect.any(String),
    })
  })

  test('a requirement is not decided on for data that came after those that were read', async () => {
    const vendor = await pendingVendor(app)
    const { version } = await get(`${sellers}/${vendor.id}`)
    const body = { ...vendor.body, shop: { ...vendor.body.shop, bank_name: 'Meezan Bank' } }
    const as = await app.intakeKey()
    expect((await app.call('POST', '/api/intake/sellers', { as, body })).status).toBe(201)
    const decide = (read: number) =>
      app.call('PUT', `${sellers}/${vendor.id}/requirements/bank`, {
        as: admin,
        body: { state: 'accepted' },
        headers: { 'if-match': `"v${read}"` },
      })
    const stateOfBank = async () => {
      const { requirements } = await get(`${sellers}/${vendor.id}/requirements`)
      return requirements.find((one: { name: string }) => one.name === 'bank')
    }
    const before = await stateOfBank()
    expect(before.state).not.toBe('accepted')
    expect((await decide(version)).status).toBe(412)
    expect(await stateOfBank()).toEqual(before)
    expect((await decide((await get(`${sellers}/${vendor.id}`)).version)).status).toBe(200)
  })

  test('a decision on a requirement is not replaced by somebody who has not read it', async () => {
    const { id } = await pendingVendor(app)
    const sana = await app.person(['Vendor Verifications: view', 'Vendor Verifications: decide'])
    const readBank = async () => (await get(`${sellers}/${id}/requirements`)).requirements[3]
    const decide = (body: object, as = admin) =>
      app.call('PUT', `${sellers}/${id}/requirements/bank`, { as, body })
    const { decided_at: opened } = await readBank()
    const back = { state: 'sent_back', note: 'The title is of somebody else', decided_at_seen: opened }
    expect((await decide(back, sana)).status).toBe(200)
    const before = [await stateOf(app), await readBank()]
    const refused = await decide({ state: 'accepted', decided_at_seen: opened })
    expect(refused.status).toBe(409)
    expect(refused.body.message).toMatch(
      /has sent back Bank since you read it: The title is of somebody else$/,
    )
    expect(refused.body.results.requirements[3]).toMatchObject({ state: 'sent_back', note: back.note })
    expect([await stateOf(app), await readBank()]).toEqual(before)
    // The same once more is no other decision, whatever was read.
    expect((await decide(back, sana)).status).toBe(200)
    const { decided_at } = await readBank()
    expect((await decide({ state: 'accepted', decided_at_seen: decided_at })).status).toBe(200)
    expect(await readBank()).toMatchObject({ state: 'accepted', note: '' })
  })

  test('a decision on a requirement is undone, so that its warnings are open again, and is in the history', async () => {
    const { id } = await pendingVendor(app)
    const read = () => get(`${sellers}/${id}/requirements`)
    const decide = (body: object) =>
      app.call('PUT', `${sellers}/${id}/requirements/documents`, { as: admin, body })
    const first = await read()
    await decide({ state: 'waived', note: 'Seen on paper' })
    const { decided_at } = (await read()).requirements[0]
    const answer = await decide({ state: 'undecided', decided_at_seen: decided_at })
    expect([answer.status, answer.body.results]).toEqual([200, first])
    const before = await stateOf(app)
    expect((await decide({ state: 'undecided' })).status).toBe(200)
    expect(await stateOf(app)).toBe(before)
    const late = await decide({ state: 'accepted', decided_at_seen: decided_at })
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('was undone')])
    const { history } = await get(`${sellers}/${id}`)
    expect(JSON.stringify(history)).toContain('undecided')
    expect(JSON.stringify(history)).toContain('Seen on paper')
  })

  test('the dry run names what would be refused and writes nothing', async () => {
    const waiting = await pendingVendor(app)
    const rejected = await pendingVendor(app)
    await post(`${sellers}/${rejected.id}/reject`, { reason: 'A test' })
    const { body } = await post(`${sellers}/bulk/check`, { ids: [waiting.id, rejected.id], verb: 'approve' })
    expect(body.results.map(({ message }: { message: string }) => message)).toEqual([
      '',
      'It is rejected and cannot be approved now',
    ])
    expect((await get(`${sellers}/${waiting.id}`)).status).toBe('submitted')
  })
})
