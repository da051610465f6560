import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { type MadeVendor, pendingVendor, sellerBody } from '#testing/factories.ts'
import { stateOf } from '#testing/state.ts'
import { exportedFieldNames } from '../export-contract.ts'
import { sealedNames } from '../fields-contract.ts'

let app: TestApp
let admin: TestPerson
let lahore: MadeVendor
let quetta: MadeVendor

const path = '/api/admin/sellers/export'
const decide = (id: string, verb: string, body?: unknown) =>
  app.call('POST', `/api/admin/sellers/${id}/${verb}`, { as: admin, body })

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  const plain = sellerBody()
  lahore = await pendingVendor(app, {
    username: '=HYPERLINK("x")',
    shop: { ...(plain.shop as object), shop_name: 'Anarkali Lawn' } as typeof plain.shop,
  })
  const other = sellerBody()
  quetta = await pendingVendor(app, {
    username: 'Quetta Carpets',
    seller: { ...(other.seller as object), sellers_city: 'Quetta' } as typeof other.seller,
  })
  await decide(lahore.id, 'approve')
  await decide(quetta.id, 'approve')
})
afterAll(() => app.close())

async function linesOf(query: string, as = admin): Promise<string[]> {
  const { status, body } = await app.call('GET', `${path}?${query}`, { as })
  expect(status).toBe(200)
  return String(body).trimEnd().split('\r\n')
}

describe('the export of vendors', () => {
  test('holds the fields that were chosen, in the order of the list, and runs no formula', async () => {
    expect(
      await linesOf('list=approved&fields=username,shop_name,sellers_city,status&sort=sellers_city'),
    ).toEqual([
      'username,shop_name,sellers_city,status',
      `"'=HYPERLINK(""x"")",Anarkali Lawn,Lahore,approved`,
      `Quetta Carpets,${quetta.body.shop?.shop_name},Quetta,approved`,
    ])
  })

  test('is that of the list, its search and its filters', async () => {
    const waiting = await pendingVendor(app)
    expect(await linesOf('list=pending&fields=id')).toEqual(['id', waiting.id])
    expect(await linesOf('list=disabled&fields=id')).toEqual(['id'])
    expect(await linesOf('list=approved&fields=id&q=carpets')).toEqual(['id', quetta.id])
    expect(await linesOf('list=approved&fields=id&sellers_city=Quetta')).toEqual(['id', quetta.id])
    expect(await linesOf('list=approved&fields=id&change=waiting')).toEqual(['id'])
    await decide(waiting.id, 'reject', { reason: 'Blurred' })
    expect(await linesOf('list=rejected&fields=status_reason,id')).toEqual([
      'status_reason,id',
      `Blurred,${waiting.id}`,
    ])
  })

  test('of selected rows holds these and no others, as far as the list has them', async () => {
    const third = await pendingVendor(app)
    await decide(third.id, 'approve')
    const ids = `ids=${lahore.id},${quetta.id}`
    expect((await linesOf(`list=approved&fields=id&${ids}&sort=sellers_city`)).slice(1)).toEqual([
      lahore.id,
      quetta.id,
    ])
    const { body } = await app.call('GET', '/api/admin/audit?action=export&limit=1', { as: admin })
    expect(body.results[0].after).toMatchObject({ ids: `${lahore.id}, ${quetta.id}` })
    expect(await linesOf(`list=disabled&fields=id&${ids}`)).toEqual(['id'])
    await decide(third.id, 'disable', { reason: 'Sells elsewhere' })
  })

  test('holds no sealed number, no matter who takes it out', async () => {
    const [head = '', ...rows] = await linesOf('list=approved')
    expect(head).toBe(exportedFieldNames.join(','))
    expect(sealedNames.filter((name) => exportedFieldNames.includes(name as never))).toEqual([])
    const { seller, shop } = quetta.body
    const numbers = [seller?.cnic, shop?.shop_ntn, shop?.account_number, shop?.ibn_number]
    expect(numbers.filter((number) => !number || rows.join('\n').includes(`,${number},`))).toEqual([])
  })

  test('comes as a sheet, too, and is in the audit log without the words of its search', async () => {
    const answer = await app.call('GET', `${path}?list=approved&fields=email&q=carpets&format=xlsx`, {
      as: admin,
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('spreadsheetml'),
    ])
    const { body } = await app.call('GET', '/api/admin/audit?action=export&limit=1', { as: admin })
    expect(body.results[0]).toMatchObject({
      subject_name: 'Vendors',
      after: { q: '(searched)', list: 'approved', fields: 'email', format: 'xlsx' },
    })
  })

  test('needs the permission to export vendor verifications, and refuses unknown fields', async () => {
    const [viewer, exporter] = [
      await app.person(['Vendor Verifications: view']),
      await app.person(['Vendor Verifications: view', 'Vendor Verifications: export']),
    ]
    const before = await stateOf(app)
    expect((await app.call('GET', path, { as: viewer })).status).toBe(403)
    expect((await app.call('GET', `${path}?fields=cnic`, { as: exporter })).status).toBe(422)
    expect(await stateOf(app)).toBe(before)
    expect(await linesOf('list=approved&fields=id', exporter)).toHaveLength(3)
  })
})
