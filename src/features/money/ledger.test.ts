import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chargedOf,
  type Reversal,
  reversalOf,
  reversalPostings,
  type StoredLine,
  type StoredPart,
  splitOrder,
  sum,
  vendorShareLeft,
  wholeReversalOf,
} from '#features/orders/server/rules.ts'
import { campaignPrice, costShares } from '#features/promotions/price/contract.ts'
import { isSettling, judgeRows } from '#features/settlements/server/rules.ts'
import { judgeAnswer } from '#features/withdrawals/answers/server/bank-answer-reader.ts'
import { whyExcluded } from '#features/withdrawals/server/rules.ts'
import { rateOf } from '#kit/contract/percent.ts'
import {
  combine,
  mirror,
  overlapOf,
  type Posting,
  payoutPostings,
  rateFor,
  salePostings,
  settlementPostings,
  transfer,
  withdrawalPostings,
  writeOffPostings,
} from './server/rules.ts'

/** The whole run has 10,000; what a change runs each time is a sample of it. */
const runs = Number(process.env.MUNSHI_RUNS ?? 300)
const vendors = ['vendor a', 'vendor b', 'vendor c']

const index = fc.nat(63)
const basisPoints = fc.nat(10_000)
/** One thing that happens to a marketplace; what it is done to is picked among what is there. */
const happening = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('sale' as const),
      lines: fc.array(
        fc.record({
          vendor: fc.nat(2),
          categories: fc.subarray(['Shoes', 'Lawn']),
          price: fc.oneof(fc.bigInt({ min: 0n, max: 9_999_999_999n }), fc.bigInt({ min: 0n, max: 5n })),
          quantity: fc.integer({ min: 1, max: 9 }),
          /** What a campaign takes off, and what of it the vendor carries. */
          campaign: fc.option(fc.tuple(fc.integer({ min: 1, max: 9_900 }), basisPoints)),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      discount: fc.nat(1_000),
      shipping: fc.bigInt({ min: 0n, max: 100_000n }),
      isPrepaid: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rates' as const),
      standard: basisPoints,
      shoes: basisPoints,
      taxes: fc.tuple(basisPoints, basisPoints),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constantFrom('decline', 'collect', 'collect', 'come back', 'send back', 'release', 'release'),
      of: index,
      part: index,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      of: index,
      line: index,
      permille: fc.nat(1_000),
      shipping: fc.nat(1_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('withdraw' as const), of: index, permille: fc.nat(1_200) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('approve', 'approve', 'refuse'), of: index }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      of: index,
      cash: fc.constantFrom(1_000, 1_000, 900, 0, 1_100, -100),
      fee: fc.bigInt({ min: 0n, max: 25_000n }),
      tax: fc.bigInt({ min: 0n, max: 25_000n }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('give up' as const), of: index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disable' as const), of: index }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('close' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('bank' as const),
      of: index,
      status: fc.constantFrom('Paid', 'Paid', 'FAILED', 'pending', 'who knows'),
      isAmountWrong: fc.constantFrom(false, false, true),
    }),
  },
)
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

interface Sale {
  total: bigint
  isPrepaid: boolean
  parts: (StoredPart & {
    state: 'open' | 'delivered' | 'returned'
    /** What the courier has of it, and the statement that it stood in. */
    courierCash: bigint
    settlement: string | null
  })[]
  lines: StoredLine[]
  paid: bigint
  refunded: bigint
  isDeclined: boolean
  /** Everything that was written for it. */
  written: Posting[]
}
interface Wish {
  id: string
  vendor: string
  amount: bigint
  status: 'requested' | 'approved' | 'paid' | 'declined'
  run: number | null
  bankReference: string
}

/** A ledger of books: the balance of each account. */
function ledger() {
  const balances = new Map<string, bigint>()
  const keyOf = ({ account, owner }: Posting) => `${account} ${owner ?? ''}`
  return {
    balances,
    post(postings: readonly Posting[]) {
      expect(sum(postings, ({ amount }) => amount)).toBe(0n)
      for (const posting of combine(postings)) {
        balances.set(keyOf(posting), (balances.get(keyOf(posting)) ?? 0n) + posting.amount)
      }
    },
    has: (account: Posting['account'], owner = '') => -(balances.get(`${account} ${owner}`) ?? 0n),
  }
}

