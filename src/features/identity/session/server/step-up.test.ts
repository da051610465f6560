import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#app/server/routes.ts'
import { startTestApp, type TestApp, type TestPerson, testPassword } from '#testing/app.ts'
import { pendingVendor } from '#testing/factories.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { codeOf, guardedPerson, standingClock } from '#testing/second-factor.ts'

const clock = standingClock()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock })
})
afterAll(() => app.close())

const factor = '/api/account/second-factor'
const stepUp = (as: TestPerson, body: unknown) => app.call('POST', '/api/account/step-up', { as, body })
const reveal = async (as: TestPerson, id: string) =>
  app.call('POST', `/api/admin/sellers/${id}/reveal`, { as, body: { fields: ['cnic'] } })
const looksAt = async (id: string) => {
  const { rows } = await app.database.pool.query(
    "select 1 from audit_log where subject_id = $1 and action = 'reveal'",
    [id],
  )
  return rows.length
}
const factorOf = async (as: TestPerson) => (await app.call('GET', factor, { as })).body.results
/** Past the ten minutes of a proof; the sessions live on. */
const wait = () => clock.move(10 * 60_000 + 1000)

test('the calls that need a fresh proof are these, and the document says so', async () => {
  const { body: document } = await app.call('GET', '/api/openapi.json')
  const named = routes.filter(({ endpoint }) => endpoint.stepUp)
  expect(named.map(({ name }) => name).sort()).toEqual([
    'customer-payouts.answer',
    'customer-payouts.close',
    'customer-payouts.file',
    'customer-payouts.settle',
    'customer-payouts.undo',
    'customer-withdrawals.approve',
    'customer-withdrawals.bulkApprove',
    'customer-withdrawals.pay',
    'customer-withdrawals.return',
    'customers.erase',
    'customers.export',
    'factors.addPasskey',
    'factors.confirmSecondFactor',
    'factors.removePasskey',
    'factors.renewRecoveryCodes',
    'factors.startPasskey',
    'factors.startSecondFactor',
    'factors.stopSecondFactor',
    'letters.change',
    'letters.restore',
    'letters.restoreVersion',
    'letters.settings',
    'mailings.again',
    'mailings.approve',
    'mailings.send',
    'orders.sendRefund',
    'products.save',
    'refunds.reveal',
    'roles.change',
    'roles.create',
    'roles.delete',
    'session.rememberDevice',
    'settlements.accept',
    'settlements.import',
    'settlements.settleRows',
    'settlements.undo',
    'staff.change',
    'staff.changeEmail',
    'staff.invite',
    'staff.resetSecondFactor',
    'subscribers.erase',
    'subscribers.eraseAll',
    'vendor-payouts.answer',
    'vendor-payouts.close',
    'vendor-payouts.file',
    'vendor-payouts.settle',
    'vendor-payouts.undo',
    'vendor-withdrawals.approve',
    'vendor-withdrawals.bulkApprove',
    'vendor-withdrawals.pay',
    'vendor-withdrawals.return',
    'vendors.paper',
    'vendors.reveal',
    'webhooks.change',
    'webhooks.create',
    'webhooks.disable',
    'webhooks.enable',
    'webhooks.resend',
    'webhooks.resendFailed',
    'webhooks.rotate',
    'webhooks.test',
  ])
  for (const { endpoint } of named) {
    const operation = document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')][endpoint.method.toLowerCase()]
    expect(operation['x-step-up']).toBe(true)
    expect(operation.description).toContain('urn:munshi:step-up-needed')
    expect(operation.responses['403'].description).toContain('Confirm your identity')
  }
})

