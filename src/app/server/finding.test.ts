import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allPermissions } from '#features/access/contract.ts'
import { type FoundGroup, type FoundKind, type FoundRecord, groupNames } from '#features/search/contract.ts'
import { searchWords } from '#kit/contract/search-words.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { checkSearch, forgetSearchWords } from '#kit/server/search.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { draftPost } from '#testing/blog-samples.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { publishedRelease } from '#testing/content-samples.ts'
import {
  payableCustomer,
  payableVendor,
  pendingCustomer,
  pendingOrder,
  pendingVendor,
  refundAccount,
  requestedWithdrawal,
  sellerBody,
} from '#testing/factories.ts'
import { addedFaq } from '#testing/faq-samples.ts'
import { goldenCustomers, goldenOrders, goldenProducts, goldenVendors } from '#testing/golden-marketplace.ts'
import { customerSearches, orderSearches, productSearches, vendorSearches } from '#testing/golden-searches.ts'
import { goldenStage } from '#testing/golden-stage.ts'
import { draftPromotion } from '#testing/promotion-samples.ts'
import { fileOf, row, settlementDesk } from '#testing/settlement-desk.ts'

/** The whole run has 20,000; what a change runs each time is a sample of it. */
const findCount = Number(process.env.MUNSHI_FINDS ?? 120)
const seed = Number(process.env.MUNSHI_FIND_SEED ?? 20261124)

/** Who may open each kind of record, kept by hand. */
const permissionOf: Readonly<Record<FoundKind, string>> = {
  order: 'Orders: view',
  vendor_withdrawal: 'Vendors: pay',
  customer_withdrawal: 'Customer: pay',
  vendor_payout_run: 'Vendors: pay',
  customer_payout_run: 'Customer: pay',
  settlement: 'Orders: view',
  refund: 'Orders: refund',
  vendor: 'Vendor Verifications: view',
  customer: 'Customer: view',
  product: 'Products: view',
  category: 'Manage Categories: view',
  promotion: 'Promotions: view',
  person: 'Manage Staffs: view',
  post: 'Blogs: view',
  faq: "Faq's: view",
  release: 'Home Page Setting: view',
}
const reveal = 'Vendor Verifications: reveal'

let app: TestApp
let admin: TestPerson
let cnic = ''
let iban = ''
let sealedId = ''
/** The golden orders' numbers, and each record of the other kinds with what it is found by. */
let numbers: ReadonlyMap<string, string>
const made = new Map<FoundKind, { id: string; title: string; words: string }>()
const allIds: { kind: FoundKind; id: string }[] = []

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  const golden = await goldenStage(app, admin)
  numbers = golden.numbers
  for (const [id, key] of golden.keyOf) allIds.push({ kind: key.split(' ')[0] as FoundKind, id })
  await fillTheRest()
  for (const [kind, { id }] of made) allIds.push({ kind, id })
})
afterAll(() => app.close())

async function must(method: string, path: string, body?: unknown, as = admin) {
  const answer = await app.call(method, path, { as, body })
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.results
}

