import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { letterKindNames } from '#features/messages/kinds-contract.ts'
import { deliverDue } from '#features/messages/server/jobs.ts'
import { originalOf } from '#features/messages/server/letters.ts'
import { jobContext } from '#kit/server/jobs.ts'
import type { Mail, Mailer } from '#kit/server/mailer.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import {
  invitedPerson,
  payableVendor,
  pendingProduct,
  pendingVendor,
  requestedWithdrawal,
  resetLink,
  tokenFor,
} from '#testing/factories.ts'
import { unconfirmedSubscriber } from '#testing/subscriber-samples.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const path = '/api/admin/letters'
const idOf = (kind: string) => kind.replaceAll(' ', '-')
const get = async (kind: string, as = admin) =>
  (await app.call('GET', `${path}/${idOf(kind)}`, { as })).body.results
const row = async (kind: string) =>
  (await app.call('GET', path, { as: admin })).body.results.letters.find(
    (letter: { kind: string }) => letter.kind === kind,
  )
async function change(kind: string, body: object, as = admin, version?: number) {
  const is = version ?? (await get(kind)).version
  return app.call('PATCH', `${path}/${idOf(kind)}`, { as, body, headers: { 'if-match': `"v${is}"` } })
}
async function restore(kind: string, language = 'en') {
  const { version } = await get(kind)
  const headers = { 'if-match': `"v${version}"` }
  return app.call('POST', `${path}/${idOf(kind)}/restore`, { as: admin, body: { language }, headers })
}
const decide = (id: string, verb: string, body?: object) =>
  app.call('POST', `/api/admin/sellers/${id}/${verb}`, { as: admin, body })
const storedFor = async (subjectId: string) =>
  (
    await app.database.pool.query(
      'select kind, subject, body_text, body_html, field_values from messages where subject_id = $1 order by id',
      [subjectId],
    )
  ).rows
const audited = async () =>
  (
    await app.database.pool.query(
      "select count(*)::int as n from audit_log where subject_type like 'letter%'",
    )
  ).rows[0].n
/** All that is stored of letters. */
const state = async () => ({
  letters: (await app.database.pool.query('select * from letters order by kind')).rows,
  versions: (await app.database.pool.query('select * from letter_versions order by letter_id, number')).rows,
  settings: (await app.database.pool.query('select * from letter_settings')).rows,
  sent: (await app.database.pool.query('select count(*)::int as n from messages')).rows[0].n,
  audited: await audited(),
})
/** Sends all that is due, and answers it. */
async function delivered(): Promise<Mail[]> {
  app.clock.move(31_000)
  const sent: Mail[] = []
  const mailer: Mailer = {
    description: 'this test',
    send: async (mail) => void sent.push(mail),
    close: () => {},
  }
  await deliverDue(jobContext('deliver-messages', { db: app.database.db, services: app.services }), mailer)
  admin = await app.person()
  return sent
}

describe('the list', () => {
  test('names every kind of letter, by who reads it, as the product writes it', async () => {
    const { body } = await app.call('GET', path, { as: admin })
    expect(body.results).toMatchObject({ language: 'en', version: 1 })
    expect(body.results.letters.map(({ kind }: { kind: string }) => kind)).toEqual(letterKindNames)
    expect(body.results.letters[0]).toEqual({
      id: 'vendor-approved',
      kind: 'vendor approved',
      reader: 'vendor',
      language: 'en',
      is_language_missing: false,
      edited: [],
      is_faulty: false,
      updated_at: null,
      updated_by_name: '',
      last_sent_at: null,
    })
  })

  test('says when a letter was last sent', async () => {
    const vendor = await pendingVendor(app)
    await decide(vendor.id, 'approve')
    expect((await row('vendor approved')).last_sent_at).toBeNull()
    await delivered()
    expect((await row('vendor approved')).last_sent_at).not.toBeNull()
  })

  test('says when it was sent, and not when it was written', async () => {
    const vendor = await pendingVendor(app)
    await decide(vendor.id, 'approve')
    // Written last week, and sent now because its address had to be corrected.
    await app.database.pool.query(
      `update messages set created_at = created_at - interval '7 days' where subject_id = $1`,
      [vendor.id],
    )
    await delivered()
    const sent = new Date((await row('vendor approved')).last_sent_at ?? 0)
    expect(app.clock.now().getTime() - sent.getTime()).toBeLessThan(24 * 60 * 60_000)
  })
})

