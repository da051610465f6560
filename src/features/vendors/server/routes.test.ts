import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import {
  payableVendor,
  pendingOrder,
  pendingVendor,
  productBody,
  requestedWithdrawal,
  sellerBody,
} from '#testing/factories.ts'

let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const decide = (id: string, verb: string, body?: unknown, as: TestPerson = admin) =>
  app.call('POST', `/api/admin/sellers/${id}/${verb}`, { as, body })

const read = async (id: string, as: TestPerson = admin) =>
  (await app.call('GET', `/api/admin/sellers/${id}`, { as })).body.results

async function attach(id: string, slot: string, background = '#2f6f4f') {
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'picture.png')
  return app.call('POST', `/api/intake/sellers/${id}/files/${slot}`, {
    as: await app.intakeKey(),
    body: form,
  })
}

async function storedOf(id: string) {
  const { rows } = await app.database.pool.query(
    `select status, version, status_reason,
      (select count(*)::int from audit_log where subject_id = v.id) as audits,
      (select count(*)::int from decisions where subject_id = v.id) as decisions,
      (select count(*)::int from messages where subject_id = v.id) as messages
     from vendors v where id = $1`,
    [id],
  )
  return rows[0]
}

describe('deciding on a vendor', () => {
  test('an approval is stored with its audit row, its decision and its message', async () => {
    const vendor = await pendingVendor(app)
    const answer = await decide(vendor.id, 'approve')
    expect(answer.status).toBe(200)
    expect(answer.body.results.status).toBe('approved')
    expect(answer.headers.get('etag')).toBe('"v2"')
    expect(await storedOf(vendor.id)).toMatchObject({
      status: 'approved',
      audits: 2,
      decisions: 1,
      messages: 1,
    })
  })

  test('a rejection keeps its reason and sends it to the vendor', async () => {
    const vendor = await pendingVendor(app)
    const answer = await decide(vendor.id, 'reject', { reason: '  The CNIC cannot be read  ' })
    expect(answer.body.results).toMatchObject({
      status: 'rejected',
      status_reason: 'The CNIC cannot be read',
    })
    const { rows } = await app.database.pool.query('select body_text from messages where subject_id = $1', [
      vendor.id,
    ])
    expect(rows[0].body_text).toContain('The CNIC cannot be read')
  })

  test.each(['', '   ', '\n\t', '\u200b\u00ad', 'a\u202eb', undefined])(
    'a blank reason (%j) is refused and nothing is stored',
    async (reason) => {
      const vendor = await pendingVendor(app)
      const before = await storedOf(vendor.id)
      const answer = await decide(vendor.id, 'reject', { reason })
      expect(answer.status).toBe(422)
      expect(answer.body.errors[0].path).toBe('reason')
      expect(await storedOf(vendor.id)).toEqual(before)
    },
  )

  test('a reason of more than 1,000 characters is refused', async () => {
    const vendor = await pendingVendor(app)
    expect((await decide(vendor.id, 'reject', { reason: 'x'.repeat(1001) })).status).toBe(422)
    expect((await decide(vendor.id, 'reject', { reason: 'x'.repeat(1000) })).status).toBe(200)
  })

  test('repeating the same decision returns the record and has no second effect', async () => {
    const vendor = await pendingVendor(app)
    await decide(vendor.id, 'approve')
    const once = await storedOf(vendor.id)
    const again = await app.call('GET', `/api/admin/sellers/${vendor.id}/approve`, { as: await app.person() })
    expect(again.status).toBe(200)
    expect(again.body.results.decision.decided_by).toMatch(/^Person/)
    expect(await storedOf(vendor.id)).toEqual(once)
  })

  test.each([
    ['reject', 'rejected', []],
    ['request-update', 'changes_requested', []],
    ['disable', 'disabled', ['approve']],
    ['close', 'closed', ['approve', 'disable']],
  ])(
    '%s with another reason than that of a colleague is refused with who decided, and with the same one it changes nothing',
    async (verb, status, before) => {
      const vendor = await pendingVendor(app)
      for (const one of before) {
        await decide(vendor.id, one, one === 'approve' ? undefined : { reason: 'An earlier reason' })
      }
      await decide(vendor.id, verb, { reason: 'The first reason' })
      const once = await storedOf(vendor.id)
      const colleague = await app.person()
      const other = await app.call('POST', `/api/admin/sellers/${vendor.id}/${verb}`, {
        as: colleague,
        body: { reason: 'Another reason' },
        headers: { 'if-match': '"v1"' },
      })
      expect(other.status).toBe(409)
      expect(other.body.message).toMatch(
        /^Already [a-z ]+ by Person \w+ with another reason\. Yours was not recorded/,
      )
      expect(other.body.results).toMatchObject({ status, status_reason: 'The first reason' })
      expect(await storedOf(vendor.id)).toEqual(once)
      const same = await decide(vendor.id, verb, { reason: ' The first reason ' }, colleague)
      expect([same.status, same.body.results.status]).toEqual([200, status])
      expect(await storedOf(vendor.id)).toEqual(once)
    },
  )

  test('the opposite decision is refused with the name of the person who decided', async () => {
    const vendor = await pendingVendor(app)
    await decide(vendor.id, 'approve')
    const once = await storedOf(vendor.id)
    const opposite = await decide(vendor.id, 'reject', { reason: 'too late' })
    expect(opposite.status).toBe(409)
    expect(opposite.body.message).toMatch(/Already approved by Person/)
    expect(opposite.body.results.status).toBe('approved')
    expect(await storedOf(vendor.id)).toEqual(once)
  })

  test('an unknown vendor and an invalid id are not found', async () => {
    expect((await decide('01a1fc80-d469-7475-b815-ea04c5a66a67', 'approve')).status).toBe(404)
    const odd = await decide('1%20or%201=1', 'approve')
    expect(odd.status).toBe(404)
    expect(odd.body.request_id).toBe(odd.headers.get('x-request-id'))
  })

  test('a person without the permission is refused with its name, and nothing changes', async () => {
    const vendor = await pendingVendor(app)
    const before = await storedOf(vendor.id)
    const viewer = await app.person(['Vendor Verifications: view', 'Vendor Verifications: act'])
    const refused = await decide(vendor.id, 'approve', undefined, viewer)
    expect(refused.status).toBe(403)
    expect(refused.body.missing_permission).toBe('Vendor Verifications: decide')
    // In the words of the role editor.
    expect(refused.body.message).toBe(
      'You need the permission “Vendor Verifications: Decide”. Ask an administrator for it',
    )
    expect(await storedOf(vendor.id)).toEqual(before)
  })

  test('a vendor without a profile can be rejected or asked for changes, not approved', async () => {
    const vendor = await pendingVendor(app, { seller: null, shop: null })
    const refused = await decide(vendor.id, 'approve')
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('Profile Not Created Yet')
    expect((await decide(vendor.id, 'request-update', { reason: 'Fill in your profile' })).status).toBe(200)
    expect((await decide(vendor.id, 'reject', { reason: 'No answer' })).status).toBe(200)
  })
})

