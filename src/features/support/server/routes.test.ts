import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliverDue } from '#features/messages/server/jobs.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { smtpMailer } from '#kit/server/mailer.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { formWith } from '#testing/media-samples.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { sentRequest } from '#testing/support-samples.ts'
import { forgetSupport } from './jobs.ts'

const mine = '/api/account/support'
const desk = '/api/admin/support'
const anyVersion = { 'if-match': '*' }

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const countOf = async (table: string) => {
  const { rows } = await app.database.pool.query(`select count(*)::int as n from ${table}`)
  return rows[0].n as number
}
const mailsAbout = async (id: string) => {
  const { rows } = await app.database.pool.query(
    'select kind, recipient, subject, body_text, reply_to, attachments from messages where subject_id = $1 order by created_at, id',
    [id],
  )
  return rows
}
const auditOf = async (id: string) => {
  const { rows } = await app.database.pool.query(
    'select action, after from audit_log where subject_id = $1 order by at, id',
    [id],
  )
  return rows
}
const read = async (id: string) => (await app.call('GET', `${desk}/${id}`, { as: admin })).body.results
const answer = (id: string, text: string, headers: Record<string, string> = anyVersion) =>
  app.call('POST', `${desk}/${id}/answers`, { as: admin, headers, body: { text } })
const uploadBy = async (as: TestPerson, form?: FormData, name = 'till.png') =>
  app.call('POST', `${mine}/files?name=${name}`, { as, body: form ?? (await pictureForm()) })

