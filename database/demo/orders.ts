import type { Posting } from '#features/money/server/rules.ts'
import { combine, mirror, salePostings, transfer } from '#features/money/server/rules.ts'
import { type SplitPart, splitOrder } from '#features/orders/server/rules.ts'
import { type Paisa, parseRupees } from '#kit/contract/money.ts'
import type { DemoCustomer } from './customers.ts'
import type { DeliveryRows } from './delivery.ts'
import type { DemoProduct } from './product.ts'
import { boughtIn, type PromotionRows } from './promotions.ts'
import type { Chance } from './random.ts'
import type { Past, Person } from './story.ts'
import { before, day, hour, minute, officeTime } from './times.ts'

type Row = Record<string, unknown>
type Method = 'cod' | 'bank_transfer' | 'raast' | 'easypaisa' | 'jazzcash' | 'card'

/** The rows of the orders, by table, in the order in which they can be inserted. */
export interface OrderRows {
  orders: Row[]
  order_parts: Row[]
  order_lines: Row[]
  refunds: Row[]
  ledger_accounts: Row[]
  ledger_transactions: Row[]
  ledger_lines: Row[]
  /** What each customer has ordered, for their own row. */
  bought: Map<string, { count: number; total: Paisa; last: Date }>
  audit: Past['audit']
}

/** What became of an order. */
type End = 'pending' | 'to_pack' | 'packed' | 'shipped' | 'delivered' | 'completed' | 'declined' | 'came back'

const methods: readonly (readonly [Method, number])[] = [
  ['cod', 78],
  ['easypaisa', 7],
  ['jazzcash', 6],
  ['raast', 4],
  ['card', 3],
  ['bank_transfer', 2],
]
const systems: readonly (readonly [string, number])[] = [
  ['Android', 71],
  ['iOS', 13],
  ['Windows', 12],
  ['macOS', 2],
  ['Linux', 1],
  ['', 1],
]
const couriers = ['TCS', 'Leopards', 'PostEx', 'Trax', 'M&P', 'BlueEx']
const declineReasons = [
  'The customer does not answer after three calls',
  'The customer ordered twice by mistake',
  'Out of stock at the shop',
  'The address cannot be reached by the courier',
  'The customer changed their mind',
]
const returnReasons = ['Refused at the door', 'Nobody at home after three tries', 'The address was not found']
const shippings: readonly Paisa[] = [0n, 15_000n, 19_900n, 25_000n]
const pricing = { rules: [], default_rate_bp: 1000, income_tax_bp: 0, sales_tax_bp: 0 }
const holdDays = 7

/** Orders of the last four months, more of them lately, as many a day as a shop of this size has. */
export function makeOrders(
  chance: Chance,
  now: Date,
  buyers: readonly DemoCustomer[],
  products: readonly DemoProduct[],
  desk: readonly Person[],
  /** The marketplace's own accounts by kind: every database has them. */
  ownAccounts: ReadonlyMap<string, string>,
  offerFor: PromotionRows['offerFor'],
  namedBy: DeliveryRows['namedBy'],
): OrderRows {
  const sold = products.filter(({ state, vendor }) => state === 'approved' && vendor.state === 'approved')
  const rows: OrderRows = {
    orders: [],
    order_parts: [],
    order_lines: [],
    refunds: [],
    ledger_accounts: [],
    ledger_transactions: [],
    ledger_lines: [],
    bought: new Map(),
    audit: [],
  }
  const accounts = new Map([...ownAccounts].map(([kind, id]) => [`${kind} `, id]))
  const times = Array.from({ length: 900 }, () => before(now, 120 * day * chance.next() ** 1.6 + 5 * minute))
  times.sort((a, b) => a.getTime() - b.getTime())
  for (const [index, at] of times.entries()) {
    const known = buyers.filter(
      ({ createdAt, disabled }) => createdAt < at && !(disabled && disabled.at < at),
    )
    const buyer = chance.pick(known.length > 0 ? known : buyers)
    const listed = sold.filter(({ createdAt }) => createdAt < at)
    const order = new DemoOrder(
      ...([chance, now, at, buyer, listed.length > 0 ? listed : sold, chance.pick(desk), offerFor] as const),
    )
    order.tell(`M-${100_001 + index}`, endOf(chance, now, at))
    order.into(rows, accounts, namedBy)
  }
  return rows
}

