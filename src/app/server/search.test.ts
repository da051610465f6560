import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexOldAccountNumbers } from '#features/vendors/server/jobs.ts'
import { folded, searchCode } from '#kit/contract/search-words.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { forgetSearchWords } from '#kit/server/search.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { listedProduct, pendingCustomer, pendingVendor } from '#testing/factories.ts'
import { goldenProducts } from '#testing/golden-marketplace.ts'
import {
  customerSearches,
  nothingFound,
  orderSearches,
  productSearches,
  vendorSearches,
} from '#testing/golden-searches.ts'
import { goldenStage } from '#testing/golden-stage.ts'

let app: TestApp
let admin: TestPerson
/** The ids of the golden records, and the keys by id. */
let idOf: ReadonlyMap<string, string>
let keyOf: ReadonlyMap<string, string>
let numbers: ReadonlyMap<string, string>

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  ;({ idOf, keyOf, numbers } = await goldenStage(app, admin))
})
afterAll(() => app.close())

/** What a server does once a minute. */
const forget = () =>
  forgetSearchWords.run(jobContext('test', { db: app.database.db, services: app.services }), silent)
const silent = {} as Parameters<typeof forgetSearchWords.run>[1]

const lists = {
  product: '/api/admin/products/get/approved?limit=25',
  vendor: '/api/admin/sellers/get/approve?limit=25',
  customer: '/api/admin/customers?list=pending&limit=25',
  order: '/api/admin/orders?limit=25',
}
type Noun = keyof typeof lists

async function found(noun: Noun, q: string, more = '', as = admin): Promise<string[]> {
  const { status, body } = await app.call('GET', `${lists[noun]}&q=${encodeURIComponent(q)}${more}`, { as })
  expect([q, status]).toEqual([q, 200])
  // The vendor's part of the answer of the fixed calls is nested.
  const rows: { id: string }[] = Array.isArray(body.results[0]) ? body.results[0] : body.results
  return rows.map(({ id }) => keyOf.get(id) ?? id)
}

/** What was asked for whose first row is another than expected, or with more rows than it may have, with what came. */
async function wrong(noun: Noun, searches: readonly (readonly [string, string, number?])[]) {
  const answers: unknown[] = []
  for (const [typed, first, most = 25] of searches) {
    const q = typed.replace(/\{\w+\}/g, (name) => numbers.get(name) ?? name)
    const rows = await found(noun, q)
    if (rows[0] !== `${noun} ${first}` || rows.length > most)
      answers.push({ q, first, rows: rows.slice(0, 3) })
  }
  return answers
}

describe('of the golden searches', () => {
  test('there are two hundred, forty of them in Arabic letters', () => {
    const all = [productSearches, vendorSearches, customerSearches, orderSearches].flat().map(([q]) => q)
    expect(new Set(all).size).toBeGreaterThanOrEqual(200)
    expect(all.filter((q) => /\p{Script=Arabic}/u.test(q)).length).toBeGreaterThanOrEqual(40)
  })
  test('each finds its product first', async () => {
    expect(await wrong('product', productSearches)).toEqual([])
  })
  test('each finds its vendor first', async () => {
    expect(await wrong('vendor', vendorSearches)).toEqual([])
  })
  test('each finds its customer first', async () => {
    expect(await wrong('customer', customerSearches)).toEqual([])
  })
  test('each finds its order first', async () => {
    expect(await wrong('order', orderSearches)).toEqual([])
  })
  test('words that no record has together find nothing', async () => {
    for (const q of nothingFound) {
      for (const noun of ['product', 'vendor', 'customer', 'order'] as const) {
        expect([noun, q, await found(noun, q)]).toEqual([noun, q, []])
      }
    }
  })
})

test('every part of a name and of a number finds its product, as before', async () => {
  const missed: string[] = []
  for (const [key, [name, sku]] of Object.entries(goldenProducts)) {
    for (const text of [name, sku]) {
      for (let from = 0; from + 4 <= text.length; from += 3) {
        const part = text.slice(from, from + 4 + (from % 5)).trim()
        if (part.length < 3 || searchCode(part).length < 2) continue
        const rows = await found('product', part)
        if (!rows.includes(`product ${key}`)) missed.push(`${part} of ${text}`)
      }
    }
  }
  expect(missed).toEqual([])
})