describe('a vendor that was rejected by mistake', () => {
  const lettersTo = async (id: string) => {
    const { rows } = await app.database.pool.query(
      "select kind from messages where subject_id = $1 and status = 'queued' order by created_at, id",
      [id],
    )
    return rows.map(({ kind }) => kind)
  }

  test('is reopened with a reason for colleagues, which the vendor is told and which can be undone', async () => {
    const vendor = await pendingVendor(app)
    await decide(vendor.id, 'reject', { reason: 'The CNIC cannot be read' })
    const rejected = await storedOf(vendor.id)
    // The same application sent again is no new one.
    const again = { as: await app.intakeKey(), body: vendor.body }
    expect((await app.call('POST', '/api/intake/sellers', again)).body.results.status).toBe('rejected')
    const blank = await decide(vendor.id, 'reopen', { reason: ' ' })
    expect([blank.status, await storedOf(vendor.id)]).toEqual([422, rejected])
    const reopened = await decide(vendor.id, 'reopen', { reason: 'It can be read after all' })
    expect(reopened.status).toBe(200)
    expect(reopened.body.results).toMatchObject({ status: 'submitted', status_reason: '' })
    expect(await lettersTo(vendor.id)).toEqual(['vendor rejected', 'vendor reopened'])
    expect(reopened.body.results.history).toContainEqual(
      expect.objectContaining({ action: 'reopen', reason: 'It can be read after all' }),
    )
    const undone = await decide(vendor.id, 'undo', { decision_id: reopened.body.results.decision.id })
    expect(undone.body.results).toMatchObject({
      status: 'rejected',
      status_reason: 'The CNIC cannot be read',
    })
    expect(await lettersTo(vendor.id)).toEqual(['vendor rejected'])
    expect((await decide(vendor.id, 'reopen', { reason: 'It can be read after all' })).status).toBe(200)
    expect((await decide(vendor.id, 'approve')).body.results.status).toBe('approved')
  })

  test('is not reopened by who may not decide, and what is not rejected is not reopened', async () => {
    const vendor = await pendingVendor(app)
    const viewer = await app.person(['Vendor Verifications: view'])
    const reason = { reason: 'By mistake' }
    const before = await storedOf(vendor.id)
    expect((await decide(vendor.id, 'reopen', reason, viewer)).status).toBe(403)
    expect((await decide(vendor.id, 'reopen', reason)).body.results.status).toBe('submitted')
    expect(await storedOf(vendor.id)).toEqual(before)
    await decide(vendor.id, 'approve')
    const approved = await storedOf(vendor.id)
    expect((await decide(vendor.id, 'reopen', reason)).status).toBe(409)
    expect(await storedOf(vendor.id)).toEqual(approved)
  })
})

