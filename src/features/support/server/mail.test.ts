import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { sentRequest } from '#testing/support-samples.ts'

let app: TestApp
let admin: TestPerson
let key: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  key = await app.intakeKey(['mail'])
})
afterAll(() => app.close())

let sent = 0
/** A mail with a Message-ID of its own. */
const mailOf = (given: object) => {
  sent += 1
  return {
    from: 'Nobody <nobody@mail.example>',
    to: ['help@shop.example'],
    message_id: `<${sent}@mail.example>`,
    ...given,
  }
}
const take = (body: object, as: string = key) => app.call('POST', '/api/intake/mail', { as, body })
const read = async (id: string) =>
  (await app.call('GET', `/api/admin/support/${id}`, { as: admin })).body.results
const mailAbout = async (id: string): Promise<{ id: string; reply_to: string }> => {
  const { rows } = await app.database.pool.query(
    'select id, reply_to from messages where subject_id = $1 order by created_at limit 1',
    [id],
  )
  return rows[0]
}
const stage = async () => {
  const author = await app.person([])
  const { id } = await sentRequest(app, {}, author)
  return { id, author, mail: await mailAbout(id) }
}

describe('a reply by mail', () => {
  test('of the author is added without the quote, opens the request, and is told to the desk', async () => {
    const { id, author, mail } = await stage()
    await app.call('POST', `/api/admin/support/${id}/close`, { as: admin, headers: { 'if-match': '*' } })
    const picture = Buffer.from(await ((await pictureForm()).get('file') as File).arrayBuffer()).toString(
      'base64',
    )
    const answer = await take(
      mailOf({
        from: `"Sana, of the shop" <${author.email.toUpperCase()}>`,
        to: [`Support <${mail.reply_to}>`],
        text: 'Still empty\n\nOn Tue, 24 Nov 2026 at 09:12, Munshi <help@shop.example> wrote:\n> Clear it',
        attachments: [
          { name: '../till.png', content: picture },
          { name: 'tool.exe', content: Buffer.from('MZ\u0000').toString('base64') },
        ],
      }),
    )
    expect(answer.status).toBe(202)
    expect(answer.body.results.status).toBe('accepted')
    expect(await read(id)).toMatchObject({
      status: 'open',
      entries: [
        {
          side: 'author',
          via: 'mail',
          text: 'Still empty\n\n(The file tool.exe was not kept)',
          files: [{ name: '..till.webp' }],
        },
      ],
    })
    const { rows } = await app.database.pool.query(
      "select recipient from messages where subject_id = $1 and kind = 'support reply'",
      [id],
    )
    expect(rows).toEqual([{ recipient: 'help@shop.example' }])
  })

  test('that is longer than an entry is kept whole as a file', async () => {
    const { id, author, mail } = await stage()
    const text = `It begins. ${'Row after row. '.repeat(600)}It ends.`
    expect((await take(mailOf({ from: author.email, to: [mail.reply_to], text }))).status).toBe(202)
    const [entry] = (await read(id)).entries
    expect(entry.text).toMatch(/^It begins\. [\s\S]+\(The whole message is in message\.txt\)$/)
    expect(entry.files).toMatchObject([{ name: 'message.txt' }])
    // The desk and the audit log are told of the file, which is in Munshi alone.
    const { rows } = await app.database.pool.query(
      `select body_text, (select after ->> 'files' from audit_log where subject_id = $1 and action like 'reply %'
         order by id desc limit 1) as files
       from messages where subject_id = $1 and kind = 'support reply'`,
      [id],
    )
    expect(rows).toEqual([{ body_text: expect.stringContaining('1 file'), files: '1' }])
    const kept = await app.call('GET', `/api/admin/support/${id}/files/${entry.files[0].id}`, { as: admin })
    expect(kept.status).toBe(200)
    expect(String(kept.body)).toBe(text)
  })

  test('is found by the Message-ID that it answers, where the address has no tag', async () => {
    const { id, author, mail } = await stage()
    const reply = mailOf({ from: author.email, in_reply_to: `<${mail.id}@shop.example>`, text: 'Thanks' })
    expect((await take(reply)).body.results.status).toBe('accepted')
    expect((await read(id)).entries).toMatchObject([{ text: 'Thanks', via: 'mail' }])
  })

  test('of somebody who may answer is an answer, which is sent to the author', async () => {
    const { id, author, mail } = await stage()
    const handler = await app.person(['Support: view', 'Support: act'])
    await take(mailOf({ from: handler.email, to: [mail.reply_to], text: 'Clear the filter' }))
    expect(await read(id)).toMatchObject({
      status: 'answered',
      assignee: { id: handler.id },
      entries: [{ side: 'desk', via: 'mail', author: { id: handler.id } }],
    })
    const { rows } = await app.database.pool.query(
      "select recipient from messages where subject_id = $1 and kind = 'support answer'",
      [id],
    )
    expect(rows).toEqual([{ recipient: author.email }])
  })

  test('to a request with 500 entries goes on in a new request, which says so and is told to its reader', async () => {
    const { id, author, mail } = await stage()
    const handler = await app.person(['Support: view', 'Support: act'])
    await take(mailOf({ from: handler.email, to: [mail.reply_to], text: 'Clear the filter' }))
    const { number } = await read(id)
    await app.database.pool.query(
      `insert into support_entries (id, request_id, author_id, side, via, text, created_at)
       select gen_random_uuid(), request_id, author_id, side, 'screen', 'again ' || i, created_at
       from support_entries, generate_series(1, 499) i where request_id = $1`,
      [id],
    )
    const attachments = [{ name: 'till.txt', content: Buffer.from('The till').toString('base64') }]
    const reply = mailOf({ from: author.email, to: [mail.reply_to], text: 'Empty again', attachments })
    const { status, detail } = (await take(reply)).body.results
    expect(status).toBe('accepted')
    expect((await take(reply)).body.results.status).toBe('repeated')
    const made = async () => {
      const { rows } = await app.database.pool.query(
        'select id from support_requests where author_id = $1 and id <> $2',
        [author.id, id],
      )
      return rows.map((row: { id: string }) => row.id)
    }
    const [next = '', ...others] = await made()
    expect(others).toEqual([])
    expect(await read(next)).toMatchObject({
      text: `Continues ${number}, which has 500 entries.`,
      status: 'open',
      assignee: { id: handler.id },
      author: { id: author.id },
      entries: [{ side: 'author', via: 'mail', text: 'Empty again', files: [{ name: 'till.txt' }] }],
    })
    expect(detail).toBe(`Added to ${(await read(next)).number}`)
    expect((await read(id)).entries).toHaveLength(500)

    // An answer to the full request reaches its author in the same new one.
    const answer = mailOf({ from: handler.email, to: [mail.reply_to], text: 'Restart the till' })
    expect((await take(answer)).body.results.status).toBe('accepted')
    expect(await made()).toEqual([next])
    expect(await read(next)).toMatchObject({
      status: 'answered',
      entries: [{}, { text: 'Restart the till' }],
    })
    const { rows } = await app.database.pool.query(
      `select recipient, kind from messages where subject_id = $1 order by created_at, kind`,
      [next],
    )
    expect(rows).toContainEqual({ recipient: 'help@shop.example', kind: 'support reply' })
    expect(rows).toContainEqual({ recipient: author.email, kind: 'support answer' })
    const audited = await app.database.pool.query(
      `select after from audit_log where subject_id = $1 and action = 'continue support request'`,
      [id],
    )
    expect(audited.rows).toEqual([{ after: { continued_in: (await read(next)).number } }])
  })

  test('of somebody who may answer reopens a closed request, and is an answer in it', async () => {
    const { id, author, mail } = await stage()
    await app.call('POST', `/api/admin/support/${id}/close`, { as: admin, headers: { 'if-match': '*' } })
    const handler = await app.person(['Support: view', 'Support: act'])
    const attachments = [{ name: 'till.txt', content: Buffer.from('Clear the till').toString('base64') }]
    const reply = mailOf({ from: handler.email, to: [mail.reply_to], text: 'One thing more', attachments })
    expect((await take(reply)).body.results.status).toBe('accepted')
    expect(await read(id)).toMatchObject({
      status: 'answered',
      closed_at: null,
      entries: [{ side: 'desk', via: 'mail', text: 'One thing more', files: [{ name: 'till.txt' }] }],
    })
    const { rows } = await app.database.pool.query(
      "select recipient from messages where subject_id = $1 and kind = 'support answer'",
      [id],
    )
    expect(rows).toEqual([{ recipient: author.email }])
    const audited = await app.database.pool.query(
      "select action from audit_log where subject_id = $1 and action like '%support request' order by id desc limit 2",
      [id],
    )
    expect(audited.rows.map(({ action }) => action)).toEqual([
      'answer support request',
      'reopen support request',
    ])
  })

  test('is an answer that an author who can no longer sign in does not get', async () => {
    const { id, author, mail } = await stage()
    await app.database.pool.query('update people set disabled_at = now() where id = $1', [author.id])
    const handler = await app.person(['Support: view', 'Support: act'])
    await take(mailOf({ from: handler.email, to: [mail.reply_to], text: 'The order of Sana, 12 Mall Road' }))
    expect((await read(id)).entries).toHaveLength(1)
    const { rows } = await app.database.pool.query(
      "select recipient from messages where subject_id = $1 and kind = 'support answer'",
      [id],
    )
    expect(rows).toEqual([])
  })

  test('is taken once, also when it is submitted twice at once', async () => {
    const { id, author, mail } = await stage()
    const reply = mailOf({ from: author.email, to: [mail.reply_to], text: 'Once' })
    const answers = await Promise.all([take(reply), take(reply), take(reply)])
    expect(answers.map(({ body }) => body.results.status).sort()).toEqual([
      'accepted',
      'repeated',
      'repeated',
    ])
    expect((await take(reply)).body.results.status).toBe('repeated')
    expect((await read(id)).entries).toHaveLength(1)
  })

  test('of anybody else changes nothing, and is recorded', async () => {
    const { id, mail } = await stage()
    const before = await read(id)
    const [stranger, disabled] = [await app.person(['Support: view']), await app.person()]
    await app.database.pool.query('update people set disabled_at = now() where id = $1', [disabled.id])
    for (const from of [stranger.email, disabled.email, 'thief@mail.example', 'no address']) {
      const { body } = await take(mailOf({ from, to: [mail.reply_to], text: 'Let me in' }))
      expect(body.results.status).toBe('ignored')
    }
    expect(await read(id)).toEqual(before)
    const { rows } = await app.database.pool.query(
      "select actor_kind from audit_log where subject_id = $1 and action = 'ignore mail'",
      [id],
    )
    expect(rows).toHaveLength(4)
  })

  test('with a forged tag, of an automatic answer, or without text is ignored', async () => {
    const { id, author, mail } = await stage()
    const before = await read(id)
    const forged = mail.reply_to.replace(/[0-9a-f]@/, (end) => (end === '0@' ? '1@' : '0@'))
    for (const reply of [
      { to: [forged], text: 'Forged' },
      { to: [mail.reply_to], text: 'I am away', auto_submitted: 'auto-replied' },
      { to: [mail.reply_to], text: '> Clear it' },
      { in_reply_to: '<01a1fc80-d469-7475-b815-ea04c5a66a67@shop.example>', text: 'Of nothing' },
    ]) {
      const answer = await take(mailOf({ from: author.email, ...reply }))
      expect([answer.status, answer.body.results.status]).toEqual([202, 'ignored'])
    }
    expect(await read(id)).toEqual(before)
  })

  test('is refused from a key without the scope', async () => {
    const { id, author, mail } = await stage()
    const other = await app.intakeKey(['orders'])
    const refused = await take(mailOf({ from: author.email, to: [mail.reply_to], text: 'x' }), other)
    expect(refused.status).toBe(403)
    expect((await read(id)).entries).toEqual([])
  })
})