describe('an edited letter', () => {
  test.each(letterKindNames)('"%s" is saved, is a version, and can be restored', async (kind) => {
    const before = await get(kind)
    const body_en = `${originalOf(kind).body}\n\nSalaam from {{marketplace_name}}`
    const saved = await change(kind, { subject_en: 'Salaam', body_en })
    expect(saved.status).toBe(200)
    expect(await get(kind)).toMatchObject({
      subject_en: 'Salaam',
      body_en,
      edited: ['en'],
      version: before.version + 1,
    })
    expect(await row(kind)).toMatchObject({ edited: ['en'], is_faulty: false })
    const restored = await restore(kind)
    expect(restored.status).toBe(200)
    const { subject, body } = originalOf(kind)
    expect(await get(kind)).toMatchObject({
      subject_en: subject,
      body_en: body,
      edited: [],
      version: before.version + 2,
    })
    expect(restored.body.results.history.map(({ action }: { action: string }) => action)).toEqual([
      'restore original',
      'edit',
    ])
  })

  test('of an approval reaches the next vendor, with the name of the shop, and no vendor before', async () => {
    const [early, next] = [await pendingVendor(app), await pendingVendor(app)]
    await decide(early.id, 'approve')
    await change('vendor approved', {
      subject_en: 'Welcome, {{vendor_name}}',
      body_en: 'Salaam {{ vendor_name }},\n\nyour shop at {{marketplace_name}} is open.\nList <b>now</b>.',
    })
    await decide(next.id, 'approve')
    const mails = await delivered()
    const toEarly = mails.find(({ to }) => to === early.email)
    const toNext = mails.find(({ to }) => to === next.email)
    expect(toEarly?.subject).toBe('Your shop is approved')
    const { username } = (
      await app.database.pool.query('select username from vendors where id = $1', [next.id])
    ).rows[0]
    expect(toNext?.subject).toBe(`Welcome, ${username}`)
    expect(toNext?.text).toBe(
      `Salaam ${username},\n\nyour shop at the marketplace is open.\nList <b>now</b>.\n`,
    )
    expect(toNext?.html).toContain('is open.<br>List &lt;b&gt;now&lt;/b&gt;.</p>')
    await restore('vendor approved')
  })

  test('of a rejection carries the reason, and what looks like a field in it stays as it was written', async () => {
    await change('vendor rejected', { subject_en: 'About your application', body_en: 'Because: {{reason}}' })
    const vendor = await pendingVendor(app)
    const reason = '<img src=x> {{vendor_name}}\n\nSend it again'
    await decide(vendor.id, 'reject', { reason })
    const [letter] = await storedFor(vendor.id)
    expect(letter).toMatchObject({ subject: 'About your application', body_text: `Because: ${reason}\n` })
    expect(letter.body_html).toContain(
      '<p>Because: &lt;img src=x&gt; {{vendor_name}}<br><br>Send it again</p>',
    )
    await restore('vendor rejected')
  })

  test('of a decision on a listing names the listing', async () => {
    await change('product approved', {
      subject_en: 'On sale: {{product_name}}',
      body_en: '{{product_name}} is on sale',
    })
    const product = await pendingProduct(app)
    await decide(product.vendorId, 'approve')
    const answer = await app.call('POST', `/api/admin/products/${product.id}/approve`, { as: admin })
    expect(answer.status).toBe(200)
    const [letter] = await storedFor(product.id)
    expect(letter.subject).toMatch(/^On sale: \S/)
    expect(letter.body_text).toMatch(/^\S.* is on sale\n$/)
    await restore('product approved')
  })

  test('of a payout carries number, amount and reference of the bank', async () => {
    await change('withdrawal paid', {
      subject_en: 'Money',
      body_en: '{{withdrawal_number}} {{amount}} {{bank_reference}}',
    })
    const { id: owner } = await payableVendor({ app, admin })
    const { id, number } = await requestedWithdrawal(app, owner, '2500')
    for (const [verb, body] of [['approve'], ['pay', { bank_reference: 'FT-7' }]] as const) {
      const answer = await app.call('POST', `/api/admin/vendor-withdrawals/${id}/${verb}`, {
        as: admin,
        body,
      })
      expect(answer.status).toBe(200)
    }
    const letter = (await storedFor(id)).find(({ kind }) => kind === 'withdrawal paid')
    expect(letter.subject).toBe('Money')
    expect(letter.body_text.replaceAll('\u00a0', ' ')).toBe(`${number} Rs 2,500 FT-7\n`)
    await restore('withdrawal paid')
  })

  test('of an invitation and of a new password holds a link that works, and the database never does', async () => {
    for (const kind of ['invitation', 'reset']) {
      await change(kind, {
        subject_en: 'Your link',
        body_en: 'Salaam {{name}}\n\n{{link}}\n\nand once more: {{link}}',
      })
    }
    const invited = await invitedPerson({ app, admin })
    const person = await app.person()
    const token = await resetLink(app, { id: person.id, email: person.email })
    for (const { id } of [invited, person]) {
      const [letter] = await storedFor(id)
      expect(letter.subject).toBe('Your link')
      expect(letter.body_text).not.toContain('http')
      expect(JSON.stringify(letter.field_values)).not.toContain('http')
    }
    expect(await tokenFor(app, person.id)).toBe(token)
    const mails = await delivered()
    const [toInvited, toPerson] = [invited, person].map(({ email }) => mails.find(({ to }) => to === email))
    expect(toInvited?.text.split(`#${invited.token}`)).toHaveLength(3)
    expect(toPerson?.html.match(new RegExp(`href="[^"]+#${token}"`, 'g'))).toHaveLength(2)
    await restore('invitation')
    await restore('reset')
  })

  test('of a subscription holds the link that only its mail has, and nothing of it outlives the subscriber', async () => {
    await change('subscription', { subject_en: 'News?', body_en: 'Yes, please: {{link}}' })
    const { id, email } = await unconfirmedSubscriber({ app, admin })
    const [letter] = await storedFor(id)
    expect(letter).toMatchObject({ kind: 'subscription', subject: 'News?', field_values: {} })
    expect(letter.body_text).not.toContain('http')
    const mail = (await delivered()).find(({ to }) => to === email)
    expect(mail?.text).toMatch(/^Yes, please: https:\/\/\S+\n$/)
    expect((await app.call('POST', `/api/admin/subscribers/${id}/erase`, { as: admin })).status).toBe(204)
    expect(await storedFor(id)).toMatchObject([{ body_text: '', body_html: '', field_values: null }])
    await restore('subscription')
  })

  test('of a support request carries what was asked and answered, and still takes replies', async () => {
    const body_en = '{{author}} asks: {{message}}\n\n{{facts}}\n\n{{link}}'
    await change('support request', { subject_en: '{{request_number}}', body_en })
    await change('support answer', { body_en: 'Salaam {{name}}\n\n{{message}}\n\n{{link}}' })
    const author = await app.person([])
    const body = { kind: 'idea', text: 'Sort by <b>\n\n{{link}}', mood: 4 }
    const { id, number } = (await app.call('POST', '/api/account/support/requests', { as: author, body }))
      .body.results
    const answered = await app.call('POST', `/api/admin/support/${id}/answers`, {
      as: admin,
      headers: { 'if-match': '*' },
      body: { text: 'Soon' },
    })
    expect(answered.status).toBe(201)
    const [request, answer] = await storedFor(id)
    expect(request.subject).toBe(number)
    expect(request.body_html).toContain('asks: Sort by &lt;b&gt;<br><br>{{link}}</p>')
    expect(request.field_values).toMatchObject({
      message: body.text,
      facts: expect.stringContaining('Mood: '),
    })
    expect(answer.subject).toBe(`[${number}] Your request was answered`)
    expect(answer.body_text).toMatch(/^Salaam .+\n\nSoon\n\nhttps:\/\/\S+\n$/)
    const mails = (await delivered()).filter(({ to }) => [author.email, 'help@shop.example'].includes(to))
    expect(mails.map(({ reply_to }) => /^help\+/.test(reply_to ?? ''))).toEqual([true, true])
    await restore('support request')
    await restore('support answer')
  })
})