/** One record of each kind that the golden marketplace has none of. */
async function fillTheRest(): Promise<void> {
  const by = { app, admin }
  const { shop } = sellerBody()
  if (!shop) throw new Error('the usual seller has a shop')
  const vendor = await payableVendor(by, '10000', { shop: { ...shop, shop_name: 'Rukhsana Withdrawals' } })
  const forVendor = await requestedWithdrawal(app, vendor.id, '700')
  made.set('vendor_withdrawal', { ...forVendor, title: forVendor.number, words: 'withdrawals rukhsana' })
  await must('POST', `/api/admin/vendor-withdrawals/${forVendor.id}/approve`)
  const run = await must('POST', '/api/admin/vendor-payouts')
  made.set('vendor_payout_run', { id: run.id, title: run.number, words: run.number })
  const customer = await payableCustomer(by)
  await app.database.pool.query("update customers set username = 'Wallet Wajahat' where id = $1", [
    customer.id,
  ])
  const forCustomer = await must('POST', '/api/admin/customer-withdrawals', {
    owner_id: customer.id,
    amount: '300',
    account: refundAccount(),
  })
  made.set('customer_withdrawal', { ...forCustomer, title: forCustomer.number, words: 'wajahat wallet' })
  const desk = settlementDesk(() => by)
  const parcel = await desk.parcel('640')
  const settled = await desk.settle(fileOf(row(parcel, 640)), { reference: 'IBFT-GOLD-7781' })
  const { id: settlementId, number } = settled.body.results
  made.set('settlement', { id: settlementId, title: number, words: 'ibft gold 7781' })
  const paid = await pendingOrder(by, [], {
    customer_id: (await pendingCustomer(app, { username: 'Rafia Refunded' })).id,
    payment_method: 'card',
    paid_reference: 'card-gold',
  })
  const order = await must('GET', `/api/admin/orders/${paid.id}`)
  const refunded = await must(
    'POST',
    `/api/admin/orders/${paid.id}/refunds`,
    {
      lines: [{ line_id: order.parts[0].lines[0].id, amount: '100' }],
      reason: 'The parcel was opened',
      account: refundAccount(),
    },
    await app.person(),
  )
  made.set('refund', { id: refunded.refunds[0].id, title: paid.order_number, words: 'refunded rafia' })
  const category = await addedCategory(by, { name: 'Multani Chaddar چادر' })
  made.set('category', { ...category, title: category.name, words: 'chadar multani' })
  const campaign = await draftPromotion(by, { name: 'Azadi Blowout' })
  made.set('promotion', { ...campaign, title: campaign.name, words: 'blowot azadi' })
  const person = await app.person(['Dashboard: view'])
  await app.database.pool.query(
    "update people set username = 'Khizar Deskworker', phone = '0333 1234987' where id = $1",
    [person.id],
  )
  made.set('person', { id: person.id, title: 'Khizar Deskworker', words: '+92 333 123 4987' })
  const post = await draftPost(by, { title: 'کتاب پڑھنے کے فائدے' })
  made.set('post', { id: post.id, title: 'کتاب پڑھنے کے فائدے', words: 'كتاب' })
  const faq = await addedFaq(by, { title: 'Do couriers call ahead?', details: 'Always by telephone.' })
  made.set('faq', { id: faq.id, title: faq.title, words: 'telphone always' })
  const release = await publishedRelease(by)
  const { title } = await must('GET', `/api/admin/releases/${release.id}`)
  made.set('release', { id: release.id, title, words: title })
  const { id, body } = await pendingVendor(app, { username: 'Sealed Numbers' })
  sealedId = id
  cnic = body.seller?.cnic ?? ''
  iban = body.shop?.ibn_number ?? ''
}

type Answer = (FoundGroup & { rows: FoundRecord[] })[]

async function find(q: string, { as = admin, more = '' } = {}): Promise<Answer> {
  const { status, body } = await app.call('GET', `/api/admin/find?q=${encodeURIComponent(q)}${more}`, { as })
  expect([q, status]).toEqual([q, 200])
  return body.results
}

const firstOf = (answer: Answer, group: string) => answer.find((one) => one.group === group)?.rows[0]