describe('undo', () => {
  test('reverts the decision, and its message is never sent', async () => {
    const vendor = await pendingVendor(app)
    const { body } = await decide(vendor.id, 'reject', { reason: 'A slip of the key' })
    const undone = await decide(vendor.id, 'undo', { decision_id: body.results.decision.id })
    expect(undone.status).toBe(200)
    expect(undone.body.results).toMatchObject({ status: 'submitted', status_reason: '' })
    const { rows } = await app.database.pool.query('select status from messages where subject_id = $1', [
      vendor.id,
    ])
    expect(rows).toEqual([{ status: 'withdrawn' }])
    expect(undone.body.results.history[0].action).toBe('undo')
  })

  test('restores the place in the queue and the previous note of the vendor', async () => {
    const vendor = await pendingVendor(app)
    await decide(vendor.id, 'request-update', { reason: 'Send the cheque' })
    const before = await read(vendor.id)
    app.clock.move(60_000)
    const { body } = await decide(vendor.id, 'reject', { reason: 'A slip of the key' })
    const { body: undone } = await decide(vendor.id, 'undo', { decision_id: body.results.decision.id })
    expect(undone.results).toMatchObject({
      status: 'changes_requested',
      status_reason: 'Send the cheque',
      status_since: before.status_since,
    })
  })

  test('still works when a document arrived in between', async () => {
    const vendor = await pendingVendor(app)
    const { body } = await decide(vendor.id, 'approve')
    expect((await attach(vendor.id, 'shop_logo')).status).toBe(201)
    const undone = await decide(vendor.id, 'undo', { decision_id: body.results.decision.id })
    expect(undone.body.results.status).toBe('submitted')
  })

  test('is refused after the undo window, and the decision is kept', async () => {
    const vendor = await pendingVendor(app)
    const { body } = await decide(vendor.id, 'approve')
    app.clock.move(31_000)
    const late = await decide(vendor.id, 'undo', { decision_id: body.results.decision.id })
    expect(late.status).toBe(409)
    expect((await storedOf(vendor.id)).status).toBe('approved')
  })

  test('of the second of two decisions restores the first, which can be undone too', async () => {
    const vendor = await pendingVendor(app)
    const { body: approved } = await decide(vendor.id, 'approve')
    const { body: disabled } = await decide(vendor.id, 'disable', { reason: 'A slip' })
    const undone = await decide(vendor.id, 'undo', { decision_id: disabled.results.decision.id })
    expect(undone.body.results).toMatchObject({
      status: 'approved',
      decision: { id: approved.results.decision.id },
    })
    await decide(vendor.id, 'undo', { decision_id: approved.results.decision.id })
    expect((await read(vendor.id)).status).toBe('submitted')
  })

  test('is refused when the vendor was changed after the decision', async () => {
    const vendor = await pendingVendor(app)
    const { body } = await decide(vendor.id, 'approve')
    await decide(vendor.id, 'disable', { reason: 'Counterfeit goods' })
    const undone = await decide(vendor.id, 'undo', { decision_id: body.results.decision.id })
    expect(undone.status).toBe(409)
    expect((await storedOf(vendor.id)).status).toBe('disabled')
  })
})