describe('a text that cannot be used', () => {
  test.each([
    [
      'an unknown field',
      'vendor approved',
      { body_en: 'Dear {{name}}' },
      'body_en',
      '{{name}} is not a field of this letter',
    ],
    [
      'a link that is missing',
      'reset',
      { body_en: 'Dear {{name}}' },
      'body_en',
      'The text must contain {{link}}',
    ],
    [
      'a reason that is missing',
      'vendor rejected',
      { body_en: 'No' },
      'body_en',
      'The text must contain {{reason}}',
    ],
    [
      'a link in the subject',
      'reset',
      { subject_en: '{{link}}' },
      'subject_en',
      'The link belongs in the text: a subject can be read by others',
    ],
    [
      'a field that is not closed',
      'vendor approved',
      { subject_en: 'Hi {{vendor_name' },
      'subject_en',
      'A field is written with two braces on each side, for example {{vendor_name}}',
    ],
    ['an empty text', 'vendor approved', { body_en: ' ' }, 'body_en', 'The text must not be empty'],
    [
      'a line break in the subject',
      'vendor approved',
      { subject_en: 'Hi\r\nBcc: a@b.example' },
      'subject_en',
      'No line breaks, control characters or turned text',
    ],
    [
      'half a letter in Urdu',
      'vendor approved',
      { subject_ur: 'مبارک ہو' },
      'body_ur',
      'Write the text of the letter',
    ],
  ])('with %s is refused at its field and stores nothing', async (_, kind, body, field, message) => {
    const before = await state()
    const { status, body: answer } = await change(kind, body)
    expect(status).toBe(422)
    expect(answer.errors).toContainEqual(expect.objectContaining({ path: field, message }))
    expect(await state()).toEqual(before)
    const test = await app.call('POST', `${path}/${idOf(kind)}/test`, {
      as: admin,
      body: { language: 'en', subject: 'x', body: 'x', ...renamed(body) },
    })
    if (field.endsWith('_en')) expect(test.status).toBe(422)
    if (field.endsWith('_en')) expect(await state()).toEqual(before)
  })

  test('because a field is gone is passed over: the act goes on, the original is sent, and the screen says so', async () => {
    await change('vendor approved', { subject_en: 'Mine', body_en: 'Mine {{vendor_name}}' })
    await app.database.pool.query(
      "update letters set body_en = 'Hello {{gone}}' where kind = 'vendor approved'",
    )
    const vendor = await pendingVendor(app)
    expect((await decide(vendor.id, 'approve')).status).toBe(200)
    expect((await storedFor(vendor.id))[0].subject).toBe('Your shop is approved')
    expect(await row('vendor approved')).toMatchObject({ is_faulty: true })
    expect((await get('vendor approved')).faults).toEqual([
      { field: 'body_en', message: '{{gone}} is not a field of this letter' },
    ])
    // The other text of the letter can be written all the same.
    const urdu = await change('vendor approved', { subject_ur: 'مبارک ہو', body_ur: 'آپ کی دکان کھل گئی ہے' })
    expect(urdu.status).toBe(200)
    await restore('vendor approved', 'ur')
    await restore('vendor approved')
    expect(await row('vendor approved')).toMatchObject({ is_faulty: false, edited: [] })
  })
})

