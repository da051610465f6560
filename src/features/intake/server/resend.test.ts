import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CustomerSubmission } from '#features/customers/submission-contract.ts'
import { ProductSubmission } from '#features/products/submission-contract.ts'
import { SellerSubmission } from '#features/vendors/submission-contract.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { customerBody, listedProduct, pendingOrder, productBody, sellerBody } from '#testing/factories.ts'

let app: TestApp
let admin: TestPerson
let key: string
let seller: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  key = await app.intakeKey()
  seller = (await hand('sellers', sellerBody())).body.results.id
})
afterAll(() => app.close())

const hand = (noun: string, body: unknown) => app.call('POST', `/api/intake/${noun}`, { as: key, body })

/** The columns of a record; of what is sealed the masked form. */
async function columnsOf(table: string, id: string): Promise<Record<string, unknown>> {
  const { rows } = await app.database.pool.query(`select * from ${table} where id = $1`, [id])
  return rows[0]
}

const cellOf = (row: Record<string, unknown>, field: string) => {
  const value = field in row ? row[field] : row[`${field}_masked`]
  return typeof value === 'bigint' ? Number(value) : value
}

/** Two values of each field; one that is declared and has none here is named by the test. */
const samples = {
  products: {
    sku: ['RS-1', 'RS-2'],
    product_name: ['Shawl', 'Stole'],
    product_price: ['900', '950'],
    discounted_price: ['800', '700'],
    product_stock: [7, 8],
    package_weight: [0.4, 0.5],
    product_length: [30, 31],
    product_width: [20, 21],
    product_height: [5, 6],
    product_description: ['<p>Wool</p>', '<p>Silk</p>'],
    product_video_url: ['https://video.example.com/1', 'https://video.example.com/2'],
    category: ['Shawls of wool', 'Stoles of silk'],
  },
  seller: {
    cnic: ['35202-1234567-1', '35202-7654321-3'],
    sellers_address: ['1 Mall Road', '2 Mall Road'],
    sellers_city: ['Lahore', 'Multan'],
    sellers_province: ['Punjab', 'Sindh'],
  },
  shop: {
    shop_name: ['Swat Shawls', 'Multan Stoles'],
    shop_email: ['a@shop.example', 'b@shop.example'],
    shop_mobile: ['0300 1234567', '0301 1234567'],
    shop_phone: ['042 35761234', '042 35761235'],
    shop_ntn: ['1234567-9', '7654321-4'],
    shop_address: ['3 Mall Road', '4 Mall Road'],
    shop_postal: ['54000', '60000'],
    bank_name: ['HBL', 'Meezan Bank'],
    account_title: ['Swat Shawls', 'Multan Stoles'],
    account_number: ['123456789', '987654321'],
    branch_code: ['0123', '0456'],
    ibn_number: ['PK36SCBL0000001123456702', 'PK24SCBL0000001171495101'],
  },
  sellers: {
    username: ['Gul Khan', 'Gul Bibi'],
    email: ['gul@seller.example', 'bibi@seller.example'],
    phone: ['0300 7654321', '0301 7654321'],
  },
  customers: {
    username: ['Ali', 'Zara'],
    email: ['ali@buyer.example', 'zara@buyer.example'],
    phone: ['0300 1111111', '0300 2222222'],
    city: ['Lahore', 'Karachi'],
    address: ['5 Mall Road', '6 Mall Road'],
  },
} as const
type Samples = Readonly<Record<string, readonly [unknown, unknown]>>

const firstOf = (values: Samples) =>
  Object.fromEntries(Object.entries(values).map(([field, [one]]) => [field, one]))
const fieldsOf = (schema: { shape: object }, ...without: string[]) =>
  Object.keys(schema.shape).filter((field) => !without.includes(field))
const sectionOf = (name: 'seller' | 'shop') =>
  SellerSubmission.shape[name].unwrap().unwrap() as unknown as { shape: object }

let made = 0
const externalId = () => {
  made += 1
  return `resend-${process.pid}-${made}`
}

