import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { allPermissions } from '#features/access/contract.ts'
import { oldSessions } from '#features/identity/session/server/jobs.ts'
import { beginMailing, pauseByServer } from '#features/mailings/server/state-commands.ts'
import { notificationEvents } from '#features/notifications/contract.ts'
import { sendDigests } from '#features/notifications/server/jobs.ts'
import { workOnBulkJobs } from '#kit/server/bulk-jobs.ts'
import { foldCounts } from '#kit/server/counts.ts'
import { type Job, jobContext } from '#kit/server/jobs.ts'
import { createLogger } from '#kit/server/log.ts'
import { forgetOldRows } from '#kit/server/upkeep.ts'
import { renewProofs, startTestApp, type TestApp, type TestPerson, testPassword } from '#testing/app.ts'
import { publishedRelease } from '#testing/content-samples.ts'
import { pendingCustomer, pendingProduct, pendingVendor, sellerBody } from '#testing/factories.ts'
import {
  checkedSheet,
  confirmed,
  importedSheet,
  letImportsRun,
  sheetForm,
  sheetOf,
  uploadedSheet,
} from '#testing/import-samples.ts'
import { type Stage, samples } from '#testing/samples.ts'
import { files, textOf } from '#testing/source-tree.ts'
import { sentRequest } from '#testing/support-samples.ts'
import { told } from './told.ts'
import { watchForNotifications } from './told-watch.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startTestApp({ tooMuchWaiting: { count: 1, hours: 24 }, mailingSecondPersonOver: 3 })
  stage = { app, admin: await app.person(), key: await app.intakeKey() }
})
afterAll(() => app.close())

const path = '/api/account/notifications'
const log = createLogger(process.env.MUNSHI_TEST_LOG ?? 'silent')
const run = (job: Job) => job.run(jobContext(job.name, { db: app.database.db, services: app.services }), log)
const rowsOf = async (query: string, values: unknown[] = []) =>
  (await app.database.pool.query(query, values)).rows
/** What a person hears: the event, and of which kind of record. */
const heardBy = async (as: TestPerson) =>
  (await hears(as)).map((one: { event: string; subject_type: string }) => `${one.event} ${one.subject_type}`)
const hears = async (as: TestPerson) => (await app.call('GET', path, { as })).body.results
const summaryOf = async (as: TestPerson) => (await app.call('GET', `${path}/summary`, { as })).body.results
const without = (permission: string) => allPermissions.filter((one) => one !== permission)
const setRole = (person: TestPerson, permissions: readonly string[]) =>
  rowsOf('update roles set permissions = $2 where id = (select role_id from people where id = $1)', [
    person.id,
    permissions,
  ])

/** A call of the samples, by the administrator. */
async function call(name: string, as = stage.admin): Promise<void> {
  const { path: at, body, headers = {} } = (await samples[name]?.(stage)) ?? { path: '' }
  const [method = ''] = name.split(' ')
  const answer = await app.call(method, at, { as, body, headers })
  expect([name, answer.status < 300, answer.body.message]).toEqual([name, true, undefined])
}

/** An audit row that a job writes. */
const recorded = (action: string, subject: { type: string; id: string; name: string }) =>
  app.transact((ctx) => ctx.record({ action, subject }))

interface Case {
  needs: string
  /** `told` is who shall be notified; personal kinds are about them. */
  act: (told: TestPerson, blind: TestPerson) => Promise<unknown>
}

/** The path of a waiting change of the bank account of a vendor. */
const bankChange = async () => {
  const { id, body } = await pendingVendor(app)
  const send = (method: string, at: string, more: object) =>
    app.call(method, at, { as: stage.admin, ...more })
  await send('POST', `/api/admin/sellers/${id}/approve`, {})
  const { shop } = sellerBody({ external_id: body.external_id, email: body.email })
  await send('POST', '/api/intake/sellers', { as: stage.key, body: { ...body, shop } })
  const review = await send('GET', `/api/admin/sellers/${id}`, {})
  return `/api/admin/sellers/${id}/changes/${review.body.results.change.id}/accept`
}
const acceptOnce = async (at: string, as = stage.admin) =>
  expect((await app.call('POST', at, { as })).status).toBe(200)
/** A sheet with a new product, and the vendor whose it is. */
const newSheet = async (): Promise<[FormData, string]> => {
  const { id } = await pendingVendor(app)
  const text = sheetOf(['SKU', 'Name', 'Retail price'], [`TOLD-${id}`, 'Kettle', 4500])
  return [sheetForm(text), `?vendor_id=${id}`]
}
const importOf = async (person: TestPerson) => importedSheet({ app, admin: person }, ...(await newSheet()))
/** Its check ends so long after the upload. */
const checkedAfter = async (person: TestPerson, ms: number) => {
  const { id } = await uploadedSheet({ app, admin: person }, ...(await newSheet()))
  app.clock.move(ms)
  await letImportsRun(app)
  return (await app.call('GET', `/api/admin/imports/${id}`, { as: person })).body.results
}
const imported = (id: string, verb: string, as: TestPerson) =>
  app.call('POST', `/api/admin/imports/${id}/${verb}`, { as }).then(({ status }) => expect(status).toBe(200))