describe('a report', () => {
  test('is stored with its files, recorded, and sent to the support desk with the screenshot alone', async () => {
    const author = await app.person([])
    const screenshot = (await uploadBy(author, await pictureForm(3), 'screenshot.png')).body.results
    const file = (await uploadBy(author, formWith('sku,price\nA-1,100\n', 'prices.csv'), 'prices.csv')).body
      .results
    expect(file).toMatchObject({ name: 'prices.csv', media_type: 'text/csv; charset=utf-8' })
    const sent = await app.call('POST', `${mine}/requests`, {
      as: author,
      headers: { 'user-agent': 'Journey/1.0' },
      body: {
        kind: 'report',
        text: 'The list stays empty',
        screen: '/orders-all-orders?q=Sana%20Malik&id=01a1fc80-d469-7475-b815-ea04c5a66a67',
        last_request_id: 'req-7',
        screenshot_id: screenshot.id,
        file_ids: [file.id],
      },
    })
    expect(sent.status).toBe(201)
    const { id, number } = sent.body.results
    expect(sent.body.results).toMatchObject({
      status: 'open',
      screen: '/orders-all-orders?id=01a1fc80-d469-7475-b815-ea04c5a66a67',
      files: [{ is_screenshot: true }, { name: 'prices.csv', is_screenshot: false }],
    })
    expect(await read(id)).toMatchObject({
      browser: 'Journey/1.0',
      last_request_id: 'req-7',
      author_email: author.email,
    })
    const [mail] = await mailsAbout(id)
    expect(mail).toMatchObject({ kind: 'support request', recipient: 'help@shop.example' })
    expect(mail.subject).toBe(`[${number}] The list stays empty`)
    expect(mail.body_text).toContain(`https://munshi.example/support-request?id=${id}`)
    expect(mail.body_text).toContain('1 file is in Munshi')
    expect(mail.body_text).not.toContain('Sana')
    expect(mail.reply_to).toMatch(/^help\+[0-9a-f]{48}@shop\.example$/)
    expect(mail.attachments).toMatchObject([{ name: 'screenshot.webp' }])
    expect(await auditOf(id)).toMatchObject([{ action: 'send support request' }])
  })

  test('reaches the mail server with its screenshot once that is back, and is there meanwhile', async () => {
    const deliver = (port: number) =>
      deliverDue(
        jobContext('deliver-messages', { db: app.database.db, services: app.services }),
        smtpMailer(`smtp://127.0.0.1:${port}`, 'Munshi <munshi@shop.example>'),
      )
    const author = await app.person([])
    const screenshot = (await uploadBy(author)).body.results
    const { id } = await sentRequest(
      app,
      { text: 'The bank file fails', screenshot_id: screenshot.id },
      author,
    )
    await deliver(1)
    expect(await read(id)).toMatchObject({ status: 'open', text: 'The bank file fails' })
    const received: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          received.push(Buffer.concat(chunks).toString())
          done()
        })
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    const address = server.server.address()
    app.clock.move(60_000)
    await deliver(typeof address === 'object' && address ? address.port : 0)
    const mail = received.find((one) => one.includes('The bank file fails')) ?? ''
    expect(mail).toMatch(/^Reply-To:\s+help\+[0-9a-f]+@shop\.example/m)
    expect(mail).toContain('filename=till.webp')
    expect(mail).toContain('Content-Type: image/webp')
    for (const socket of server.connections) (socket as unknown as { _socket: Socket })._socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
    admin = await app.person()
  })

  test('is only stored where there is no mailbox of the support desk', async () => {
    const url = await app.secondInstance({ supportEmail: null })
    const as = await app.person([])
    const sent = await app.call('POST', `${mine}/requests`, {
      as,
      url,
      body: { kind: 'praise', text: 'Fast', mood: 5 },
    })
    expect(sent.status).toBe(201)
    expect(await mailsAbout(sent.body.results.id)).toEqual([])
  })

  test('is refused as the 21st of a person on a day, also when all are sent at once', async () => {
    const as = await app.person([])
    const send = () => app.call('POST', `${mine}/requests`, { as, body: { kind: 'idea', text: 'Once more' } })
    const answers = await Promise.all(Array.from({ length: 23 }, send))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    const refused = answers.find(({ status }) => status !== 201)
    expect(refused?.status).toBe(429)
    expect(refused?.body.message).toContain('You have sent 20 requests today')
    const { body } = await app.call('GET', `${mine}/requests`, { as })
    expect(body.total).toBe(20)
    await app.database.pool.query(
      "update support_requests set created_at = created_at - interval '1 day' where author_id = $1",
      [as.id],
    )
    expect((await send()).status).toBe(201)
  })

  test('is refused without words, with a file of somebody else, and with a screenshot that is no picture', async () => {
    const [as, other] = [await app.person([]), await app.person([])]
    const foreign = (await uploadBy(other)).body.results.id
    const paper = (await uploadBy(as, formWith('a,b\n', 'a.csv'), 'a.csv')).body.results.id
    const before = await countOf('support_requests')
    for (const body of [
      { kind: 'report', text: '   ' },
      { kind: 'complaint', text: 'No such kind' },
      { kind: 'idea', text: 'Too happy', mood: 6 },
      { kind: 'report', text: 'A file', file_ids: [foreign] },
      { kind: 'report', text: 'A screenshot', screenshot_id: paper },
    ]) {
      expect((await app.call('POST', `${mine}/requests`, { as, body })).status).toBe(422)
    }
    expect(await countOf('support_requests')).toBe(before)
    const { rows } = await app.database.pool.query(
      'select request_id from support_files where id = any($1)',
      [[foreign, paper]],
    )
    expect(rows).toEqual([{ request_id: null }, { request_id: null }])
  })
})

test('what is written in a request, and the numbers in names of files and in reasons, stay out of the audit log', async () => {
  const author = await app.person([])
  const [cnic, name] = ['35202-1234567-1', 'CNIC 35202-1234567-1.csv']
  const file = (await uploadBy(author, formWith('a,b\n', name), encodeURIComponent(name))).body.results.id
  const body = { kind: 'report', text: `Ali, CNIC ${cnic}, cannot withdraw`, screen: '/', file_ids: [file] }
  const { id } = (await app.call('POST', `${mine}/requests`, { as: author, body })).body.results
  expect((await answer(id, `Is ${cnic} right?`)).status).toBe(201)
  const reply = { text: `Yes, ${cnic}`, file_ids: [] }
  expect((await app.call('POST', `${mine}/requests/${id}/replies`, { as: author, body: reply })).status).toBe(
    201,
  )
  const blocked = { email: 'blocked@mail.example', reason: `Asked by the holder of ${cnic}` }
  expect(
    (await app.call('POST', '/api/admin/subscribers/block', { as: admin, body: blocked })).status,
  ).toBeLessThan(300)
  const { rows } = await app.database.pool.query(
    "select action, reason from audit_log where to_jsonb(audit_log)::text like '%1234567%' or reason like '%[removed]%'",
  )
  expect(rows).toEqual([{ action: 'block', reason: 'Asked by the holder of [removed]' }])
})

