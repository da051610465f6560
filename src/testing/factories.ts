import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { sendLink } from '#features/access/server/token-commands.ts'
import type { CustomerSubmission } from '#features/customers/submission-contract.ts'
import { post } from '#features/money/server/commands.ts'
import { type OwnerAccount, transfer } from '#features/money/server/rules.ts'
import type { OrderSubmission } from '#features/orders/submission-contract.ts'
import { type ProductSubmission, productShape } from '#features/products/submission-contract.ts'
import { type SellerSubmission, sellerShapes } from '#features/vendors/submission-contract.ts'
import { parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import { ibanCheckDigits } from '#kit/contract/pakistan.ts'
import { handedIn } from '#kit/contract/resend.ts'
import type { TestApp, TestPerson } from './app.ts'

let made = 0

/** A seller as the marketplace would hand it in, complete and with numbers that nobody else has. */
export function sellerBody(given: Partial<SellerSubmission> = {}): SellerSubmission {
  const n = ++made + (process.pid % 1000) * 10_000
  const digits = String(n).padStart(7, '0')
  const account = `000000${digits}123`.padStart(16, '0')
  return {
    ...handedIn(sellerShapes.top, { external_id: `seller-${process.pid}-${n}` }).whole,
    username: `Vendor ${n}`,
    email: `vendor-${n}@shops.example`,
    phone: `+92300${digits}`,
    seller: {
      ...handedIn(sellerShapes.seller, {}).whole,
      cnic: `35202${digits}1`,
      sellers_address: `${n} Ferozepur Road`,
      sellers_city: 'Lahore',
      sellers_province: 'PK-PB',
    },
    shop: {
      ...handedIn(sellerShapes.shop, {}).whole,
      shop_name: `Shop ${n}`,
      shop_email: `shop-${n}@shops.example`,
      shop_mobile: `+92301${digits}`,
      shop_phone: '',
      shop_ntn: digits,
      shop_address: `${n} Liberty Market`,
      shop_postal: '54000',
      bank_name: 'Standard Chartered',
      account_title: `Vendor ${n}`,
      account_number: account,
      branch_code: '0123',
      ibn_number: `PK${ibanCheckDigits('SCBL', account)}SCBL${account}`,
    },
    ...given,
  }
}

export interface MadeVendor {
  id: string
  username: string
  email: string
  body: SellerSubmission
}

/** A vendor that waits for a decision, submitted through the intake. */
export async function pendingVendor(
  app: TestApp,
  given: Partial<SellerSubmission> = {},
): Promise<MadeVendor> {
  const body = sellerBody(given)
  const answer = await app.call('POST', '/api/intake/sellers', { as: await keyOf(app), body })
  if (answer.status !== 201) throw new Error(`the seller was not taken: ${JSON.stringify(answer.body)}`)
  return { id: answer.body.results.id, username: body.username, email: body.email, body }
}

/** A product as the marketplace would hand it in. */
export function productBody(sellerId: string, given: Partial<ProductSubmission> = {}): ProductSubmission {
  const n = ++made + (process.pid % 1000) * 10_000
  return {
    ...handedIn(productShape, { external_id: `product-${process.pid}-${n}`, seller_id: sellerId }).whole,
    sku: `SKU-${n}`,
    product_name: `Lawn suit ${n}`,
    product_price: '1999.50',
    discounted_price: '0',
    product_stock: 12,
    package_weight: 0.45,
    product_length: 30,
    product_width: 20,
    product_height: 5,
    product_description: '<p>Three pieces, unstitched</p>',
    product_video_url: '',
    category: 'Unstitched',
    ...given,
  }
}

export interface MadeProduct {
  id: string
  vendorId: string
  body: ProductSubmission
}

/** A listing that waits for a decision, of a vendor of its own unless one is named. */
export async function pendingProduct(
  app: TestApp,
  given: Partial<ProductSubmission> = {},
  vendorId?: string,
): Promise<MadeProduct> {
  const seller = vendorId ?? (await pendingVendor(app)).id
  const body = productBody(seller, given)
  const answer = await app.call('POST', '/api/intake/products', { as: await keyOf(app), body })
  if (answer.status !== 201) throw new Error(`the product was not taken: ${JSON.stringify(answer.body)}`)
  return { id: answer.body.results.id, vendorId: seller, body }
}

/** A customer as the shop front would hand it in, with an address and a number that nobody else has. */
export function customerBody(given: Partial<CustomerSubmission> = {}): CustomerSubmission {
  const n = ++made + (process.pid % 1000) * 10_000
  return {
    external_id: `customer-${process.pid}-${n}`,
    username: `Customer ${n}`,
    email: `customer-${n}@mail.example`,
    phone: `+92321${String(n).padStart(7, '0')}`,
    city: 'Lahore',
    address: `House ${n}, Street 4, Johar Town`,
    ...given,
  }
}

export interface MadeCustomer {
  id: string
  body: CustomerSubmission
}

/** A customer that waits, submitted through the intake. */
export async function pendingCustomer(
  app: TestApp,
  given: Partial<CustomerSubmission> = {},
): Promise<MadeCustomer> {
  const body = customerBody(given)
  const answer = await app.call('POST', '/api/intake/customers', { as: await keyOf(app), body })
  if (answer.status !== 201) throw new Error(`the customer was not taken: ${JSON.stringify(answer.body)}`)
  return { id: answer.body.results.id, body }
}

/** An order of this customer as it is in the database, without parts and lines. */
export async function storedOrder(
  app: TestApp,
  customer: MadeCustomer,
  status: 'pending' | 'processing' | 'completed' | 'declined' = 'pending',
): Promise<{ id: string; order_number: string }> {
  const { rows } = await app.database.pool.query(
    `insert into orders (id, external_id, body_hash, order_number, customer_id, customer_name, email, phone, address,
      area, landmark, city, customer_note, payment_method, order_status, payment_status, vendor_status, items_total,
      total_bill, total_qty, placed_at)
    select gen_random_uuid(), 'order-' || n, '', n::text, $1, $2, $3, $4, $5, 'Johar Town', 'Opposite the mosque',
      'Lahore', 'Ring twice', 'cod', $6, 'cod_due', 'to_pack', 199900, 199900, 1, now()
    from nextval('order_numbers') n returning id, order_number`,
    [
      customer.id,
      customer.body.username,
      customer.body.email,
      customer.body.phone,
      customer.body.address,
      status,
    ],
  )
  return rows[0]
}

/** A name, an address that nobody has, and a role: what an invitation says. */
export function staffBody(roleId: string) {
  made += 1
  const email = `staff-${process.pid}-${made}@munshi.example`
  return { username: `Staff ${made}`, email, phone: '', role_id: roleId }
}

interface ByAdministrator {
  app: TestApp
  admin: TestPerson
}

/** A role of its own with these permissions, made by the administrator. */
export async function madeRole({ app, admin }: ByAdministrator, permissions: readonly string[] = []) {
  const body = { name: `Role ${crypto.randomUUID()}`, permissions }
  const answer = await app.call('POST', '/api/admin/roles', { as: admin, body })
  if (answer.status !== 201) throw new Error(`the role was not made: ${JSON.stringify(answer.body)}`)
  return answer.body.results as { id: string; name: string; version: number }
}

/** Somebody who was invited to a role of their own, with the token of their mail. */
export async function invitedPerson(by: ByAdministrator, permissions: readonly string[] = []) {
  const body = staffBody((await madeRole(by, permissions)).id)
  const answer = await by.app.call('POST', '/api/admin/staff', { as: by.admin, body })
  if (answer.status !== 201) throw new Error(`nobody was invited: ${JSON.stringify(answer.body)}`)
  const { id } = answer.body.results as { id: string }
  return { ...body, id, token: await tokenFor(by.app, id) }
}

/** A link to a new password, as the job sends it: its token. */
export async function resetLink(app: TestApp, { id, email }: { id: string; email: string }): Promise<string> {
  await app.transact((ctx) => {
    ctx.unchanged()
    return sendLink(ctx, 'reset', { id, email, username: 'Somebody' })
  })
  return tokenFor(app, id)
}

/** The token of the latest letter that waits for this person, opened with the keys of the server. */
export async function tokenFor(app: TestApp, personId: string): Promise<string> {
  const { rows } = await app.database.pool.query(
    "select link_sealed from messages where subject_id = $1 and status = 'queued' order by id desc limit 1",
    [personId],
  )
  return app.services.keys.open(rows[0].link_sealed).split('#')[1] ?? ''
}

const keys = new WeakMap<TestApp, Promise<string>>()

function keyOf(app: TestApp): Promise<string> {
  const known = keys.get(app) ?? app.intakeKey()
  keys.set(app, known)
  return known
}

/** A listing that shoppers see, of an approved vendor of its own unless one is named. */
export async function listedProduct(
  { app, admin }: ByAdministrator,
  given: Partial<ProductSubmission> = {},
  vendorId?: string,
): Promise<MadeProduct> {
  const product = await pendingProduct(app, given, vendorId)
  for (const path of [`sellers/${product.vendorId}`, `products/${product.id}`]) {
    const answer = await app.call('POST', `/api/admin/${path}/approve`, { as: admin })
    if (answer.status !== 200) throw new Error(`not approved: ${JSON.stringify(answer.body)}`)
  }
  return product
}

const listingsByPrice = new WeakMap<TestApp, Map<string, MadeProduct>>()

/** The listing that costs this much, with stock for everything; all of them are of one approved vendor. */
export async function listedAt(by: ByAdministrator, product_price: string): Promise<MadeProduct> {
  const listings = listingsByPrice.get(by.app) ?? new Map<string, MadeProduct>()
  listingsByPrice.set(by.app, listings)
  const known = listings.get(product_price)
  if (known) return known
  const [first] = listings.values()
  const listed = await listedProduct(by, { product_price, product_stock: 1_000_000 }, first?.vendorId)
  listings.set(product_price, listed)
  return listed
}

/** What an order asks for: a product, how many, at which price. */
export interface Ordered {
  product: MadeProduct
  quantity?: number
  price?: string
}

/** An order of these lines as the shop front would hand it in, with sums that add up. */
export function orderBody(
  customerId: string,
  ordered: readonly Ordered[],
  given: Partial<OrderBody> = {},
): OrderBody {
  const n = ++made + (process.pid % 1000) * 10_000
  const lines = ordered.map(({ product, quantity = 1, price = listedPrice(product) }) => ({
    product_id: product.id,
    quantity,
    unit_price: price,
  }))
  const items = lines.reduce((sum, line) => sum + parseRupees(line.unit_price) * BigInt(line.quantity), 0n)
  const text = (given: unknown) => (given === undefined ? '0' : String(given))
  const [discount, shipping] = [text(given.discount_total), text(given.shipping_total)]
  return {
    external_id: `order-${process.pid}-${n}`,
    customer_id: customerId,
    payment_method: 'cod',
    city: 'Lahore',
    address: `${n} Mall Road`,
    phone: '0300 1234567',
    device_os: 'Android',
    lines,
    items_total: rupeesFromPaisa(items),
    discount_total: discount,
    shipping_total: shipping,
    total_bill: rupeesFromPaisa(items - parseRupees(discount) + parseRupees(shipping)),
    ...given,
  }
}

/** What a shopper pays for it outside of campaigns. */
function listedPrice({ body }: MadeProduct): string {
  return body.discounted_price === '0' ? body.product_price : body.discounted_price
}

type OrderBody = z.input<typeof OrderSubmission>

export interface MadeOrder {
  id: string
  order_number: string
  customerId: string
  products: MadeProduct[]
  body: OrderBody
}

/** An order that waits, of a customer of its own: one piece of one product unless lines are given. */
export async function pendingOrder(
  by: ByAdministrator,
  ordered: readonly Ordered[] = [],
  given: Partial<OrderBody> = {},
): Promise<MadeOrder> {
  const lines = ordered.length > 0 ? ordered : [{ product: await listedProduct(by) }]
  const customerId = given.customer_id ?? (await pendingCustomer(by.app)).id
  const body = orderBody(customerId, lines, given)
  const answer = await by.app.call('POST', '/api/intake/orders', { as: await keyOf(by.app), body })
  if (answer.status !== 201) throw new Error(`the order was not taken: ${JSON.stringify(answer.body)}`)
  const { id, order_number } = answer.body.results
  return { id, order_number, customerId, products: lines.map(({ product }) => product), body }
}

/** An approved vendor with this much to withdraw, in rupees. */
export async function payableVendor(
  { app, admin }: ByAdministrator,
  available = '10000',
  given: Partial<SellerSubmission> = {},
): Promise<MadeVendor> {
  const vendor = await pendingVendor(app, given)
  const answer = await app.call('POST', `/api/admin/sellers/${vendor.id}/approve`, { as: admin })
  if (answer.status !== 200) throw new Error(`the vendor was not approved: ${JSON.stringify(answer.body)}`)
  await credit(app, 'vendor_available', vendor.id, available)
  return vendor
}

/** An approved customer with this much in the wallet, in rupees. */
export async function payableCustomer({ app }: ByAdministrator, wallet = '5000'): Promise<{ id: string }> {
  const id = uuidv7()
  made += 1
  await app.database.pool.query(
    "insert into customers (id, username, email, status) values ($1, $2, $3, 'approved')",
    [id, `Customer ${made}`, `customer-${process.pid}-${made}@mail.example`],
  )
  await credit(app, 'customer_wallet', id, wallet)
  return { id }
}

/** Puts money to where somebody may withdraw it: the customer of a sale has paid. */
function credit(app: TestApp, account: OwnerAccount, owner: string, amount: string): Promise<void> {
  return app.transact(async (ctx) => {
    ctx.unchanged()
    const from = { account, owner } as const
    const postings = transfer(parseRupees(amount), from, { account: 'customer_due', owner: null })
    await post(ctx, { kind: 'sale', words: 'Sale', postings })
  })
}

/** An IBAN with check digits, of an account that nobody else has. */
export function someIban(): string {
  const account = String(++made + (process.pid % 1000) * 10_000).padStart(16, '0')
  return `PK${ibanCheckDigits('MEZN', account)}MEZN${account}`
}

/** A bank account that a refund may go to, of nobody else. */
export function refundAccount() {
  return { account_title: 'Sana Malik', ibn_number: someIban() }
}

/** A withdrawal of this vendor, asked for through the intake. */
export async function requestedWithdrawal(
  app: TestApp,
  sellerId: string,
  amount = '1000',
): Promise<{ id: string; number: string }> {
  const body = { external_id: `withdrawal-${++made}-${process.pid}`, seller_id: sellerId, amount }
  const answer = await app.call('POST', '/api/intake/withdrawals', { as: await keyOf(app), body })
  if (answer.status !== 201) throw new Error(`the withdrawal was not taken: ${JSON.stringify(answer.body)}`)
  return answer.body.results
}
