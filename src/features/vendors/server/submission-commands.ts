import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { mapped } from '#kit/contract/fields.ts'
import { ntnIdentity } from '#kit/contract/pakistan.ts'
import { fieldsRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { HandedIn } from '#kit/contract/resend.ts'
import { searchCode } from '#kit/contract/search-words.ts'
import { type Context, recorded } from '#kit/server/context.ts'
import type { FieldKeys } from '#kit/server/field-keys.ts'
import type { VendorStatus } from '../contract.ts'
import {
  fieldOf,
  isSealed,
  type PersonName,
  type PlainName,
  personFields,
  plainNames,
  type SealedName,
  sealedNames,
} from '../fields-contract.ts'
import type { SellerSubmission } from '../submission-contract.ts'
import { hasManyListings } from './listing-queries.ts'
import {
  compareSubmissions,
  type KeptRecord,
  keepGuarded,
  payloadOf,
  proposedOf,
  type SealedValue,
  type SubmissionPayload,
  withUnsaid,
} from './rules.ts'
import type { VendorRecord } from './tables.ts'
import {
  keepSubmission,
  lastSubmission,
  noBody,
  supersedeChange,
  waitingChange,
  waitingPapers,
  wasDeclined,
} from './version-commands.ts'

export interface Submitted {
  id: string
  status: VendorStatus
  /** False if the same body was submitted before and nothing was stored. */
  isNew: boolean
}

/**
 * Stores a seller that the marketplace submits. A new seller becomes an application. The same body again returns the
 * same record; under a new Idempotency-Key it asks again for a change that was declined. A different body while the
 * application is pending or after a rejection becomes a new submitted version. After approval, CNIC, tax and bank data become a
 * change that needs a decision, and all other data applies at once. Omitted fields stay unchanged, and null means that the
 * record does not exist. Refuses (conflict) a closed vendor, and (invalid) a new vendor with missing fields.
 */
export async function submitVendor(ctx: Context, body: HandedIn<SellerSubmission>): Promise<Submitted> {
  const { given, whole, missing } = body
  const { keys } = ctx.services
  const hashOf = (value: unknown) => keys.blind('submission', JSON.stringify(value))
  const bodyHash = hashOf(given)
  const inserted =
    missing.length > 0 ? null : await insertVendor(ctx, whole, sealedPayload(keys, whole), bodyHash)
  if (inserted) return inserted
  const vendor = await ctx.db
    .selectFrom('vendors')
    .selectAll()
    .where('external_id', '=', whole.external_id)
    .forUpdate()
    .executeTakeFirst()
  if (!vendor) throw fieldsRefusal(missing)
  const last = await lastSubmission(ctx, vendor.id).executeTakeFirst()
  const status = vendor.status as VendorStatus
  // Bodies stored before fields became optional contain every field, so the completed body is compared too.
  const same = [bodyHash, ...(missing.length > 0 ? [] : [hashOf(whole)])]
  if (await isKnown(ctx, vendor, body, { same, lastHash: last?.body_hash })) {
    ctx.unchanged()
    return { id: vendor.id, status, isNew: false }
  }
  if (status === 'closed') throw new Refusal('conflict', 'This seller is closed')
  const number = (last?.number ?? 0) + 1
  return isDecided(vendor)
    ? editDecided(ctx, vendor, body, bodyHash, number)
    : resubmit(ctx, vendor, saidOf(keys, payloadOf(vendor), body), bodyHash, number)
}

/** True if changed data of this vendor needs a decision. */
function isDecided({ status }: VendorRecord): boolean {
  return status === 'approved' || status === 'disabled'
}

/**
 * True if this body was submitted before and asks for nothing more. A body whose change was declined asks for its data again
 * under a new Idempotency-Key, or after a document that may be what was missing. Without either it cannot be told
 * from a late repetition of the call.
 */
async function isKnown(
  ctx: Context,
  vendor: VendorRecord,
  body: HandedIn<SellerSubmission>,
  { same, lastHash }: { same: Buffer[]; lastHash: Buffer | undefined },
): Promise<boolean> {
  const isSame = same.some((hash) => lastHash?.equals(hash))
  const isOpen = isSame ? ctx.isKeyed && !vendor.change_waiting_since : lastHash?.equals(noBody)
  if (!isOpen || !isDecided(vendor) || !(await wasDeclined(ctx, vendor, same))) return isSame
  const { asked, wanted } = await readWanted(ctx, vendor, body)
  return compareSubmissions(ctx.services.keys, asked, wanted).length === 0
}

/** The vendor's data in force, the same with the pending change, and what it would be with this body. */
async function readWanted(ctx: Context, vendor: VendorRecord, body: HandedIn<SellerSubmission>) {
  const standing = payloadOf(vendor)
  const waiting = await waitingChange(ctx, vendor.id)
  const asked = waiting ? proposedOf(standing, waiting.payload) : standing
  const wanted = withUnsaid(asked, saidOf(ctx.services.keys, asked, body))
  return { standing, waiting, asked, wanted }
}

type VendorColumns = Record<PersonName | PlainName, string> &
  Record<`${SealedName}_sealed`, string | null> &
  Record<`${SealedName}_masked`, string> &
  Record<`${keyof typeof blindPurposes}_blind`, Buffer | null>

/** The vendor columns that a submission fills, including blind indexes and masks. */
export function columnsOf(ctx: Context, payload: SubmissionPayload): VendorColumns {
  const { keys } = ctx.services
  const record = { ...payload.seller, ...payload.shop }
  const plain = plainNames.map((name) => {
    const value = record[name]
    return [name, typeof value === 'string' ? value : '']
  })
  return {
    ...mapped(personFields, (_, name) => payload[name]),
    ...Object.fromEntries(plain),
    ...Object.assign({}, ...sealedNames.map((name) => sealedColumns(keys, name, record[name]))),
  }
}

/** Numbers by which a vendor is found whole; each has its own blind index. */
const blindPurposes = {
  cnic: 'cnic',
  shop_ntn: 'ntn',
  account_number: 'account number',
  ibn_number: 'iban',
} as const
const isIndexed = (name: string): name is keyof typeof blindPurposes => name in blindPurposes

function sealedColumns(keys: FieldKeys, name: SealedName, value: string | SealedValue | undefined) {
  const given = typeof value === 'object' && value.sealed !== '' ? value : null
  const blind = (field: keyof typeof blindPurposes) => given && blindOf(keys, field, keys.open(given.sealed))
  return {
    [`${name}_sealed`]: given?.sealed ?? null,
    [`${name}_masked`]: given?.masked ?? '',
    ...(isIndexed(name) ? { [`${name}_blind`]: blind(name) } : {}),
  }
}

/** The blind index of a number: of an NTN without its check digit, and of an account number without its signs. */
export function blindOf(keys: FieldKeys, field: keyof typeof blindPurposes, value: string): Buffer {
  const identity = { shop_ntn: ntnIdentity, account_number: searchCode, cnic: String, ibn_number: String }[
    field
  ]
  return keys.blind(blindPurposes[field], identity(value))
}

/**
 * Makes the blind indexes of account numbers that were sealed by a version without one, five hundred at most. Returns how
 * many were looked at. A number that changed meanwhile has the index of its own command.
 */
export async function indexAccountNumbers({ db, services }: Context): Promise<number> {
  const { rows } = await sql<{ id: string; sealed: string }>`
    select id, account_number_sealed as sealed from vendors
    where account_number_sealed is not null and account_number_blind is null order by id limit 500`.execute(
    db,
  )
  const blind = rows.map(({ sealed }) => blindOf(services.keys, 'account_number', services.keys.open(sealed)))
  await sql`
    update vendors v set account_number_blind = r.blind
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ sealed }) => sealed)}::text[], ${blind}::bytea[]) as r (id, sealed, blind)
    where v.id = r.id and v.account_number_sealed = r.sealed and v.account_number_blind is null`.execute(db)
  return rows.length
}

/** The body in its stored form, with sensitive values encrypted. */
function sealedPayload(keys: FieldKeys, body: SellerSubmission): SubmissionPayload {
  const seal = (name: SealedName, value: string): SealedValue =>
    value
      ? { sealed: keys.seal(value), masked: fieldOf(name).mask?.(value) ?? '' }
      : { sealed: '', masked: '' }
  const kept = (record: Record<string, string> | null): KeptRecord | null =>
    record && mapped(record, (value, name) => (isSealed(name) ? seal(name, value) : value))
  return {
    ...mapped(personFields, (_, name) => body[name]),
    seller: kept(body.seller),
    shop: kept(body.shop),
  }
}

/** Merges a partial body into the previous data. Refuses (invalid) a new seller or shop record with missing fields. */
function saidOf(
  keys: FieldKeys,
  before: SubmissionPayload,
  { given, whole, missing }: HandedIn<SellerSubmission>,
): SubmissionPayload {
  const sealed = sealedPayload(keys, whole)
  const section = (name: 'seller' | 'shop') => {
    const said = given[name]
    if (said === undefined) return before[name]
    const [was, is] = [before[name], sealed[name]]
    const lacking = missing.filter(({ path }) => path.startsWith(`${name}.`))
    if (!was && lacking.length > 0) throw fieldsRefusal(lacking)
    if (!was || !is || !said) return is
    return { ...was, ...Object.fromEntries(Object.keys(said).map((field) => [field, is[field] ?? ''])) }
  }
  return {
    ...mapped(personFields, (_, name) => given[name] ?? before[name]),
    seller: section('seller'),
    shop: section('shop'),
  }
}

/** Null when this external id exists: of two simultaneous requests, one inserts the vendor and the other reads it. */
async function insertVendor(
  ctx: Context,
  body: SellerSubmission,
  payload: SubmissionPayload,
  bodyHash: Buffer,
): Promise<Submitted | null> {
  const id = uuidv7()
  const now = ctx.now()
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('vendors')
    .values({
      id,
      external_id: body.external_id,
      status: 'submitted',
      created_at: now,
      updated_at: now,
      status_since: now,
      seller_created_at: payload.seller ? now : null,
      shop_created_at: payload.shop ? now : null,
      ...columnsOf(ctx, payload),
    })
    .onConflict((conflict) => conflict.column('external_id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return null
  await keepSubmission(ctx, { vendorId: id, number: 1, kind: 'application', payload, bodyHash })
  await ctx.record({
    action: 'apply',
    subject: { type: 'vendor', id, name: payload.username },
    after: { status: 'submitted' },
  })
  return { id, status: 'submitted', isNew: true }
}

async function resubmit(
  ctx: Context,
  vendor: VendorRecord,
  payload: SubmissionPayload,
  bodyHash: Buffer,
  number: number,
): Promise<Submitted> {
  const status = vendor.status === 'in_review' ? 'in_review' : 'submitted'
  await takeOver(ctx, vendor, payload, number, { status, isOurTurnAgain: vendor.status !== status })
  await keepSubmission(ctx, { vendorId: vendor.id, number, kind: 'application', payload, bodyHash })
  await recordFieldChanges(ctx, vendor, payload, 'submit again', status)
  return { id: vendor.id, status, isNew: true }
}

async function editDecided(
  ctx: Context,
  vendor: VendorRecord,
  body: HandedIn<SellerSubmission>,
  bodyHash: Buffer,
  number: number,
): Promise<Submitted> {
  const { keys } = ctx.services
  const { standing, waiting, asked, wanted } = await readWanted(ctx, vendor, body)
  const free = keepGuarded(standing, wanted)
  const status = vendor.status as VendorStatus
  if (compareSubmissions(keys, standing, free).length > 0) {
    await takeOver(ctx, vendor, free, number, { status, isOurTurnAgain: false })
    await recordFieldChanges(ctx, vendor, free, 'edit', status)
  }
  const guarded = compareSubmissions(keys, free, wanted)
  // A submission without new guarded data keeps the pending change and its first acceptance.
  const isNews = compareSubmissions(keys, asked, proposedOf(asked, wanted)).length > 0
  const hasPapers = waiting !== null && (await waitingPapers(ctx, vendor.id)).length > 0
  const waits = guarded.length > 0 || hasPapers
  if (isNews) await supersedeChange(ctx, vendor.id)
  await keepSubmission(ctx, {
    vendorId: vendor.id,
    number,
    kind: isNews && waits ? 'change' : 'edit',
    payload: wanted,
    bodyHash,
  })
  await ctx.db
    .updateTable('vendors')
    .set({
      change_waiting_since: isNews ? (waits ? ctx.now() : null) : vendor.change_waiting_since,
      submission_number: number,
      ...(isNews ? { version: sql<number>`version + 1` } : {}),
    })
    .where('id', '=', vendor.id)
    .execute()
  await ctx.record({
    action: isNews ? (waits ? 'ask for a change' : 'withdraw the change') : 'hand in an edit',
    subject: { type: 'vendor', id: vendor.id, name: vendor.shop_name || vendor.username },
    after: Object.fromEntries((isNews ? guarded : []).map(({ path, after }) => [path, after])),
  })
  return { id: vendor.id, status, isNew: true }
}

async function takeOver(
  ctx: Context,
  vendor: VendorRecord,
  payload: SubmissionPayload,
  number: number,
  next: { status: VendorStatus; isOurTurnAgain: boolean },
): Promise<void> {
  const now = ctx.now()
  const columns = columnsOf(ctx, payload)
  // Each listing is found by the name of its shop, so all of them are written with it.
  const isRenamed = (columns.shop_name || columns.username) !== (vendor.shop_name || vendor.username)
  if (isRenamed && (await hasManyListings(ctx, vendor.id))) ctx.takeLong()
  await ctx.db
    .updateTable('vendors')
    .set({
      ...columns,
      seller_created_at: payload.seller ? (vendor.seller_created_at ?? now) : null,
      shop_created_at: payload.shop ? (vendor.shop_created_at ?? now) : null,
      status: next.status,
      ...(next.isOurTurnAgain ? { status_since: now, status_reason: '' } : {}),
      submission_number: number,
      updated_at: now,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', vendor.id)
    .execute()
}

async function recordFieldChanges(
  ctx: Context,
  vendor: VendorRecord,
  payload: SubmissionPayload,
  action: string,
  status: VendorStatus,
): Promise<void> {
  const changed = compareSubmissions(ctx.services.keys, payloadOf(vendor), payload)
  const moved = vendor.status === status ? [] : [{ path: 'status', before: vendor.status, after: status }]
  await ctx.record({
    action,
    subject: { type: 'vendor', id: vendor.id, name: payload.username },
    ...recorded([...moved, ...changed]),
  })
}
