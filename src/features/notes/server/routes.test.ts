import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allPermissions } from '#features/access/contract.ts'
import { deliverDue } from '#features/messages/server/jobs.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { madeRole, pendingCustomer, pendingProduct, pendingVendor, storedOrder } from '#testing/factories.ts'
import { refusing } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson
let colleague: TestPerson
let another: TestPerson
let vendorId: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  another = await app.person()
  colleague = await app.person(['Vendor Verifications: view'])
  vendorId = (await pendingVendor(app)).id
})
afterAll(() => app.close())

const notesOf = (id = vendorId, noun = 'sellers') => `/api/admin/${noun}/${id}/notes`
const write = (text: string, as = admin, path = notesOf()) => app.call('POST', path, { as, body: { text } })
const written = async (text: string, as = admin, path = notesOf()) => {
  const answer = await write(text, as, path)
  expect(answer.status).toBe(201)
  return answer.body.results
}
const change = (note: { id: string }, text: string, ifMatch: string, as = admin) =>
  app.call('PATCH', `${notesOf()}/${note.id}`, { as, body: { text }, headers: { 'if-match': ifMatch } })
const remove = (note: { id: string }, as = admin) => app.call('DELETE', `${notesOf()}/${note.id}`, { as })
const read = async (path = notesOf(), as = admin) => (await app.call('GET', path, { as })).body.results
const at = (person: { id: string }) => `@{${person.id}}`
const mailsOf = async (noteId: string) =>
  (
    await app.database.pool.query(
      `select recipient, status, subject, body_text, body_html, send_at, created_at from messages
       where subject_type = 'note' and subject_id = $1 order by id`,
      [noteId],
    )
  ).rows
const auditOf = async (id = vendorId) =>
  (
    await app.database.pool.query(
      `select action, before, after, actor_id, subject_name from audit_log
       where subject_id = $1 and action like '% note' order by id`,
      [id],
    )
  ).rows
const others = (permission: string) => allPermissions.filter((one) => one !== permission)

const expectRefused = refusing(() => app)