describe('a letter in Urdu', () => {
  const urdu = {
    subject_ur: 'مبارک ہو {{vendor_name}}',
    body_ur: 'محترم {{vendor_name}}،\n\nآپ کی دکان کھل گئی ہے۔\n\n{{marketplace_name}}',
  }

  test('is sent from right to left where the kind or all letters are in Urdu, and in English where nothing is written', async () => {
    await change('vendor approved', urdu)
    const send = async () => {
      const vendor = await pendingVendor(app)
      await decide(vendor.id, 'approve')
      return (await storedFor(vendor.id))[0]
    }
    expect((await send()).subject).toBe('Your shop is approved')
    await change('vendor approved', { language: 'ur' })
    const letter = await send()
    expect(letter.subject).toMatch(/^مبارک ہو /)
    expect(letter.body_html).toContain('<html lang="ur" dir="rtl">')
    expect(letter.body_html).toContain('<body dir="rtl">')
    expect(letter.body_html).toMatch(/محترم <bdi>[^<]+<\/bdi>،/)
    expect(letter.body_text).toContain('مارکیٹ پلیس')
    const { version } = (await app.call('GET', path, { as: admin })).body.results
    const settings = (body: object, is = version) =>
      app.call('PUT', `${path}/settings`, { as: admin, body, headers: { 'if-match': `"v${is}"` } })
    await change('vendor approved', { language: '' })
    expect((await settings({ language: 'ur' })).body.results).toEqual({
      language: 'ur',
      version: version + 1,
    })
    expect((await settings({ language: 'en' })).status).toBe(412)
    expect((await send()).subject).toMatch(/^مبارک ہو /)
    expect(await row('vendor approved')).toMatchObject({ language: 'ur', is_language_missing: false })
    expect(await row('vendor enabled')).toMatchObject({ language: 'en', is_language_missing: true })
    // The product itself writes this one in Urdu.
    expect(await row('vendor rejected')).toMatchObject({ language: 'ur', is_language_missing: false })
    const refused = await pendingVendor(app)
    await decide(refused.id, 'reject', { reason: 'No' })
    expect((await storedFor(refused.id))[0].subject).toBe('آپ کی درخواست منظور نہیں ہوئی')
    await restore('vendor approved', 'ur')
    expect((await send()).subject).toBe('Your shop is approved')
    expect((await settings({ language: 'en' }, version + 1)).status).toBe(200)
  })
})

