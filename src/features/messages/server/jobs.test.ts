import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobContext } from '#kit/server/jobs.ts'
import { folderMailer, type Mailer, smtpMailer } from '#kit/server/mailer.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import {
  payableCustomer,
  payableVendor,
  pendingVendor,
  requestedWithdrawal,
  someIban,
} from '#testing/factories.ts'
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
/** The clock runs ahead here by hours, so the reader signs in again. */
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

  test('is never sent for an undone decision', async () => {
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
    expect(Date.parse(failed.send_at)).toBeLessThanOrEqual(app.clock.now().getTime())
    await app.call('POST', `/api/admin/sellers/${vendor.id}/messages/${failed.id}/resend`, { as: admin })
    const mail = await mailServer()
    await deliver(mail.mailer)
    expect((await messageOf(vendor.id)).status).toBe('sent')
    await mail.close()
  })

  test('is sent again to the address that is on record now', async () => {
    const vendor = await decided()
    const nobody = smtpMailer('smtp://127.0.0.1:9', from)
    for (let n = 0; n < 8; n += 1) {
      app.clock.move(3_601_000)
      await deliver(nobody)
    }
    nobody.close()
    const { id } = await messageOf(vendor.id)
    const present = `present-${vendor.email}`
    await app.database.pool.query('update vendors set email = $2 where id = $1', [vendor.id, present])
    const path = `/api/admin/sellers/${vendor.id}`
    expect((await app.call('POST', `${path}/messages/${id}/resend`, { as: admin })).status).toBe(200)
    const mail = await mailServer()
    await deliver(mail.mailer)
    expect(mail.received.map(({ to }) => to)).toContain(present)
    await mail.close()
    const [resent] = (await app.call('GET', path, { as: admin })).body.results.history
    expect(resent).toMatchObject({
      action: 'resend message',
      after: { message: 'vendor rejected', recipient: 'the address now on record' },
    })
    expect(JSON.stringify(resent)).not.toContain(vendor.email)
  })

  describe('that the mail server has kept waiting', () => {
    const act = async (id: string, verb: string, body?: unknown) => {
      const answer = await app.call('POST', `/api/admin/sellers/${id}/${verb}`, { as: admin, body })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body.results
    }
    /** An approved vendor, whose letter fails at its first attempt while `meanwhile` happens. */
    const keptWaiting = async (meanwhile: (vendor: Awaited<ReturnType<typeof pendingVendor>>) => unknown) => {
      await signInAgain()
      const vendor = await pendingVendor(app)
      await act(vendor.id, 'approve')
      app.clock.move(31_000)
      await signInAgain()
      await deliver({
        description: 'a server that hangs',
        send: async ({ to }) => {
          if (to === vendor.email) await meanwhile(vendor)
          throw new Error('the server did not answer')
        },
        close: () => {},
      })
      const mail = await mailServer()
      const subjects = async () => {
        await deliver(mail.mailer)
        const own = mail.received.filter(({ to }) => to === vendor.email)
        return own.map(({ text }) => /Subject: (.*)/.exec(text)?.[1])
      }
      return { id: vendor.id, subjects, close: mail.close }
    }
    const disabled = expect.stringMatching(/disabled/i)
    const approved = expect.stringMatching(/approved/i)

    test('does not follow the letter of a later decision', async () => {
      const { id, subjects, close } = await keptWaiting((vendor) =>
        act(vendor.id, 'disable', { reason: 'Closed' }),
      )
      // Its time has come, and Undo can still withdraw the later one.
      app.clock.move(16_000)
      expect(await subjects()).toEqual([])
      app.clock.move(31_000)
      expect(await subjects()).toEqual([disabled])
      app.clock.move(3_601_000)
      expect(await subjects()).toEqual([disabled])
      expect(await messageOf(id)).toMatchObject({ kind: 'vendor disabled', status: 'sent' })
      await close()
    })

    test('leaves after all if the later decision is undone', async () => {
      let decision_id = ''
      const { id, subjects, close } = await keptWaiting(async (vendor) => {
        decision_id = (await act(vendor.id, 'disable', { reason: 'Closed' })).decision.id
      })
      app.clock.move(16_000)
      expect(await subjects()).toEqual([])
      await act(id, 'undo', { decision_id })
      app.clock.move(31_000)
      expect(await subjects()).toEqual([approved])
      await close()
    })

    test('leaves beside a later letter about something else', async () => {
      const key = await app.intakeKey()
      const { subjects, close } = await keptWaiting(async ({ id, body }) => {
        const shop = { ...body.shop, shop_ntn: '7654321' }
        await app.call('POST', '/api/intake/sellers', { as: key, body: { ...body, shop } })
        const { change } = (await app.call('GET', `/api/admin/sellers/${id}`, { as: admin })).body.results
        await act(id, `changes/${change.id}/decline`, { reason: 'Another number' })
      })
      app.clock.move(16_000)
      expect(await subjects()).toEqual([approved])
      app.clock.move(31_000)
      expect(await subjects()).toHaveLength(2)
      await close()
    })
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

describe('the message of a withdrawal', () => {
  const move = async (kind: 'vendor' | 'customer', id: string, verb: string, body?: unknown) => {
    const answer = await app.call('POST', `/api/admin/${kind}-withdrawals/${id}/${verb}`, { as: admin, body })
    expect(answer.status).toBe(200)
    return answer.body.results
  }
  const emailOf = async (table: 'vendors' | 'customers', id: string) =>
    (await app.database.pool.query(`select email, username from ${table} where id = $1`, [id])).rows[0]
  const plain = (text = '') =>
    text
      .replace(/=\r\n/g, '')
      .replace(/=C2=A0/g, ' ')
      .replaceAll('\u00a0', ' ')
      .replace(/=3D/g, '=')
  const asked = async () => {
    await signInAgain()
    const { id: owner } = await payableVendor({ app, admin })
    return { owner, ...(await requestedWithdrawal(app, owner, '2500')) }
  }

  test('tells a vendor that it is approved, and then that it is paid, with the reference of the bank', async () => {
    const mail = await mailServer()
    const { id, number, owner } = await asked()
    const { email } = await emailOf('vendors', owner)
    await move('vendor', id, 'approve')
    // What earlier tests have left waiting leaves as well, and that the vendor was approved.
    const own = () => mail.received.filter(({ to, text }) => to === email && text.includes(number))
    await deliver(mail.mailer)
    expect(own()).toEqual([])
    app.clock.move(31_000)
    await deliver(mail.mailer)
    await move('vendor', id, 'pay', { bank_reference: 'FT-26325-77' })
    app.clock.move(31_000)
    await deliver(mail.mailer)
    expect(own()).toHaveLength(2)
    const [approved, paid] = own().map(({ text }) => plain(text))
    expect(approved).toContain(`Subject: Approved: withdrawal ${number}`)
    expect(approved).toContain('Rs 2,500')
    expect(paid).toContain(`Subject: Paid: withdrawal ${number}`)
    expect(paid).toContain('FT-26325-77')
    for (const text of [approved, paid]) expect(text).not.toMatch(/PK\d{2}/)
    const shown = await app.call('GET', `/api/admin/vendor-withdrawals/${id}`, { as: admin })
    expect(shown.body.results.messages).toMatchObject([
      { kind: 'withdrawal paid', status: 'sent' },
      { kind: 'withdrawal approved', status: 'sent' },
    ])
    await mail.close()
  })

  test('tells the reason of a decline without the account that was written into it, and nothing of an approval a moment before', async () => {
    const mail = await mailServer()
    const { id, number, owner } = await asked()
    const { email } = await emailOf('vendors', owner)
    const iban = someIban()
    await move('vendor', id, 'approve')
    await move('vendor', id, 'decline', { reason: `The account ${iban} is closed` })
    app.clock.move(31_000)
    await deliver(mail.mailer)
    const own = mail.received.filter(({ to, text }) => to === email && text.includes(number))
    expect(own).toHaveLength(1)
    const text = plain(own[0]?.text)
    expect(text).toContain(`Not paid: withdrawal ${number}`)
    expect(text).toContain('The account [removed] is closed')
    expect(text).not.toContain(iban)
    await mail.close()
  })

  test('that has failed is not sent again after a newer one, which says something else', async () => {
    const { id } = await asked()
    const fail = async (tries = 8) => {
      const nobody = smtpMailer('smtp://127.0.0.1:9', from)
      for (let n = 0; n < tries; n += 1) {
        app.clock.move(3_601_000)
        await deliver(nobody)
      }
      nobody.close()
      await signInAgain()
    }
    const path = `/api/admin/vendor-withdrawals/${id}`
    const read = async () => (await app.call('GET', path, { as: admin })).body.results.messages
    const resend = (message: { id: string }) =>
      app.call('POST', `${path}/messages/${message.id}/resend`, { as: admin })
    await move('vendor', id, 'approve')
    await fail()
    await move('vendor', id, 'decline', { reason: 'The account is closed' })
    const [, approval] = await read()
    expect(approval).toMatchObject({ kind: 'withdrawal approved', status: 'failed' })
    const overtaken = async () => {
      const refused = await resend(approval)
      expect([refused.status, refused.body.message]).toEqual([
        409,
        expect.stringContaining('A newer message about this record replaced this one'),
      ])
    }
    await overtaken()
    await fail()
    await overtaken()
    const [decline] = await read()
    expect(decline).toMatchObject({ kind: 'withdrawal declined', status: 'failed' })
    expect((await resend(decline)).status).toBe(200)
    expect((await resend(decline)).status).toBe(409)
    expect(await read()).toMatchObject([{ status: 'queued' }, { status: 'failed' }])
    await app.database.pool.query("update messages set status = 'withdrawn' where id = $1", [decline.id])
    // What was withdrawn tells nobody anything: the approval is the last word again, and is tried more than once.
    expect((await resend(approval)).status).toBe(200)
    await fail(2)
    expect((await read()).find(({ id: own }: { id: string }) => own === approval.id).status).toBe('queued')
  })

  test('reaches a customer too, is sent again when it has failed, and is emptied with their erasure', async () => {
    await signInAgain()
    const { id: owner } = await payableCustomer({ app, admin }, '500')
    const { email } = await emailOf('customers', owner)
    const account = { account_title: 'Sana Malik', ibn_number: someIban() }
    const path = '/api/admin/customer-withdrawals'
    const body = { owner_id: owner, amount: '500', account }
    const { id } = (await app.call('POST', path, { as: await app.person(), body })).body.results
    await move('customer', id, 'approve')
    await move('customer', id, 'pay', { bank_reference: 'FT-1' })
    const nobody = smtpMailer('smtp://127.0.0.1:9', from)
    for (let n = 0; n < 8; n += 1) {
      app.clock.move(3_601_000)
      await deliver(nobody)
    }
    nobody.close()
    await signInAgain()
    const [failed] = (await app.call('GET', `${path}/${id}`, { as: admin })).body.results.messages
    expect(failed).toMatchObject({ kind: 'withdrawal paid', status: 'failed', recipient: email })
    const again = await app.call('POST', `${path}/${id}/messages/${failed.id}/resend`, { as: admin })
    expect(again.status).toBe(200)
    const mail = await mailServer()
    await deliver(mail.mailer)
    expect(mail.received.map(({ to }) => to)).toEqual([email])
    await mail.close()
    expect((await app.call('POST', `/api/admin/customers/${owner}/erase`, { as: admin })).status).toBe(200)
    const { rows } = await app.database.pool.query(
      'select count(*)::int as n from messages where messages::text like $1',
      [`%${email}%`],
    )
    expect(rows[0].n).toBe(0)
  })

  test('does not follow a later one when the mail server has kept it waiting', async () => {
    const { id, number, owner } = await asked()
    const { email } = await emailOf('vendors', owner)
    await move('vendor', id, 'approve')
    app.clock.move(31_000)
    await signInAgain()
    // The approval is undone while its letter is on its way, and that attempt fails then.
    await deliver({
      description: 'a server that hangs',
      send: async ({ to, subject }) => {
        if (to === email && subject.includes(number)) await move('vendor', id, 'undo-approval')
        throw new Error('the server did not answer')
      },
      close: () => {},
    })
    const mail = await mailServer()
    for (let n = 0; n < 3; n += 1) {
      app.clock.move(31_000)
      await deliver(mail.mailer)
    }
    const own = mail.received.filter(({ to, text }) => to === email && text.includes(number))
    expect(own.map(({ text }) => /Subject: ([^:]+):/.exec(plain(text))?.[1])).toEqual(['Not approved yet'])
    await signInAgain()
    const shown = await app.call('GET', `/api/admin/vendor-withdrawals/${id}`, { as: admin })
    expect(shown.body.results.messages).toMatchObject([
      { status: 'sent' },
      { kind: 'withdrawal approved', status: 'withdrawn' },
    ])
    await mail.close()
  })

  test('is not written where the move is rolled back', async () => {
    const { id } = await asked()
    await move('vendor', id, 'decline', { reason: 'No' })
    const refused = await app.call('POST', `/api/admin/vendor-withdrawals/${id}/approve`, { as: admin })
    expect(refused.status).toBe(409)
    const { rows } = await app.database.pool.query('select kind from messages where subject_id = $1', [id])
    expect(rows).toEqual([{ kind: 'withdrawal declined' }])
  })
})
