import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { listedProduct } from '#testing/factories.ts'

let app: TestApp
let admin: TestPerson
let phones: { id: string; name: string }

const path = '/api/admin/products/export'

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  const main = await addedCategory({ app, admin }, { name: 'Electronics' })
  phones = await addedCategory({ app, admin }, { name: 'Phones', parent_id: main.id })
  const stage = { app, admin }
  await listedProduct(stage, {
    product_name: '=HYPERLINK("x")',
    sku: '+92-1',
    category: 'Phones',
    product_price: '1999.5',
  })
  await listedProduct(stage, { product_name: 'کراچی, "halwa" 🍬', sku: "'=quoted", product_price: '10' })
  await listedProduct(stage, { product_name: 'Chair', sku: '0042', product_price: '300' })
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

  test('runs nothing where it is opened, and says where a product stands in the tree', async () => {
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

  test('comes as a sheet, too', async () => {
    const response = await fetch(`${app.url}${path}?format=xlsx`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(response.headers.get('content-type')).toContain('spreadsheetml')
    expect(response.headers.get('content-disposition')).toMatch(/products-\d{4}-\d\d-\d\d\.xlsx/)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  })

  test('is written down with what was asked for', async () => {
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
  ])('refuses %s', async (query, status) => {
    expect((await app.call('GET', `${path}?${query}`, { as: admin })).status).toBe(status)
  })
})

describe('the export of categories', () => {
  test('holds a level with the paths of its categories and what stands in them', async () => {
    const { body } = await app.call(
      'GET',
      '/api/admin/categories/export?level=sub&fields=name,path,product_count,is_active',
      { as: admin },
    )
    expect(String(body)).toBe('name,path,product_count,is_active\r\nPhones,Electronics › Phones,1,true\r\n')
    expect(phones.name).toBe('Phones')
  })
})