function endOf(chance: Chance, now: Date, at: Date): End {
  const age = now.getTime() - at.getTime()
  if (age < 20 * hour)
    return chance.weigh([
      ['pending', 8],
      ['to_pack', 2],
      ['declined', 1],
    ])
  if (age < 3 * day)
    return chance.weigh([
      ['pending', 2],
      ['to_pack', 3],
      ['packed', 3],
      ['shipped', 4],
      ['declined', 1],
    ])
  if (age < 7 * day)
    return chance.weigh([
      ['shipped', 5],
      ['delivered', 3],
      ['completed', 4],
      ['came back', 1],
      ['declined', 1],
    ])
  return chance.weigh([
    ['completed', 84],
    ['declined', 9],
    ['came back', 7],
  ])
}

/** One order, its past and its money. */
class DemoOrder {
  private readonly id: string
  private readonly parts: (SplitPart & { id: string })[]
  private readonly method: Method
  private readonly shipping: Paisa
  private readonly discount: Paisa
  private readonly bought: DemoProduct[]
  private readonly entries: {
    kind: string
    at: Date
    words: string
    part: string | null
    postings: Posting[]
  }[] = []
  private readonly events: {
    at: Date
    action: string
    by: Person | null
    before: Row | null
    after: Row
    reason: string | null
  }[] = []
  private row: Row = {}
  private partState: Row = {}
  private reversed = false

  private readonly chance: Chance
  private readonly now: Date
  private readonly at: Date
  private readonly buyer: DemoCustomer
  private readonly desk: Person

  constructor(
    chance: Chance,
    now: Date,
    at: Date,
    buyer: DemoCustomer,
    listed: readonly DemoProduct[],
    desk: Person,
    offerFor: PromotionRows['offerFor'],
  ) {
    this.chance = chance
    this.now = now
    this.at = at
    this.buyer = buyer
    this.desk = desk
    this.id = chance.idAt(at)
    this.method = chance.weigh(methods)
    this.shipping = chance.pick(shippings)
    const howMany = chance.weigh([
      [1, 5],
      [2, 3],
      [3, 2],
      [4, 1],
    ])
    this.bought = [...new Set(Array.from({ length: howMany }, () => chance.pick(listed)))]
    const lines = this.bought.map((product) => {
      const { vendor, id, details } = product
      const price = parseRupees(
        details.discounted_price === '0' ? details.product_price : details.discounted_price,
      )
      const quantity = chance.weigh([
        [1, 8],
        [2, 2],
        [3, 1],
      ])
      const offer = offerFor(product, price, at)
      return {
        productId: id,
        vendorId: vendor.id,
        categories: [details.category],
        unitPrice: offer?.price ?? price,
        quantity,
        promotion: offer && boughtIn(offer, price, quantity),
      }
    })
    const goods = lines.reduce((sum, line) => sum + line.unitPrice * BigInt(line.quantity), 0n)
    this.discount = chance.happens(0.12) ? (goods / 20n / 100n) * 100n : 0n
    this.parts = splitOrder(lines, this.discount, this.shipping, pricing).map((part) => ({
      ...part,
      id: chance.idAt(at),
    }))
  }

  private get total(): Paisa {
    return this.parts.reduce((sum, { total }) => sum + total, 0n)
  }

  private get isCash(): boolean {
    return this.method === 'cod'
  }

