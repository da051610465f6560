import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory, type MadeCategory } from '#testing/category-samples.ts'
import { pendingProduct } from '#testing/factories.ts'

let app: TestApp
let admin: TestPerson
let vendor: string
let mobile: MadeCategory
let covers: MadeCategory
let leather: MadeCategory
let shoes: MadeCategory
let bare: MadeCategory
/** The ids of what is sold, by the name of the category that its vendor wrote. */
const sold = new Map<string, string[]>()

const lists = ['pending', 'approved', 'deactivated'] as const
type List = (typeof lists)[number]
const unknown = '01a1fc80-d469-7475-b815-ea04c5a66a67'

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  const add = (name: string, parent_id: string | null = null) =>
    addedCategory({ app, admin }, { name, parent_id })
  mobile = await add('Mobile')
  covers = await add('Covers', mobile.id)
  leather = await add('Leather covers', covers.id)
  shoes = await add('Shoes')
  bare = await add('Bare')
  vendor = (await pendingProduct(app)).vendorId
  for (const category of ['Mobile', 'Covers', 'Covers', 'Leather covers', 'Shoes']) {
    const { id } = await pendingProduct(app, { category }, vendor)
    sold.set(category, [...(sold.get(category) ?? []), id])
  }
})
afterAll(() => app.close())

const ask = (path: string, as = admin) => app.call('GET', `/api/admin/${path}`, { as })
const listed = (list: List, query: string) => ask(`products/get/${list}?${query}`)
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).sort()
const soldIn = (...names: string[]) => names.flatMap((name) => sold.get(name) ?? []).sort()
const approve = (id: string) => app.call('POST', `/api/admin/products/${id}/approve`, { as: admin })
const switchOff = async (id: string) => {
  const { version } = (await ask(`products/${id}`)).body.results
  const headers = { 'if-match': `"v${version}"` }
  return app.call('PATCH', `/api/admin/products/${id}`, { as: admin, body: { available: false }, headers })
}
const categoryOf = async ({ id }: { id: string }) => (await ask(`categories/${id}`)).body.results

/** What the category says is in each list, and what each list says and shows of it. */
async function expectAgreed(category: MadeCategory) {
  const { product_counts, approved_product_count, product_count } = await categoryOf(category)
  const tabs: [string, List, string][] = [
    ['pending', 'pending', 'list=pending&'],
    ['changes_requested', 'pending', 'list=changes_requested&'],
    ['rejected', 'pending', 'list=rejected&'],
    ['approved', 'approved', ''],
    ['deactivated', 'deactivated', ''],
  ]
  const totals: Record<string, number> = {}
  for (const [name, list, tab] of tabs) {
    const { body } = await listed(list, `${tab}category_id=${category.id}&limit=100`)
    expect(body).toMatchObject({ total: body.results.length, total_is_exact: true })
    totals[name] = body.total
  }
  expect(product_counts).toEqual(totals)
  expect(approved_product_count).toBe(totals.approved)
  expect(product_count).toBe(Object.values(totals).reduce((sum, n) => sum + n, 0))
  return totals
}

describe('a list of products under a category', () => {
  test('shows its products and those of all categories below it', async () => {
    for (const [category, names] of [
      [mobile, ['Mobile', 'Covers', 'Leather covers']],
      [covers, ['Covers', 'Leather covers']],
      [leather, ['Leather covers']],
      [shoes, ['Shoes']],
      [bare, []],
    ] as const) {
      const { body } = await listed('pending', `category_id=${category.id}&limit=100`)
      expect(idsOf(body.results)).toEqual(soldIn(...names))
      expect(body).toMatchObject({ total: soldIn(...names).length, total_is_exact: true })
      const whole = await listed('pending', `category_id=${category.id}`)
      expect(idsOf(whole.body.results)).toEqual(soldIn(...names))
    }
  })

  test('is empty for an id that names none, in all three lists, and refuses what is no id', async () => {
    for (const list of lists) {
      const { status, body } = await listed(list, `category_id=${unknown}&limit=25`)
      expect({ status, ...body }).toMatchObject({
        status: 200,
        results: [],
        total: 0,
        total_is_exact: true,
        next_cursor: null,
      })
      const refused = await listed(list, 'category_id=mobile&limit=25')
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'category_id' }] } })
    }
  })

  test('takes an id in capitals, and other filters and a search beside it', async () => {
    const { body } = await listed('pending', `category_id=${covers.id.toUpperCase()}&limit=25`)
    expect(body.total).toBe(3)
    const stocked = await listed('pending', `category_id=${covers.id}&stock=in&vendor_id=${vendor}&limit=25`)
    expect(stocked.body.total).toBe(3)
    const none = await listed('pending', `category_id=${covers.id}&stock=out&limit=25`)
    expect(none.body.total).toBe(0)
    const [first] = body.results
    const found = await listed('pending', `category_id=${covers.id}&q=${first.sku}&limit=25`)
    expect(idsOf(found.body.results)).toEqual([first.id])
    const elsewhere = await listed('pending', `category_id=${shoes.id}&q=${first.sku}&limit=25`)
    expect(elsewhere.body.total).toBe(0)
  })

  test('pages through each order without a gap or a repetition, by cursor and back', async () => {
    const orders = [
      'status_since',
      'created_at',
      'product_name',
      'product_price',
      'discounted_price',
      'product_stock',
    ]
    for (const order of orders.flatMap((name) => [name, `-${name}`])) {
      const query = `category_id=${mobile.id}&sort=${order}`
      const all = (await listed('pending', `${query}&limit=100`)).body.results.map(
        ({ id }: { id: string }) => id,
      )
      const met: string[] = []
      let cursor = ''
      let back = ''
      do {
        const { body } = await listed('pending', `${query}&limit=1${cursor && `&cursor=${cursor}`}`)
        met.push(...body.results.map(({ id }: { id: string }) => id))
        expect(body.total).toBe(4)
        cursor = body.next_cursor ?? ''
        back = body.prev_cursor ?? ''
      } while (cursor)
      expect(met).toEqual(all)
      const before = await listed('pending', `${query}&limit=1&cursor=${back}`)
      expect(idsOf(before.body.results)).toEqual([all.at(-2)])
    }
  })
})