describe('finding', () => {
  test.each([
    ['orders', 'order', orderSearches],
    ['products', 'product', productSearches],
    ['customers', 'customer', customerSearches],
    ['vendors', 'vendor', vendorSearches],
  ] as const)('of %s gives what their list gives first', async (group, kind, searches) => {
    const lists = {
      order: '/api/admin/orders?limit=5',
      product: '/api/admin/products/get/approved?limit=5',
      customer: '/api/admin/customers?list=all&limit=5&sort=-created_at',
      vendor: '/api/admin/sellers/get/approve?limit=5&sort=-created_at',
    }
    const wrong: unknown[] = []
    for (const [typed] of searches.filter((_, at) => at % 4 === 0)) {
      const q = typed.replace(/\{\w+\}/g, (name) => numbers.get(name) ?? name)
      const { body } = await app.call('GET', `${lists[kind]}&q=${encodeURIComponent(q)}`, { as: admin })
      const listed = Array.isArray(body.results[0]) ? body.results[0] : body.results
      const answer = await find(q, { more: `&groups=${group}` })
      const found = answer[0]?.rows.map(({ id }) => id) ?? []
      // The list of vendors and that of products hold one status, the group all of them.
      if (!listed.some(({ id }: { id: string }) => found.includes(id))) wrong.push({ q, listed, answer })
    }
    expect(wrong).toEqual([])
  })

  test('of small nouns counts what their list counts, whatever the order of the words and with one typo', async () => {
    const kinds = [
      ['staff', 'person', 'deskworker khizar', 'khizr deskworker'],
      ['posts', 'post', 'فائدے کتاب', 'پڑھنے كتاب'],
      ['campaigns', 'promotion', 'blowout azadi', 'azadi blowot'],
      ['faqs', 'faq', 'ahead couriers', 'couriers telphone'],
    ] as const
    const lists = {
      staff: '/api/admin/staff',
      posts: '/api/admin/blogs/posts',
      campaigns: '/api/admin/promotions',
      faqs: '/api/admin/faqs',
      releases: '/api/admin/releases',
    }
    const { id: release = '', title = '' } = made.get('release') ?? {}
    const reversed = title.split(' ').reverse().join(' ')
    const asked = [
      ...kinds.flatMap(([group, kind, ...texts]) =>
        texts.map((q) => ({ group, q, id: made.get(kind)?.id ?? '' })),
      ),
      { group: 'releases' as const, q: reversed, id: release },
    ]
    for (const { group, q, id } of asked) {
      const [found] = await find(q, { more: `&groups=${group}` })
      const { body } = await app.call('GET', `${lists[group]}?q=${encodeURIComponent(q)}`, { as: admin })
      const ids = body.results.flat().map((row: { id: string }) => row.id)
      expect([q, body.total, ids]).toEqual([q, found?.total, expect.arrayContaining([id])])
    }
  })

  test('gives every other kind by its number, words in any order, one typo, or another keyboard', async () => {
    for (const [kind, { id, title, words }] of made) {
      for (const q of [title, words]) {
        const rows = (await find(q)).flatMap((group) => group.rows)
        expect([q, rows.filter((one) => one.kind === kind).map((one) => one.id)]).toEqual([q, [id]])
      }
    }
  })

  test('gives an order by each of its numbers, however it is typed', async () => {
    const { tracking, external_id, reference } = goldenOrders.first
    const [number = ''] = [numbers.get('{first}')]
    for (const q of [number, tracking, external_id, reference, tracking.replaceAll('-', ' ').toLowerCase()]) {
      expect(firstOf(await find(q), 'orders')).toMatchObject({ kind: 'order', title: number })
    }
  })

  test('gives a customer, a vendor and a colleague by their phone in any form', async () => {
    for (const phone of ['0345-9876123', '+92 345 9876123', '00923459876123', '۰۳۴۵ ۹۸۷۶۱۲۳']) {
      expect(firstOf(await find(phone), 'customers')?.title).toBe(goldenCustomers.zarmina.username)
    }
    expect(firstOf(await find('+92-321-4567890'), 'vendors')?.notes).toContain(goldenVendors.sana.username)
    expect(firstOf(await find('0333 1234987'), 'staff')?.title).toBe('Khizar Deskworker')
  })

  test('gives a vendor by CNIC and IBAN to those alone who may reveal them', async () => {
    const plain = await app.person(allPermissions.filter((permission) => permission !== reveal))
    for (const q of [cnic, cnic.replace(/^(\d{5})(\d{7})/, '$1-$2-'), iban, iban.replace(/(.{4})/g, '$1 ')]) {
      expect(firstOf(await find(q), 'vendors')).toMatchObject({ kind: 'vendor', id: sealedId })
      expect([q, await find(q, { as: plain })]).toEqual([q, []])
    }
    const { rows } = await app.database.pool.query('select text from vendor_search where id = $1', [sealedId])
    expect(rows[0].text).not.toContain(cnic.replace(/\D/g, ''))
  })

  test('counts all that is found and answers as many rows as were asked for', async () => {
    const [group] = await find('a', { more: '&groups=products&limit=2' })
    expect(group?.rows).toHaveLength(2)
    expect(group?.total).toBeGreaterThan(2)
    expect(group?.total_is_exact).toBe(true)
  })

  test('refuses a group that does not exist, an empty search and a kind that does not exist', async () => {
    for (const query of ['q=a&groups=secrets', 'q=%20', 'q=a&groups=', 'q=a&limit=21', 'q=a&more=1']) {
      expect([query, (await app.call('GET', `/api/admin/find?${query}`, { as: admin })).status]).toEqual([
        query,
        422,
      ])
    }
    const { status } = await app.call('GET', `/api/admin/find/records?records=secret:${sealedId}`, {
      as: admin,
    })
    expect(status).toBe(422)
  })

  test('names records as they are called now, in the order that was asked for, without those that are gone', async () => {
    const { id } = await pendingCustomer(app, { username: 'Named Before' })
    await app.database.pool.query("update customers set username = 'Named Since' where id = $1", [id])
    const asked = [`customer:${id}`, `vendor:${sealedId}`, 'order:01a1fc80-0000-7000-8000-000000000000']
    const { body } = await app.call(
      'GET',
      `/api/admin/find/records?records=${encodeURIComponent(asked.join(','))}`,
      {
        as: admin,
      },
    )
    expect(body.results.map(({ id, title }: FoundRecord) => [id, title])).toEqual([
      [id, 'Named Since'],
      [sealedId, expect.any(String)],
    ])
  })

  test('follows a change of a record, and forgets the words of one that is gone', async () => {
    const { id } = await addedFaq({ app, admin }, { title: 'Quixotic question' })
    expect(firstOf(await find('quixotic'), 'faqs')?.id).toBe(id)
    await app.database.pool.query("update faqs set title = 'Ordinary question' where id = $1", [id])
    expect(await find('quixotic')).toEqual([])
    const known =
      "select count(*)::int as n from search_words where kind = 'faq_search' and word = 'quixotic'"
    await forgetSearchWords.run(jobContext('test', { db: app.database.db, services: app.services }), silent)
    expect((await app.database.pool.query(known)).rows).toEqual([{ n: 0 }])
    await app.database.pool.query('delete from faqs where id = $1', [id])
    expect((await app.database.pool.query('select id from faq_search where id = $1', [id])).rows).toEqual([])
  })

  test('has search tables that agree with their records, and the night corrects what does not', async () => {
    const tables = [
      'withdrawal',
      'payout_run',
      'settlement',
      'category',
      'promotion',
      'person',
      'post',
      'faq',
      'release',
    ]
    for (const name of tables.map((noun) => `${noun}_search`)) {
      const { rows } = await app.database.pool.query(`
        select coalesce(t.id, s.id) as id from ${name} t full join ${name}_source s on s.id = t.id
        where (t.text, t.codes) is distinct from (s.text, s.codes)`)
      expect([name, rows]).toEqual([name, []])
    }
    const { id = '' } = made.get('category') ?? {}
    await app.database.pool.query("update category_search set text = ' nothing of it' where id = $1", [id])
    expect(firstOf(await find('chaddar multani'), 'categories')).toBeUndefined()
    await checkSearch(['category_search']).run(
      jobContext('test', { db: app.database.db, services: app.services }),
      silent,
    )
    expect(firstOf(await find('chaddar multani'), 'categories')?.id).toBe(id)
  })
})