/** After a body with one field alone, that field is new and every other is as it was. */
async function expectAlone(
  {
    noun,
    table,
    body,
    values,
  }: { noun: string; table: string; body: Record<string, unknown>; values: Samples },
  field: string,
  one: (value: unknown) => object,
) {
  const first = await hand(noun, body)
  expect(first.status, JSON.stringify(first.body)).toBe(201)
  const { id } = first.body.results
  const before = await columnsOf(table, id)
  const answer = await hand(noun, { external_id: body.external_id, ...one(values[field]?.[1]) })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  expect(answer.body.results.id).toBe(id)
  const after = await columnsOf(table, id)
  const changed = Object.keys(values).filter(
    (name) => JSON.stringify(cellOf(before, name)) !== JSON.stringify(cellOf(after, name)),
  )
  expect(changed).toEqual([field])
}

describe('a body that names the record and one field changes this field alone', () => {
  test('and every declared field has a sample here', () => {
    expect(Object.keys(samples.products).sort()).toEqual(
      fieldsOf(ProductSubmission, 'external_id', 'seller_id').sort(),
    )
    expect(Object.keys(samples.customers).sort()).toEqual(fieldsOf(CustomerSubmission, 'external_id').sort())
    expect(Object.keys(samples.sellers).sort()).toEqual(
      fieldsOf(SellerSubmission, 'external_id', 'seller', 'shop').sort(),
    )
    for (const name of ['seller', 'shop'] as const) {
      expect(Object.keys(samples[name]).sort()).toEqual(fieldsOf(sectionOf(name)).sort())
    }
  })

  test.each(Object.keys(samples.products))('%s of a product', async (field) => {
    const id = externalId()
    const values = { ...samples.products, sku: [`${id}-1`, `${id}-2`] } as Samples
    const body = { external_id: id, seller_id: seller, ...firstOf(values) }
    await expectAlone({ noun: 'products', table: 'products', body, values }, field, (value) => ({
      [field]: value,
    }))
  })

  test.each(Object.keys(samples.customers))('%s of a customer', async (field) => {
    const values: Samples = samples.customers
    const body = { external_id: externalId(), ...firstOf(values) }
    await expectAlone({ noun: 'customers', table: 'customers', body, values }, field, (value) => ({
      [field]: value,
    }))
  })

  const ofSeller: [string, string][] = (['sellers', 'seller', 'shop'] as const).flatMap((section) =>
    Object.keys(samples[section]).map((field): [string, string] => [field, section]),
  )
  test.each(ofSeller)('%s of a seller (%s)', async (field, section) => {
    const { seller: ofPerson, shop, sellers } = samples
    const values: Samples = { ...sellers, ...ofPerson, ...shop }
    const body = {
      ...{ external_id: externalId(), ...firstOf(sellers) },
      ...{ seller: firstOf(ofPerson), shop: firstOf(shop) },
    }
    await expectAlone({ noun: 'sellers', table: 'vendors', body, values }, field, (value) =>
      section === 'sellers' ? { [field]: value } : { [section]: { [field]: value } },
    )
  })
})