describe('a note', () => {
  test('is written once if it is sent again under its id, which no other note can take', async () => {
    const path = notesOf((await pendingVendor(app)).id)
    const body = { text: `Ask ${at(colleague)}`, note_id: uuidv7() }
    const send = (given: object = {}, to = path, as = admin) =>
      app.call('POST', to, { as, body: { ...body, ...given } })
    const [first, again] = await Promise.all([send(), send()])
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body.results).toEqual(first.body.results)
    expect(await read(path)).toHaveLength(1)
    expect(await mailsOf(body.note_id)).toHaveLength(1)
    for (const other of [send({ text: 'Other' }), send({}, notesOf()), send({}, path, another)])
      expect((await other).status).toBe(409)
    expect(await read(path)).toEqual([first.body.results])
  })

  test('is shown on its record with author and time, keeps its lines, and has its audit entry', async () => {
    const { id } = await pendingVendor(app)
    const path = notesOf(id)
    const first = await written('  Called the shop.\nThe owner\tsends the cheque again.  ', admin, path)
    app.clock.move(1000)
    const second = await written('The cheque came.', admin, path)
    const shown = await read(path, colleague)
    expect(shown.map((note: { id: string }) => note.id)).toEqual([second.id, first.id])
    expect(shown[1]).toMatchObject({
      author: { id: admin.id },
      text: 'Called the shop.\nThe owner\tsends the cheque again.',
      mentions: [],
      edited_at: null,
      version: 1,
      is_own: false,
    })
    expect(first.is_own).toBe(true)
    expect(await auditOf(id)).toMatchObject([
      { action: 'write note', actor_id: admin.id, after: { note: first.id, text: first.text } },
      { action: 'write note', actor_id: admin.id, after: { note: second.id } },
    ])
  })

  test.each([
    ['sellers', 'vendor', 'Vendor Verifications', 'act'],
    ['products', 'product', 'Products', 'act'],
    ['customers', 'customer', 'Customer', 'act'],
    ['orders', 'order', 'Orders', 'act'],
    ['staff', 'person', 'Manage Staffs', 'act'],
    ['roles', 'role', 'Manage Roles', 'configure'],
  ])(
    'is written on %s by who may change such a record, and read by who may see it',
    async (noun, kind, area, action) => {
      const recordId = {
        sellers: vendorId,
        products: (await pendingProduct(app)).id,
        customers: (await pendingCustomer(app)).id,
        orders: (await storedOrder(app, await pendingCustomer(app))).id,
        staff: colleague.id,
        roles: (await madeRole({ app, admin })).id,
      }[noun]
      const path = notesOf(recordId, noun)
      const reader = await app.person([`${area}: view`])
      const writer = await app.person([`${area}: view`, `${area}: ${action}`])
      const note = await written(`On this ${kind}`, writer, path)
      expect((await read(path, reader))[0]).toMatchObject({ id: note.id, is_own: false })
      const blind = await app.person(others(`${area}: view`))
      const idle = await app.person(others(`${area}: ${action}`))
      await expectRefused(403, () => app.call('GET', path, { as: blind }))
      await expectRefused(403, () => write('No', idle, path))
      await expectRefused(403, () => app.call('GET', `${path}/people`, { as: idle }))
      await expectRefused(403, () => app.call('DELETE', `${path}/${note.id}`, { as: idle }))
      // A note of one record is not reached by way of another kind.
      const elsewhere = notesOf(vendorId, noun === 'sellers' ? 'products' : 'sellers')
      await expectRefused(404, () => app.call('DELETE', `${elsewhere}/${note.id}`, { as: admin }))
    },
  )

  test('is refused if it is empty, too long, or on an unknown record', async () => {
    for (const text of ['', '   ', '\u3164', 'x'.repeat(2001), 'a\u0007b', 'a\u202Eb']) {
      await expectRefused(422, () => write(text))
    }
    await expectRefused(404, () => write('Hello', admin, notesOf(colleague.id)))
    expect((await write('x'.repeat(2000))).status).toBe(201)
    // A colleague in it counts as one character.
    expect((await write(`${'x'.repeat(1999)}${at(colleague)}`)).status).toBe(201)
    await expectRefused(422, () => write(`${'x'.repeat(2000)}${at(colleague)}`))
  })

  test('is changed by its author alone, says so, and does not overwrite what it did not see', async () => {
    const note = await written('First words')
    await expectRefused(409, () => change(note, 'Theirs', '*', another))
    const changed = await change(note, 'Second words', '"v1"')
    expect(changed.body.results).toMatchObject({ text: 'Second words', version: 2 })
    expect(changed.body.results.edited_at).not.toBeNull()
    const stale = await expectRefused(412, () => change(note, 'Third words', '"v1"'))
    expect(stale.body.results).toMatchObject({ text: 'Second words', version: 2 })
    expect((await expectRefused(200, () => change(note, 'Second words', '"v2"'))).body.results.version).toBe(
      2,
    )
    expect((await auditOf()).at(-1)).toMatchObject({
      action: 'change note',
      before: { text: 'First words' },
      after: { text: 'Second words' },
    })
  })

  test('that is changed in eight places at once is changed once', async () => {
    const note = await written('Before')
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => change(note, `After ${n}`, '"v1"')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)])
    const rows = (await auditOf()).filter(({ before }) => before?.note === note.id)
    expect(rows).toHaveLength(1)
  })

  test('is deleted by its author alone, and the deletion stays in the history without the words', async () => {
    const note = await written('Not what I meant')
    await expectRefused(409, () => remove(note, another))
    expect((await remove(note)).status).toBe(204)
    expect((await read()).some(({ id }: { id: string }) => id === note.id)).toBe(false)
    const record = await app.call('GET', `/api/admin/sellers/${vendorId}`, { as: admin })
    expect(record.body.results.history[0]).toMatchObject({ action: 'delete note', before: { note: note.id } })
    expect(JSON.stringify(record.body)).not.toContain('Not what I meant')
    await expectRefused(404, () => remove(note))
  })

  test('goes with the role that it was on, and the mail with it', async () => {
    const reader = await app.person(['Manage Roles: view'])
    const role = await madeRole({ app, admin })
    const note = await written(`${at(reader)} who needs this?`, admin, notesOf(role.id, 'roles'))
    const gone = await app.call('DELETE', `/api/admin/roles/${role.id}`, { as: admin, body: {} })
    expect(gone.status).toBe(200)
    expect(await mailsOf(note.id)).toMatchObject([{ status: 'withdrawn' }])
    const { rows } = await app.database.pool.query('select 1 from notes where id = $1', [note.id])
    expect(rows).toEqual([])
  })
})

describe('numbers of people', () => {
  test.each([
    '35202-1234567-1',
    '35202 1234567 1',
    '3520212345671',
    '۳۵۲۰۲-۱۲۳۴۵۶۷-۱',
    '35202\u200b1234567\u200b1',
    'PK36SCBL0000001123456702',
    'pk36 scbl 0000 0011 2345 6702',
    '0000 0011 2345 6702',
  ])('like %s are not kept in a note, and the refusal does not repeat them', async (number) => {
    const refused = await expectRefused(422, () => write(`They say ${number} is right`))
    expect(refused.body.errors[0].path).toBe('text')
    expect(JSON.stringify(refused.body)).not.toContain(number)
  })

  test('that a note may hold, and addresses, are not in its audit rows', async () => {
    const text = `Ring 0300 7654321 or 03017654321 or mail owner@shop.example, account 1234567890, by 2026-11-21 2026-11-22`
    const note = await written(text)
    expect((await read())[0].text).toBe(text)
    await change(note, `${text}!`, '"v1"')
    const latest = (await auditOf()).slice(-2)
    const rows = JSON.stringify(latest.flatMap(({ before, after }) => [before?.text, after.text]))
    for (const number of ['0300', '0301', 'owner@', '1234567890']) expect(rows).not.toContain(number)
    expect(rows).toContain('2026-11-21')
  })

  test('and the words of a note are not shown to who may see its author and not its record', async () => {
    const writer = await app.person(['Vendor Verifications: act'])
    await written('The owner is a cousin of the landlord', writer)
    const path = `/api/admin/staff/${writer.id}`
    const clerk = await app.person(['Manage Staffs: view'])
    const { body } = await app.call('GET', path, { as: clerk })
    expect(body.results.activity).toEqual([])
    expect(JSON.stringify(body)).not.toContain('cousin')
    const auditor = await app.person(['Manage Staffs: view', 'Audit Log: view'])
    const seen = await app.call('GET', path, { as: auditor })
    expect(seen.body.results.activity[0]).toMatchObject({ action: 'write note', after: null })
    expect(JSON.stringify(seen.body)).not.toContain('cousin')
  })
})

