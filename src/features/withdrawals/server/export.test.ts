import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { payableVendor, pendingVendor, requestedWithdrawal } from '#testing/factories.ts'
import { stateOf } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const path = '/api/admin/vendors'
async function linesOf(query: string, as = admin): Promise<string[]> {
  const { status, body } = await app.call('GET', `${path}/${query}`, { as })
  expect(status).toBe(200)
  return String(body).trimEnd().split('\r\n')
}

describe('the exports of the vendors', () => {
  test('who applied say what is missing', async () => {
    const bare = await pendingVendor(app, { username: '=1+1', shop: null })
    const full = await pendingVendor(app)
    expect(await linesOf('applied/export?fields=username,missing,status&sort=created_at')).toEqual([
      'username,missing,status',
      "'=1+1,Shop record,submitted",
      `${full.username},"Cheque copy, CNIC copies",submitted`,
    ])
    expect(await linesOf(`applied/export?fields=id&q=${full.email}`)).toEqual(['id', full.id])
    expect(await linesOf('applied/export?fields=id&list=changes_requested')).toEqual(['id'])
    expect(bare.id).not.toBe(full.id)
  })

  test('who are approved have the latest withdrawal, or none', async () => {
    const [without, paid] = [await payableVendor({ app, admin }), await payableVendor({ app, admin }, '1000')]
    await requestedWithdrawal(app, paid.id, '250.50')
    const fields = 'fields=username,withdrawal_amount,withdrawal_status'
    const rows = await linesOf(`withdrawals/export?${fields}`)
    expect(rows[0]).toBe('username,withdrawal_amount,withdrawal_status')
    expect(rows.slice(1).toSorted()).toEqual(
      [`${without.username},,`, `${paid.username},250.50,requested`].toSorted(),
    )
    expect(await linesOf('withdrawals/export?fields=id&status=requested')).toEqual(['id', paid.id])
    const { body } = await app.call('GET', '/api/admin/audit?action=export&limit=1', { as: admin })
    expect(body.results[0]).toMatchObject({
      subject_name: 'Vendors',
      after: { fields: 'id', format: 'csv', status: 'requested' },
    })
  })

  test('of withdrawals hold the rows that the list has, or the selected ones, with masked accounts', async () => {
    const vendor = await payableVendor({ app, admin }, '3000')
    const [one, two, three] = [
      await requestedWithdrawal(app, vendor.id, '100'),
      await requestedWithdrawal(app, vendor.id, '200.50'),
      await requestedWithdrawal(app, vendor.id, '300'),
    ]
    const read = async (query: string, as = admin) => {
      const answer = await app.call('GET', `/api/admin/vendor-withdrawals/export?${query}`, { as })
      expect(answer.status).toBe(200)
      return String(answer.body).trimEnd().split('\r\n')
    }
    const own = `owner_id=${vendor.id}&sort=amount`
    expect(await read(`${own}&fields=number,amount,status`)).toEqual([
      'number,amount,status',
      `${one.number},100,requested`,
      `${two.number},200.50,requested`,
      `${three.number},300,requested`,
    ])
    expect(await read(`${own}&fields=id&status=paid`)).toEqual(['id'])
    expect(await read(`${own}&fields=id&ids=${three.id},${one.id}`)).toEqual(['id', one.id, three.id])
    const [, account = ''] = await read(`${own}&fields=ibn_number&ids=${one.id}`)
    expect(account).toMatch(/\d{4}$/)
    expect(account).not.toBe(vendor.body.shop?.ibn_number)
    const { body } = await app.call('GET', '/api/admin/audit?action=export&limit=1', { as: admin })
    expect(body.results[0]).toMatchObject({
      subject_name: 'Withdrawals',
      after: { of: 'vendors', owner_id: vendor.id, ids: one.id, fields: 'ibn_number', format: 'csv' },
    })
    const viewer = await app.person(['Vendors: view', 'Vendors: export'])
    const before = await stateOf(app)
    expect((await app.call('GET', '/api/admin/vendor-withdrawals/export', { as: viewer })).status).toBe(403)
    expect(await stateOf(app)).toBe(before)
    // Those of vendors are in no file of customers.
    const ofCustomers = await app.call('GET', '/api/admin/customer-withdrawals/export?fields=id', {
      as: admin,
    })
    expect(String(ofCustomers.body).trimEnd()).toBe('id')
  })

  test('need the permission to export vendors', async () => {
    const [viewer, exporter] = [
      await app.person(['Vendors: view']),
      await app.person(['Vendors: view', 'Vendors: export']),
    ]
    const before = await stateOf(app)
    for (const list of ['applied', 'withdrawals'])
      expect((await app.call('GET', `${path}/${list}/export`, { as: viewer })).status).toBe(403)
    expect(await stateOf(app)).toBe(before)
    for (const list of ['applied', 'withdrawals'])
      expect((await linesOf(`${list}/export?format=csv`, exporter)).length).toBeGreaterThan(1)
  })
})