test('the database folds letters as the screens do, so that what is found is what is marked', async () => {
  // Latin, Greek, Cyrillic, Arabic, punctuation, letters and numbers in other shapes.
  const blocks = [
    [0x20, 0x52f],
    [0x600, 0x6ff],
    [0x750, 0x77f],
    [0x1e00, 0x1fff],
    [0x2000, 0x206f],
    [0x2100, 0x218f],
    [0xfb50, 0xfdff],
    [0xfe70, 0xfefc],
    [0xff00, 0xffef],
  ] as const
  const signs = blocks.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
  )
  const { rows } = await app.database.pool.query(
    'select sign, search_fold(sign) as folded from unnest($1::text[]) sign',
    [signs.flatMap((sign) => [`a${sign}b`, `A${sign} é`])],
  )
  expect(rows.filter((row) => row.folded !== folded(row.sign))).toEqual([])
  expect(rows.length).toBeGreaterThan(6_000)
})

test('an exact number comes first until another order is chosen, and the pages go on from there', async () => {
  expect((await found('product', 'SER-1'))[0]).toBe('product sku1')
  expect((await found('product', 'SER-1', '&sort=-product_name'))[0]).toBe('product sku12')
  const pages: string[] = []
  let cursor = ''
  do {
    const path = `${lists.product.replace('25', '1')}&q=ser-1${cursor}`
    const { body } = await app.call('GET', path, { as: admin })
    pages.push(keyOf.get(body.results[0].id) ?? '')
    cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
    if (!cursor) expect(await back(body.prev_cursor)).toEqual(['product sku1'])
  } while (cursor)
  expect(pages).toEqual(['product sku1', 'product sku12'])
})

/** The page before, of one row. */
async function back(cursor: string): Promise<(string | undefined)[]> {
  const path = `${lists.product.replace('25', '1')}&q=ser-1&cursor=${cursor}`
  const { body } = await app.call('GET', path, { as: admin })
  return body.results.map(({ id }: { id: string }) => keyOf.get(id))
}

test('a change of price, stock or status writes nothing to the index, and one of the shop or the category does', async () => {
  const texts = async () =>
    (await app.database.pool.query('select id, xmin::text, text from product_search order by id')).rows
  const before = await texts()
  await app.database.pool.query(
    'update products set product_price = product_price + 1, product_stock = 3, version = version + 1',
  )
  await app.database.pool.query('update vendors set version = version + 1')
  expect(await texts()).toEqual(before)
  await app.database.pool.query(
    "update vendors set shop_name = 'Anarkali Bazaar' where shop_name = 'TechZone Electronics'",
  )
  expect((await found('product', 'anarkali charger'))[0]).toBe('product charger')
  expect(await found('product', 'techzone')).toEqual([])
  const { id } = await addedCategory({ app, admin }, { name: 'Bats' })
  await app.database.pool.query("update products set category_id = $1 where sku = 'CB-EW-1'", [id])
  await app.database.pool.query("update categories set name = 'Wickets' where id = $1", [id])
  expect((await found('product', 'wickets willow'))[0]).toBe('product bat')
})

test('what nobody is called any more is no correction of a typo', async () => {
  const known = async (word: string) =>
    (
      await app.database.pool.query('select distinct kind from search_words where word = $1 order by kind', [
        word,
      ])
    ).rows.map(({ kind }) => kind)
  expect(await known('yousafzai')).toEqual(['customer_search', 'order_search'])
  const id = idOf.get('customer zarmina')
  await app.database.pool.query("update customers set username = 'Erased', email = '' where id = $1", [id])
  await forget()
  expect(await known('yousafzai')).toEqual(['order_search'])
  expect(await forget()).toBeUndefined()
})

test('a name that is a part of a longer one is forgotten with the record that had it', async () => {
  const known = async () =>
    (
      await app.database.pool.query(
        "select kind from search_words where word = 'khat' and kind = 'customer_search'",
      )
    ).rows.length
  const change = async (id: string) => {
    await app.database.pool.query("update customers set username = 'Erased', email = '' where id = $1", [id])
    await forget()
  }
  const [one, two] = [
    await pendingCustomer(app, { username: 'Noor Khat' }),
    await pendingCustomer(app, { username: 'Khat, Noor' }),
  ]
  expect(await known()).toBe(1)
  await change(one.id)
  expect(await known()).toBe(1)
  await change(two.id)
  // Shahbaz Khattak is still there.
  expect((await found('customer', 'khat'))[0]).toBe('customer shahbaz')
  expect(await known()).toBe(0)
})