/** A marketplace without screens and rows: the product's own rules, and books in which they are written. */
function marketplace() {
  const books = ledger()
  const sales: Sale[] = []
  const wishes: Wish[] = []
  const closed: string[][] = []
  const disabled = new Set<string>()
  const settled = { cash: 0n, fee: 0n, tax: 0n, net: 0n, givenUp: 0n, rows: 0, again: 0 }
  let pricing = { rules: [], default_rate_bp: 1_000, income_tax_bp: 0, sales_tax_bp: 0 } as Parameters<
    typeof splitOrder
  >[3]
  const pick = <T>(all: readonly T[], which: number): T | undefined => all[which % Math.max(all.length, 1)]
  const own = (account: Posting['account']) => ({ account, owner: null })
  const write = (sale: Sale, postings: readonly Posting[]) => {
    sale.written.push(...postings)
    books.post(postings)
  }

  function sell(given: Extract<Happening, { kind: 'sale' }>) {
    const ordered = given.lines.map(({ vendor, price, campaign, ...line }, at) => {
      const [discount_bp, shareBp] = campaign ?? [1, 0]
      const made = campaignPrice(price, { discount_bp, discount_cap: null, price_floor: null })
      const taken = made.off * BigInt(line.quantity)
      const { vendor: own, marketplace } = costShares(taken, shareBp)
      expect([own + marketplace, own >= 0n, marketplace >= 0n]).toEqual([taken, true, true])
      const promotion = { id: 'campaign', discount: taken, grant: marketplace }
      return {
        ...{ productId: `product ${at}`, vendorId: vendors[vendor] ?? '' },
        ...line,
        ...(campaign ? { unitPrice: made.price, promotion } : { unitPrice: price }),
      }
    })
    const goods = sum(ordered, ({ unitPrice, quantity }) => unitPrice * BigInt(quantity))
    const discount = (goods * BigInt(given.discount)) / 1_000n
    const split = splitOrder(ordered, discount, given.shipping, pricing)
    const total = goods - discount + given.shipping
    expect(sum(split, (part) => part.total)).toBe(total)
    expect(sum(split, (part) => part.shippingTotal)).toBe(given.shipping)
    expect(sum(split, (part) => part.discountTotal)).toBe(discount)
    expect(new Set(split.map(({ vendorId }) => vendorId)).size).toBe(split.length)
    const sale: Sale = {
      ...{ total, isPrepaid: given.isPrepaid, paid: 0n, refunded: 0n, isDeclined: false, written: [] },
      parts: split.map((part) => ({
        ...{ id: `part ${part.number}`, vendor_id: part.vendorId, shipping_total: part.shippingTotal },
        ...{ shipping_reversed: 0n, released_at: null, state: 'open' as const },
        ...{ courierCash: 0n, settlement: null },
      })),
      lines: split.flatMap((part) =>
        part.lines.map(({ number, total: line_total, discount: ownDiscount, share, ...line }) => {
          const { net, promotion_grant, ...sides } = share
          // What is given away for nothing has no grant.
          expect(promotion_grant).toBe(net > 0n ? (line.promotion?.grant ?? 0n) : 0n)
          expect(line_total - ownDiscount).toBe(net)
          expect(line.vendorId).toBe(part.vendorId)
          // Half a paisa upwards, and from nobody more than there is.
          const rate = rateFor(pricing.rules, pricing.default_rate_bp, line).rate_bp
          expect(share.commission).toBe((net * BigInt(rate) * 2n + 10_000n) / 20_000n)
          for (const [side, bp] of [
            [share.income_tax, pricing.income_tax_bp],
            [share.sales_tax, pricing.sales_tax_bp],
          ] as const) {
            expect(side === rateOf(net, bp) || share.vendor_share === promotion_grant).toBe(true)
          }
          expect(sum(Object.values(sides), (side) => side)).toBe(net + promotion_grant)
          expect(Object.values(sides).every((side) => side >= 0n)).toBe(true)
          return {
            ...{ id: `line ${number}`, part_id: `part ${part.number}`, line_total },
            ...sides,
            ...{ promotion_grant, discount: ownDiscount, reversed: 0n },
          }
        }),
      ),
    }
    write(
      sale,
      salePostings(
        split.flatMap(({ vendorId, lines }) =>
          lines.map(({ share }) => ({ vendorId, from: 'vendor_held' as const, share })),
        ),
        given.shipping,
      ),
    )
    if (given.isPrepaid) receive(sale, total, 'bank')
    sales.push(sale)
  }

  function receive(sale: Sale, amount: bigint, account: 'bank' | 'courier') {
    sale.paid += amount
    write(sale, transfer(amount, own('customer_due'), own(account)))
  }

  /** Writes a reversal as the product does, and holds each side of it against what it got. */
  function giveBack(sale: Sale, reversal: Reversal) {
    for (const { line, share } of reversal.lines) {
      expect(share.commission + share.income_tax + share.sales_tax + share.vendor_share).toBe(
        share.net + share.promotion_grant,
      )
      line.reversed += share.net
    }
    for (const { part, amount } of reversal.shipping) part.shipping_reversed += amount
    write(sale, reversalPostings(reversal))
  }

  /** What was paid and is no longer charged goes back to the customer. */
  function payBack(sale: Sale, amount: bigint) {
    sale.refunded += amount
    write(sale, transfer(amount, own('bank'), own('customer_due')))
  }

  const reversedOf = (sale: Sale) =>
    sum(sale.lines, (line) => line.reversed) + sum(sale.parts, (part) => part.shipping_reversed)
  const owedTo = (sale: Sale) => sale.paid - sale.refunded - (sale.total - reversedOf(sale))

  function refund(sale: Sale, event: Extract<Happening, { kind: 'refund' }>) {
    const line = pick(sale.lines, event.line)
    if (sale.isDeclined || !line || sale.paid !== sale.total - reversedOf(sale) + sale.refunded) return
    const amount = (chargedOf(line) * BigInt(event.permille)) / 1_000n
    const open = sum(sale.parts, (part) => part.shipping_total - part.shipping_reversed)
    const shipping = (open * BigInt(event.shipping)) / 1_000n
    const reversal = reversalOf(sale.parts, sale.lines, { amounts: new Map([[line.id, amount]]), shipping })
    expect(reversal.amount).toBe(amount + shipping)
    giveBack(sale, reversal)
    payBack(sale, reversal.amount)
    expect(() =>
      reversalOf(sale.parts, sale.lines, {
        amounts: new Map([[line.id, chargedOf(line) + 1n]]),
        shipping: 0n,
      }),
    ).toThrow(RangeError)
  }

  function move(kind: string, sale: Sale, part: Sale['parts'][number]) {
    if (kind === 'decline' && !sale.isDeclined && sale.parts.every(({ state }) => state !== 'delivered')) {
      giveBack(sale, wholeReversalOf(sale.parts, sale.lines))
      sale.isDeclined = true
      if (owedTo(sale) > 0n) payBack(sale, owedTo(sale))
    }
    if (sale.isDeclined) return
    const charged =
      sum(
        sale.lines.filter((line) => line.part_id === part.id),
        chargedOf,
      ) +
      part.shipping_total -
      part.shipping_reversed
    if (kind === 'collect' && part.state === 'open') {
      part.state = 'delivered'
      if (sale.isPrepaid) return
      receive(sale, charged, 'courier')
      part.courierCash = charged
    }
    if (kind === 'come back' && part.state === 'open') {
      part.state = 'returned'
      giveBack(sale, wholeReversalOf([part], sale.lines))
      if (owedTo(sale) > 0n) payBack(sale, owedTo(sale))
    }
    // What had arrived keeps its money until somebody decides on it.
    if (kind === 'send back' && part.state === 'delivered') part.state = 'returned'
  }

  /** What has arrived, and of which the days to send it back are over, is the vendor's to withdraw. */
  function release(of: number) {
    const due = sales.flatMap((sale) =>
      sale.parts
        .filter((part) => !sale.isDeclined && part.state === 'delivered' && !part.released_at)
        .map((part) => ({ sale, part })),
    )
    const { sale, part } = pick(due, of) ?? {}
    if (!sale || !part) return
    const owner = part.vendor_id
    const left = vendorShareLeft(sale.lines.filter((line) => line.part_id === part.id))
    write(sale, transfer(left, { account: 'vendor_available', owner }, { account: 'vendor_held', owner }))
    part.released_at = new Date(0)
  }

  const parcels = () =>
    sales.flatMap(({ isPrepaid, parts }) => parts.filter(({ state }) => !isPrepaid && state !== 'open'))

  /** A row of a courier's statement about any parcel that is on the road no more. */
  function settle({ of, cash: permille, fee, tax }: Extract<Happening, { kind: 'settle' }>) {
    const part = pick(parcels(), of)
    if (!part) return
    const had = part.courierCash
    const cash = (had * BigInt(permille)) / 1_000n
    const row = { row: 1, trackingNumber: 'CN-1', orderReference: '', day: '', fault: '' }
    const [judged] = judgeRows([{ ...row, cash, fee, tax, net: cash - fee - tax }], 'TCS', () => [
      {
        ...{ part_id: part.id, order_id: '', order_number: '', settled_on: null },
        ...{ courier: 'TCS', tracking_number: 'CN-1' },
        ...{ vendor_status: part.state, is_delivered: part.state === 'delivered' },
        ...{ courier_cash: had, settlement: part.settlement },
      },
    ])
    if (!judged || !isSettling(judged)) return
    // What was settled before takes no more than what was open of it.
    if (part.settlement) expect(abs(had - cash) < abs(had)).toBe(true)
    expect(judged.outcome === 'matched').toBe(cash === had)
    books.post(settlementPostings(cash, fee, tax))
    settled.again += part.settlement ? 1 : 0
    part.settlement = 'S-1'
    part.courierCash -= cash
    settled.rows += 1
    settled.cash += cash
    settled.fee += fee
    settled.tax += tax
    settled.net += cash - fee - tax
  }

  /** What a courier was settled with and still owes, or has brought too much, is given up. */
  function giveUp(of: number) {
    const part = pick(
      parcels().filter(({ settlement, courierCash }) => settlement && courierCash !== 0n),
      of,
    )
    if (!part) return
    books.post(writeOffPostings(part.courierCash))
    settled.givenUp += part.courierCash
    part.courierCash = 0n
  }

  function withdraw(of: number, permille: number) {
    const earning = vendors.filter((name) => books.has('vendor_available', name) > 0n)
    const vendor = pick(earning, of) ?? ''
    const available = books.has('vendor_available', vendor)
    const amount = (available * BigInt(permille)) / 1_000n
    if (amount <= 0n || amount > available) return
    books.post(withdrawalPostings('vendor_available', vendor, amount))
    const id = `W-${10_001 + wishes.length}`
    wishes.push({ id, vendor, amount, status: 'requested', run: null, bankReference: '' })
    expect(books.has('vendor_available', vendor)).toBe(available - amount)
  }

  function close() {
    const paid = wishes.filter(
      (wish) =>
        wish.run === null &&
        whyExcluded({
          ...{ owner_type: 'vendor', withdrawal: wish.status, isChangeWaiting: false, iban: 'PK' },
          status: disabled.has(wish.vendor) ? 'disabled' : 'approved',
        }) === '',
    )
    expect(paid.every(({ status, vendor }) => status === 'approved' && !disabled.has(vendor))).toBe(true)
    if (paid.length === 0) return
    for (const wish of paid) wish.run = closed.length
    closed.push(paid.map(({ id }) => id))
  }

  function answer(event: Extract<Happening, { kind: 'bank' }>) {
    const wish = pick(
      wishes.filter(({ run }) => run !== null),
      event.of,
    )
    if (!wish) return
    const sent = {
      withdrawal_id: wish.id,
      owner_id: wish.vendor,
      amount: wish.amount,
      status: wish.status,
      is_returned: wish.status === 'declined',
      bank_reference: wish.bankReference,
      closed_by_name: '',
      is_in_file: true,
    }
    const amount = wish.amount + (event.isAmountWrong ? 1n : 0n)
    const row = {
      row: 1,
      reference: wish.id,
      status: event.status,
      bankReference: `FT-${wish.id}`,
      reason: '',
      amount,
    }
    const [judged] = judgeAnswer([row], new Map([[row.reference, sent]]), new Map(), new Map())
    if (judged?.outcome !== 'paid' && judged?.outcome !== 'returned') return
    // Only of the very amount, by a word that is one, and never what came back already; what was paid can come back.
    expect([event.isAmountWrong, judged.outcome]).toEqual([
      false,
      event.status === 'Paid' ? 'paid' : 'returned',
    ])
    expect(judged.outcome === 'paid' ? ['approved'] : ['approved', 'paid']).toContain(wish.status)
    if (wish.status === 'paid') books.post(mirror(payoutPostings(wish.amount)))
    wish.bankReference = row.bankReference
    wish.status = judged.outcome === 'paid' ? 'paid' : 'declined'
    const back = mirror(withdrawalPostings('vendor_available', wish.vendor, wish.amount))
    books.post(judged.outcome === 'paid' ? payoutPostings(wish.amount) : back)
  }

  function toggle(vendor: string) {
    if (!disabled.delete(vendor)) disabled.add(vendor)
  }

  function happen(event: Happening) {
    if (event.kind === 'sale' && 'lines' in event) sell(event)
    else if (event.kind === 'rates' && 'taxes' in event) {
      const rule = {
        id: 'r',
        name: 'Shoes',
        vendor_id: null,
        category: 'shoes',
        price_from: null,
        price_to: null,
      }
      const [income_tax_bp, sales_tax_bp] = event.taxes
      const rules = [{ ...rule, rate_bp: event.shoes }]
      pricing = { rules, default_rate_bp: event.standard, income_tax_bp, sales_tax_bp }
    } else if (event.kind === 'close') close()
    else if (event.kind === 'settle' && 'fee' in event) settle(event)
    else if (event.kind === 'give up' && 'of' in event) giveUp(event.of)
    else if (event.kind === 'release' && 'of' in event) release(event.of)
    else if (event.kind === 'bank' && 'status' in event) answer(event)
    else if (event.kind === 'withdraw' && 'permille' in event) withdraw(event.of, event.permille)
    else if (event.kind === 'disable' && 'of' in event) toggle(pick(vendors, event.of) ?? '')
    else if ((event.kind === 'approve' || event.kind === 'refuse') && 'of' in event) {
      const wish = pick(
        wishes.filter(({ status }) => status === 'requested'),
        event.of,
      )
      if (!wish) return
      wish.status = event.kind === 'approve' ? 'approved' : 'declined'
      if (event.kind === 'refuse')
        books.post(mirror(withdrawalPostings('vendor_available', wish.vendor, wish.amount)))
    } else if ('of' in event) {
      const sale = pick(sales, event.of)
      if (!sale) return
      if (event.kind === 'refund' && 'line' in event) return refund(sale, event)
      const part = 'part' in event ? pick(sale.parts, event.part) : undefined
      if (part) move(event.kind, sale, part)
    }
  }
  return { books, sales, wishes, closed, settled, happen, reversedOf }
}