describe('of what a role may not see', () => {
  const atMost = { timeout: 120_000 + findCount * 100 }
  test('nothing is answered, counted or named, whatever is asked', atMost, async () => {
    const views = [...new Set(Object.values(permissionOf)), reveal]
    const random = (n: number) => ((n * 2_654_435_761) >>> 0) / 2 ** 32
    const roles: { person: TestPerson; held: string[] }[] = []
    for (let at = 0; at < 24; at += 1) {
      const share = at % 4 === 0 ? 0.1 : at % 4 === 1 ? 0.3 : at % 4 === 2 ? 0.6 : 0.9
      const held = views.filter((_, view) => random(at * 131 + view * 17 + seed) < share)
      // One role holds everything but what lets it see orders, as a person would have it.
      if (at === 0) held.splice(0, held.length, ...allPermissions.filter((one) => !one.startsWith('Orders:')))
      roles.push({ person: await app.person(held), held })
    }
    const withReveal = await app.person([...views])
    const without = await app.person(views.filter((one) => one !== reveal))
    const known = new Map<string, Promise<Answer>>()
    /** What somebody finds who may see every kind; with or without the sealed numbers. */
    const whole = (q: string, isRevealed: boolean) => {
      const key = `${isRevealed} ${q}`
      const answer = known.get(key) ?? find(q, { as: isRevealed ? withReveal : without, more: '&limit=20' })
      known.set(key, answer)
      return answer
    }
    let asked = 0
    let denied = 0
    await fc.assert(
      fc.asyncProperty(fc.nat(roles.length - 1), queries(), groupsAsked(), async (at, q, groups) => {
        fc.pre(searchWords(q).length > 0 && q.trim().length <= 100)
        const role = roles[at]
        if (!role) return
        const may = (kind: FoundKind) => role.held.includes(permissionOf[kind])
        const all = (await whole(q.trim(), role.held.includes(reveal))).filter(({ group }) =>
          groups.includes(group),
        )
        const expected = all.flatMap(({ group, rows }) => {
          const seen = rows.filter(({ kind }) => may(kind))
          return seen.length > 0 ? [[group, seen.map(({ kind, id }) => `${kind}:${id}`).sort()]] : []
        })
        const answer = await find(q.trim(), { as: role.person, more: `&limit=20&groups=${groups.join(',')}` })
        const kept = answer.map(({ group, rows }) => [
          group,
          rows.map(({ kind, id }) => `${kind}:${id}`).sort(),
        ])
        // A group of several kinds shows twenty rows at most, for everybody: only then may the rows differ.
        const isWhole = all.every(({ total }) => total <= 20)
        if (isWhole) expect(kept).toEqual(expected)
        for (const { group, rows, total } of answer) {
          expect(rows.map(({ kind }) => kind).filter((kind) => !may(kind))).toEqual([])
          if (isWhole) expect([group, total]).toEqual([group, rows.length])
        }
        const text = JSON.stringify(answer)
        for (const { kind, id } of allIds) if (!may(kind)) expect(text).not.toContain(id)
        asked += 1
        denied += all.flatMap(({ rows }) => rows).filter(({ kind }) => !may(kind)).length
      }),
      { numRuns: findCount, seed },
    )
    expect(asked).toBeGreaterThan(findCount * 0.8)
    // The check would be worth nothing if roles were never refused anything.
    expect(denied).toBeGreaterThan(findCount / 2)
    for (const { person, held } of roles) {
      const records = allIds.map(({ kind, id }) => ({ kind, record: `${kind}:${id}` }))
      for (let from = 0; from < records.length; from += 20) {
        const some = records.slice(from, from + 20)
        const list = encodeURIComponent(some.map(({ record }) => record).join(','))
        const { body } = await app.call('GET', `/api/admin/find/records?records=${list}`, { as: person })
        expect(body.results.map(({ kind, id }: FoundRecord) => `${kind}:${id}`)).toEqual(
          some.filter(({ kind }) => held.includes(permissionOf[kind])).map(({ record }) => record),
        )
      }
    }
  })

  test('nothing is left after the permission was taken away', async () => {
    const person = await app.person(['Orders: view', 'Products: view'])
    const number = numbers.get('{second}') ?? ''
    expect(firstOf(await find(number, { as: person }), 'orders')?.title).toBe(number)
    await app.database.pool.query(
      `update roles set permissions = array_remove(permissions, 'Orders: view')
       where id = (select role_id from people where id = $1)`,
      [person.id],
    )
    expect(await find(number, { as: person })).toEqual([])
  })
})

