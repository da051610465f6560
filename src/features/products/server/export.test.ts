import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { listedProduct, type MadeProduct, pendingProduct } from '#testing/factories.ts'
import { stateOf } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson
let main: { id: string }
let phones: { id: string; name: string }
let link: MadeProduct
let halwa: MadeProduct
let chair: MadeProduct

const path = '/api/admin/products/export'

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  main = await addedCategory({ app, admin }, { name: 'Electronics' })
  phones = await addedCategory({ app, admin }, { name: 'Phones', parent_id: main.id })
  const stage = { app, admin }
  link = await listedProduct(stage, {
    product_name: '=HYPERLINK("x")',
    sku: '+92-1',
    category: 'Phones',
    product_price: '1999.5',
  })
  halwa = await listedProduct(stage, {
    product_name: 'کراچی, "halwa" 🍬',
    sku: "'=quoted",
    product_price: '10',
  })
  chair = await listedProduct(stage, { product_name: 'Chair', sku: '0042', product_price: '300' })
})
afterAll(() => app.close())

async function linesOf(query: string, as = admin): Promise<string[]> {
  const { status, body } = await app.call('GET', `${path}?${query}`, { as })
  expect(status).toBe(200)
  return String(body).trimEnd().split('\r\n')
}

describe('the export of products', () => {
  test('holds the fields that were chosen, in their order, and the rows in that of the list', async () => {
    expect(await linesOf('fields=product_name,product_price&sort=-product_price&q=chair')).toEqual([
      'product_name,product_price',
      'Chair,300',
    ])
    const [head, ...rows] = await linesOf('fields=product_price,sku&sort=product_price')
    expect(head).toBe('product_price,sku')
    expect(rows).toEqual(["10,''=quoted", '300,0042', "1999.50,'+92-1"])
  })

  test('cannot run formulas when opened, and names the place of a product in the tree', async () => {
    const rows = await linesOf('fields=product_name,category,filed_under&sort=-product_price')
    expect(rows.slice(1)).toEqual([
      `"'=HYPERLINK(""x"")",Phones,Electronics › Phones`,
      'Chair,Unstitched,',
      '"کراچی, ""halwa"" 🍬",Unstitched,',
    ])
  })

  test('is that of the view: its list, its search and its filters', async () => {
    expect(await linesOf('fields=sku&list=deactivated')).toEqual(['sku'])
    expect(await linesOf('fields=sku&discount=yes')).toEqual(['sku'])
    expect(await linesOf('fields=sku&q=halwa')).toEqual(['sku', "''=quoted"])
  })

  test('is that of what is selected alone, in the order of the list and as safe as all of it', async () => {
    const fields = 'fields=product_name,sku&sort=-product_price'
    expect(await linesOf(`${fields}&ids=${chair.id},${link.id.toUpperCase()},${chair.id}`)).toEqual([
      'product_name,sku',
      `"'=HYPERLINK(""x"")",'+92-1`,
      'Chair,0042',
    ])
    expect(await linesOf(`${fields}&ids=${halwa.id}&ids=${chair.id}`)).toHaveLength(3)
  })

  test('of a selection holds nothing that its list, its search and its filters leave out', async () => {
    const waiting = await pendingProduct(app)
    const nobody = crypto.randomUUID()
    const ids = `ids=${chair.id},${halwa.id},${link.id},${waiting.id},${nobody}`
    expect(await linesOf(`fields=sku&${ids}&sort=product_price`)).toEqual([
      'sku',
      "''=quoted",
      '0042',
      "'+92-1",
    ])
    expect(await linesOf(`fields=sku&${ids}&q=chair`)).toEqual(['sku', '0042'])
    expect(await linesOf(`fields=sku&${ids}&category_id=${phones.id}`)).toEqual(['sku', "'+92-1"])
    expect(await linesOf(`fields=sku&${ids}&list=pending`)).toEqual(['sku', waiting.body.sku])
    expect(await linesOf(`fields=sku&ids=${nobody}`)).toEqual(['sku'])
  })

  test('of a selection can be a sheet, and the audit log names the selection', async () => {
    const { status, headers } = await app.call('GET', `${path}?format=xlsx&ids=${chair.id},${link.id}`, {
      as: admin,
    })
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('spreadsheetml')])
    const { body } = await app.call('GET', '/api/admin/audit?action=export&limit=1', { as: admin })
    expect(body.results[0]).toMatchObject({
      subject_name: 'Products',
      after: { ids: `${chair.id}, ${link.id}`, format: 'xlsx', list: 'approved' },
    })
  })

  test('of a selection as long as an address allows is taken out, and needs the right to export', async () => {
    const many = Array.from({ length: 199 }, () => crypto.randomUUID())
    expect(await linesOf(`fields=sku&ids=${[...many, chair.id].join('%2C')}`)).toEqual(['sku', '0042'])
    const viewer = await app.person(['Products: view'])
    const before = await stateOf(app)
    const { status } = await app.call('GET', `${path}?ids=${chair.id}`, { as: viewer })
    expect(status).toBe(403)
    expect(await stateOf(app)).toBe(before)
  })

  test('comes as a sheet, too', async () => {
    const response = await fetch(`${app.url}${path}?format=xlsx`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(response.headers.get('content-type')).toContain('spreadsheetml')
    expect(response.headers.get('content-disposition')).toMatch(/products-\d{4}-\d\d-\d\d\.xlsx/)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  })

  test('is in the audit log with its parameters', async () => {
    await linesOf('fields=sku&q=chair')
    const { body } = await app.call('GET', '/api/admin/audit?action=export&limit=1', { as: admin })
    expect(body.results[0]).toMatchObject({
      subject_name: 'Products',
      after: { q: 'chair', fields: 'sku', format: 'csv', list: 'approved' },
    })
  })

  test.each([
    ['fields=sku,cost', 422],
    ['fields=', 422],
    ['format=pdf', 422],
    ['list=all', 422],
    ['ids=', 422],
    ['ids=1', 422],
    ["ids=01a1fc80-d469-7475-b815-ea04c5a66a67,'--", 422],
    [`ids=${Array.from({ length: 201 }, () => crypto.randomUUID()).join()}`, 422],
  ])('refuses %s, and writes nothing down', async (query, status) => {
    const before = await stateOf(app)
    expect((await app.call('GET', `${path}?${query}`, { as: admin })).status).toBe(status)
    expect(await stateOf(app)).toBe(before)
  })
})