/** A revert that its person is no longer allowed to have made. */
const brokenRevert = async (id: string, as: TestPerson) => {
  await imported(id, 'revert', as)
  await setRole(as, without('Bulk Product Upload: act'))
  await letImportsRun(app)
}
const jobBy = async (person: TestPerson, kind = 'decline_orders') => {
  await rowsOf(
    "insert into bulk_jobs (id, kind, input, person_id, created_at) values (gen_random_uuid(), $3, '{}', $1, $2)",
    [person.id, app.clock.now(), kind],
  )
  await run(workOnBulkJobs({}, () => Promise.reject(new Error('no record is worked on'))))
}
const failingWebhook = async () => {
  await call('POST /api/admin/webhooks')
  await rowsOf('update webhook_endpoints set failing_since = $1 where failing_since is null', [
    new Date(app.clock.now().getTime() - 20 * 60_000),
  ])
  await run(watchForNotifications)
}
const failedMail = async () => {
  await rowsOf(
    `insert into messages (id, kind, recipient, subject, body_text, body_html, status, subject_type, subject_id, send_at)
     values (gen_random_uuid(), 'reset', 'a@b.example', '', '', '', 'failed', 'person', gen_random_uuid(), $1)`,
    [app.clock.now()],
  )
  await run(watchForNotifications)
}
const importRow = async (person: TestPerson) => ({
  type: 'import',
  id: (await importOf(person)).id as string,
  name: 'a.csv',
})

let readers = 0
/** So many new subscribers, and nobody else. */
const subscribed = async (count: number) => {
  await rowsOf('delete from subscribers')
  const emails = Array.from({ length: count }, () => `told${readers++}@example.pk`)
  await rowsOf(
    `insert into subscribers (id, email, address_hash, state, state_since, origin)
      select gen_random_uuid(), e, address_hash(e), 'subscribed', now(), 'form' from unnest($1::text[]) e`,
    [emails],
  )
}
const mailings = '/api/admin/mailings'
/** A group e-mail to so many subscribers that one person wrote and another one asked to send; to more than three it waits. */
const mailingOf = async (writer: TestPerson, sender: TestPerson, count: number): Promise<string> => {
  await subscribed(count)
  const audience = { user_type: 'subscribers' }
  const body = { audience, subject: 'Eid offers', body: 'Dear {{first_name|reader}}' }
  const { id } = (await app.call('POST', mailings, { as: writer, body })).body.results
  expect((await ofMailing(id, 'send', sender, {})).status).toBe(200)
  return id
}
const ofMailing = async (id: string, verb: string, as: TestPerson, body?: object) => {
  const { version } = (await app.call('GET', `${mailings}/${id}`, { as })).body.results
  return app.call('POST', `${mailings}/${id}/${verb}`, { as, body, headers: { 'if-match': `"v${version}"` } })
}
/** Its audience grows before it leaves, so that one person may no longer send it. */
const heldBack = async (id: string) => {
  await subscribed(5)
  expect(await app.transact((ctx) => beginMailing(ctx, id))).toBe(false)
}
const begun = async (id: string) => expect(await app.transact((ctx) => beginMailing(ctx, id))).toBe(true)
const refusedByServer = (id: string) =>
  app.transact((ctx) => pauseByServer(ctx, { id, why: '550 Sender address rejected' }))

const desk = '/api/admin/support'
const handling = ['Support: view', 'Support: act']
/** What somebody does with a support request as it is now. */
const atDesk = async (id: string, verb: string, as: TestPerson, body?: object) => {
  const answer = await app.call('POST', `${desk}/${id}/${verb}`, { as, body, headers: { 'if-match': '*' } })
  expect([verb, answer.status < 300, answer.body.message]).toEqual([verb, true, undefined])
}
const assigned = (id: string, as: TestPerson, to: TestPerson) =>
  atDesk(id, 'assign', as, { person_id: to.id })
const answered = (id: string, as: TestPerson) => atDesk(id, 'answers', as, { text: 'Clear the filter' })
const replied = async (id: string, as: { token: string }) => {
  const at = `/api/account/support/requests/${id}/replies`
  expect((await app.call('POST', at, { as, body: { text: 'Still empty' } })).status).toBe(201)
}

const mailsTo = (who: TestPerson) =>
  rowsOf('select kind, status, subject, body_text from messages where recipient = $1 order by id', [
    who.email,
  ])
const choose = (as: TestPerson, kind: string, channel: string) =>
  app.call('PUT', `${path}/choices/${kind}`, { as, body: { channel } })