describe('closing a vendor', () => {
  const reason = { reason: 'The shop was sold' }
  /** Disables an approved vendor, and answers what closing it says. */
  const closing = async (id: string) => {
    expect((await decide(id, 'disable', { reason: 'Asked for it' })).status).toBe(200)
    const before = await storedOf(id)
    const answer = await decide(id, 'close', reason)
    if (answer.status !== 200) expect(await storedOf(id)).toEqual(before)
    return answer
  }
  async function approved() {
    const vendor = await pendingVendor(app)
    await decide(vendor.id, 'approve')
    return vendor
  }

  test('is for good: it is found among the closed, told, and nothing more is taken of it', async () => {
    const vendor = await approved()
    const closed = async () =>
      (await app.call('GET', '/api/admin/sellers/counts', { as: admin })).body.results.closed
    const before = await closed()
    const answer = await closing(vendor.id)
    expect(answer.status).toBe(200)
    expect(answer.body.results).toMatchObject({ status: 'closed', status_reason: 'The shop was sold' })
    expect(answer.body.results.messages[0]).toMatchObject({ kind: 'vendor closed', status: 'queued' })
    expect(await closed()).toBe(before + 1)
    const listed = async (list: string) => {
      const path = `/api/admin/sellers/get/disable?limit=25&list=${list}&q=${vendor.email}`
      return (await app.call('GET', path, { as: admin })).body.results[0]
    }
    expect(await listed('disabled')).toEqual([])
    expect(await listed('closed')).toMatchObject([{ id: vendor.id, disabled_reason: 'The shop was sold' }])
    const as = await app.intakeKey()
    const body = { ...vendor.body, username: 'Another name' }
    expect((await app.call('POST', '/api/intake/sellers', { as, body })).status).toBe(409)
    const product = await app.call('POST', '/api/intake/products', { as, body: productBody(vendor.id) })
    expect([product.status, product.body.errors[0].path]).toEqual([422, 'seller_id'])
    for (const verb of ['enable', 'approve']) expect((await decide(vendor.id, verb)).status).toBe(409)
  })

  test('is undone with its message', async () => {
    const vendor = await approved()
    const { body } = await closing(vendor.id)
    const undone = await decide(vendor.id, 'undo', { decision_id: body.results.decision.id })
    expect(undone.status).toBe(200)
    expect(undone.body.results).toMatchObject({ status: 'disabled', status_reason: 'Asked for it' })
    const kept = undone.body.results.messages.find(({ kind }: { kind: string }) => kind === 'vendor closed')
    expect(kept.status).toBe('withdrawn')
  })

  test('needs a reason and a disabled vendor', async () => {
    const vendor = await approved()
    expect((await decide(vendor.id, 'close', reason)).status).toBe(409)
    await decide(vendor.id, 'disable', reason)
    expect((await decide(vendor.id, 'close', { reason: ' ' })).status).toBe(422)
    expect((await storedOf(vendor.id)).status).toBe('disabled')
  })

  test('is refused while money, a withdrawal, an order or a change is open, and names it', async () => {
    const by = { app, admin }
    const owed = await payableVendor(by, '1000')
    expect(await closing(owed.id)).toMatchObject({
      status: 409,
      body: { message: 'This vendor cannot be closed yet. Balance: Rs\u00a01,000' },
    })
    const paid = await payableVendor(by, '250')
    await requestedWithdrawal(app, paid.id, '250')
    expect((await closing(paid.id)).body.message).toBe(
      'This vendor cannot be closed yet. Withdrawals in progress: 1',
    )
    const { products } = await pendingOrder(by)
    expect((await closing(products[0]?.vendorId ?? '')).body.message).toContain('Orders that are not over: 1')
    const changed = await approved()
    const { shop } = sellerBody()
    const body = { ...changed.body, shop: { ...changed.body.shop, ibn_number: shop?.ibn_number } }
    expect((await app.call('POST', '/api/intake/sellers', { as: await app.intakeKey(), body })).status).toBe(
      201,
    )
    expect((await closing(changed.id)).body.message).toBe(
      'This vendor cannot be closed yet. Changed details wait for a decision',
    )
  })
})

describe('a decision on the version that was read', () => {
  test('is accepted; on an older version it is refused with the current record and changes nothing', async () => {
    const vendor = await pendingVendor(app)
    await attach(vendor.id, 'shop_logo')
    const before = await storedOf(vendor.id)
    const on = (version: string) =>
      app.call('POST', `/api/admin/sellers/${vendor.id}/approve`, {
        as: admin,
        headers: { 'if-match': version },
      })
    const stale = await on('"v1"')
    expect(stale.status).toBe(412)
    expect(stale.body.results).toMatchObject({ status: 'submitted', version: 2 })
    expect(await storedOf(vendor.id)).toEqual(before)
    expect((await on('seven')).status).toBe(422)
    expect((await on('"v2"')).body.results.status).toBe('approved')
  })
})