describe('the export of categories', () => {
  test('contains a level with the paths of its categories and their products', async () => {
    const { body } = await app.call(
      'GET',
      '/api/admin/categories/export?level=sub&fields=name,path,product_count,is_active',
      { as: admin },
    )
    expect(String(body)).toBe('name,path,product_count,is_active\r\nPhones,Electronics › Phones,1,true\r\n')
    expect(phones.name).toBe('Phones')
  })

  test('contains only the selected categories of the requested level', async () => {
    const own = '/api/admin/categories/export?fields=name'
    const stage = { app, admin }
    const [cases, sums] = [
      await addedCategory(stage, { name: 'Cases', parent_id: main.id, is_active: false }),
      await addedCategory(stage, { name: '=1+1', parent_id: main.id }),
    ]
    const ids = `ids=${sums.id},${cases.id},${main.id},${crypto.randomUUID()}`
    const textOf = async (query: string) => {
      const { status, body } = await app.call('GET', `${own}&${query}`, { as: admin })
      expect(status).toBe(200)
      return String(body)
    }
    expect(await textOf(`level=sub&${ids}`)).toBe("name\r\nCases\r\n'=1+1\r\n")
    expect(await textOf(`level=sub&status=inactive&${ids}`)).toBe('name\r\nCases\r\n')
    expect(await textOf(`level=main&${ids}`)).toBe('name\r\nElectronics\r\n')
    expect((await app.call('GET', `${own}&ids=main`, { as: admin })).status).toBe(422)
  })
})