describe('the number beside a category', () => {
  test('is the total of the list behind it, whatever becomes of its products', async () => {
    const [one, other] = sold.get('Covers') ?? []
    const [last] = sold.get('Leather covers') ?? []
    await expectAgreed(mobile)
    await approve(one ?? '')
    await approve(last ?? '')
    expect(await expectAgreed(mobile)).toMatchObject({ pending: 2, approved: 2 })
    await switchOff(last ?? '')
    await app.call('POST', `/api/admin/products/${other}/request-update`, {
      as: admin,
      body: { reason: 'Another picture' },
    })
    await app.call('POST', `/api/admin/products/${sold.get('Mobile')?.[0]}/reject`, {
      as: admin,
      body: { reason: 'Not ours' },
    })
    expect(await expectAgreed(covers)).toEqual({
      pending: 0,
      changes_requested: 1,
      rejected: 0,
      approved: 1,
      deactivated: 1,
    })
    expect(await expectAgreed(mobile)).toMatchObject({ rejected: 1, deactivated: 1 })
    const { body } = await ask('categories?level=main&limit=100')
    const row = body.results.find(({ id }: { id: string }) => id === mobile.id)
    expect(row).toMatchObject({ approved_product_count: 1, product_count: 4 })
  })

  test('goes with the products when a category is moved, and when it is merged', async () => {
    const { product_count } = await categoryOf(covers)
    const moved = await app.call('POST', `/api/admin/categories/${covers.id}/move`, {
      as: admin,
      body: { parent_id: shoes.id, product_count },
    })
    expect(moved.status).toBe(200)
    expect(await expectAgreed(shoes)).toMatchObject({ pending: 1, approved: 1, deactivated: 1 })
    expect(await expectAgreed(mobile)).toMatchObject({ rejected: 1, approved: 0 })
    const merged = await app.call('POST', `/api/admin/categories/${covers.id}/merge`, {
      as: admin,
      body: { into: bare.id, product_count },
    })
    expect(merged.status).toBe(200)
    expect(await expectAgreed(bare)).toMatchObject({ approved: 1, deactivated: 1, changes_requested: 1 })
    expect(await expectAgreed(shoes)).toMatchObject({ pending: 1, approved: 0 })
    expect((await listed('approved', `category_id=${covers.id}&limit=25`)).body.total).toBe(0)
  })
})

describe('the categories that products are filed under', () => {
  test('stand in the order of the tree, each after its parent and with its path', async () => {
    const { status, body } = await ask('products/categories')
    expect(status).toBe(200)
    const tree: { id: string; path: string }[] = body.results
    expect(tree.find(({ id }) => id === leather.id)).toEqual({
      id: leather.id,
      parent_id: bare.id,
      name: 'Leather covers',
      path: 'Bare › Leather covers',
      level: 'sub',
      is_active: true,
    })
    expect(tree.filter(({ id }) => [mobile, shoes, bare].some((one) => one.id === id))).toMatchObject([
      { path: 'Mobile', level: 'main', parent_id: null },
      { path: 'Shoes', level: 'main' },
      { path: 'Bare', level: 'main' },
    ])
    const order = (await ask('categories/tree')).body.results
    expect(tree.map(({ id }) => id)).toEqual(order.map(({ id }: { id: string }) => id))
  })

  test('are read by who sees products and not how the tree is kept', async () => {
    const seller = await app.person(['Products: view'])
    expect((await ask('products/categories', seller)).status).toBe(200)
    expect((await ask('categories/tree', seller)).status).toBe(403)
    const keeper = await app.person(['Manage Categories: view'])
    expect((await ask('products/categories', keeper)).status).toBe(403)
  })
})

describe('the categories that a rule of commission can name', () => {
  test('are each named once, wherever they are in the tree', async () => {
    await addedCategory({ app, admin }, { name: 'Bare', parent_id: shoes.id })
    const { body } = await ask('commission/categories')
    expect(body.results).toEqual(expect.arrayContaining(['Mobile', 'Shoes', 'Bare', 'Leather covers']))
    expect(body.results.filter((name: string) => name === 'Bare')).toEqual(['Bare'])
  })
})