const general = 'General Setting: view'
const releases = 'Home Page Setting: view'
const imports = 'Bulk Product Upload: view'
const cases: Record<string, Case> = {
  mentioned: {
    needs: 'Vendor Verifications: view',
    act: async (who) => {
      const { id } = await pendingVendor(app)
      await app.call('POST', `/api/admin/sellers/${id}/notes`, {
        as: stage.admin,
        body: { text: `@{${who.id}} look at the cheque` },
      })
    },
  },
  assigned: {
    needs: 'Products: decide',
    act: async (who) => {
      const { id } = await pendingProduct(app)
      const at = `/api/admin/products/${id}/assignment`
      await app.call('PUT', at, { as: stage.admin, body: { person_id: who.id } })
    },
  },
  assigned_many: {
    needs: '',
    act: async (who) => {
      await setRole(who, ['Products: decide', 'Customer: decide'])
      const items = [
        { kind: 'product', id: (await pendingProduct(app)).id },
        { kind: 'product', id: (await pendingProduct(app)).id },
        { kind: 'customer', id: (await pendingCustomer(app)).id },
      ]
      const body = { items, person_id: who.id }
      await app.call('POST', '/api/admin/desk/bulk/assign', { as: stage.admin, body })
      expect(await hears(who)).toMatchObject([
        { event: 'assigned_many', count: 3, path: '/review-desk?mine=yes' },
      ])
    },
  },
  claimed_away: {
    needs: 'Customer: decide',
    act: async (who) => {
      const at = `/api/admin/customers/${(await pendingCustomer(app)).id}/claim`
      await app.call('PUT', at, { as: who, body: {} })
      await app.call('PUT', at, { as: stage.admin, body: { takes_over: true } })
    },
  },
  support_sent: { needs: 'Support: act', act: () => sentRequest(app) },
  support_assigned: {
    needs: 'Support: act',
    act: async (who) => assigned((await sentRequest(app)).id, stage.admin, who),
  },
  support_replied: {
    needs: 'Support: act',
    act: async () => {
      const { id, author } = await sentRequest(app)
      await replied(id, author)
    },
  },
  support_answered: {
    needs: '',
    act: async (who) => answered((await sentRequest(app, {}, who)).id, stage.admin),
  },
  bank_change: {
    needs: 'Vendor Verifications: decide',
    act: async () => acceptOnce(await bankChange()),
  },
  refund: { needs: 'Orders: refund', act: () => call('POST /api/admin/orders/:id/refunds') },
  withdrawal: { needs: 'Vendors: pay', act: () => call('POST /api/admin/vendor-withdrawals') },
  mailing: { needs: 'Email: send', act: () => mailingOf(stage.admin, stage.admin, 5) },
  many: {
    needs: 'Vendor Verifications: view',
    act: async () => {
      await pendingVendor(app)
      await run(foldCounts)
      await rowsOf('delete from notification_marks')
      await run(watchForNotifications)
    },
  },
  old: {
    needs: 'Products: view',
    act: async () => {
      await pendingProduct(app)
      await pendingCustomer(app)
      app.clock.move(25 * 60 * 60_000)
      await rowsOf("update sessions set last_seen_at = $1, expires_at = $1::timestamptz + interval '1 day'", [
        app.clock.now(),
      ])
      await run(watchForNotifications)
    },
  },
  import_checked: { needs: imports, act: (who) => checkedAfter(who, 61_000) },
  import_done: { needs: imports, act: (who) => importOf(who) },
  import_failed: { needs: imports, act: async (who) => recorded('fail', await importRow(who)) },
  import_reverted: { needs: imports, act: async (who) => recorded('finish revert', await importRow(who)) },
  revert_failed: {
    needs: imports,
    act: async (who) => brokenRevert((await importOf(who)).id, who),
  },
  job_done: { needs: 'Orders: view', act: (who) => jobBy(who) },
  published: { needs: releases, act: () => publishedRelease(stage) },
  rolled_back: { needs: releases, act: () => call('POST /api/admin/releases/:id/roll-back') },
  failed: {
    needs: releases,
    act: async () =>
      recorded('fail', { type: 'release', id: (await publishedRelease(stage)).id, name: 'Eid' }),
  },
  webhook_disabled: { needs: general, act: () => call('POST /api/admin/webhooks/:id/disable') },
  webhook_failing: { needs: general, act: failingWebhook },
  mail_failing: { needs: general, act: failedMail },
  mailing_held: {
    needs: 'Email: view',
    act: async (who) => heldBack(await mailingOf(stage.admin, who, 2)),
  },
  mailing_stopped: {
    needs: 'Email: view',
    act: async (who) => {
      const id = await mailingOf(stage.admin, who, 2)
      await begun(id)
      await refusedByServer(id)
    },
  },
  new_device: {
    needs: '',
    act: async ({ email }) => {
      const signIn = (agent: string) =>
        app.call('POST', '/api/login', {
          body: { email, password: testPassword },
          headers: { 'user-agent': agent },
        })
      expect((await signIn('Firefox/130.0 on Linux')).status).toBe(200)
      await signIn('Firefox/131.0 on Linux')
    },
  },
  low_stock: { needs: 'Promotions: view', act: () => lowStock() },
}

async function lowStock(): Promise<void> {
  const { id: vendorId } = await pendingVendor(app)
  const { id: productId } = await pendingProduct(app, { seller_id: vendorId } as never)
  const ahead = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000)
  const [{ id }] = await rowsOf(
    `insert into promotions (id, name, discount_bp, starts_at, ends_at, decided_at)
     values (gen_random_uuid(), 'Eid', 1000, $1, $2, $1) returning id`,
    [ahead(-1), ahead(24)],
  )
  await rowsOf(
    `insert into promotion_sellers (promotion_id, vendor_id, cost_share_bp, invited_at, joined_at)
     select $1, vendor_id, 0, $3, $3 from products where id = $2`,
    [id, productId, ahead(-1)],
  )
  await rowsOf("update products set status = 'approved', product_stock = 2 where id = $1", [productId])
  await run(watchForNotifications)
}