describe('a letter that the product writes in Urdu too', () => {
  const kind = 'vendor rejected'
  const english = { subject_en: 'Not yet', body_en: 'Dear {{vendor_name}},\n\n{{reason}}' }
  const urdu = { subject_ur: 'ابھی نہیں', body_ur: '{{reason}}' }
  const rejected = async (more: object = {}) => {
    const vendor = await pendingVendor(app)
    await decide(vendor.id, 'reject', { reason: 'No', ...more })
    return (await storedFor(vendor.id))[0].subject
  }

  test('shows its Urdu words, and stores none that equal them', async () => {
    const { subject_ur, body_ur, original_ur, edited } = await get(kind)
    expect({ subject: subject_ur, body: body_ur }).toEqual(original_ur)
    expect(edited).toEqual([])
    await change(kind, { language: 'ur', subject_ur, body_ur })
    expect((await get(kind)).edited).toEqual([])
    expect((await get('mention')).original_ur).toBeNull()
    await change(kind, { language: '' })
  })

  test('is sent in the language that was chosen for it, else in its own, in the words of staff before those of the product', async () => {
    const product = (await get(kind)).original_ur.subject
    await change(kind, english)
    expect(await rejected()).toBe('Not yet')
    expect(await rejected({ language: 'ur' })).toBe(product)
    await change(kind, { language: 'ur' })
    expect(await rejected()).toBe(product)
    await change(kind, urdu)
    expect([await rejected(), await rejected({ language: 'en' })]).toEqual(['ابھی نہیں', 'Not yet'])
    await change(kind, { language: '' })
    expect(await rejected({ language: 'ur' })).toBe('ابھی نہیں')
    await restore(kind, 'ur')
    expect(await rejected({ language: 'ur' })).toBe(product)
    await restore(kind)
    expect(await rejected()).toBe('Your application was not approved')
  })

  test('names its reasons in the language that it is sent in, where none was chosen', async () => {
    const { choices } = (await app.call('GET', '/api/admin/sellers/reasons', { as: admin })).body.results
    const chosen = choices.find(({ text_ur }: { text_ur: string }) => text_ur !== '')
    await change(kind, { language: 'ur' })
    const vendor = await pendingVendor(app)
    const letter = await app.call('POST', `/api/admin/sellers/${vendor.id}/letter`, {
      as: admin,
      body: { verb: 'reject', reasons: [{ code: chosen.code }] },
    })
    expect(letter.body.results.language).toBe('ur')
    expect(letter.body.results.text).toMatch(/\p{Script=Arabic}/u)
    expect(letter.body.results.text).not.toContain(chosen.text_en.slice(0, 20))
    await change(kind, { language: '' })
  })
})

