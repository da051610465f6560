import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobContext } from '#kit/server/jobs.ts'
import { folderMailer, type Mailer, smtpMailer } from '#kit/server/mailer.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingVendor } from '#testing/factories.ts'
import { deliverDue } from './jobs.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const from = 'Munshi <munshi@shop.example>'
const deliver = (mailer: Mailer) =>
  deliverDue(jobContext('deliver-messages', { db: app.database.db, services: app.services }), mailer)
/** The clock runs ahead here by hours, so whoever looks signs in anew. */
const signInAgain = async () => {
  admin = await app.person()
}
const decided = async () => {
  await signInAgain()
  const vendor = await pendingVendor(app)
  await app.call('POST', `/api/admin/sellers/${vendor.id}/reject`, {
    as: admin,
    body: { reason: 'No <b>cheque</b>' },
  })
  return vendor
}
const messageOf = async (id: string) => {
  await signInAgain()
  return (await app.call('GET', `/api/admin/sellers/${id}`, { as: admin })).body.results.messages[0]
}

interface Received {
  to: string
  text: string
}

async function mailServer(options: { breakAfterData?: number } = {}) {
  const received: Received[] = []
  let breaks = options.breakAfterData ?? 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          text: Buffer.concat(chunks).toString(),
        })
        if (breaks > 0) {
          breaks -= 1
          // The connection goes after the mail was taken and before the sender was told.
          for (const socket of server.connections)
            (socket as unknown as { _socket: Socket })._socket.destroy()
          return
        }
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, from)
  return {
    received,
    mailer,
    close: () => {
      mailer.close()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

describe('the message of a decision', () => {
  test('leaves by SMTP after the undo window and not before', async () => {
    const mail = await mailServer()
    const vendor = await decided()
    await deliver(mail.mailer)
    expect(mail.received).toEqual([])
    app.clock.move(31_000)
    await deliver(mail.mailer)
    expect(mail.received.map(({ to }) => to)).toEqual([vendor.email])
    expect(mail.received[0]?.text).toContain('No &lt;b&gt;cheque&lt;/b&gt;')
    expect(await messageOf(vendor.id)).toMatchObject({ status: 'sent', attempts: 1 })
    await deliver(mail.mailer)
    expect(mail.received).toHaveLength(1)
    await mail.close()
  })

  test('is never sent for a decision that was taken back', async () => {
    const mail = await mailServer()
    const vendor = await pendingVendor(app)
    const { body } = await app.call('POST', `/api/admin/sellers/${vendor.id}/approve`, { as: admin })
    await app.call('POST', `/api/admin/sellers/${vendor.id}/undo`, {
      as: admin,
      body: { decision_id: body.results.decision.id },
    })
    app.clock.move(3_600_000)
    await deliver(mail.mailer)
    expect(mail.received).toEqual([])
    await mail.close()
  })

  test('is written as an .eml file where there is no mail server', async () => {
    const vendor = await decided()
    app.clock.move(31_000)
    const folder = join(app.directory, 'outbox')
    await deliver(folderMailer(folder, from))
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(texts.some((text) => text.includes(`To: ${vendor.email}`))).toBe(true)
  })

  test('waits while the mail server is down, keeps its Message-ID, and leaves when it is back', async () => {
    const vendor = await decided()
    app.clock.move(31_000)
    const nobody = smtpMailer('smtp://127.0.0.1:9', from)
    await deliver(nobody)
    nobody.close()
    expect(await messageOf(vendor.id)).toMatchObject({ status: 'queued', attempts: 1 })
    expect((await messageOf(vendor.id)).last_error).not.toBe('')
    const mail = await mailServer()
    app.clock.move(60_000)
    await deliver(mail.mailer)
    const { id, status } = await messageOf(vendor.id)
    expect(status).toBe('sent')
    expect(mail.received[0]?.text).toContain(`Message-ID: <${id}@shop.example>`)
    await mail.close()
  })

  test('that broke off after DATA is sent again under the same Message-ID', async () => {
    const mail = await mailServer({ breakAfterData: 1 })
    const vendor = await decided()
    app.clock.move(31_000)
    await deliver(mail.mailer)
    app.clock.move(60_000)
    await deliver(mail.mailer)
    const ids = mail.received.map(({ text }) => /Message-ID: (.*)/.exec(text)?.[1]?.trim())
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect((await messageOf(vendor.id)).status).toBe('sent')
    await mail.close()
  })

  test('has failed after eight tries, says so, and can be sent again', async () => {
    const vendor = await decided()
    const nobody = smtpMailer('smtp://127.0.0.1:9', from)
    for (let n = 0; n < 8; n += 1) {
      app.clock.move(3_601_000)
      await deliver(nobody)
    }
    nobody.close()
    const failed = await messageOf(vendor.id)
    expect(failed).toMatchObject({ status: 'failed', attempts: 8 })
    await app.call('POST', `/api/admin/sellers/${vendor.id}/messages/${failed.id}/resend`, { as: admin })
    const mail = await mailServer()
    await deliver(mail.mailer)
    expect((await messageOf(vendor.id)).status).toBe('sent')
    await mail.close()
  })

  test('a mail server that hangs does not slow a decision', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', () => resolve()))
    const address = silent.address()
    const mailer = smtpMailer(
      `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
      from,
    )
    await decided()
    app.clock.move(31_000)
    const delivery = deliver(mailer)
    const vendor = await pendingVendor(app)
    const answer = await app.call('POST', `/api/admin/sellers/${vendor.id}/approve`, { as: admin })
    expect(answer.status).toBe(200)
    mailer.close()
    silent.close()
    await delivery
  })
})