describe('a document', () => {
  test('that was requested returns the application to the queue', async () => {
    const vendor = await pendingVendor(app)
    await decide(vendor.id, 'request-update', { reason: 'Send the cheque' })
    await attach(vendor.id, 'cheque_copy')
    expect(await read(vendor.id)).toMatchObject({ status: 'submitted', status_reason: '' })
  })

  test('that was missing in a rejected application returns it to the queue', async () => {
    const vendor = await pendingVendor(app)
    await decide(vendor.id, 'reject', { reason: 'The cheque cannot be read' })
    await attach(vendor.id, 'cheque_copy')
    expect(await read(vendor.id)).toMatchObject({ status: 'submitted', status_reason: '' })
  })

  test('with numbers opens only for people with the permission, and each view is recorded', async () => {
    const vendor = await pendingVendor(app)
    await attach(vendor.id, 'cheque_copy')
    await attach(vendor.id, 'shop_logo')
    const { shop } = await read(vendor.id)
    const open = (kind: 'files' | 'papers', id: string, as: TestPerson) =>
      app.call(kind === 'files' ? 'GET' : 'POST', `/api/admin/sellers/${vendor.id}/${kind}/${id}`, { as })
    const looks = async () => {
      const found = "select after from audit_log where subject_id = $1 and action = 'open a paper'"
      return (await app.database.pool.query(found, [vendor.id])).rows
    }
    const reviewer = await app.person(['Vendor Verifications: view', 'Vendor Verifications: decide'])
    expect((await open('files', shop.shop_logo.id, reviewer)).status).toBe(200)
    expect((await open('files', shop.cheque_copy.id, reviewer)).status).toBe(404)
    expect(await open('papers', shop.cheque_copy.id, reviewer)).toMatchObject({
      status: 403,
      body: { missing_permission: 'Vendor Verifications: reveal' },
    })
    expect((await open('papers', shop.shop_logo.id, admin)).status).toBe(404)
    expect(await looks()).toEqual([])
    const paper = await open('papers', shop.cheque_copy.id, admin)
    expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(await looks()).toEqual([{ after: { paper: 'cheque copy' } }])
  })

  test('that an approval depends on is not replaced without a decision; the shop pictures are', async () => {
    const vendor = await pendingVendor(app)
    await attach(vendor.id, 'cheque_copy')
    await attach(vendor.id, 'shop_logo')
    await decide(vendor.id, 'approve')
    const approved = await read(vendor.id)
    expect((await attach(vendor.id, 'cheque_copy', '#7a1f1f')).status).toBe(201)
    const asked = await read(vendor.id)
    expect(asked.shop.cheque_copy).toEqual(approved.shop.cheque_copy)
    expect(asked.change).toMatchObject({ needs_second_person: true, fields: [] })
    expect(asked.change.files.map((file: { slot: string }) => file.slot)).toEqual(['cheque_copy'])
    expect((await attach(vendor.id, 'shop_logo', '#7a1f1f')).status).toBe(201)
    expect((await read(vendor.id)).change.files).toHaveLength(1)

    await decide(vendor.id, `changes/${asked.change.id}/accept`)
    const second = await app.person()
    await decide(vendor.id, `changes/${asked.change.id}/accept`, undefined, second)
    const after = await read(vendor.id)
    expect(after.change).toBeNull()
    expect(after.shop.cheque_copy.id).toBe(asked.change.files[0].id)
  })

  test('that was declined is not used, and another one can be submitted', async () => {
    const vendor = await pendingVendor(app)
    await attach(vendor.id, 'cheque_copy')
    await decide(vendor.id, 'approve')
    const { shop } = await read(vendor.id)
    await attach(vendor.id, 'cheque_copy', '#7a1f1f')
    const { change } = await read(vendor.id)
    await decide(vendor.id, `changes/${change.id}/decline`, { reason: 'Another name is on it' })
    expect(await read(vendor.id)).toMatchObject({ change: null, shop: { cheque_copy: shop.cheque_copy } })
    await attach(vendor.id, 'cheque_copy', '#1f3f7a')
    expect((await read(vendor.id)).change.files).toHaveLength(1)
  })
})

describe('the checks', () => {
  test('report an unknown province, and a city in another province', async () => {
    const codesOf = async (sellers_city: string, sellers_province: string) => {
      const seller = { ...sellerBody().seller, sellers_city, sellers_province }
      const { checks } = await read((await pendingVendor(app, { seller } as never)).id)
      return checks
        .map((check: { code: string }) => check.code)
        .filter((code: string) => code.startsWith('province'))
    }
    expect(await codesOf('Lahore', 'Punjab')).toEqual([])
    expect(await codesOf('Lahore', 'Atlantis')).toEqual(['province_unknown'])
    expect(await codesOf('Multan', 'Sindh')).toEqual(['province_mismatch'])
    expect(await codesOf('A place on no list', 'Sindh')).toEqual([])
  })
})

