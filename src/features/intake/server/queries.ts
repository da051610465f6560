import { sql } from 'kysely'
import type { CustomerStatus } from '#features/customers/contract.ts'
import '#features/customers/server/tables.ts'
import { readTold } from '#features/decisions/reasons/server/queries.ts'
import type { ProductStatus } from '#features/products/contract.ts'
import { isLocked } from '#features/products/server/queries.ts'
import { isOnSale } from '#features/products/shelf/server/queries.ts'
import type { VendorStatus } from '#features/vendors/contract.ts'
import '#features/vendors/server/tables.ts'
import { readState } from '#features/withdrawals/server/queries.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Actor, Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { hashKey } from './commands.ts'
import './tables.ts'

/** The actor that a key belongs to. Null if the key is unknown or revoked. */
export async function actorOfKey(db: Database, key: string): Promise<Actor | null> {
  const row = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'scopes'])
    .where('key_hash', '=', hashKey(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row ? { kind: 'integrator', ...row } : null
}

/** True if a shop front has a key that is not revoked. */
export async function hasIntakeKey(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('api_keys')
    .select('id')
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** An intake key without the key itself, of which the database has only a hash. */
export interface ListedKey {
  name: string
  scopes: readonly string[]
  created_at: Date
  /** When the key was ended; null while it is valid. */
  revoked_at: Date | null
}

/** Every intake key that there ever was, the oldest first. */
export function listKeys(db: Database): Promise<ListedKey[]> {
  return db
    .selectFrom('api_keys')
    .select(['name', 'scopes', 'created_at', 'revoked_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The state of a seller for the system that submitted the seller. Refuses (not-found). */
export async function getSeller(ctx: Context, { id }: { id: string }) {
  const vendor = await ctx.db
    .selectFrom('vendors')
    .select(['id', 'external_id', 'status', 'status_reason', 'status_since', 'change_waiting_since'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!vendor) throw new Refusal('not-found', 'There is no such seller')
  return {
    id: vendor.id,
    external_id: vendor.external_id ?? '',
    status: vendor.status as VendorStatus,
    reason: vendor.status_reason,
    reasons: await readTold(ctx.db, { type: 'vendor', ...vendor }),
    status_since: vendor.status_since.toISOString(),
    waiting: vendor.change_waiting_since !== null,
    last_change: await lastChange(ctx, 'vendor_submissions', id),
  }
}

/** The state of a product for the system that submitted the product. Refuses (not-found). */
export async function getProduct(ctx: Context, { id }: { id: string }) {
  const product = await ctx.db
    .selectFrom('products as p')
    .innerJoin('vendors as v', 'v.id', 'p.vendor_id')
    .select(['p.id', 'p.external_id', 'p.status', 'p.status_reason', 'p.status_since'])
    .select([
      'p.revision_waiting_since',
      'p.available',
      isOnSale.as('is_on_sale'),
      isLocked('p').as('is_locked'),
    ])
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (!product) throw new Refusal('not-found', 'There is no such product')
  return {
    id: product.id,
    external_id: product.external_id ?? '',
    status: product.status as ProductStatus,
    reason: product.status_reason,
    reasons: await readTold(ctx.db, { type: 'product', ...product }),
    status_since: product.status_since.toISOString(),
    waiting: product.revision_waiting_since !== null,
    available: product.available,
    is_on_sale: product.is_on_sale,
    is_locked: product.is_locked,
    last_change: await lastChange(ctx, 'product_submissions', id),
  }
}

/** The state of a withdrawal for the system that requested the withdrawal. Refuses (not-found). */
export function getWithdrawal(ctx: Context, { id }: { id: string }) {
  return readState(ctx, id)
}

/** The state of a customer for the system that submitted the customer. Refuses (not-found). */
export async function getCustomer(ctx: Context, { id }: { id: string }) {
  const customer = await ctx.db
    .selectFrom('customers')
    .select(['id', 'external_id', 'status', 'status_reason', 'status_since'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!customer) throw new Refusal('not-found', 'There is no such customer')
  return {
    id: customer.id,
    external_id: customer.external_id ?? '',
    status: customer.status as CustomerStatus,
    reason: customer.status_reason,
    reasons: await readTold(ctx.db, { type: 'customer', ...customer }),
    status_since: customer.status_since.toISOString(),
  }
}

const changeWords = {
  waiting: 'waiting',
  accepted_once: 'waiting',
  changes_requested: 'waiting',
  accepted: 'accepted',
  approved: 'accepted',
  declined: 'refused',
  rejected: 'refused',
} as const

/** The last change of a vendor, or edit of a listing, that needed a decision. */
async function lastChange(ctx: Context, table: 'vendor_submissions' | 'product_submissions', id: string) {
  const [owner, kind, type] =
    table === 'vendor_submissions'
      ? (['vendor_id', 'change', 'vendor_change'] as const)
      : (['product_id', 'revision', 'product_revision'] as const)
  const { rows } = await sql<{ status: keyof typeof changeWords; reason: string; decided_at: Date | null }>`
    select status, reason, decided_at from ${sql.table(table)}
    where ${sql.ref(owner)} = ${id} and kind = ${kind} and status <> 'superseded'
    order by number desc limit 1`.execute(ctx.db)
  const [last] = rows
  if (!last) return null
  const { status, reason, decided_at } = last
  const isRefused = changeWords[status] === 'refused'
  return {
    ...{ status: changeWords[status], reason, decided_at: decided_at?.toISOString() ?? null },
    reasons: isRefused ? await readTold(ctx.db, { type, id, status }) : [],
  }
}
