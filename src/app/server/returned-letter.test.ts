import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverDue } from '#features/messages/server/jobs.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { createLogger } from '#kit/server/log.ts'
import { type Mailer, smtpMailer } from '#kit/server/mailer.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingVendor } from '#testing/factories.ts'
import { type MailPeer, startMailPeer } from '#testing/mail-peer.ts'
import { watchForNotifications } from './told-watch.ts'

let app: TestApp
let admin: TestPerson
let key: string
let peer: MailPeer
let mailer: Mailer
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  key = await app.intakeKey(['mail'])
  peer = await startMailPeer()
  mailer = smtpMailer(peer.url, 'Shop <shop@munshi.example>')
})
beforeEach(() => {
  peer.received.length = 0
})
afterAll(async () => {
  mailer.close()
  await peer.close()
  await app.close()
})

/** A vendor whose rejection letter the mail server has taken, and the Message-ID that the letter went out with. */
async function sentLetter() {
  const vendor = await pendingVendor(app)
  const body = { reason: 'The cheque cannot be read' }
  await app.call('POST', `/api/admin/sellers/${vendor.id}/reject`, { as: admin, body })
  app.clock.move(31_000)
  await deliverDue(jobContext('deliver-messages', { db: app.database.db, services: app.services }), mailer)
  const { text = '' } = peer.received.find(({ to }) => to === vendor.email) ?? {}
  const messageId = /^Message-ID:\s*(<[^>]+>)/im.exec(text)?.[1] ?? ''
  return { ...vendor, messageId }
}

let reports = 0
/** Hands in a report about the mail with this Message-ID, as the mail system of the shop pipes it on. */
async function report(messageId: string, { action = 'failed', status = '5.1.1' } = {}) {
  reports += 1
  const fields = [
    'Reporting-MTA: dns; mx.example.pk',
    '',
    'Final-Recipient: rfc822; typo@shops.example',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; 550 ${status} no such user typo@shops.example`,
    '',
  ]
  const parts = [
    { media_type: 'message/delivery-status', text: fields.join('\r\n') },
    { media_type: 'text/rfc822-headers', text: `Subject: Your shop\r\nMessage-ID: ${messageId}\r\n` },
  ]
  const answer = await app.call('POST', '/api/intake/mail', {
    as: key,
    body: {
      from: 'Mail Delivery System <MAILER-DAEMON@mx.example.pk>',
      to: ['shop@munshi.example'],
      message_id: `<report-${reports}@mx.example.pk>`,
      auto_submitted: 'auto-replied',
      text: 'The mail could not be delivered.',
      attachments: parts.map(({ media_type, text }) => ({
        media_type,
        content: Buffer.from(text).toString('base64'),
      })),
    },
  })
  expect(answer.status).toBe(202)
  return answer.body.results
}
const failedAbout = async (id: string) =>
  (await app.call('GET', '/api/admin/failed-mails?limit=100', { as: admin })).body.results.filter(
    ({ path }: { path: string }) => path.endsWith(id),
  )
const messagesOf = async (id: string) =>
  (await app.call('GET', `/api/admin/sellers/${id}`, { as: admin })).body.results.messages
const entriesAbout = async (id: string) =>
  (
    await app.database.pool.query(
      "select actor_kind, after from audit_log where action = 'mark message as failed' and subject_id = $1",
      [id],
    )
  ).rows

describe('a letter that comes back after the mail server took it', () => {
  test('is a failed mail with the reason, once, and is sent again to the corrected address', async () => {
    const vendor = await sentLetter()
    const [{ id }] = await messagesOf(vendor.id)
    expect(vendor.messageId).toContain(id)
    expect(await report(vendor.messageId)).toMatchObject({ status: 'accepted' })
    const [failed] = await failedAbout(vendor.id)
    expect(failed).toMatchObject({
      id,
      state: 'failed',
      recipient: vendor.email,
      last_error: '5.1.1 smtp; 550 5.1.1 no such user [removed]',
      again: 'yes',
    })
    expect(await messagesOf(vendor.id)).toMatchObject([{ id, status: 'failed' }])
    expect(await entriesAbout(id)).toEqual([
      { actor_kind: 'integrator', after: { status: 'failed', code: '5.1.1' } },
    ])
    app.clock.move(60_000)
    expect(await report(vendor.messageId)).toMatchObject({ status: 'repeated' })
    expect(await failedAbout(vendor.id)).toEqual([failed])
    expect(await entriesAbout(id)).toHaveLength(1)
    await app.database.pool.query("update vendors set email = 'right@shops.example' where id = $1", [
      vendor.id,
    ])
    const again = await app.call('POST', `/api/admin/sellers/${vendor.id}/messages/${id}/resend`, {
      as: admin,
    })
    expect(again.status).toBe(200)
    expect(await messagesOf(vendor.id)).toMatchObject([
      { id, status: 'queued', recipient: 'right@shops.example', sent_at: null },
    ])
  })

  test('is announced like other failed mails', async () => {
    const vendor = await sentLetter()
    await report(vendor.messageId)
    const parts = { db: app.database.db, services: app.services }
    await watchForNotifications.run(jobContext('watch-for-notifications', parts), createLogger('silent'))
    const { body } = await app.call('GET', '/api/account/notifications', { as: admin })
    expect(body.results).toContainEqual(
      expect.objectContaining({ event: 'mail_failing', path: '/failed-mails' }),
    )
  })

  test('is not failed by a report of a delay', async () => {
    const vendor = await sentLetter()
    const delayed = await report(vendor.messageId, { action: 'delayed', status: '4.4.1' })
    expect(delayed).toMatchObject({ status: 'ignored' })
    expect(await failedAbout(vendor.id)).toEqual([])
    expect(await messagesOf(vendor.id)).toMatchObject([{ status: 'sent' }])
  })

  test('is believed only by the id of a letter that was sent', async () => {
    const made = await report('<01a1fc80-d469-7475-b815-ea04c5a66a67@munshi.example>')
    expect(made).toMatchObject({ status: 'ignored' })
    const vendor = await sentLetter()
    const [{ id }] = await messagesOf(vendor.id)
    await app.database.pool.query("update messages set recipient = '', last_error = '' where id = $1", [id])
    expect(await report(vendor.messageId)).toMatchObject({ status: 'ignored' })
    const { rows } = await app.database.pool.query('select status, last_error from messages where id = $1', [
      id,
    ])
    expect(rows).toEqual([{ status: 'sent', last_error: '' }])
  })
})