  tell(number: string, end: End): void {
    const { chance, at, isCash } = this
    const paid = isCash ? 0n : this.total
    this.row = {
      order_number: number,
      order_status: 'pending',
      payment_status: isCash ? 'cod_due' : 'paid',
      vendor_status: 'to_pack',
      paid_total: paid,
      reversed_total: 0n,
      due_when_declined: 0n,
      payment_reference: isCash ? '' : `${this.method.toUpperCase()}-${chance.digits(8)}`,
      confirmed_at: null,
      call_attempts: 0,
      status_reason: '',
      status_since: at,
      version: 1,
    }
    this.partState = { vendor_status: 'to_pack' }
    this.happen(at, 'submit', null, null, { order_status: 'pending' })
    this.book('sale', at, `Sale of order ${number}`, this.sale())
    if (!isCash) {
      const account = this.method === 'raast' || this.method === 'bank_transfer' ? 'bank' : 'gateway'
      this.book(
        'payment',
        at,
        `Payment of order ${number}`,
        transfer(paid, own('customer_due'), own(account)),
      )
    }
    if (end === 'pending') return
    let time = officeTime(new Date(at.getTime() + chance.int(20, 300) * minute), at, this.now)
    const next = (low: number, high: number) => {
      const wanted = new Date(time.getTime() + chance.int(low, high) * hour)
      time = officeTime(wanted, time, this.now)
      return time
    }
    if (end === 'declined') {
      this.decline(time, chance.pick(declineReasons))
      return
    }
    if (isCash) this.call(time)
    this.status(time, 'process', 'processing')
    if (end === 'to_pack') return
    this.part(next(1, 5), 'pack', 'packed', { packed_at: time })
    if (end === 'packed') return
    const courier = chance.pick(couriers)
    const shipment = { courier, tracking_number: `${courier.slice(0, 3).toUpperCase()}${chance.digits(9)}` }
    this.part(next(2, 20), 'ship', 'shipped', { ...shipment, shipped_at: time })
    if (end === 'shipped') return
    if (end === 'came back') {
      const reason = chance.pick(returnReasons)
      this.part(
        next(30, 90),
        'return',
        'returned',
        { returned_at: time, return_reason: reason, delivery_attempts: 2 },
        reason,
      )
      this.reverse(time, `Order ${number} came back`)
      this.decline(next(1, 20), reason)
      return
    }
    this.part(next(18, 80), 'deliver', 'delivered', { delivered_at: time })
    if (isCash) {
      for (const part of this.parts) {
        this.book(
          'collection',
          time,
          `Cash of order ${number}, collected by ${courier}`,
          transfer(part.total, own('customer_due'), own('courier')),
          part.id,
        )
      }
      Object.assign(this.row, { payment_status: 'paid', paid_total: this.total })
    }
    if (end === 'delivered') return
    const arrived = time
    this.status(next(1, 30), 'complete', 'completed')
    if (this.now.getTime() - arrived.getTime() > holdDays * day) {
      this.release(new Date(arrived.getTime() + holdDays * day))
    }
  }

  private happen(
    at: Date,
    action: string,
    by: Person | null,
    was: Row | null,
    after: Row,
    reason: string | null = null,
  ): void {
    this.events.push({ at, action, by, before: was, after, reason })
    this.row.version = this.events.length
    this.row.updated_at = at
  }

  private book(kind: string, at: Date, words: string, postings: Posting[], part: string | null = null): void {
    this.entries.push({ kind, at, words, part, postings })
  }

  private sale(): Posting[] {
    const shares = this.parts.flatMap(({ vendorId, lines }) =>
      lines.map(({ share }) => ({ vendorId, from: 'vendor_held' as const, share })),
    )
    return salePostings(shares, this.shipping)
  }

  private call(at: Date): void {
    const attempts = this.chance.weigh([
      [1, 6],
      [2, 2],
      [3, 1],
    ])
    Object.assign(this.row, { confirmed_at: at, call_attempts: attempts })
    this.happen(
      at,
      'confirm by call',
      this.desk,
      { call_attempts: attempts - 1 },
      { call_attempts: attempts },
    )
  }