describe('the lists', () => {
  test('the specified calls nest all rows in the first element of results', async () => {
    const vendor = await pendingVendor(app)
    const { body } = await app.call('GET', '/api/admin/sellers/get/pending', { as: admin })
    expect(Object.keys(body)).toEqual(['results'])
    expect(body.results).toHaveLength(1)
    const row = body.results[0].find((candidate: { id: string }) => candidate.id === vendor.id)
    expect(row).toMatchObject({ username: vendor.username, email: vendor.email, status: 'submitted' })
  })

  test('CNIC, account number and IBAN are masked in lists and in the review', async () => {
    const vendor = await pendingVendor(app)
    const { cnic } = vendor.body.seller ?? { cnic: '' }
    const { ibn_number, account_number } = vendor.body.shop ?? { ibn_number: '', account_number: '' }
    const list = await app.call('GET', '/api/admin/sellers/get/pending', { as: admin })
    const review = await app.call('GET', `/api/admin/sellers/${vendor.id}`, { as: admin })
    for (const secret of [cnic, ibn_number, account_number]) {
      expect(secret).not.toBe('')
      expect(JSON.stringify(list.body)).not.toContain(secret)
      expect(JSON.stringify(review.body)).not.toContain(secret)
    }
  })

  test('a reveal returns the requested numbers and is recorded', async () => {
    const vendor = await pendingVendor(app)
    const revealed = await decide(vendor.id, 'reveal', { fields: ['cnic', 'ibn_number'] })
    expect(revealed.body.results).toEqual({
      cnic: vendor.body.seller?.cnic,
      ibn_number: vendor.body.shop?.ibn_number,
    })
    const { rows } = await app.database.pool.query(
      "select after from audit_log where subject_id = $1 and action = 'reveal'",
      [vendor.id],
    )
    expect(rows).toEqual([{ after: { fields: 'cnic, ibn_number' } }])
  })

  test('pages contain every row once, by number and by cursor, even with equal sort values', async () => {
    const others = await Promise.all(
      Array.from({ length: 30 }, () => pendingVendor(app, { username: 'Same Name' })),
    )
    const path = '/api/admin/sellers/get/pending?list=pending&sort=username&limit=7'
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const suffix: string = cursor ? `&cursor=${cursor}` : ''
      const { body } = await app.call('GET', path + suffix, { as: admin })
      seen.push(...body.results[0].map((row: { id: string }) => row.id))
      cursor = body.next_cursor
    }
    expect(new Set(seen).size).toBe(seen.length)
    for (const { id } of others) expect(seen).toContain(id)
    const { body } = await app.call('GET', `${path}&page=2`, { as: admin })
    expect(body.results[0].map((row: { id: string }) => row.id)).toEqual(seen.slice(7, 14))
    expect(body.total).toBe(seen.length)
  })

  test('are walked to their end by cursor while rows leave the list, and back to what is left', async () => {
    const username = 'Leaving Soon'
    for (let n = 0; n < 8; n += 1) await pendingVendor(app, { username })
    const path = `/api/admin/sellers/get/pending?list=pending&q=${encodeURIComponent(username)}&limit=2`
    const seen: string[] = []
    const decided: string[] = []
    let cursor: string | null = ''
    let back: string | null = null
    while (cursor !== null) {
      const suffix: string = cursor ? `&cursor=${cursor}` : ''
      const { body } = await app.call('GET', path + suffix, { as: admin })
      const ids = body.results[0].map((row: { id: string }) => row.id)
      seen.push(...ids)
      if (seen.length <= 6) decided.push(...ids)
      if (seen.length <= 6) for (const id of ids) await decide(id, 'reject', { reason: 'A test' })
      cursor = body.next_cursor
      back = body.prev_cursor
    }
    expect(new Set(seen).size).toBe(8)
    // Before the last page nothing is left: what there is begins with what it shows.
    const { body } = await app.call('GET', `${path}&cursor=${back}`, { as: admin })
    expect(body.results[0].map((row: { id: string }) => row.id)).toEqual(
      seen.filter((id) => !decided.includes(id)),
    )
  })

  test('a page past the end returns the last page', async () => {
    const { body } = await app.call('GET', '/api/admin/sellers/get/pending?list=pending&limit=25&page=9999', {
      as: admin,
    })
    expect(body.page).toBe(Math.ceil(body.total / 25))
    expect(body.results[0].length).toBeGreaterThan(0)
  })

  test.each(['sort=password_hash', 'limit=0', 'limit=101', 'nonsense=1', 'cursor=abc', 'list=approved'])(
    '%s is refused with the name of the parameter',
    async (query) => {
      const answer = await app.call(
        'GET',
        `/api/admin/sellers/get/pending?limit=25&${query}`.replace('limit=25&limit', 'limit'),
        {
          as: admin,
        },
      )
      expect(answer.status).toBe(422)
      expect(answer.body.errors[0].path).toBe(query.split('=')[0])
    },
  )

  test('a phone number is found in any format', async () => {
    const vendor = await pendingVendor(app, { phone: '+923217654321' })
    for (const typed of ['0321-7654321', '+92 321 7654321', '0092 321 7654321', '3217654321']) {
      const path = `/api/admin/sellers/get/pending?limit=25&q=${encodeURIComponent(typed)}`
      const { body } = await app.call('GET', path, { as: admin })
      expect(body.results[0].map((row: { id: string }) => row.id)).toEqual([vendor.id])
    }
  })

  test('the counts of the lists are exact after every move', async () => {
    const counts = async () =>
      (await app.call('GET', '/api/admin/sellers/counts', { as: admin })).body.results
    const before = await counts()
    const vendor = await pendingVendor(app)
    expect(await counts()).toEqual({ ...before, pending: before.pending + 1 })
    await decide(vendor.id, 'approve')
    expect(await counts()).toEqual({ ...before, approved: before.approved + 1 })
  })
})