describe('a colleague', () => {
  test('can be named who is active and may see the record: by id and name, and nothing else', async () => {
    const blind = await app.person(others('Vendor Verifications: view'))
    const disabled = await app.person()
    await app.database.pool.query('update people set disabled_at = now() where id = $1', [disabled.id])
    const choices = await read(`${notesOf()}/people`)
    const ids = choices.map(({ id }: { id: string }) => id)
    expect(ids).toContain(colleague.id)
    for (const person of [blind, disabled, admin]) expect(ids).not.toContain(person.id)
    expect(new Set(choices.flatMap(Object.keys))).toEqual(new Set(['id', 'name']))
    for (const person of [blind, disabled, { id: vendorId }]) {
      const refused = await expectRefused(422, () => write(`Look, ${at(person)}`))
      expect(refused.body.errors[0].path).toBe('text')
    }
  })

  test('a mentioned person gets one mail after the time to undo, with author and record but without the text', async () => {
    const note = await written(`${at(colleague)} is the sign good? ${at(colleague)} ${at(admin)}`)
    expect(note.mentions.map(({ id }: { id: string }) => id).sort()).toEqual([admin.id, colleague.id].sort())
    const mails = await mailsOf(note.id)
    expect(mails).toMatchObject([{ recipient: colleague.email, status: 'queued' }])
    expect(mails[0].send_at - mails[0].created_at).toBeGreaterThan(29_000)
    expect(mails[0].body_text).toContain(`https://munshi.example/vendor-vendordetails?id=${vendorId}`)
    expect(mails[0].body_html).toContain(`href="https://munshi.example/vendor-vendordetails?id=${vendorId}"`)
    expect(JSON.stringify(mails)).not.toContain('is the sign good')
    expect((await auditOf()).at(-1).after.text).toMatch(/^@Person \w+ is the sign good\?/)
  })

  test('a person mentioned by an edit is notified then, and nobody twice', async () => {
    const second = await app.person(['Vendor Verifications: view'])
    const note = await written(`Look, ${at(colleague)}`)
    await deliver()
    await change(note, `Look, ${at(colleague)} and ${at(second)}`, '"v1"')
    await deliver()
    await change(note, `Look, ${at(second)}`, '"v2"')
    await change(note, `Look again, ${at(colleague)} and ${at(second)}`, '"v3"')
    expect(await mailsOf(note.id)).toMatchObject([
      { recipient: colleague.email, status: 'sent' },
      { recipient: second.email, status: 'sent' },
    ])
  })

  test('whose name is taken out before the mail leaves is not told, and is told when it comes back', async () => {
    const note = await written(`Look, ${at(colleague)}`)
    await change(note, 'Look', '"v1"')
    expect(await mailsOf(note.id)).toMatchObject([{ status: 'withdrawn' }])
    await change(note, `Look, ${at(colleague)}`, '"v2"')
    expect(await mailsOf(note.id)).toMatchObject([{ status: 'withdrawn' }, { status: 'queued' }])
    expect((await remove(note)).status).toBe(204)
    expect((await mailsOf(note.id)).map(({ status }) => status)).toEqual(['withdrawn', 'withdrawn'])
  })

  test('who left since stays named, and the note can still be changed', async () => {
    const leaver = await app.person(['Vendor Verifications: view'])
    const note = await written(`Ask ${at(leaver)}`)
    await app.database.pool.query('update people set disabled_at = now() where id = $1', [leaver.id])
    const changed = await change(note, `Ask ${at(leaver)} tomorrow`, '"v1"')
    expect(changed.status).toBe(200)
    expect(changed.body.results.mentions).toMatchObject([{ id: leaver.id }])
  })
})

/** Lets the time to undo pass, and sends what is due. */
async function deliver(): Promise<void> {
  app.clock.move(31_000)
  const mailer = { description: 'nowhere', send: async () => {}, close: () => {} }
  await app.transact(async (ctx) => {
    ctx.unchanged()
    await deliverDue(ctx, mailer)
  })
}