test('more words than one look takes are looked at again at once, and what is still in use is kept', async () => {
  const { id } = await listedProduct({ app, admin }, { product_name: 'Charpai Zubaida' })
  const put = (word: string, times: number) =>
    app.database.pool.query(
      "insert into search_words_left (kind, word) select 'product_search', $1 from generate_series(1, $2)",
      [word, times],
    )
  await put('zubaida', 500)
  await put('charpai', 1)
  await app.database.pool.query("update products set product_name = 'Charpai' where id = $1", [id])
  expect(await forget()).toBe('again')
  expect(await forget()).toBeUndefined()
  const { rows } = await app.database.pool.query(
    "select word from search_words where word in ('zubaida', 'charpai') and kind = 'product_search'",
  )
  expect(rows).toEqual([{ word: 'charpai' }])
  expect((await app.database.pool.query('select 1 from search_words_left')).rows).toEqual([])
})

test('what writes the text of records keeps its plan', async () => {
  const { rows } = await app.database.pool.query(`
    select p.proname as name, p.proconfig as settings from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname in (
      'search_products', 'search_orders', 'search_customers', 'search_vendors')`)
  expect(rows.map(({ settings }) => settings)).toEqual(
    Array.from({ length: 4 }, () => ['plan_cache_mode=force_generic_plan']),
  )
})

test('what is deleted leaves no word behind', async () => {
  const words = async () =>
    (
      await app.database.pool.query(
        "select word from search_words where word in ('zaitoon', 'kettle') and kind = 'product_search'",
      )
    ).rows.map(({ word }) => word)
  const { id } = await listedProduct({ app, admin }, { product_name: 'Zaitoon Kettle' })
  expect((await words()).sort()).toEqual(['kettle', 'zaitoon'])
  await app.database.pool.query('delete from product_search where id = $1', [id])
  await forget()
  expect(await words()).toEqual(['kettle'])
  await app.database.pool.query('select search_products(array[$1::uuid])', [id])
})

test('a number that begins like a phone number is itself before what ends like it', async () => {
  const { id: long } = await listedProduct({ app, admin }, { product_name: 'Long number', sku: '927654321' })
  const { id: short } = await listedProduct({ app, admin }, { product_name: 'Short number', sku: '7654321' })
  expect(await found('product', '927654321')).toEqual([long, short])
  expect((await found('product', '7654321'))[0]).toBe(short)
  const pages: string[] = []
  let cursor = ''
  do {
    const path = `${lists.product.replace('25', '1')}&q=927654321${cursor}`
    const { body } = await app.call('GET', path, { as: admin })
    pages.push(body.results[0].id)
    cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
  } while (cursor)
  expect(pages).toEqual([long, short])
})

test('what very many records have is found in the whole of a list, and counted there up to a thousand', async () => {
  // Every seventh is in the small list, so that whichever are looked up first leave some of it out.
  await app.database.pool.query(
    `insert into customers (id, external_id, username, email, phone, city, address, status, status_since, body_hash)
     select gen_random_uuid(), 'crowd' || i, 'Crowd Member ' || i, '', '', '', '',
       case when i % 7 = 0 then 'disabled' else 'approved' end, timestamptz '2026-01-01' + i * interval '1 minute', ''
     from generate_series(1, 2100) i`,
  )
  const numbers = Array.from({ length: 2100 }, (_, at) => 2100 - at)
  const members = (isSeventh: boolean) =>
    numbers.filter((n) => (n % 7 === 0) === isSeventh).map((n) => `Crowd Member ${n}`)
  const read = async (list: string, more = '') => {
    const path = `/api/admin/customers?list=${list}&q=crowd&limit=25&sort=-status_since${more}`
    const { body } = await app.call('GET', path, { as: admin })
    const names: string[] = body.results.map(({ username }: { username: string }) => username)
    return { names, total: body.total, isExact: body.total_is_exact }
  }
  const approved = { names: members(false).slice(0, 25), total: 1000, isExact: false }
  expect(await read('approved')).toEqual(approved)
  expect((await read('approved', '&page=40')).names).toEqual(members(false).slice(975, 1000))
  expect(await read('disabled')).toEqual({ names: members(true).slice(0, 25), total: 300, isExact: true })
})