describe('bulk decisions', () => {
  test('each row has its own outcome', async () => {
    const good = await pendingVendor(app)
    const bare = await pendingVendor(app, { seller: null, shop: null })
    const done = await pendingVendor(app)
    await decide(done.id, 'approve')
    const missing = '01a1fc80-d469-7475-b815-ea04c5a66a67'
    const { body, status } = await app.call('POST', '/api/admin/sellers/bulk/approve', {
      as: admin,
      body: { ids: [good.id, bare.id, done.id, missing] },
    })
    expect(status).toBe(200)
    expect(body.results.map((row: { outcome: string }) => row.outcome)).toEqual([
      'done',
      'refused',
      'unchanged',
      'refused',
    ])
    expect((await storedOf(bare.id)).status).toBe('submitted')
  })

  test('a row that a colleague has rejected for another reason is refused by itself', async () => {
    const [theirs, alike, mine] = [
      await pendingVendor(app),
      await pendingVendor(app),
      await pendingVendor(app),
    ]
    const colleague = await app.person()
    await decide(theirs.id, 'reject', { reason: 'No cheque' }, colleague)
    await decide(alike.id, 'reject', { reason: 'No CNIC' }, colleague)
    const items = [theirs, alike, mine].map(({ id }) => ({ id, reason: 'No CNIC' }))
    const { body } = await app.call('POST', '/api/admin/sellers/bulk/reject', { as: admin, body: { items } })
    expect(body.results.map((row: { outcome: string }) => row.outcome)).toEqual([
      'refused',
      'unchanged',
      'done',
    ])
    expect(body.results[0].message).toMatch(/^Already rejected by Person \w+ with another reason/)
    expect((await read(theirs.id)).status_reason).toBe('No cheque')
  })

  test('a rejection of several takes a reason for each, and one blank reason refuses all', async () => {
    const [one, two] = [await pendingVendor(app), await pendingVendor(app)]
    const refused = await app.call('POST', '/api/admin/sellers/bulk/reject', {
      as: admin,
      body: {
        items: [
          { id: one.id, reason: 'No cheque' },
          { id: two.id, reason: ' ' },
        ],
      },
    })
    expect(refused.status).toBe(422)
    expect(refused.body.errors[0].path).toBe('items.1.reason')
    expect((await storedOf(one.id)).status).toBe('submitted')
  })
})