const silent = { info() {}, warn() {}, error() {} } as unknown as Parameters<
  ReturnType<typeof checkSearch>['run']
>[1]

/** Words and numbers of every kind of record, whole, cut, turned round, with a typo, with others, and nonsense. */
function queries(): fc.Arbitrary<string> {
  const texts = () => [
    ...Object.values(goldenVendors).flatMap(({ username, shop, email, phone }) => [
      username,
      shop,
      email,
      phone,
    ]),
    ...Object.values(goldenCustomers).flatMap(({ username, email, phone, city }) => [
      username,
      email,
      phone,
      city,
    ]),
    ...Object.values(goldenProducts).flatMap(([name, sku]) => [String(name), String(sku)]),
    ...Object.values(goldenOrders).flatMap(({ tracking, external_id, reference }) => [
      tracking,
      external_id,
      reference,
    ]),
    ...numbers.values(),
    ...[...made.values()].flatMap(({ title, words }) => [title, words]),
    ...[cnic, iban, 'a', 'ali', '03', 'pk', '92'],
  ]
  const pool = texts().filter((text) => text !== '')
  const text = fc.constantFrom(...pool)
  const twisted = fc
    .tuple(text, fc.nat(40), fc.nat(4))
    .map(
      ([words, at, how]) =>
        [
          words.slice(at % words.length),
          words.slice(0, 1 + (at % words.length)),
          words.split(' ').reverse().join(' '),
          words.slice(0, at % words.length) + words.slice((at % words.length) + 1),
          words.toUpperCase(),
        ][how] ?? words,
    )
  const mixed = fc.tuple(text, text).map(([a, b]) => `${a.split(' ')[0]} ${b.split(' ')[0]}`)
  return fc.oneof(
    { weight: 4, arbitrary: text },
    { weight: 4, arbitrary: twisted },
    { weight: 1, arbitrary: mixed },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
  )
}

function groupsAsked(): fc.Arbitrary<string[]> {
  const all: string[] = [...groupNames]
  return fc.oneof(fc.constant(all), fc.subarray(all, { minLength: 1 }))
}