describe('a file', () => {
  test('is taken by its content, not by its name', async () => {
    const as = await app.person([])
    const before = await countOf('support_files')
    for (const [bytes, name] of [
      ['<script>alert(1)</script>', 'page.html'],
      ['MZ\u0000\u0001', 'tool.txt'],
      [Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'archive.png'],
    ] as const) {
      expect((await uploadBy(as, formWith(bytes, name), name)).status).toBe(415)
    }
    expect(await countOf('support_files')).toBe(before)
    const pdf = await uploadBy(as, formWith('%PDF-1.7\n1 0 obj\n', 'x.png', 'application/pdf'), 'x.png')
    expect(pdf.body.results).toMatchObject({ name: 'x.pdf', media_type: 'application/pdf' })
  })

  test('is read back under its own name, whatever letters that has', async () => {
    const author = await app.person([])
    const names = ['رپورٹ.csv', 'Prices – May.csv', 'a".exe"; x="b.csv']
    const kept = []
    for (const name of names)
      kept.push(
        (await uploadBy(author, formWith('sku\nA-1\n', name), encodeURIComponent(name))).body.results.id,
      )
    const body = { kind: 'report', text: 'See the files', screen: '/', file_ids: kept }
    const { id } = (await app.call('POST', `${mine}/requests`, { as: author, body })).body.results
    for (const [n, name] of names.entries()) {
      const paths = [
        [author, `${mine}/requests/${id}/files/${kept[n]}`],
        [admin, `${desk}/${id}/files/${kept[n]}`],
      ] as const
      for (const [as, path] of paths) {
        const answer = await app.call('GET', path, { as })
        expect([answer.status, answer.body]).toEqual([200, 'sku\nA-1\n'])
        const [, whole = ''] = answer.headers.get('content-disposition')?.split("filename*=UTF-8''") ?? []
        expect(decodeURIComponent(whole)).toBe(name)
      }
    }
  })

  test('is read by the author and by those of the area alone', async () => {
    const { id, file, author } = await sentRequest(app)
    const [stranger, seer] = [await app.person(['Orders: view']), await app.person(['Support: view'])]
    const statusFor = async (as: TestPerson, path: string) => (await app.call('GET', path, { as })).status
    expect(await statusFor(author as TestPerson, `${mine}/requests/${id}/files/${file}`)).toBe(200)
    expect(await statusFor(seer, `${desk}/${id}/files/${file}`)).toBe(200)
    expect(await statusFor(stranger, `${mine}/requests/${id}/files/${file}`)).toBe(404)
    expect(await statusFor(stranger, `${desk}/${id}/files/${file}`)).toBe(403)
    expect(await statusFor(seer, `${mine}/requests/${id}`)).toBe(404)
    const other = await sentRequest(app)
    expect(await statusFor(seer, `${desk}/${other.id}/files/${file}`)).toBe(404)
  })

  test('that was not sent is its owner’s to discard, and goes after a day; a sent one stays', async () => {
    const [as, other] = [await app.person([]), await app.person([])]
    const [kept, gone] = [(await uploadBy(as)).body.results.id, (await uploadBy(as)).body.results.id]
    expect((await app.call('DELETE', `${mine}/files/${kept}`, { as: other })).status).toBe(404)
    expect((await app.call('DELETE', `${mine}/files/${gone}`, { as })).status).toBe(204)
    const { file } = await sentRequest(app)
    app.clock.move(25 * 60 * 60 * 1000)
    await forgetSupport.run(
      jobContext('forget-support', { db: app.database.db, services: app.services }),
      undefined as never,
    )
    const { rows } = await app.database.pool.query('select id from support_files where id = any($1)', [
      [kept, gone, file],
    ])
    expect(rows).toEqual([{ id: file }])
    admin = await app.person()
  })

  test('is refused beyond 30 that wait to be sent', async () => {
    const as = await app.person([])
    await app.database.pool.query(
      `insert into support_files (id, owner_id, name, media_type, bytes, storage_key, created_at)
       select gen_random_uuid(), $1::uuid, 'a', 'text/plain', 1, 'support/none-' || n, now() from generate_series(1, 30) n`,
      [as.id],
    )
    expect((await uploadBy(as)).status).toBe(429)
  })
})