describe('a change of bank data after approval', () => {
  async function withChange() {
    const vendor = await pendingVendor(app)
    await decide(vendor.id, 'approve')
    const key = await app.intakeKey()
    const body = sellerBody({ external_id: vendor.body.external_id, email: vendor.body.email })
    await app.call('POST', '/api/intake/sellers', { as: key, body: { ...vendor.body, shop: body.shop } })
    const { body: review } = await app.call('GET', `/api/admin/sellers/${vendor.id}`, { as: admin })
    return { vendor, change: review.results.change, wanted: body.shop }
  }

  test('awaits a decision and overwrites nothing', async () => {
    const { vendor, change } = await withChange()
    expect(change).toMatchObject({ status: 'waiting', needs_second_person: true })
    expect(change.fields.map((field: { path: string }) => field.path)).toContain('shop.ibn_number')
    const { body } = await decide(vendor.id, 'reveal', { fields: ['ibn_number'] })
    expect(body.results.ibn_number).toBe(vendor.body.shop?.ibn_number)
  })

  test('needs a second person, and the first cannot be the second', async () => {
    const { vendor, change, wanted } = await withChange()
    const accept = (as: TestPerson) => decide(vendor.id, `changes/${change.id}/accept`, undefined, as)
    expect((await accept(admin)).body.results.change).toMatchObject({ status: 'accepted_once' })
    expect((await accept(admin)).status).toBe(409)
    expect((await accept(await app.person())).body.results.change).toBeNull()
    const { body } = await decide(vendor.id, 'reveal', { fields: ['ibn_number'] })
    expect(body.results.ibn_number).toBe(wanted?.ibn_number)
  })

  test('shows the checks of the new data, and reveals it to people with the permission', async () => {
    const { vendor, change, wanted } = await withChange()
    expect(change.checks.map((check: { code: string }) => check.code)).toContain('iban_check_digits')
    const answer = await decide(vendor.id, 'reveal', { fields: ['ibn_number'], change_id: change.id })
    expect(answer.body.results.ibn_number).toBe(wanted?.ibn_number)
    expect((await read(vendor.id)).history[0].action).toBe('reveal what a change asks for')
    const gone = '01a1fc80-d469-7475-b815-ea04c5a66a67'
    expect((await decide(vendor.id, 'reveal', { fields: ['cnic'], change_id: gone })).status).toBe(404)
  })

  test('warns if the new account belongs to another vendor or another bank', async () => {
    const other = await pendingVendor(app)
    const vendor = await pendingVendor(app)
    await decide(vendor.id, 'approve')
    const shop = { ...vendor.body.shop, ibn_number: other.body.shop?.ibn_number, bank_name: 'Meezan Bank' }
    await app.call('POST', '/api/intake/sellers', {
      as: await app.intakeKey(),
      body: { ...vendor.body, shop },
    })
    const codes = (await read(vendor.id)).change.checks.map((check: { code: string }) => check.code)
    expect(codes).toEqual(expect.arrayContaining(['ibn_number_shared', 'bank_differs']))
  })

  test('keeps its first acceptance when the vendor sends something else', async () => {
    const { vendor, change } = await withChange()
    await decide(vendor.id, `changes/${change.id}/accept`)
    const { shop: _, seller: __, ...bare } = vendor.body
    await app.call('POST', '/api/intake/sellers', {
      as: await app.intakeKey(),
      body: { ...bare, phone: '+923009999999' },
    })
    const after = await read(vendor.id)
    expect(after.phone).toBe('+923009999999')
    expect(after.change).toMatchObject({ id: change.id, status: 'accepted_once' })
  })

  test('is withdrawn when the vendor sends the current data again', async () => {
    const { vendor } = await withChange()
    await app.call('POST', '/api/intake/sellers', {
      as: await app.intakeKey(),
      body: { ...vendor.body, username: 'The same account, another name' },
    })
    const after = await read(vendor.id)
    expect(after.change).toBeNull()
    expect(after.history[0].action).toBe('withdraw the change')
  })

  test('reverts no later change when it is accepted', async () => {
    const { vendor, change, wanted } = await withChange()
    await app.call('POST', '/api/intake/sellers', {
      as: await app.intakeKey(),
      body: { ...vendor.body, shop: { ...wanted, shop_address: 'A new address' } },
    })
    const { change: newest } = await read(vendor.id)
    expect(newest.id).toBe(change.id)
    await decide(vendor.id, `changes/${newest.id}/accept`)
    await decide(vendor.id, `changes/${newest.id}/accept`, undefined, await app.person())
    expect((await read(vendor.id)).shop.shop_address).toBe('A new address')
  })

  test('becomes part of the application again when the approval is undone', async () => {
    const vendor = await pendingVendor(app)
    const { body } = await decide(vendor.id, 'approve')
    const wanted = sellerBody().shop
    const key = await app.intakeKey()
    await app.call('POST', '/api/intake/sellers', { as: key, body: { ...vendor.body, shop: wanted } })
    const { change } = await read(vendor.id)
    await decide(vendor.id, 'undo', { decision_id: body.results.decision.id })
    expect(await read(vendor.id)).toMatchObject({ status: 'submitted', change: null })
    const { body: revealed } = await decide(vendor.id, 'reveal', { fields: ['ibn_number'] })
    expect(revealed.results.ibn_number).toBe(wanted?.ibn_number)
    expect((await decide(vendor.id, `changes/${change.id}/accept`)).status).toBe(409)
    await decide(vendor.id, 'approve')
    expect((await read(vendor.id)).change).toBeNull()
  })

  test('of a disabled vendor is found with the filter for waiting changes', async () => {
    const { vendor } = await withChange()
    await decide(vendor.id, 'disable', { reason: 'Counterfeit goods' })
    const { body } = await app.call('GET', '/api/admin/sellers/get/approve?limit=100&change=waiting', {
      as: admin,
    })
    expect(body.results[0].map((row: { id: string }) => row.id)).toContain(vendor.id)
  })

  test('is reported to the system that submitted it, with the reason if it is declined', async () => {
    const { vendor, change } = await withChange()
    const key = await app.intakeKey()
    const told = async () =>
      (await app.call('GET', `/api/intake/sellers/${vendor.id}`, { as: key })).body.results.last_change
    expect(await told()).toMatchObject({ status: 'waiting' })
    await decide(vendor.id, `changes/${change.id}/decline`, { reason: 'Not your account' })
    expect(await told()).toMatchObject({ status: 'refused', reason: 'Not your account' })
  })

  test('shows each reader whether they accepted first', async () => {
    const { vendor, change } = await withChange()
    await decide(vendor.id, `changes/${change.id}/accept`)
    expect((await read(vendor.id)).change.accepted_by_you).toBe(true)
    expect((await read(vendor.id, await app.person())).change.accepted_by_you).toBe(false)
  })

  test('is not created by a submission without the account', async () => {
    const vendor = await pendingVendor(app)
    await decide(vendor.id, 'approve')
    const key = await app.intakeKey()
    const { ibn_number: _, account_number: __, ...shop } = vendor.body.shop ?? {}
    const sent = await app.call('POST', '/api/intake/sellers', {
      as: key,
      body: { ...vendor.body, seller: null, shop: { ...shop, shop_name: 'A new sign' } },
    })
    expect(sent.status).toBe(201)
    expect(await read(vendor.id)).toMatchObject({ change: null, shop: { shop_name: 'A new sign' } })
    const { body } = await decide(vendor.id, 'reveal', { fields: ['ibn_number', 'cnic'] })
    expect(body.results).toEqual({
      ibn_number: vendor.body.shop?.ibn_number,
      cnic: vendor.body.seller?.cnic,
    })
  })

  test('leaves the current data in use when it is declined', async () => {
    const { vendor, change } = await withChange()
    const declined = await decide(vendor.id, `changes/${change.id}/decline`, { reason: 'Not your account' })
    expect(declined.body.results.change).toBeNull()
    expect(declined.body.results.messages[0].kind).toBe('vendor change declined')
  })
})
