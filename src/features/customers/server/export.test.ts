import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { type MadeCustomer, pendingCustomer } from '#testing/factories.ts'
import { stateOf } from '#testing/state.ts'
import { exportedFieldNames } from '../export-contract.ts'

let app: TestApp
let admin: TestPerson
let formula: MadeCustomer
let quetta: MadeCustomer
let third: MadeCustomer

const customers = '/api/admin/customers'
const path = `${customers}/export`

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  formula = await pendingCustomer(app, { username: '=HYPERLINK("x")', phone: '+923001234567' })
  quetta = await pendingCustomer(app, { username: 'Zarghuna Kakar', city: 'Quetta' })
  third = await pendingCustomer(app, { username: 'Bilal Ahmad' })
})
afterAll(() => app.close())

async function linesOf(query: string, as = admin): Promise<string[]> {
  const { status, body } = await app.call('GET', `${path}?${query}`, { as })
  expect(status).toBe(200)
  return String(body).trimEnd().split('\r\n')
}
const totalOf = async (query: string): Promise<number> =>
  (await app.call('GET', `${customers}?${query}`, { as: admin })).body.total

describe('the export of customers', () => {
  test('holds as many rows as the list is narrowed to, in its order, and runs no formula', async () => {
    expect(
      await linesOf('list=pending&city=Lahore&sort=created_at&fields=username,phone,city,status'),
    ).toEqual([
      'username,phone,city,status',
      `"'=HYPERLINK(""x"")",+923001234567,Lahore,pending`,
      `Bilal Ahmad,${third.body.phone},Lahore,pending`,
    ])
    for (const query of ['list=pending', 'list=all', 'list=pending&city=Quetta', 'list=all&q=zarghuna']) {
      expect((await linesOf(query)).slice(1)).toHaveLength(await totalOf(query))
    }
    expect(await linesOf('list=approved')).toEqual([exportedFieldNames.join(',')])
  })

  test('of a customer who never ordered nor withdrew leaves these cells empty', async () => {
    const fields = 'withdrawal_amount,withdrawal_at,withdrawal_status,orders_count,orders_total,last_order_at'
    expect(await linesOf(`ids=${quetta.id}&fields=${fields}`)).toEqual([fields, ',,,0,0,'])
  })

  test('of selected rows holds these and no others', async () => {
    const ids = `${formula.id},${quetta.id}`
    expect((await linesOf(`list=pending&sort=created_at&fields=id&ids=${ids}`)).slice(1)).toEqual([
      formula.id,
      quetta.id,
    ])
  })

  test('comes as a sheet, too, and is in the audit log without the words of its search', async () => {
    const answer = await app.call('GET', `${path}?list=all&fields=email&q=zarghuna&format=xlsx`, {
      as: admin,
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('spreadsheetml'),
    ])
    const { body } = await app.call('GET', '/api/admin/audit?action=export&limit=1', { as: admin })
    expect(body.results[0]).toMatchObject({
      subject_name: 'Customers',
      after: { q: '(searched)', list: 'all', fields: 'email', format: 'xlsx' },
    })
  })

  test('needs the permission to export customers, and refuses unknown fields', async () => {
    const [viewer, exporter] = [
      await app.person(['Customer: view']),
      await app.person(['Customer: view', 'Customer: export']),
    ]
    const before = await stateOf(app)
    expect((await app.call('GET', path, { as: viewer })).status).toBe(403)
    expect((await app.call('GET', `${path}?fields=address`, { as: exporter })).status).toBe(422)
    expect(await stateOf(app)).toBe(before)
    expect(await linesOf('list=pending&fields=id', exporter)).toHaveLength(4)
  })
})