test('a place in the pages of another search is answered too', async () => {
  const one = lists.product.replace('25', '1')
  const { body } = await app.call('GET', `${one}&q=ser-1`, { as: admin })
  const place = JSON.parse(Buffer.from(body.next_cursor, 'base64url').toString())
  const further = Buffer.from(JSON.stringify([...place.slice(0, 5), 2])).toString('base64url')
  expect((await app.call('GET', `${one}&q=ser-1&cursor=${further}`, { as: admin })).status).toBe(200)
})

test('the night finds a text that is not that of its record, and a word that nobody has', async () => {
  await app.database.pool.query("update product_search set text = ' other' where id = $1", [
    idOf.get('product vase'),
  ])
  await app.database.pool.query("insert into search_words (kind, word) values ('product_search', 'nobody')")
  expect(await found('product', 'pot-77', '&stock=out')).toEqual([])
  const { rows } = await app.database.pool.query("select check_search('product_search') as n")
  expect(rows).toEqual([{ n: 1 }])
  expect((await found('product', 'multani vase'))[0]).toBe('product vase')
  expect(
    (await app.database.pool.query("select 1 from search_words where word in ('nobody', 'other')")).rows,
  ).toEqual([])
})

test('the shops of a campaign are found as the lists find them, those with the words in their name first', async () => {
  const names = async (q: string) => {
    const path = `/api/admin/promotions/vendors?q=${encodeURIComponent(q)}`
    const { body } = await app.call('GET', path, { as: admin })
    return body.results.map(({ name }: { name: string }) => name)
  }
  for (const q of ['oneill', "o'neill", 'O’Neill sports', 'neill'])
    expect([q, await names(q)]).toEqual([q, ["O'Neill Sports"]])
  for (const q of ['پرفيومز', 'پرفیومز']) expect([q, await names(q)]).toEqual([q, ['خوشبو پرفیومز']])
  expect((await names('crafts'))[0]).toBe('Multan Crafts & Pottery')
  expect(await names('nobody')).toEqual([])
})

test('a sealed number is found whole, by those who may reveal it', async () => {
  const { body } = await pendingVendor(app)
  const { cnic = '' } = body.seller ?? {}
  const { ibn_number = '', shop_ntn = '', account_number = '' } = body.shop ?? {}
  const reader = await app.person(['Vendor Verifications: view'])
  const path = (q: string) => `/api/admin/sellers/get/pending?limit=25&q=${encodeURIComponent(q)}`
  const names = async (q: string, as: TestPerson) =>
    (await app.call('GET', path(q), { as })).body.results[0].map(
      ({ username }: { username: string }) => username,
    )
  const dashed = cnic.replace(/^(\d{5})(\d{7})/, '$1-$2-')
  const spaced = account_number.replace(/(.{4})/g, '$1-')
  for (const q of [
    cnic,
    dashed,
    ibn_number,
    ibn_number.replace(/(.{4})/g, '$1 '),
    shop_ntn,
    account_number,
    spaced,
  ]) {
    expect([q, await names(q, admin)]).toEqual([q, [body.username]])
  }
  for (const q of [dashed, ibn_number, account_number]) expect([q, await names(q, reader)]).toEqual([q, []])
  for (const q of [cnic.slice(0, 12), account_number.slice(1), account_number.slice(0, -1)])
    expect([q, await names(q, admin)]).toEqual([q, []])
  // One that was sealed before there was an index of it is found after the job.
  await app.database.pool.query('update vendors set account_number_blind = null')
  expect(await names(account_number, admin)).toEqual([])
  await indexOldAccountNumbers.run(
    jobContext('test', { db: app.database.db, services: app.services }),
    null as never,
  )
  expect(await names(account_number, admin)).toEqual([body.username])
})

test('no search reads more than a little of what waits to be merged into its index', async () => {
  const { rows } = await app.database.pool.query(
    `select i.relname as name, coalesce(array_to_string(i.reloptions, ','), '') as options
     from pg_class i join pg_am a on a.oid = i.relam
     where a.amname = 'gin' and i.relnamespace = 'public'::regnamespace`,
  )
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.filter(({ options }) => !/gin_pending_list_limit=256|fastupdate=off/.test(options))).toEqual([])
})