describe('who edits', () => {
  test('after somebody else is refused with the letter as it is now, and nothing is stored', async () => {
    const { version } = await get('mention')
    await change('mention', { subject_en: 'Theirs' }, admin, version)
    const before = await state()
    const { status, body } = await change('mention', { subject_en: 'Mine' }, admin, version)
    expect(status).toBe(412)
    expect(body.results).toMatchObject({ subject_en: 'Theirs', version: version + 1 })
    expect(await state()).toEqual(before)
    await restore('mention')
  })

  test('saves the same values without a version and without an entry', async () => {
    const before = await audited()
    const { subject_en, body_en, version } = await get('mention')
    const { status, body } = await change('mention', { subject_en, body_en, language: '' })
    expect([status, body.results.version]).toEqual([200, version])
    expect(await audited()).toBe(before)
  })

  test('needs the permission to configure, and to see is not enough', async () => {
    const viewer = await app.person(['General Setting: view'])
    const { version } = await get('reset', viewer)
    const before = await state()
    expect((await change('reset', { subject_en: 'Mine' }, viewer, version)).status).toBe(403)
    const headers = { 'if-match': `"v${version}"` }
    for (const [method, at, body] of [
      ['POST', '/reset/restore', { language: 'en' }],
      ['POST', '/reset/test', { language: 'en', subject: 'x', body: '{{link}}' }],
      ['PUT', '/settings', { language: 'ur' }],
    ] as const) {
      expect((await app.call(method, path + at, { as: viewer, body, headers })).status).toBe(403)
    }
    expect(await state()).toEqual(before)
  })

  test('must have proved who they are in the last ten minutes, because letters speak for the marketplace', async () => {
    const person = await app.person()
    app.clock.move(11 * 60_000)
    const before = await state()
    expect((await change('reset', { subject_en: 'Mine' }, person, 1)).body.type).toBe(
      'urn:munshi:step-up-needed',
    )
    expect(await state()).toEqual(before)
    admin = await app.person()
  })
})

describe('versions', () => {
  test('are kept with who and when, can be read whole, and become the letter again', async () => {
    await change('release failed', { subject_en: 'First' })
    await change('release failed', { subject_en: 'Second' })
    const at = `${path}/release-failed/versions`
    const listed = (await app.call('GET', at, { as: admin })).body.results
    const [second, first] = listed
    expect([second.action, first.action, second.number - first.number]).toEqual(['edit', 'edit', 1])
    const { content } = (await app.call('GET', `${at}/${first.number}`, { as: admin })).body.results
    expect(content).toMatchObject({
      subject_en: 'First',
      body_en: originalOf('release failed').body,
      subject_ur: '',
    })
    const { version } = await get('release failed')
    const headers = { 'if-match': `"v${version}"` }
    const put = await app.call('POST', `${at}/${first.number}/restore`, { as: admin, headers })
    expect(put.body.results).toMatchObject({ subject_en: 'First', version: version + 1 })
    expect((await app.call('POST', `${at}/${first.number}/restore`, { as: admin, headers })).status).toBe(412)
    expect(put.body.results.history[0]).toMatchObject({
      action: 'restore version',
      before: { subject_en: 'Second' },
      after: { subject_en: 'First', version: first.number },
    })
    await restore('release failed')
  })
})