/** Told to those whose work it is: they must be allowed to do it. */
const isOwnWork = (event: string) => /^(import|revert|job|mailing)_/.test(event)

describe('each event', () => {
  test('is one of the cases below', () => {
    expect(Object.keys(cases).sort()).toEqual(Object.values(notificationEvents).flat().sort())
  })

  for (const [event, { needs, act }] of Object.entries(cases)) {
    test(`${event} is told to who may see it, and to nobody else, also after the role has changed`, async () => {
      const who = await app.person(isOwnWork(event) ? [...allPermissions] : needs ? [needs] : [])
      const blind = await app.person(needs ? without(needs) : [...allPermissions])
      await act(who, blind)
      await renewProofs(app)
      const heard = (await hears(who)).filter((one: { event: string }) => one.event === event)
      expect(heard).toMatchObject([{ event, read_at: null }])
      expect((await summaryOf(who)).unread).toBeGreaterThan(0)
      const what = `${event} ${heard[0].subject_type}`
      expect(await heardBy(blind)).not.toContain(what)
      if (!needs) return
      await setRole(who, without(needs))
      expect(await heardBy(who)).not.toContain(what)
      expect((await summaryOf(who)).latest).toEqual(await hears(who))
      expect((await hears(blind)).length).toBe((await app.call('GET', path, { as: blind })).body.total)
    })
  }

  test('follows from an action that the product writes', () => {
    const texts = files.filter((file) => /^src\/(features|kit)\//.test(file)).map(textOf)
    const literal = Object.keys(told)
      .map((key) => key.split(': ')[1] ?? '')
      .filter((action) => !/ (withdrawal|roll back)$/.test(action))
    expect(literal.filter((action) => !texts.some((text) => text.includes(`'${action}'`)))).toEqual([])
  })
})

describe('a finished job', () => {
  test.each([
    ['decline_orders', /^\/orders-all-orders\?job=/],
    ['approve_vendors', /^\/vendor-verification-pending-verification\?job=/],
    ['switch_off_products', /^\/products-all-products\?job=/],
    ['approve_edits', /^\/products-approvedproducts\?job=/],
    ['disable_customers', /^\/customers-customers-list\?job=/],
  ])('%s leads who began it to the list that shows it', async (kind, list) => {
    const who = await app.person()
    await jobBy(who, kind)
    expect((await hears(who)).map((one: { path: string }) => one.path)).toEqual([expect.stringMatching(list)])
  })
})

describe('a group e-mail', () => {
  const all = () => app.person([...allPermissions])
  const subjectsOf = async (as: TestPerson) =>
    (await hears(as)).map((one: { event: string; path: string }) => [one.event, one.path])
  const at = (id: string) => `/email-details?id=${id}`

  test.each(['approve', 'withdraw'])(
    'to many is told to those who may send it but not to who asked, until %s',
    async (verb) => {
      const [sender, colleague] = [await all(), await all()]
      const writer = await app.person(['Email: view', 'Email: act'])
      const id = await mailingOf(writer, sender, 5)
      expect(await subjectsOf(colleague)).toEqual([['mailing', at(id)]])
      expect([await hears(sender), await hears(writer)]).toEqual([[], []])
      expect((await ofMailing(id, verb, colleague)).status).toBe(200)
      expect((await summaryOf(colleague)).unread).toBe(0)
    },
  )

  test('to few waits for nobody, and nobody is told', async () => {
    const colleague = await all()
    await mailingOf(stage.admin, stage.admin, 2)
    expect(await hears(colleague)).toEqual([])
  })

  test('that is held back is told to who asked to send it and to who wrote it, and to nobody else', async () => {
    const [writer, sender, other] = [await all(), await all(), await all()]
    const id = await mailingOf(writer, sender, 2)
    await heldBack(id)
    for (const who of [writer, sender]) expect(await subjectsOf(who)).toEqual([['mailing_held', at(id)]])
    expect(await hears(other)).toEqual([])
  })

  test('is told when the mail server stops it, and not when a person pauses it', async () => {
    const [sender, colleague] = [await all(), await all()]
    const id = await mailingOf(sender, sender, 2)
    await begun(id)
    expect((await ofMailing(id, 'pause', colleague)).status).toBe(200)
    expect(await hears(sender)).toEqual([])
    expect((await ofMailing(id, 'resume', colleague)).status).toBe(200)
    await refusedByServer(id)
    expect(await subjectsOf(sender)).toEqual([['mailing_stopped', at(id)]])
    expect(await hears(colleague)).toEqual([])
  })
})

describe('an import', () => {
  const all = () => app.person([...allPermissions])
  const eventsOf = async (as: TestPerson) => (await hears(as)).map((one: { event: string }) => one.event)

  test('that ends is told to who uploaded it and to who confirmed it', async () => {
    const [uploader, colleague, other] = [await all(), await all(), await all()]
    const checked = await checkedSheet({ app, admin: uploader }, ...(await newSheet()))
    expect((await confirmed({ app, admin: colleague }, checked)).status).toBe(200)
    await letImportsRun(app)
    expect([await eventsOf(uploader), await eventsOf(colleague)]).toEqual([['import_done'], ['import_done']])
    await imported(checked.id, 'revert', other)
    await letImportsRun(app)
    expect((await eventsOf(uploader))[0]).toBe('import_reverted')
    expect(await eventsOf(colleague)).toEqual(['import_done'])
    expect(await eventsOf(other)).toEqual(['import_reverted'])
  })

  test('that breaks off is told as failed to who uploaded it and to who confirmed it', async () => {
    const [uploader, colleague] = [await all(), await all()]
    const checked = await checkedSheet({ app, admin: uploader }, ...(await newSheet()))
    expect((await confirmed({ app, admin: colleague }, checked)).status).toBe(200)
    await setRole(colleague, without('Bulk Product Upload: act'))
    await letImportsRun(app)
    for (const who of [uploader, colleague])
      expect(await hears(who)).toMatchObject([
        { event: 'import_failed', path: `/bulk/import?id=${checked.id}` },
      ])
  })

  test('whose revert breaks off is told as not reverted, to who uploaded it and to who had it reverted', async () => {
    const [uploader, colleague] = [await all(), await all()]
    const { id } = await importOf(uploader)
    await brokenRevert(id, colleague)
    expect((await eventsOf(uploader))[0]).toBe('revert_failed')
    expect(await eventsOf(colleague)).toEqual(['revert_failed'])
  })

  test.each(['confirm', 'cancel'])(
    'whose check took more than a minute waits for who uploaded it, until %s',
    async (verb) => {
      const who = await all()
      const checked = await checkedAfter(who, 61_000)
      expect(await hears(who)).toMatchObject([
        { event: 'import_checked', path: `/bulk/import?id=${checked.id}`, read_at: null },
      ])
      const headers = { 'if-match': `"v${checked.version}"` }
      const at = `/api/admin/imports/${checked.id}/${verb}`
      expect((await app.call('POST', at, { as: stage.admin, headers })).status).toBe(200)
      expect((await summaryOf(who)).unread).toBe(0)
      await letImportsRun(app)
    },
  )

  test('whose check ends before the eyes of who uploaded it is not told', async () => {
    const who = await all()
    await checkedAfter(who, 5_000)
    expect(await hears(who)).toEqual([])
  })
})

describe('a support request', () => {
  const eventsOf = async (as: TestPerson) => (await hears(as)).map((one: { event: string }) => one.event)
  const unreadOf = async (as: TestPerson) => (await summaryOf(as)).unread
  /** A reply that arrives by mail, at the address that the mails about the request name. */
  const mailed = async (id: string, from: TestPerson) => {
    const [{ reply_to }] = await rowsOf(
      'select reply_to from messages where subject_id = $1 order by created_at limit 1',
      [id],
    )
    const message_id = `<${id}-${Math.random()}@mail.example>`
    const body = { from: from.email, to: [reply_to], message_id, text: 'Still empty' }
    const taken = await app.call('POST', '/api/intake/mail', { as: stage.key, body })
    expect(taken.body.results.status).toBe('accepted')
  }

  test('is told to all who may answer but its author, until somebody takes care of it', async () => {
    const [author, first, second] = [
      await app.person(handling),
      await app.person(handling),
      await app.person(handling),
    ]
    const { id, request } = await sentRequest(app, {}, author)
    for (const who of [first, second])
      expect(await hears(who)).toMatchObject([
        { event: 'support_sent', name: request.number, path: `/support-request?id=${id}` },
      ])
    expect(await hears(author)).toEqual([])
    await assigned(id, first, first)
    expect([await unreadOf(first), await unreadOf(second)]).toEqual([0, 0])
    expect(await eventsOf(first)).toEqual(['support_sent'])
    await assigned(id, first, second)
    expect(await eventsOf(second)).toEqual(['support_assigned', 'support_sent'])
    expect(await unreadOf(second)).toBe(1)
    await atDesk(id, 'close', first)
    expect(await unreadOf(second)).toBe(0)
  })

  test('has its replies told to who takes care of it alone, from a screen or by mail, and never to their author', async () => {
    const [author, first, second] = [
      await app.person(handling),
      await app.person(handling),
      await app.person(handling),
    ]
    const { id } = await sentRequest(app, {}, author)
    await mailed(id, author)
    expect(await eventsOf(author)).toEqual([])
    for (const who of [first, second])
      expect(await hears(who)).toMatchObject([{ event: 'support_replied', read_at: null }])
    await answered(id, first)
    expect([await unreadOf(first), await unreadOf(second)]).toEqual([0, 0])
    expect(await hears(author)).toMatchObject([
      { event: 'support_answered', read_at: null, path: `/my-request?id=${id}` },
    ])
    await replied(id, author)
    expect(await unreadOf(author)).toBe(0)
    expect([await unreadOf(first), await unreadOf(second)]).toEqual([1, 0])
    // Who may no longer answer takes care of nothing.
    await setRole(first, ['Support: view'])
    await replied(id, author)
    expect([await unreadOf(first), await unreadOf(second)]).toEqual([0, 1])
  })

  test.each(['mail', 'digest', 'off'])(
    'is answered by one mail to its author, who chose %s',
    async (channel) => {
      const author = await app.person([])
      expect((await choose(author, 'support', channel)).status).toBe(200)
      const { id } = await sentRequest(app, {}, author)
      await answered(id, stage.admin)
      await run(sendDigests)
      expect(await mailsTo(author)).toMatchObject([{ kind: 'support answer' }])
      expect(await eventsOf(author)).toEqual(channel === 'off' ? [] : ['support_answered'])
    },
  )

  test('comes to a person once whose own address is that of the support desk', async () => {
    const [owner, colleague] = [await app.person(handling), await app.person(handling)]
    for (const who of [owner, colleague]) await choose(who, 'support', 'mail')
    const url = await app.secondInstance({ supportEmail: owner.email })
    const body = { kind: 'report', text: 'The list stays empty' }
    const as = await app.person([])
    const sent = await app.call('POST', '/api/account/support/requests', { as, url, body })
    expect(sent.status).toBe(201)
    expect(await mailsTo(owner)).toMatchObject([{ kind: 'support request' }])
    expect(await mailsTo(colleague)).toMatchObject([{ kind: 'notification' }])
    expect([await eventsOf(owner), await eventsOf(colleague)]).toEqual([['support_sent'], ['support_sent']])
  })

  test('is told in the app where the desk has no mailbox', async () => {
    const handler = await app.person(handling)
    const url = await app.secondInstance({ supportEmail: null })
    const body = { kind: 'report', text: 'The list stays empty' }
    const as = await app.person([])
    expect((await app.call('POST', '/api/account/support/requests', { as, url, body })).status).toBe(201)
    expect(await eventsOf(handler)).toEqual(['support_sent'])
  })
})

describe('a sign-in from another device', () => {
  test('is told also after so long away that no session is left, and the first one of an account is not', async () => {
    const own = await startTestApp()
    onTestFinished(() => own.close())
    const { id, email } = await own.person()
    await own.database.pool.query('delete from sessions where person_id = $1', [id])
    const signIn = async (agent: string) => {
      const headers = { 'user-agent': agent }
      const { body } = await own.call('POST', '/api/login', {
        body: { email, password: testPassword },
        headers,
      })
      const list = await own.call('GET', path, { headers: { authorization: `Bearer ${body.results.token}` } })
      return list.body.results.map(({ event }: { event: string }) => event)
    }
    expect(await signIn('Firefox/130.0 on Linux')).toEqual([])
    own.clock.move(45 * 24 * 3_600_000)
    await forgetOldRows([...oldSessions]).run(
      jobContext('test', { db: own.database.db, services: own.services }),
      log,
    )
    const { rows } = await own.database.pool.query('select 1 from sessions where person_id = $1', [id])
    expect(rows).toEqual([])
    expect(await signIn('Chrome/140.0 on Windows')).toEqual(['new_device'])
  })
})

describe('a sign-in from the same device', () => {
  test('is not told after so long away that no session is left, as long as the device is known', async () => {
    const own = await startTestApp()
    onTestFinished(() => own.close())
    const { id, email } = await own.person()
    const signIn = async (device?: string) => {
      const headers = { 'user-agent': 'Firefox/130.0 on Linux' }
      const credentials = { email, password: testPassword, ...(device ? { device } : {}) }
      const { body } = await own.call('POST', '/api/login', { body: credentials, headers })
      return { authorization: `Bearer ${body.results.token}` }
    }
    const heard = async (headers: { authorization: string }) =>
      (await own.call('GET', path, { headers })).body.results.map(({ event }: { event: string }) => event)
    const away = async (days: number) => {
      own.clock.move(days * 24 * 3_600_000)
      await forgetOldRows([...oldSessions]).run(
        jobContext('test', { db: own.database.db, services: own.services }),
        log,
      )
      const { rows } = await own.database.pool.query('select 1 from sessions where person_id = $1', [id])
      expect(rows).toEqual([])
    }
    const headers = await signIn()
    const made = await own.call('POST', '/api/account/device', { headers, body: {} })
    const device = made.body.results.device as string
    await own.database.pool.query('delete from notifications')
    await away(45)
    expect(await heard(await signIn(device))).toEqual([])
    // The log says why nobody was told.
    const { rows } = await own.database.pool.query(
      `select after from audit_log where subject_id = $1 and action = 'sign in' order by id desc limit 1`,
      [id],
    )
    expect(rows).toEqual([{ after: { known_device: true } }])
    // A device that is no longer known is a new one, and so is one that was never known.
    await away(150)
    expect(await heard(await signIn(device))).toEqual(['new_device'])
    await own.database.pool.query('delete from notifications')
    await away(45)
    expect(await heard(await signIn())).toEqual(['new_device'])
  })
})

describe('a notification', () => {
  const mention = async (who: TestPerson, id?: string) => {
    const vendorId = id ?? (await pendingVendor(app)).id
    const answer = await app.call('POST', `/api/admin/sellers/${vendorId}/notes`, {
      as: stage.admin,
      body: { text: `@{${who.id}} look at this` },
    })
    return { vendorId, noteId: answer.body.results.id as string }
  }
  const viewer = () => app.person(['Vendor Verifications: view', 'Home Page Setting: view'])

  test('of the same record is one row with a count until it is read', async () => {
    const who = await viewer()
    const { vendorId } = await mention(who)
    await mention(who, vendorId)
    const [one, ...others] = await hears(who)
    expect([one.count, others]).toEqual([2, []])
    await app.call('POST', `${path}/read`, { as: who, body: { ids: [one.id] } })
    await mention(who, vendorId)
    expect((await hears(who)).map(({ count }: { count: number }) => count)).toEqual([1, 2])
    expect((await summaryOf(who)).unread).toBe(1)
    const back = await app.call('POST', `${path}/unread`, { as: who, body: { ids: [one.id] } })
    expect(back.body.results).toEqual({ changed: 0 })
  })

  test('of a note comes once, however often the note and others about the record are corrected', async () => {
    const who = await viewer()
    const { vendorId, noteId } = await mention(who)
    await mention(who, vendorId)
    let version = 0
    const correct = async (text: string) => {
      version += 1
      const at = `/api/admin/sellers/${vendorId}/notes/${noteId}`
      const headers = { 'if-match': `"v${version}"` }
      expect((await app.call('PATCH', at, { as: stage.admin, headers, body: { text } })).status).toBe(200)
    }
    await correct(`@{${who.id}} please look at this`)
    const [one, ...others] = await hears(who)
    expect([one.count, others]).toEqual([2, []])
    await app.call('POST', `${path}/read`, { as: who, body: { ids: [one.id] } })
    await correct(`@{${who.id}} please look at this today`)
    expect((await summaryOf(who)).unread).toBe(0)
    // Somebody who is named only now is told now.
    const late = await viewer()
    await correct(`@{${who.id}} and @{${late.id}}, please look at this today`)
    expect([(await summaryOf(who)).unread, (await summaryOf(late)).unread]).toEqual([0, 1])
  })

  test('of two notes about a record counts the one that is left, whichever of them is deleted', async () => {
    const drop = (vendorId: string, noteId: string, as = stage.admin) =>
      app.call('DELETE', `/api/admin/sellers/${vendorId}/notes/${noteId}`, { as })
    const who = await viewer()
    const second = await app.person()
    const both = async () => {
      const { vendorId, noteId } = await mention(who)
      app.clock.move(1000)
      const body = { text: `@{${who.id}} and this` }
      const later = await app.call('POST', `/api/admin/sellers/${vendorId}/notes`, { as: second, body })
      expect((await hears(who))[0].count).toBe(2)
      return { vendorId, first: noteId, last: later.body.results.id as string }
    }
    const left = async () =>
      (await hears(who)).map(({ count, by_name }: { count: number; by_name: string }) => [count, by_name])
    const nameOf = async ({ id }: TestPerson) =>
      (await rowsOf('select username from people where id = $1', [id]))[0].username

    const one = await both()
    expect((await drop(one.vendorId, one.first)).status).toBe(204)
    expect(await left()).toEqual([[1, await nameOf(second)]])
    await drop(one.vendorId, one.last, second)
    expect(await left()).toEqual([])

    const other = await both()
    await drop(other.vendorId, other.last, second)
    expect(await left()).toEqual([[1, await nameOf(stage.admin)]])

    // What was counted in a notification that was read is not taken out of the next one.
    const ids = (await hears(who)).map(({ id }: { id: string }) => id)
    await app.call('POST', `${path}/read`, { as: who, body: { ids } })
    app.clock.move(1000)
    await mention(who, other.vendorId)
    await drop(other.vendorId, other.first)
    expect((await summaryOf(who)).unread).toBe(1)
  })

  test('is marked as read and unread by its reader alone, one by one and all at once', async () => {
    const [who, other] = [await viewer(), await viewer()]
    await mention(who)
    await mention(who)
    const ids = (await hears(who)).map(({ id }: { id: string }) => id)
    const mark = (as: TestPerson, verb: string, body: object) =>
      app.call('POST', `${path}/${verb}`, { as, body }).then(({ body: { results } }) => results.changed)
    expect(await mark(other, 'read', { ids })).toBe(0)
    expect((await summaryOf(who)).unread).toBe(2)
    expect(await mark(who, 'read', { ids: [ids[0]] })).toBe(1)
    expect(await mark(who, 'read', { ids })).toBe(1)
    expect(await mark(who, 'unread', { ids })).toBe(2)
    expect(await mark(other, 'read-all', {})).toBe(0)
    expect(await mark(who, 'read-all', {})).toBe(2)
    expect((await summaryOf(who)).unread).toBe(0)
    expect(await hears(who)).toHaveLength(2)
  })

  test('leaves with its note, and a second signature is no longer asked for when it was given', async () => {
    const who = await viewer()
    const { vendorId, noteId } = await mention(who)
    await app.call('DELETE', `/api/admin/sellers/${vendorId}/notes/${noteId}`, { as: stage.admin })
    expect(await hears(who)).toEqual([])
    const decider = await app.person(['Vendor Verifications: view', 'Vendor Verifications: decide'])
    const at = await bankChange()
    await acceptOnce(at)
    expect((await summaryOf(decider)).unread).toBe(1)
    await acceptOnce(at, await app.person())
    expect((await summaryOf(decider)).unread).toBe(0)
  })

  test('asks for a second signature again when it was undone, and for none when the first was', async () => {
    const decider = await app.person(['Vendor Verifications: view', 'Vendor Verifications: decide'])
    const at = await bankChange()
    await acceptOnce(at)
    const second = await app.person()
    const { body } = await app.call('POST', at, { as: second })
    const undoing = at.replace(/[^/]+\/accept$/, 'undo')
    const undo = async (decision_id: string) =>
      expect((await app.call('POST', undoing, { as: second, body: { decision_id } })).status).toBe(200)
    await undo(body.results.change_decision.id)
    expect((await summaryOf(decider)).unread).toBe(1)
    const other = await bankChange()
    const once = await app.call('POST', other, { as: second })
    expect((await summaryOf(decider)).unread).toBe(2)
    const last = other.replace(/[^/]+\/accept$/, 'undo')
    const { id: decision_id } = once.body.results.change_decision
    expect((await app.call('POST', last, { as: second, body: { decision_id } })).status).toBe(200)
    expect((await summaryOf(decider)).unread).toBe(1)
  })

  test('comes as each person has chosen: in the app, by mail at once, in the daily mail, not at all', async () => {
    const [usual, mail, digest, off] = [await viewer(), await viewer(), await viewer(), await viewer()]
    await choose(mail, 'release', 'mail')
    await choose(digest, 'release', 'digest')
    await choose(off, 'release', 'off')
    await choose(off, 'mentioned', 'off')
    await publishedRelease(stage)
    for (const who of [usual, mail, digest]) expect(await hears(who)).toHaveLength(1)
    expect(await hears(off)).toEqual([])
    expect(await mailsTo(usual)).toEqual([])
    expect(await mailsTo(mail)).toMatchObject([{ kind: 'notification', status: 'queued' }])
    expect(await mailsTo(digest)).toEqual([])
    await mention(off)
    expect(await mailsTo(off)).toMatchObject([{ kind: 'mention', status: 'withdrawn' }])
    await run(sendDigests)
    await run(sendDigests)
    expect(await mailsTo(digest)).toMatchObject([{ kind: 'notification digest', status: 'queued' }])
    for (const who of [usual, mail, off]) expect((await mailsTo(who)).length).toBeLessThan(2)
  })

  test('is left out of the daily mail when its reader may no longer see it', async () => {
    const [who, other] = [await viewer(), await viewer()]
    for (const one of [who, other]) await choose(one, 'release', 'digest')
    await publishedRelease(stage)
    await setRole(who, ['Orders: view'])
    await run(sendDigests)
    expect(await mailsTo(who)).toEqual([])
    expect(await mailsTo(other)).toHaveLength(1)
  })

  test('can be chosen only of the kinds that the role can be told, and the choice is in the audit log', async () => {
    const who = await app.person(['Orders: view'])
    const kinds = async () =>
      (await app.call('GET', `${path}/choices`, { as: who })).body.results.map(
        ({ kind }: { kind: string }) => kind,
      )
    expect(await kinds()).toEqual(['mentioned', 'support', 'job_finished', 'new_device'])
    expect((await choose(who, 'mentioned', 'pigeon')).status).toBe(422)
    expect((await choose(who, 'mentioned', 'app')).body.results).toEqual({
      kind: 'mentioned',
      channel: 'app',
    })
    expect(
      await rowsOf(
        "select before, after from audit_log where action = 'choose notifications' and actor_id = $1",
        [who.id],
      ),
    ).toEqual([{ before: { mentioned: 'mail' }, after: { mentioned: 'app' } }])
  })

  test('of failed mails is found without reading what was sent', async () => {
    await rowsOf(
      `insert into messages (id, kind, recipient, subject, body_text, body_html, status, subject_type, subject_id, send_at, sent_at)
       select gen_random_uuid(), 'vendor approved', 'a@b.example', '', '', '', 'sent', 'person', gen_random_uuid(), $1::timestamptz, $1
       from generate_series(1, 5000)`,
      [app.clock.now()],
    )
    await rowsOf('analyze messages')
    const plan = await rowsOf(
      `explain select id from messages where status = 'failed' and send_at > $1::timestamptz and kind <> 'notification'`,
      [app.clock.now()],
    )
    expect(plan.map((row) => row['QUERY PLAN']).join(' ')).toMatch(/Index.* Scan.* messages_failed/)
  })

  test('of a failed mail comes once, in each hour for what failed since, and never of a mail about a notification', async () => {
    const reader = await app.person(allPermissions)
    const failed = (kind: string) =>
      rowsOf(
        `insert into messages (id, kind, recipient, subject, body_text, body_html, status, subject_type, subject_id, send_at)
         values (gen_random_uuid(), $2, 'a@b.example', '', '', '', 'failed', 'person', gen_random_uuid(), $1)`,
        [app.clock.now(), kind],
      )
    const told = async () => {
      await run(watchForNotifications)
      const rows = await rowsOf(
        "select count, path from notifications where person_id = $1 and event = 'mail_failing'",
        [reader.id],
      )
      return rows.map(({ count, path }) => [count, path])
    }
    app.clock.move(3 * 60 * 60_000)
    await failed('vendor approved')
    expect(await told()).toEqual([[1, '/failed-mails']])
    for (let n = 0; n < 4; n += 1) {
      app.clock.move(60 * 60_000)
      await failed('notification')
      await failed('notification digest')
      expect(await told()).toEqual([[1, '/failed-mails']])
    }
    await failed('vendor approved')
    await failed('vendor rejected')
    expect(await told()).toEqual([[3, '/failed-mails']])
    await failed('vendor rejected')
    expect(await told()).toEqual([[3, '/failed-mails']])
    app.clock.move(60 * 60_000)
    expect(await told()).toEqual([[4, '/failed-mails']])
  })
})