  private status(at: Date, action: string, to: string): void {
    this.happen(at, action, this.desk, { order_status: this.row.order_status }, { order_status: to })
    Object.assign(this.row, { order_status: to, status_since: at })
  }

  private part(at: Date, action: string, to: string, columns: Row, reason: string | null = null): void {
    this.happen(
      at,
      action,
      this.desk,
      { vendor_status: this.partState.vendor_status },
      { vendor_status: to },
      reason,
    )
    Object.assign(this.partState, columns, { vendor_status: to })
    this.row.vendor_status = to
  }

  private reverse(at: Date, words: string): void {
    if (this.reversed) return
    this.reversed = true
    this.book('reversal', at, words, mirror(this.sale()))
    this.row.reversed_total = this.total
  }

  private decline(at: Date, reason: string): void {
    const due = this.reversed ? 0n : this.total - BigInt(String(this.row.paid_total))
    this.reverse(at, `Order ${this.row.order_number} was declined`)
    this.happen(
      at,
      'decline',
      this.desk,
      { order_status: this.row.order_status },
      { order_status: 'declined' },
      reason,
    )
    Object.assign(this.row, { order_status: 'declined', status_since: at, status_reason: reason })
    this.row.due_when_declined = due
    if (this.isCash) this.row.payment_status = 'unpaid'
  }

  private release(at: Date): void {
    this.partState.released_at = at
    for (const part of this.parts) {
      this.book(
        'release',
        at,
        `Released: order ${this.row.order_number}`,
        transfer(
          part.vendorShare,
          { account: 'vendor_available', owner: part.vendorId },
          { account: 'vendor_held', owner: part.vendorId },
        ),
        part.id,
      )
    }
  }

  into(rows: OrderRows, accounts: Map<string, string>, namedBy: DeliveryRows['namedBy']): void {
    const { chance, id, at, buyer, row, total, shipping } = this
    const goods = this.parts.reduce((sum, part) => sum + part.itemsTotal, 0n)
    const declined = row.order_status === 'declined'
    rows.orders.push({
      id,
      external_id: `order-${String(row.order_number).slice(2)}`,
      body_hash: '\\x00',
      customer_id: buyer.id,
      customer_name: buyer.username,
      email: buyer.email,
      phone: buyer.phone,
      address: buyer.address,
      area: buyer.area,
      city: buyer.city,
      province: buyer.place.province,
      landmark: '',
      customer_note: '',
      device_os: chance.weigh(systems),
      payment_method: this.method,
      ...row,
      paid_total: String(row.paid_total),
      reversed_total: String(row.reversed_total),
      refunded_total: '0',
      due_when_declined: String(row.due_when_declined),
      ...namedBy({ shipping, goods, city: buyer.city, at }),
      items_total: String(goods),
      discount_total: String(this.discount),
      shipping_total: String(shipping),
      total_bill: String(total),
      total_qty: this.parts.reduce(
        (sum, part) => sum + part.lines.reduce((all, line) => all + line.quantity, 0),
        0,
      ),
      placed_at: at,
      created_at: at,
      skus: this.bought.map(({ details }) => details.sku).join(' '),
    })
    for (const part of this.parts) this.partInto(rows, part)
    if (declined && !this.isCash) rows.refunds.push(this.owed())
    for (const entry of this.entries) this.entryInto(rows, accounts, entry)
    for (const event of this.events) rows.audit.push(this.auditRow(event))
    if (!declined) {
      const known = rows.bought.get(buyer.id)
      rows.bought.set(buyer.id, {
        count: (known?.count ?? 0) + 1,
        total: (known?.total ?? 0n) + total,
        last: at,
      })
    }
  }

