import { withClient } from '#testing/client.ts'
import type { Call } from './record.ts'

export interface Line extends Call {
  title: string
  /** What docs/performance.md promises. */
  goal: string
  /** The ETag that a call sends of the answer that it has. */
  held?: string
  /** What replaces the subjects, for each further call of its own. */
  others?: string[][]
  /** Who asks: a person who is signed in, the shop front with its key, or a shopper. */
  by: 'person' | 'intake' | 'nobody'
}

const list = 'at least 0.60; p99 below 25'
const search = 'p99 below 50, one at a time'
const detail = 'at most 3 queries; p99 below 10, one at a time'
const dashboard = 'p99 below 25, one at a time'
const write = 'one transaction; p99 below 20, one at a time'

function get(name: string, title: string, path: string, goal: string): Line {
  return { name, title, path, goal, method: 'GET', subjects: [], by: 'person' }
}

/**
 * The wanted calls of one sitting, on records that exist. `times` is how often each write is made. What an unwanted call would need is
 * not made: the goods of the intake get other prices, and each change of a price is checked beside what is measured.
 */
export async function callsOf(
  databaseUrl: string,
  times: number,
  isWanted: (name: string) => boolean,
): Promise<Line[]> {
  return withClient(databaseUrl, async (client) => {
    const ask: Ask = async (text) => (await client.query<Row>(text)).rows
    return [
      ...(await productCalls(ask)),
      ...(await orderCalls(ask)),
      ...(await customerCalls(ask)),
      ...(await moneyCalls(ask)),
      ...windowCalls,
      get('figures', 'dashboard: figures of 30 days', '/api/admin/dashboard/figures', dashboard),
      get(
        'two-years',
        'dashboard: figures of two years',
        `/api/admin/dashboard/figures?from=${day(729)}&to=${day(0)}`,
        'no scan of orders',
      ),
      get('latest', 'dashboard: the latest of each kind', '/api/admin/dashboard/latest', dashboard),
      get('work', 'dashboard: what waits', '/api/admin/dashboard/work', dashboard),
      await decision(ask, 'vendors', 'approve', times),
      await decision(ask, 'vendors', 'reject', times),
      await decision(ask, 'products', 'approve', times),
      await decision(ask, 'products', 'reject', times),
      await process(ask, times),
      ...(isWanted('intake-order') ? [await intake(ask, times)] : []),
      await edit(ask, times),
    ].filter(({ name }) => isWanted(name))
  })
}

/** What shoppers ask. It is answered from memory, so the bare handler has the same bytes in its own. */
const windowCalls: Line[] = [
  {
    ...get('content', 'the shop window: its content', '/api/storefront/content', 'at least 0.60'),
    by: 'nobody',
  },
  {
    ...get('content-held', 'the same for who has it: 304', '/api/storefront/content', 'at least 0.75'),
    by: 'nobody',
    isHeld: true,
  },
  {
    ...get(
      'window-posts',
      'the shop window: its 5,000 posts, page 1',
      '/api/storefront/posts',
      'at least 0.60',
    ),
    by: 'nobody',
  },
  {
    ...get('window-faqs', 'the shop window: its 2,000 questions', '/api/storefront/faqs', 'at least 0.60'),
    by: 'nobody',
  },
  get('posts', 'posts, the most read, page 1', '/api/admin/blogs/posts?limit=25&sort=-views', list),
  get('faqs', 'questions in their order, page 1', '/api/admin/faqs?limit=25&sort=place', list),
]

type Row = Record<string, unknown>
type Ask = (text: string) => Promise<Row[]>

async function productCalls(ask: Ask): Promise<Line[]> {
  const products = '/api/admin/products'
  const sellers = '/api/admin/sellers'
  const deep = await deepCursor(ask, 'products', 'created_at', "where list = 'approved'")
  const [product, vendor] = [await anyId(ask, 'products'), await anyId(ask, 'vendors')]
  const shown = await ask("select id from products where list = 'approved' order by md5(id::text) limit 25")
  return [
    get('newest', 'approved products, newest, page 1', `${products}/get/approved?limit=25`, list),
    get(
      'filtered',
      'waiting products, in stock, by price',
      `${products}/get/pending?limit=25&stock=in&sort=product_price`,
      list,
    ),
    get('vendors', 'approved vendors by name, page 1', `${sellers}/get/approve?limit=25&sort=username`, list),
    get('waiting', 'waiting vendors, longest first', `${sellers}/get/pending?limit=25&list=pending`, list),
    get(
      'deep',
      'approved products, the last page of the list by cursor',
      `${products}/get/approved?limit=25&cursor=${deep}`,
      'within 1.2 × of page 1',
    ),
    get('counts', 'counts of the product lists', `${products}/counts`, 'the statement below 0.5 ms'),
    get('search', 'products, a frequent substring', `${products}/get/approved?limit=25&q=mbroider`, search),
    get('rare', 'products, a rare substring', `${products}/get/approved?limit=25&q=U-77777`, search),
    get('phone', 'vendors by a part of a phone number', `${sellers}/get/approve?limit=25&q=0312345`, search),
    {
      ...get(
        'price',
        'prices of 25 products in the shop front',
        `/api/storefront/prices?product_ids=${shown.map(({ id }) => id).join(',')}`,
        detail,
      ),
      by: 'intake',
    },
    get('product', 'one product', `${products}/${product}`, detail),
    get('vendor', 'one vendor', `${sellers}/${vendor}`, detail),
  ]
}

