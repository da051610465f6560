import { sendLink } from '#features/access/server/token-commands.ts'
import type { ProductSubmission, SellerSubmission } from '#features/intake/contract.ts'
import { ibanCheckDigits } from '#kit/contract/pakistan.ts'
import type { TestApp, TestPerson } from './app.ts'

let made = 0

/** A seller as the marketplace would hand it in, complete and with numbers that nobody else has. */
export function sellerBody(given: Partial<SellerSubmission> = {}): SellerSubmission {
  const n = ++made + (process.pid % 1000) * 10_000
  const digits = String(n).padStart(7, '0')
  const account = `000000${digits}123`.padStart(16, '0')
  return {
    external_id: `seller-${process.pid}-${n}`,
    username: `Vendor ${n}`,
    email: `vendor-${n}@shops.example`,
    phone: `+92300${digits}`,
    seller: {
      cnic: `35202${digits}1`,
      sellers_address: `${n} Ferozepur Road`,
      sellers_city: 'Lahore',
      sellers_province: 'PK-PB',
    },
    shop: {
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

/** A vendor that waits for a decision, handed in through the intake. */
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
    external_id: `product-${process.pid}-${n}`,
    seller_id: sellerId,
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