const abs = (amount: bigint) => (amount < 0n ? -amount : amount)

test('after any history every account holds what the business says, the whole is nothing, and what was given back whole is its own mirror', () => {
  const seen = {
    sales: 0,
    campaigns: 0,
    mirrors: 0,
    runs: 0,
    paid: 0,
    back: 0,
    settled: 0,
    settledAgain: 0,
    givenUp: 0,
  }
  fc.assert(
    fc.property(fc.array(happening, { minLength: 10, maxLength: 80, size: 'max' }), (history) => {
      const { books, sales, wishes, closed, settled, happen, reversedOf } = marketplace()
      for (const event of history) happen(event)
      expect(sum([...books.balances.values()], (amount) => amount)).toBe(0n)
      // What is held for a vendor is what is left of the shares of their parts, and what is free, of those released.
      for (const vendor of vendors) {
        const left = (isReleased: boolean) =>
          sum(sales, ({ parts, lines }) =>
            sum(
              parts.filter((part) => part.vendor_id === vendor && (part.released_at !== null) === isReleased),
              ({ id }) => vendorShareLeft(lines.filter((line) => line.part_id === id)),
            ),
          )
        const taken = sum(
          wishes.filter((wish) => wish.vendor === vendor && wish.status !== 'declined'),
          ({ amount }) => amount,
        )
        expect([books.has('vendor_held', vendor), books.has('vendor_available', vendor)]).toEqual([
          left(false),
          left(true) - taken,
        ])
      }
      // The marketplace has paid for campaigns what it was to pay of each line, less what of that came back.
      const granted = sales.flatMap(({ lines }) =>
        lines.map(({ promotion_grant, line_total, discount, reversed }) => {
          const net = line_total - discount
          return net === 0n ? 0n : promotion_grant - (promotion_grant * reversed) / net
        }),
      )
      expect(books.has('promotion')).toBe(-sum(granted, (grant) => grant))
      for (const sale of sales) {
        const on = (...accounts: string[]) =>
          sum(
            sale.written.filter(({ account }) => accounts.includes(account)),
            ({ amount }) => amount,
          )
        expect(on('customer_due')).toBe(sale.total - reversedOf(sale) - sale.paid + sale.refunded)
        expect(on('bank', 'courier')).toBe(sale.paid - sale.refunded)
        for (const { vendor_id, released_at } of sale.parts) {
          const wrong = released_at ? 'vendor_held' : 'vendor_available'
          const left = sale.written.filter(({ account, owner }) => account === wrong && owner === vendor_id)
          expect(sum(left, ({ amount }) => amount)).toBe(0n)
        }
        if (reversedOf(sale) < sale.total) continue
        seen.mirrors += 1
        // Whether a share was held or available by then, the vendor is left with nothing of it.
        const left = combine(
          sale.written.map((posting) =>
            posting.account === 'vendor_available'
              ? { ...posting, account: 'vendor_held' as const }
              : posting,
          ),
        )
        expect(left.filter(({ account }) => !['customer_due', 'bank', 'courier'].includes(account))).toEqual(
          [],
        )
      }
      const amountOf = (...statuses: Wish['status'][]) =>
        sum(
          wishes.filter(({ status }) => statuses.includes(status)),
          ({ amount }) => amount,
        )
      expect(books.has('paying_out')).toBe(amountOf('requested', 'approved'))
      expect(books.has('bank')).toBe(
        amountOf('paid') -
          sum(sales, ({ paid, refunded, isPrepaid }) => (isPrepaid ? paid : 0n) - refunded) -
          settled.net,
      )
      // The courier owes what each parcel still has open, and what they kept is booked where it was kept for.
      const open = sum(
        sales.flatMap(({ parts }) => parts),
        ({ courierCash }) => courierCash,
      )
      expect([books.has('courier'), books.has('courier_fee'), books.has('courier_tax')]).toEqual([
        -open,
        -settled.fee,
        -settled.tax,
      ])
      expect(books.has('courier_difference')).toBe(-settled.givenUp)
      // Nobody is paid twice: a withdrawal is in one closed run.
      const sent = closed.flat()
      expect(new Set(sent).size).toBe(sent.length)
      seen.sales += sales.length
      seen.campaigns += sum(granted, (grant) => (grant > 0n ? 1n : 0n)) > 0n ? 1 : 0
      seen.runs += closed.length
      seen.paid += wishes.filter(({ status }) => status === 'paid').length
      seen.settled += settled.rows
      seen.settledAgain += settled.again
      seen.givenUp += settled.givenUp === 0n ? 0 : 1
      seen.back += wishes.filter(({ status }) => status === 'declined').length
    }),
    { numRuns: runs },
  )
  // Histories in which nothing happens prove nothing.
  if (runs >= 1_000)
    for (const [name, many] of Object.entries(seen)) expect([name, many > 0]).toEqual([name, true])
  process.stdout.write(`${runs} histories: ${JSON.stringify(seen)}\n`)
}, 600_000)

test('rates of one tax overlap on no day, and of two taxes they may', () => {
  const rate = (tax: string, valid_from: string, valid_to: string | null) => ({
    tax,
    paid_by: 'cash',
    valid_from,
    valid_to,
  })
  expect(overlapOf([rate('a', '2025-07-01', '2026-06-30'), rate('a', '2026-07-01', null)])).toBeNull()
  expect(overlapOf([rate('a', '2025-07-01', null), rate('a', '2026-07-01', null)])).toBe(1)
  expect(overlapOf([rate('a', '2025-07-01', null), rate('b', '2025-07-01', null)])).toBeNull()
})