async function orderCalls(ask: Ask): Promise<Line[]> {
  const at = (query: string) => `/api/admin/orders?limit=25&${query}`
  const deep = await deepCursor(ask, 'orders', 'placed_at', '')
  const [order] =
    await ask(`select id, order_number, email, phone, customer_name, split_part(skus, ' ', 1) as sku
    from orders where order_status = 'completed' order by md5(id::text) limit 1`)
  const of = (column: string) => String(order?.[column])
  const local = of('phone').replace(/^\+92(\d{3})/, '0$1 ')
  const finding = (name: string, title: string, q: string) =>
    get(name, `orders, ${title}`, at(`q=${encodeURIComponent(q)}`), search)
  return [
    get('orders', 'orders of all lists, newest, page 1', at(''), list),
    get(
      'orders-filtered',
      'orders in processing with cash due, the largest first',
      at('status=processing&payment_status=cod_due&sort=-total_bill'),
      list,
    ),
    get(
      'orders-rare',
      'declined orders that are paid, the largest first',
      at('status=declined&payment_status=paid&sort=-total_bill'),
      list,
    ),
    get('orders-deep', 'orders, the last page by cursor', at(`cursor=${deep}`), 'within 1.2 × of page 1'),
    finding('orders-number', 'by number', of('order_number')),
    finding('orders-phone', 'by phone, typed as it is dialled', local),
    finding('orders-email', 'by e-mail', of('email')),
    finding('orders-sku', 'by SKU', of('sku')),
    finding('orders-name', 'by a rare name', of('customer_name')),
    finding('orders-names', 'by a frequent name', 'Ayesha'),
    get('order', 'one order', `/api/admin/orders/${of('id')}`, detail),
  ]
}

async function customerCalls(ask: Ask): Promise<Line[]> {
  const at = (query: string) => `/api/admin/customers?limit=25&${query}`
  const [customer] = await ask(`select id, phone from customers where list = 'approved'
    and withdrawal_id is not null order by md5(id::text) limit 1`)
  return [
    get('customers', 'waiting customers, longest first', at('list=pending'), list),
    get('customers-name', 'approved customers by name', at('list=approved&sort=username'), list),
    get(
      'customers-withdrawal',
      'approved customers by their latest withdrawal',
      at('list=approved&sort=-withdrawal_at'),
      list,
    ),
    get(
      'customers-search',
      'customers by phone',
      at(`q=${String(customer?.phone).replace('+92', '0')}`),
      search,
    ),
    get('customers-names', 'customers by a frequent name', at('q=Ayesha'), search),
    get('customer', 'one customer', `/api/admin/customers/${customer?.id}`, detail),
  ]
}

async function moneyCalls(ask: Ask): Promise<Line[]> {
  const [vendor] = await ask(
    'select vendor_id as id from order_parts group by 1 order by count(*) desc, 1 limit 1',
  )
  const money = `/api/admin/vendor-money/${vendor?.id}`
  return [
    get(
      'vendor-latest',
      'approved vendors by their latest withdrawal',
      '/api/admin/vendors/withdrawals?limit=25',
      list,
    ),
    get('vendor-withdrawals', 'withdrawals of vendors', '/api/admin/vendor-withdrawals?limit=25', list),
    get(
      'customer-withdrawals',
      'withdrawals of customers, the largest first',
      '/api/admin/customer-withdrawals?limit=25&sort=-amount',
      list,
    ),
    get('vendor-money', 'the money of the busiest vendor', money, list),
    get('statement', 'their statement', `${money}/statement?limit=25`, list),
  ]
}

/** Approvals take from one end, rejections from the other. */
async function decision(
  ask: Ask,
  noun: 'products' | 'vendors',
  verb: 'approve' | 'reject',
  times: number,
): Promise<Line> {
  const direction = verb === 'approve' ? 'asc' : 'desc'
  // A waiting product of a vendor that waits itself is a case of its own.
  const own = noun === 'products' ? "and vendor_id in (select id from vendors where status = 'approved')" : ''
  const rows = await ask(
    `select id from ${noun} where list = 'pending' ${own} order by id ${direction} limit ${times}`,
  )
  const [first = [''], ...others] = rows.map(({ id }) => [String(id)])
  return {
    name: `${verb}-${noun}`,
    title: `${verb} a ${noun === 'products' ? 'product' : 'vendor'}`,
    method: 'POST',
    path: `/api/admin/${noun === 'products' ? 'products' : 'sellers'}/${first[0]}/${verb}`,
    ...(verb === 'reject' ? { body: { reason: 'The pictures show another product' } } : {}),
    subjects: first,
    others,
    by: 'person',
    goal: write,
  }
}