describe('a test letter', () => {
  test('goes at once to the person who asks, with samples, and changes nothing', async () => {
    const { version } = await get('withdrawal declined')
    const body = {
      language: 'en',
      subject: 'On {{withdrawal_number}}',
      body: '{{withdrawal_number}}: {{reason}}',
    }
    const sent = await app.call('POST', `${path}/withdrawal-declined/test`, { as: admin, body })
    expect(sent.body.results).toEqual({ recipient: admin.email })
    const asked = admin
    const mail = (await delivered()).find(({ to }) => to === asked.email)
    expect(mail?.subject).toBe('[Test] On W-1042')
    expect(mail?.text).toContain('W-1042: The photo')
    expect((await get('withdrawal declined')).version).toBe(version)
    // A test is none of the letters that people were sent.
    expect((await row('withdrawal declined')).last_sent_at).toBeNull()
  })
})

describe('real values', () => {
  test('are those of the last letters, for people who may see the records alone', async () => {
    const vendor = await pendingVendor(app)
    await decide(vendor.id, 'reject', { reason: 'Blurred' })
    await delivered()
    const at = `${path}/vendor-rejected/examples`
    const [latest] = (await app.call('GET', at, { as: admin })).body.results
    expect(latest.values).toMatchObject({ reason: 'Blurred' })
    expect(Object.keys(latest.values).sort()).toEqual(['reason', 'vendor_name'])
    const blind = await app.person(['General Setting: view', 'General Setting: configure'])
    expect((await app.call('GET', at, { as: blind })).body.results).toEqual([])
    for (const kind of ['support-request', 'subscription'])
      expect((await app.call('GET', `${path}/${kind}/examples`, { as: blind })).body.results).toEqual([])
  })

  test('of a failed release are for those who see releases alone', async () => {
    await app.database.pool.query(
      `insert into messages (id, kind, recipient, subject, body_text, body_html, status, subject_type, subject_id, send_at,
         sent_at, field_values)
       values (gen_random_uuid(), 'release failed', 'a@example.com', 'S', 't', 'h', 'sent', 'release', gen_random_uuid(),
         $1, $1, '{"release_title": "Eid in secret", "reason": "A picture is gone"}')`,
      [app.clock.now()],
    )
    const read = async (permissions: readonly string[]) => {
      const as = await app.person(['General Setting: view', ...permissions])
      return (await app.call('GET', `${path}/release-failed/examples`, { as })).body.results
    }
    const others = ['Manage Roles', 'Vendor Verifications', 'Products', 'Customer', 'Orders', 'Manage Staffs']
    expect(await read(others.map((area) => `${area}: view`))).toEqual([])
    expect(await read(['Manage Staffs: view', 'Home Page Setting: view'])).toMatchObject([
      { values: { release_title: 'Eid in secret' } },
    ])
  })

  test('of a payout are for those who pay vendors and customers alone', async () => {
    const vendor = await payableVendor({ app, admin }, '500')
    const { id } = await requestedWithdrawal(app, vendor.id, '100')
    const decline = await app.call('POST', `/api/admin/vendor-withdrawals/${id}/decline`, {
      as: admin,
      body: { reason: 'Another account was named' },
    })
    expect(decline.status).toBe(200)
    await delivered()
    const read = async (permissions: readonly string[]) => {
      const as = await app.person(['General Setting: view', ...permissions])
      return (await app.call('GET', `${path}/withdrawal-declined/examples`, { as })).body.results
    }
    expect(await read(['Vendors: view', 'Customer: view'])).toEqual([])
    expect(await read(['Vendors: view', 'Vendors: pay'])).toEqual([])
    expect(await read(['Vendors: pay', 'Customer: pay'])).toMatchObject([
      { values: { reason: 'Another account was named' } },
    ])
  })
})

/** The fields of a change as those of a test letter. */
function renamed(body: object) {
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field.replace(/_(en|ur)$/, ''), value]),
  )
}