describe('after ten minutes', () => {
  test('a sensitive number is not shown, and no look is recorded, until the password proves who asks', async () => {
    const person = await app.person()
    const { id } = await pendingVendor(app)
    expect((await reveal(person, id)).status).toBe(200)
    wait()
    const refused = await reveal(person, id)
    expect(refused.status).toBe(403)
    expect(refused.body.type).toBe('urn:munshi:step-up-needed')
    expect(refused.body.errors).toMatchObject([{ path: 'password', code: 'required' }])
    expect(await looksAt(id)).toBe(1)
    expect((await stepUp(person, { password: testPassword })).status).toBe(200)
    expect((await reveal(person, id)).status).toBe(200)
    expect(await looksAt(id)).toBe(2)
    wait()
    expect((await reveal(person, id)).status).toBe(403)
  })

  test('no paper with a number on it opens, and no look is recorded, until the password proves who asks', async () => {
    const person = await app.person()
    const key = await app.intakeKey()
    const { id } = await pendingVendor(app)
    const papers: string[] = []
    for (const slot of ['cnic_front', 'cnic_back', 'cheque_copy']) {
      const body = await pictureForm()
      const sent = await app.call('POST', `/api/intake/sellers/${id}/files/${slot}`, { as: key, body })
      papers.push(sent.body.results.id)
    }
    const open = async () => {
      const seen: number[] = []
      for (const paper of papers) {
        const answer = await app.call('POST', `/api/admin/sellers/${id}/papers/${paper}`, { as: person })
        seen.push(answer.status)
        if (answer.status === 403) expect(answer.body.type).toBe('urn:munshi:step-up-needed')
      }
      return seen
    }
    const opened = async () => {
      const { rows } = await app.database.pool.query(
        "select 1 from audit_log where subject_id = $1 and action = 'open a paper'",
        [id],
      )
      return rows.length
    }
    wait()
    expect(await open()).toEqual([403, 403, 403])
    expect(await opened()).toBe(0)
    await stepUp(person, { password: testPassword })
    expect(await open()).toEqual([200, 200, 200])
    expect(await opened()).toBe(3)
  })

  test('the second factor is neither switched off nor started, and recovery codes stay as they are', async () => {
    const { person, secret, recoveryCodes } = await guardedPerson(app)
    wait()
    for (const [method, path] of [
      ['DELETE', factor],
      ['POST', `${factor}/recovery-codes`],
    ] as const) {
      const { status, body } = await app.call(method, path, { as: person })
      expect(status).toBe(403)
      expect(body.errors[0].path).toBe('otp')
    }
    expect(await factorOf(person)).toMatchObject({ is_on: true, recovery_codes_left: 10 })
    expect((await stepUp(person, { otp: recoveryCodes[0] })).status).toBe(200)
    expect(await factorOf(person)).toMatchObject({ is_on: true, recovery_codes_left: 9 })
    wait()
    expect((await stepUp(person, { otp: codeOf(app, secret) })).status).toBe(200)
    expect((await app.call('DELETE', factor, { as: person })).status).toBe(204)
    const plain = await app.person()
    wait()
    expect((await app.call('POST', factor, { as: plain })).status).toBe(403)
    expect(await factorOf(plain)).toMatchObject({ is_on: false })
  })

  test('a person without the permission is refused at once, and not asked to confirm their identity', async () => {
    const person = await app.person([])
    const { id } = await pendingVendor(app)
    wait()
    expect((await reveal(person, id)).body.type).toBe('urn:munshi:forbidden')
    const key = await app.intakeKey()
    expect((await app.call('DELETE', factor, { as: key })).body.type).toBe('urn:munshi:forbidden')
  })

  test('a confirmation counts only for its own session', async () => {
    const person = await app.person()
    const { body } = await app.call('POST', '/api/login', {
      body: { email: person.email, password: testPassword },
    })
    const other = { ...person, token: body.results.token }
    const { id } = await pendingVendor(app)
    wait()
    await stepUp(other, { password: testPassword })
    expect((await reveal(other, id)).status).toBe(200)
    expect((await reveal(person, id)).status).toBe(403)
    expect(await looksAt(id)).toBe(1)
  })
})

describe('a proof', () => {
  test('is not given by a wrong password, by nothing, or by a code without a second factor', async () => {
    const person = await app.person()
    const { id } = await pendingVendor(app)
    wait()
    for (const body of [{}, { password: '' }, { password: 'wrong' }, { otp: '123456' }]) {
      const answer = await stepUp(person, body)
      expect(answer.status).toBe(422)
      expect(answer.body.errors[0].path).toBe('password')
    }
    expect((await reveal(person, id)).status).toBe(403)
    expect(await looksAt(id)).toBe(0)
  })

  test('is not given by the password if there is a second factor, nor by the same code twice', async () => {
    const { person, secret } = await guardedPerson(app)
    const { id } = await pendingVendor(app)
    wait()
    const byPassword = await stepUp(person, { password: testPassword })
    expect([byPassword.status, byPassword.body.errors[0].path]).toEqual([422, 'otp'])
    expect((await stepUp(person, { otp: codeOf(app, secret, 2) })).status).toBe(422)
    expect((await reveal(person, id)).status).toBe(403)
    const otp = codeOf(app, secret)
    const answers = await Promise.all([stepUp(person, { otp }), stepUp(person, { otp })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await reveal(person, id)).status).toBe(200)
  })

  test('cannot be guessed: wrong ones are throttled, only in their own session', async () => {
    const person = await app.person()
    const { body } = await app.call('POST', '/api/login', {
      body: { email: person.email, password: testPassword },
    })
    const other = { ...person, token: body.results.token }
    const seen: number[] = []
    for (let n = 0; n < 8; n += 1) seen.push((await stepUp(person, { password: `guess ${n}` })).status)
    expect(seen).toEqual([422, 422, 422, 422, 422, 429, 429, 429])
    expect((await stepUp(person, { password: testPassword })).status).toBe(429)
    expect((await stepUp(other, { password: testPassword })).status).toBe(200)
  })

  test('is an audit row that names the factor and contains no secret', async () => {
    const { person, secret, recoveryCodes } = await guardedPerson(app)
    const plain = await app.person()
    await stepUp(plain, { password: testPassword })
    await stepUp(person, { otp: codeOf(app, secret) })
    await stepUp(person, { otp: recoveryCodes[3] })
    const { rows } = await app.database.pool.query(
      "select after from audit_log where action = 'step up' and actor_id = any($1) order by id",
      [[plain.id, person.id]],
    )
    expect(rows.map(({ after }) => after)).toEqual([
      { proven_by: 'password' },
      { proven_by: 'code' },
      { proven_by: 'recovery code' },
    ])
  })
})