describe('what is left out, empty and missing', () => {
  test('a new stock of an approved product is taken at once, and asks for no review', async () => {
    const external_id = externalId()
    const { id } = await listedProduct(
      { app, admin },
      { external_id, product_stock: 7, package_weight: 0.4, product_description: '<p>Wool</p>' },
    )
    expect((await hand('products', { external_id, product_stock: 77 })).status).toBe(201)
    expect(await columnsOf('products', id)).toMatchObject({
      status: 'approved',
      product_stock: 77,
      product_description: '<p>Wool</p>',
      revision_waiting_since: null,
    })
  })

  test('an empty text and a zero empty a field', async () => {
    const external_id = externalId()
    const body = productBody(seller, { external_id, package_weight: 2, product_description: '<p>Wool</p>' })
    const { id } = (await hand('products', body)).body.results
    await hand('products', { external_id, package_weight: 0, product_description: '' })
    expect(await columnsOf('products', id)).toMatchObject({ product_description: '', package_weight: 0 })
  })

  test('the same part again is the same record, and stores nothing', async () => {
    const external_id = externalId()
    await hand('products', productBody(seller, { external_id }))
    expect((await hand('products', { external_id, product_stock: 5 })).status).toBe(201)
    const count = async () =>
      (await app.database.pool.query('select count(*)::int as n from product_submissions')).rows[0].n
    const before = await count()
    expect((await hand('products', { external_id, product_stock: 5 })).status).toBe(200)
    expect(await count()).toBe(before)
  })

  test('the same stock under a new key is counted again, after orders have moved it', async () => {
    const external_id = externalId()
    const listed = await listedProduct({ app, admin }, { external_id, product_stock: 7 })
    const tell = (name: string | null) =>
      app.call('POST', '/api/intake/products', {
        ...{ as: key, body: { external_id, product_stock: 20 } },
        headers: name === null ? {} : { 'idempotency-key': `${external_id}-${name}` },
      })
    const stock = async () => (await columnsOf('products', listed.id)).product_stock
    const sell = (quantity: number) => pendingOrder({ app, admin }, [{ product: listed, quantity }])
    expect((await tell('first')).status).toBe(201)
    await sell(3)
    expect(await stock()).toBe(17)
    expect([(await tell('second')).status, await stock()]).toEqual([201, 20])
    await sell(2)
    // A repetition is answered by its key, and one without a key cannot be told from a late repetition.
    expect([(await tell('first')).status, await stock()]).toEqual([201, 18])
    expect([(await tell('second')).status, await stock()]).toEqual([201, 18])
    expect([(await tell(null)).status, await stock()]).toEqual([200, 18])
    expect(await columnsOf('products', listed.id)).toMatchObject({
      status: 'approved',
      revision_waiting_since: null,
    })
    expect((await tell('third')).status).toBe(201)
    expect((await tell('fourth')).status).toBe(200)
  })

  test('the same body under a new key submits no rejected product again', async () => {
    const external_id = externalId()
    const body = productBody(seller, { external_id, product_stock: 9 })
    const { id } = (await hand('products', body)).body.results
    const rejected = { as: admin, body: { reason: 'Blurred' } }
    expect((await app.call('POST', `/api/admin/products/${id}/reject`, rejected)).status).toBe(200)
    await app.database.pool.query('update products set product_stock = 4 where id = $1', [id])
    const answer = await app.call('POST', '/api/intake/products', {
      ...{ as: key, body },
      headers: { 'idempotency-key': `${external_id}-again` },
    })
    expect([answer.status, answer.body.results.status]).toEqual([200, 'rejected'])
  })

  test.each([
    ['products', 'product_name', { product_stock: 5 }],
    ['sellers', 'username', { phone: '0300 1234567' }],
    ['customers', 'username', { phone: '0300 1234567' }],
  ])('a part of one of the %s that nobody knows is refused by what it lacks', async (noun, path, part) => {
    const answer = await hand(noun, { external_id: externalId(), ...part })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual(
      expect.arrayContaining([expect.objectContaining({ path, message: 'Required for a new record' })]),
    )
  })

  test('a price below the sale price on record is refused by both', async () => {
    const external_id = externalId()
    await hand(
      'products',
      productBody(seller, { external_id, product_price: '900', discounted_price: '800' }),
    )
    const answer = await hand('products', { external_id, product_price: '700' })
    expect([answer.status, answer.body.message]).toEqual([
      422,
      'Sale price 800 is above the retail price 700. Send discounted_price too; 0 ends the sale',
    ])
  })

  test('a customer keeps one way to be reached', async () => {
    const external_id = externalId()
    await hand('customers', customerBody({ external_id, phone: '', email: 'only@buyer.example' }))
    const answer = await hand('customers', { external_id, email: '' })
    expect([answer.status, answer.body.message]).toEqual([
      422,
      'An email address or a phone number is required',
    ])
  })

  test('is written in the document of the calls', async () => {
    const { paths } = (await app.call('GET', '/api/openapi.json')).body
    const { schema } = paths['/api/intake/products'].post.requestBody.content['application/json']
    expect(schema.required).toEqual(['external_id'])
    expect(schema.properties.package_weight.description).toBe(
      'kg. If omitted, a known record keeps its value, a new record has 0',
    )
    expect(schema.properties.product_name.description).toBe(
      'If omitted, a known record keeps its value, a new record needs it',
    )
  })
})