async function process(ask: Ask, times: number): Promise<Line> {
  const rows = await ask(`select id from orders where list = 'pending' order by id limit ${times}`)
  const [first = [''], ...others] = rows.map(({ id }) => [String(id)])
  return {
    name: 'process-order',
    title: 'move an order to processing',
    method: 'POST',
    path: `/api/admin/orders/${first[0]}/process`,
    subjects: first,
    others,
    by: 'person',
    goal: write,
  }
}

/** An order of two lines of two vendors, paid already, of another customer and other products each time. */
async function intake(ask: Ask, times: number): Promise<Line> {
  const ofApproved = (table: string, n: number) =>
    ask(`select t.id from ${table} t ${table === 'products' ? "join vendors v on v.id = t.vendor_id and v.status = 'approved'" : ''}
      where t.list = 'approved' order by md5(t.id::text) limit ${n}`)
  const [people, goods] = [await ofApproved('customers', times), await ofApproved('products', times * 2)]
  // An order is held against the listings: they cost what its lines say.
  const half = goods.length - people.length
  for (const [price, some] of [
    [149_950, goods.slice(0, half)],
    [250_000, goods.slice(half)],
  ] as const) {
    const ids = some.map(({ id }) => `'${id}'`).join(', ')
    if (ids)
      await ask(`update products set product_price = ${price}, discounted_price = 0 where id in (${ids})`)
  }
  const run = Date.now()
  const each = people.map(({ id }, n) => [
    `bench-${run}-${String(n).padStart(5, '0')}`,
    String(id),
    String(goods[n]?.id),
    String(goods[goods.length - 1 - n]?.id),
  ])
  const [first = [], ...others] = each
  const [number, customer_id, one, two] = first
  return {
    name: 'intake-order',
    title: 'an order of the shop front, two lines, paid',
    method: 'POST',
    path: '/api/intake/orders',
    body: {
      external_id: number,
      order_number: number,
      customer_id,
      city: 'Lahore',
      device_os: 'Android',
      payment_method: 'raast',
      paid_reference: 'P-1',
      lines: [
        { product_id: one, quantity: 2, unit_price: '1499.50' },
        { product_id: two, quantity: 1, unit_price: '2500' },
      ],
      items_total: '5499',
      shipping_total: '300',
      total_bill: '5799',
    },
    subjects: first,
    others,
    by: 'intake',
    goal: 'one transaction; p99 below 50, one at a time',
  }
}

/**
 * A listing gets another name, price and description by the edit form, which sends all fields; another listing each time, that
 * was not changed before. Those are taken from the other end than the goods of the intake, whose prices must stay.
 */
async function edit(ask: Ask, times: number): Promise<Line> {
  const rows = await ask(`select id, sku, product_stock from products
    where list = 'approved' and submission_number = 1 order by md5(id::text) desc limit ${times}`)
  const [row] = rows
  const [first = [], ...others] = rows.map(({ id, sku }) => [String(id), String(sku)])
  return {
    name: 'edit-product',
    title: 'change a product by the edit form',
    method: 'PUT',
    path: `/api/admin/products/${first[0]}`,
    headers: { 'if-match': '*' },
    body: {
      ...{ sku: first[1], product_name: `Lawn suit ${first[1]}`, category_id: null, images: [] },
      ...{
        product_price: String(2_000 + (Date.now() % 1_000)),
        discounted_price: '0',
        product_stock: row?.product_stock,
      },
      ...{ package_weight: 0.4, product_length: 30, product_width: 20, product_height: 5 },
      product_description: `<p>Soft, washable and made to last, as of ${new Date().toISOString()}.</p>`,
    },
    subjects: first,
    others,
    by: 'person',
    goal: write,
  }
}

/** The cursor of the place 40,000 pages of 25 down, or as far as the list goes. */
async function deepCursor(ask: Ask, table: string, column: string, where: string): Promise<string> {
  const [row] = await ask(
    `with place as (select greatest(0, least(999975, count(*) - 50)) as n from ${table} ${where})
     select id, ${column} as at, (select n from place) as n from ${table} ${where}
     order by ${column} desc, id desc offset (select n from place) limit 1`,
  )
  if (!row) throw new Error('the list is empty')
  const cursor = ['after', `-${column}`, (row.at as Date).toISOString(), row.id, Number(row.n) + 1]
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

async function anyId(ask: Ask, table: string): Promise<string> {
  const [row] = await ask(`select id from ${table} where list = 'approved' order by md5(id::text) limit 1`)
  return String(row?.id)
}

function day(ago: number): string {
  return new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
}