  private partInto(rows: OrderRows, part: SplitPart & { id: string }): void {
    const shop = this.bought.find(({ vendor }) => vendor.id === part.vendorId)?.vendor.details
    const { tracking_number, ...state } = this.partState
    rows.order_parts.push({
      id: part.id,
      order_id: this.id,
      vendor_id: part.vendorId,
      number: part.number,
      shop_name: shop?.shop?.shop_name || shop?.username,
      courier: '',
      delivery_attempts: 0,
      return_reason: '',
      packed_at: null,
      shipped_at: null,
      delivered_at: null,
      returned_at: null,
      released_at: null,
      ...state,
      tracking_number: tracking_number ? `${tracking_number}${part.number}` : '',
      items_total: String(part.itemsTotal),
      discount_total: String(part.discountTotal),
      shipping_total: String(part.shippingTotal),
      shipping_reversed: this.reversed ? String(part.shippingTotal) : '0',
      total: String(part.total),
      vendor_share: String(part.vendorShare),
      placed_at: this.at,
    })
    for (const line of part.lines) {
      const product = this.bought[line.number - 1]
      rows.order_lines.push({
        id: this.chance.idAt(this.at),
        order_id: this.id,
        part_id: part.id,
        number: line.number,
        product_id: line.productId,
        sku: product?.details.sku,
        product_name: product?.details.product_name,
        image: '',
        unit_price: String(line.unitPrice),
        quantity: line.quantity,
        line_total: String(line.total),
        discount: String(line.discount),
        short: 0,
        commission_why: line.commissionWhy,
        commission_rate_bp: line.commissionRateBp,
        commission: String(line.share.commission),
        income_tax: String(line.share.income_tax),
        sales_tax: String(line.share.sales_tax),
        vendor_share: String(line.share.vendor_share),
        promotion_id: line.promotion?.id ?? null,
        promotion_discount: String(line.promotion?.discount ?? 0n),
        promotion_grant: String(line.share.promotion_grant),
        reversed: this.reversed ? String(line.share.net) : '0',
        restocked: this.reversed ? line.quantity : 0,
      })
    }
  }

  /** What was paid for a declined order waits to be sent back. */
  private owed(): Row {
    const at = this.row.status_since as Date
    return {
      id: this.chance.idAt(at),
      order_id: this.id,
      status: 'granted',
      kind: 'owed',
      amount: String(this.total),
      shipping: '0',
      restock: false,
      reason: this.row.status_reason,
      method: 'bank',
      granted_by: this.desk.id,
      granted_by_name: this.desk.username,
      granted_at: at,
      closed_by_name: '',
      reference: '',
      version: 1,
    }
  }

  private entryInto(
    rows: OrderRows,
    accounts: Map<string, string>,
    { kind, at, words, part, postings }: DemoOrder['entries'][number],
  ): void {
    const id = this.chance.idAt(at)
    rows.ledger_transactions.push({
      ...{ id, at, kind, order_id: this.id, part_id: part, words },
      source_id: null,
    })
    for (const { account, owner, amount } of combine(postings)) {
      const key = `${account} ${owner ?? ''}`
      let account_id = accounts.get(key)
      if (!account_id) {
        account_id = this.chance.idAt(at)
        accounts.set(key, account_id)
        rows.ledger_accounts.push({ id: account_id, kind: account, owner_id: owner })
      }
      rows.ledger_lines.push({
        id: this.chance.idAt(at),
        transaction_id: id,
        account_id,
        amount: String(amount),
        at,
      })
    }
  }

  private auditRow({
    at,
    action,
    by,
    before: was,
    after,
    reason,
  }: DemoOrder['events'][number]): Past['audit'][number] {
    return {
      id: this.chance.idAt(at),
      at,
      actor_kind: by ? 'person' : 'integrator',
      actor_id: by?.id ?? null,
      actor_name: by?.username ?? 'Shop front',
      action,
      subject_type: 'order',
      subject_id: this.id,
      subject_name: String(this.row.order_number),
      before: was,
      after,
      reason,
      request_id: this.chance.idAt(at),
    }
  }
}

function own(account: Posting['account']): Omit<Posting, 'amount'> {
  return { account, owner: null }
}
