import { createHash, randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { submitCustomer as submitBuyer } from '#features/customers/server/submission-commands.ts'
import { type CustomerResend, customerShape } from '#features/customers/submission-contract.ts'
import type { IncomingMail, MailOutcome } from '#features/messages/submission-contract.ts'
import { type OrderEvent, takeOrderEvent } from '#features/orders/parts/server/event-commands.ts'
import { readOrderState } from '#features/orders/server/state-queries.ts'
import { submitOrder as submitSale } from '#features/orders/server/submission-commands.ts'
import type { OrderSubmission } from '#features/orders/submission-contract.ts'
import { addImage, productToAddTo } from '#features/products/server/image-commands.ts'
import { submitProduct as submitListing } from '#features/products/server/submission-commands.ts'
import { type ProductResend, productShape } from '#features/products/submission-contract.ts'
import type { FileSlot } from '#features/vendors/contract.ts'
import { attachFile, storageKeyOf, vendorToAttachTo } from '#features/vendors/server/file-commands.ts'
import { submitVendor } from '#features/vendors/server/submission-commands.ts'
import {
  type SellerResend,
  type SellerSubmission,
  sellerShapes,
} from '#features/vendors/submission-contract.ts'
import { submitWithdrawal as submitRequest } from '#features/withdrawals/server/request-commands.ts'
import type { WithdrawalSubmission } from '#features/withdrawals/submission-contract.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type HandedIn, handedIn } from '#kit/contract/resend.ts'
import { dayOf } from '#kit/contract/words.ts'
import type { Context } from '#kit/server/context.ts'
import { cleanImage, keepWithThumbnail } from '#kit/server/images.ts'
import { answered } from '#kit/server/implement.ts'
import { type Scope, scopes } from '../contract.ts'
import './tables.ts'

/** The form in which an intake key is stored. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** The name of the key that is given by a setting. */
const configuredName = 'INTAKE_API_KEY'

/**
 * Creates an intake key that is shown once. Refuses (invalid) an unknown scope, an empty list of scopes, and the name of the
 * configured key, which every start of a server ends or keeps.
 */
export async function createKey(
  ctx: Context,
  input: { name: string; scopes: readonly string[] },
): Promise<{ key: string }> {
  if (input.name === configuredName) {
    throw new Refusal('invalid', `${configuredName} is the name of the key in the settings. Choose another`)
  }
  const wanted = scopes.filter((scope) => input.scopes.includes(scope))
  if (wanted.length === 0 || wanted.length !== input.scopes.length) {
    throw new Refusal('invalid', `Scopes are ${scopes.join(', ')}`)
  }
  const key = `mk_${randomBytes(32).toString('base64url')}`
  await keepKey(ctx, input.name, key, wanted)
  return { key }
}

/**
 * Grants the configured key every scope, and ends the one that was configured before, also where none is configured any
 * more. The same key again changes nothing, unless new scopes exist. Refuses (conflict) a key that was ended: what somebody
 * revoked must not come back by a restart.
 */
export async function settleConfiguredKey(ctx: Context, key: string | undefined): Promise<void> {
  const known =
    key === undefined
      ? undefined
      : await ctx.db
          .selectFrom('api_keys')
          .select(['id', 'name', 'scopes', 'revoked_at'])
          .where('key_hash', '=', hashKey(key))
          .executeTakeFirst()
  if (known?.revoked_at) {
    const day = dayOf(known.revoked_at.toISOString())
    throw new Refusal('conflict', `This key was ended on ${day}. Set another value, or none`)
  }
  const why = key === undefined ? 'is not set any more' : 'has another value'
  await revokeKeys(ctx, configuredName, { except: known?.id, reason: `${configuredName} ${why}` })
  if (key === undefined) return
  if (!known) return keepKey(ctx, configuredName, key, scopes)
  if (scopes.every((scope) => known.scopes.includes(scope))) return ctx.unchanged()
  await ctx.db
    .updateTable('api_keys')
    .set({ scopes: [...scopes] })
    .where('id', '=', known.id)
    .execute()
  await ctx.record({
    action: 'widen key',
    subject: { type: 'api_key', id: known.id, name: known.name },
    before: { scopes: known.scopes.join(', ') },
    after: { scopes: scopes.join(', ') },
  })
}

/**
 * Revokes every valid key with this name, but not the one with the id `except`, effective from the holder's next request.
 * Returns how many were revoked.
 */
export async function revokeKeys(
  ctx: Context,
  name: string,
  { except, reason }: { except?: string | undefined; reason?: string } = {},
): Promise<number> {
  const ended = await ctx.db
    .updateTable('api_keys')
    .set({ revoked_at: ctx.now() })
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .returning('id')
    .execute()
  for (const { id } of ended) {
    const subject = { type: 'api_key', id, name }
    await ctx.record({ action: 'revoke key', subject, ...(reason ? { reason } : {}) })
  }
  if (ended.length === 0) ctx.unchanged()
  return ended.length
}

async function keepKey(ctx: Context, name: string, key: string, granted: readonly Scope[]): Promise<void> {
  const id = uuidv7()
  await ctx.db
    .insertInto('api_keys')
    .values({ id, name, key_hash: hashKey(key), scopes: [...granted], created_at: ctx.now() })
    .execute()
  await ctx.record({
    action: 'create key',
    subject: { type: 'api_key', id, name },
    after: { scopes: granted.join(', ') },
  })
}

/** Submits a seller: 201, or 200 if the same body was submitted before. */
export async function submitSeller(ctx: Context, body: SellerResend) {
  const { isNew, ...answer } = await submitVendor(ctx, sellerOf(body))
  return answered(answer, isNew ? 201 : 200)
}

/** The submitted fields of a seller, with each of its two nested records filled in as for a new one. */
function sellerOf(body: SellerResend): HandedIn<SellerSubmission> {
  const { given, whole, missing } = handedIn(sellerShapes.top, body)
  const seller = body.seller ? handedIn(sellerShapes.seller, body.seller, 'seller.') : null
  const shop = body.shop ? handedIn(sellerShapes.shop, body.shop, 'shop.') : null
  return {
    given,
    whole: { ...whole, seller: seller?.whole ?? null, shop: shop?.whole ?? null },
    missing: [...missing, ...(seller?.missing ?? []), ...(shop?.missing ?? [])],
  }
}

/** Submits a product: 201, or 200 if the same body was submitted before. */
export async function submitProduct(ctx: Context, body: ProductResend) {
  const { isNew, ...answer } = await submitListing(ctx, handedIn(productShape, body))
  return answered(answer, isNew ? 201 : 200)
}

/** Requests a withdrawal: 201, or 200 if the same body was submitted before. */
export async function submitWithdrawal(ctx: Context, body: WithdrawalSubmission) {
  const { isNew, ...answer } = await submitRequest(ctx, body)
  return answered(answer, isNew ? 201 : 200)
}

/** Submits an order: 201, or 200 if the same body was submitted before. */
export async function submitOrder(ctx: Context, body: OrderSubmission) {
  const { id, isNew } = await submitSale(ctx, body)
  return answered(await readOrderState(ctx, { id }), isNew ? 201 : 200)
}

/** Applies an order event from an outside system and returns the new state of the order. */
export async function tellOfOrder(ctx: Context, input: OrderEvent & { id: string }) {
  await takeOrderEvent(ctx, input)
  return readOrderState(ctx, input)
}

/** Submits a customer: 201 for a new one, 200 for the same body again or newer data of a known one. */
export async function submitCustomer(ctx: Context, body: CustomerResend) {
  const { isNew, ...answer } = await submitBuyer(ctx, handedIn(customerShape, body))
  return answered(answer, isNew ? 201 : 200)
}

/** Cleans and stores the picture before the transaction, so that no transaction waits for picture processing. */
export async function attachSellerFile(ctx: Context, input: { id: string; slot: FileSlot; file: Buffer }) {
  await vendorToAttachTo(ctx, input.id, 'seen')
  const image = await cleanImage(input.file)
  await ctx.services.files.put(storageKeyOf(ctx, image), image.bytes)
  return ctx.transact((trx) => attachFile(trx, input.id, input.slot, image))
}

/** Like a seller's document. Product pictures are public media under their content hash. */
export async function addProductImage(ctx: Context, input: { id: string; file: Buffer }) {
  await productToAddTo(ctx, input.id, 'seen')
  const image = await cleanImage(input.file)
  await keepWithThumbnail(ctx.services.files, image)
  return ctx.transact((trx) => addImage(trx, input.id, image))
}

/**
 * Offers a mail to each feature that takes mail, until one of them knows it. A mail that none knows is ignored, because
 * a refusal would have the mail system send it again.
 */
export async function takeMail(ctx: Context, mail: IncomingMail): Promise<MailOutcome> {
  for (const { take } of ctx.services.mailHandlers) {
    const outcome = await take(ctx, mail)
    if (outcome) return outcome
  }
  return { status: 'ignored', detail: 'This mail answers nothing that Munshi sent' }
}