describe('the support desk', () => {
  test('answers, the author reads it and is sent it, and writes back', async () => {
    const { id, author, request } = await sentRequest(app)
    const before = await read(id)
    const answered = await answer(id, 'Clear the filter', { 'if-match': `"v${before.version}"` })
    expect(answered.status).toBe(201)
    expect(answered.body.results).toMatchObject({ status: 'answered', assignee: { id: admin.id } })
    const own = await app.call('GET', `${mine}/requests/${id}`, { as: author })
    expect(own.body.results.entries).toMatchObject([
      { side: 'desk', via: 'screen', text: 'Clear the filter' },
    ])
    expect((await mailsAbout(id)).at(-1)).toMatchObject({
      kind: 'support answer',
      recipient: (author as TestPerson).email,
      subject: `[${request.number}] Your request was answered`,
    })
    const reply = await app.call('POST', `${mine}/requests/${id}/replies`, {
      as: author,
      body: { text: 'Still empty' },
    })
    expect(reply.body.results).toMatchObject({ status: 'open' })
    expect((await mailsAbout(id)).at(-1)).toMatchObject({
      kind: 'support reply',
      recipient: 'help@shop.example',
    })
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'send support request',
      'answer support request',
      'reply in support request',
    ])
  })

  test('has a reply once that is sent again under its id, which no other reply can take', async () => {
    const { id, author: as } = await sentRequest(app)
    const [path, entry_id] = [`${mine}/requests/${id}/replies`, uuidv7()]
    const send = (text: string) => app.call('POST', path, { as, body: { text, entry_id } })
    const [first, again, other] = [await send('Still on'), await send('Still on'), await send('Off')]
    expect([again.status, again.body.results, other.status]).toEqual([201, first.body.results, 409])
  })

  test('cannot answer or close over a reply that was not read', async () => {
    const { id, author } = await sentRequest(app)
    const seen = await read(id)
    await app.call('POST', `${mine}/requests/${id}/replies`, { as: author, body: { text: 'One more thing' } })
    const stale = { 'if-match': `"v${seen.version}"` }
    const refused = await answer(id, 'Done', stale)
    expect(refused.status).toBe(412)
    expect(refused.body.results.entries).toMatchObject([{ text: 'One more thing' }])
    expect((await app.call('POST', `${desk}/${id}/close`, { as: admin, headers: stale })).status).toBe(412)
    expect(await read(id)).toMatchObject({ status: 'open', entries: [{ text: 'One more thing' }] })
  })

  test('closes and reopens; a closed request takes no answer, and the author’s reply opens it', async () => {
    const { id, author } = await sentRequest(app)
    const move = (verb: string) =>
      app.call('POST', `${desk}/${id}/${verb}`, { as: admin, headers: anyVersion })
    expect((await move('reopen')).status).toBe(409)
    expect((await move('close')).body.results).toMatchObject({ status: 'closed' })
    expect((await move('close')).status).toBe(409)
    const late = await answer(id, 'Too late')
    expect(late.status).toBe(409)
    expect(late.body.message).toContain('is closed. Reopen the request first')
    expect(await read(id)).toMatchObject({ status: 'closed', entries: [] })
    await app.call('POST', `${mine}/requests/${id}/replies`, { as: author, body: { text: 'It is back' } })
    expect(await read(id)).toMatchObject({ status: 'open', closed_at: null })
    await move('close')
    expect((await move('reopen')).body.results).toMatchObject({ status: 'open' })
  })

  test('assigns to somebody who may answer, and to nobody else', async () => {
    const { id } = await sentRequest(app)
    const [seer, handler] = [
      await app.person(['Support: view']),
      await app.person(['Support: view', 'Support: act']),
    ]
    const assign = (person_id: string | null) =>
      app.call('POST', `${desk}/${id}/assign`, { as: admin, headers: anyVersion, body: { person_id } })
    expect((await assign(seer.id)).status).toBe(422)
    expect(await read(id)).toMatchObject({ assignee: null })
    expect((await assign(handler.id)).body.results).toMatchObject({ assignee: { id: handler.id } })
    const found = await app.call('GET', `${desk}?assignee=me`, { as: handler })
    expect(found.body.results.map((row: { id: string }) => row.id)).toEqual([id])
    expect((await assign(null)).body.results).toMatchObject({ assignee: null })
  })

  test('counts as assigned to nobody what a disabled colleague had, and assigns it to the one who answers', async () => {
    const { id } = await sentRequest(app)
    const [gone, handler] = [
      await app.person(['Support: view', 'Support: act']),
      await app.person(['Support: view', 'Support: act']),
    ]
    const unassigned = async () =>
      (await app.call('GET', `${desk}?assignee=nobody&limit=100`, { as: admin })).body.results.map(
        (row: { id: string }) => row.id,
      )
    await app.call('POST', `${desk}/${id}/assign`, {
      ...{ as: admin, headers: anyVersion, body: { person_id: gone.id } },
    })
    expect(await unassigned()).not.toContain(id)
    expect((await app.call('POST', `/api/admin/staff/${gone.id}/disable`, { as: admin })).status).toBe(200)
    expect(await unassigned()).toContain(id)
    await app.call('POST', `${desk}/${id}/answers`, {
      ...{ as: handler, headers: anyVersion, body: { text: 'I take this one' } },
    })
    expect(await read(id)).toMatchObject({ assignee: { id: handler.id } })
    expect(await unassigned()).not.toContain(id)
  })

  test('assigns to each who may answer, also when there are more of them than the list names', async () => {
    const { id } = await sentRequest(app)
    const last = await app.person(['Support: view', 'Support: act'])
    const { pool } = app.database
    await pool.query("update people set username = 'zzz, the last by name' where id = $1", [last.id])
    await pool.query(
      `insert into people (id, username, email, password_hash, role_id)
       select gen_random_uuid(), 'aaa ' || i, 'aaa' || i || '@handlers.example', '', p.role_id
       from people p, generate_series(1, 500) i where p.id = $1`,
      [last.id],
    )
    const { body } = await app.call('GET', `${desk}/handlers`, { as: admin })
    expect(body.results.map((one: { id: string }) => one.id)).not.toContain(last.id)
    const assigned = await app.call('POST', `${desk}/${id}/assign`, {
      as: admin,
      headers: anyVersion,
      body: { person_id: last.id },
    })
    await pool.query("delete from people where email like 'aaa%@handlers.example'")
    expect(assigned.body.results).toMatchObject({ assignee: { id: last.id, name: 'zzz, the last by name' } })
  })

  test('changes nothing for somebody who may only see', async () => {
    const { id } = await sentRequest(app)
    const before = await read(id)
    const seer = await app.person(['Support: view'])
    for (const [verb, body] of [
      ['answers', { text: 'x' }],
      ['close'],
      ['reopen'],
      ['assign', { person_id: seer.id }],
    ] as const) {
      const refused = await app.call('POST', `${desk}/${id}/${verb}`, { as: seer, headers: anyVersion, body })
      expect(refused.status).toBe(403)
    }
    expect(await read(id)).toEqual(before)
  })

  test('finds by words, number, status and kind, and counts each status', async () => {
    const { id, request } = await sentRequest(app, { text: 'Zarghuna cannot print labels' })
    const find = async (query: string) =>
      (await app.call('GET', `${desk}?${query}`, { as: admin })).body.results.map(
        (row: { id: string }) => row.id,
      )
    expect(await find('q=cannot+print')).toEqual([id])
    expect(await find(`q=${request.number}`)).toEqual([id])
    expect(await find('q=cannot+print&status=closed')).toEqual([])
    expect(await find('q=cannot+print&kind=idea')).toEqual([])
    const { rows } = await app.database.pool.query(
      'select status, count(*)::int as n from support_requests group by status',
    )
    const counts = (await app.call('GET', `${desk}/count`, { as: admin })).body.results
    for (const { status, n } of rows) expect(counts[status]).toBe(n)
  })

  test('forgets a request two years after it was closed, with its files', async () => {
    const { id, file } = await sentRequest(app)
    await app.call('POST', `${desk}/${id}/close`, { as: admin, headers: anyVersion })
    const { rows: files } = await app.database.pool.query(
      'select storage_key from support_files where id = $1',
      [file],
    )
    app.clock.move(731 * 24 * 60 * 60 * 1000)
    await forgetSupport.run(
      jobContext('forget-support', { db: app.database.db, services: app.services }),
      undefined as never,
    )
    app.clock.move(-731 * 24 * 60 * 60 * 1000)
    expect((await app.call('GET', `${desk}/${id}`, { as: admin })).status).toBe(404)
    await expect.poll(() => app.services.files.read(files[0].storage_key)).toBeNull()
  })
})
