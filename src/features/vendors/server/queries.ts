import { type RawBuilder, sql } from 'kysely'
import { allows } from '#features/access/contract.ts'
import { lastDecidedAt, readUndoable, storyIn, storyOf } from '#features/decisions/server/queries.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { mapped } from '#kit/contract/fields.ts'
import type { ListQuery, Page } from '#kit/contract/page.ts'
import { normaliseCnic, normaliseIban, normaliseNtn } from '#kit/contract/pakistan.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { searchCode } from '#kit/contract/search-words.ts'
import { type Context, signedIn } from '#kit/server/context.ts'
import { readCounts } from '#kit/server/counts.ts'
import type { Database } from '#kit/server/database.ts'
import { readTogether } from '#kit/server/database-driver.ts'
import type { BytesAnswer, Whole } from '#kit/server/implement.ts'
import { answerList } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import { searchOf } from '#kit/server/search.ts'
import type {
  ApprovedVendorRow,
  DisabledVendorRow,
  PendingVendorRow,
  VendorFile,
  VendorList,
  VendorPage,
  VendorReview,
  VendorStatus,
} from '../contract.ts'
import { paperSlots, vendorLists, vendors } from '../contract.ts'
import { vendorPath } from '../screen-contract.ts'
import {
  changesBankData,
  checksOfChange,
  checkVendor,
  compareSubmissions,
  openSensitive,
  payloadOf,
  proposedOf,
  type SharedValue,
  type SubmissionPayload,
  sellerOf,
  shopOf,
} from './rules.ts'
import { blindOf, columnsOf } from './submission-commands.ts'
import type { VendorRecord } from './tables.ts'

declare module '#kit/server/context.ts' {
  interface Services {
    /** Changed bank data needs a second person; a shop with only one person turns this off. */
    secondPersonForBankData: boolean
  }
}

const profile = {
  created: [sql`v.seller_created_at is not null and v.shop_created_at is not null`],
  missing: [sql`(v.seller_created_at is null or v.shop_created_at is null)`],
}

/** The vendors that the filters of any of the lists leave. */
export function anyVendorSource(
  ctx: Context,
  input: Input<typeof vendors.countMatching> & { ids?: readonly string[] | undefined },
): Omit<ListSource<never>, 'select' | 'shape'> {
  const changed: VendorList[] = ['approved', 'disabled']
  const lists = input.change ? changed : input.list ? [input.list] : [...vendorLists]
  return vendorSource(ctx, lists, input, [
    ...(input.profile ? profile[input.profile] : []),
    ...(input.change ? [sql`v.change_waiting_since is not null`] : []),
    ...(input.ids ? [sql`v.id = any(${[...input.ids]}::uuid[])`] : []),
  ])
}

/**
 * Whether this person has accepted the pending change of the vendor `alias.id` as the first of two people, so that another
 * person has to confirm it.
 */
export function isAcceptedOnceBy(ctx: Context, personId: string, alias: string): RawBuilder<boolean> {
  if (!ctx.services.secondPersonForBankData) return sql<boolean>`false`
  return sql<boolean>`exists (select from vendor_submissions w
    where w.vendor_id = ${sql.ref(`${alias}.id`)} and w.status = 'accepted_once' and w.first_accepted_by = ${personId})`
}

type ListInput = Input<typeof vendors.listPending>

/** Pending vendors: one tab of the screen with `list`, and without `list` the specification's pending vendors. */
export function listPending(
  ctx: Context,
  input: ListInput,
): Promise<Page<PendingVendorRow> | Whole<PendingVendorRow>> {
  const lists: VendorList[] = input.list ? [input.list] : ['pending', 'changes_requested']
  return answerList(ctx.db, input, {
    ...vendorSource(ctx, lists, input, input.profile ? profile[input.profile] : []),
    select: sql`v.*`,
    shape: pendingRow,
  })
}

const approvedColumns = sql`v.id, v.username, v.email, v.phone, v.status, v.shop_name, v.sellers_address,
  v.sellers_city, v.seller_created_at, v.created_at`

export function listApproved(
  ctx: Context,
  input: Input<typeof vendors.listApproved>,
): Promise<Page<ApprovedVendorRow> | Whole<ApprovedVendorRow>> {
  // A change stays pending while its vendor is disabled, so this filter includes disabled vendors.
  const source = input.change
    ? vendorSource(ctx, ['approved', 'disabled'], input, [sql`v.change_waiting_since is not null`])
    : vendorSource(ctx, ['approved'], input, [])
  return answerList(ctx.db, input, {
    ...source,
    select: input.change
      ? sql`${approvedColumns}, ${isAcceptedOnceBy(ctx, signedIn(ctx).id, 'v')} as awaits_other`
      : approvedColumns,
    shape: ({ awaits_other, ...vendor }: VendorRecord & { awaits_other?: boolean }) => ({
      ...approvedRow(vendor),
      ...(awaits_other === undefined ? {} : { awaits_other }),
    }),
  })
}

/** Disabled vendors, or with `list` the closed ones. */
export function listDisabled(
  ctx: Context,
  input: Input<typeof vendors.listDisabled>,
): Promise<Page<DisabledVendorRow> | Whole<DisabledVendorRow>> {
  return answerList(ctx.db, input, {
    ...vendorSource(ctx, [input.list ?? 'disabled'], input, []),
    select: sql`${approvedColumns}, v.status_since, v.status_reason`,
    shape: (vendor: VendorRecord) => ({
      ...approvedRow(vendor),
      disabled_at: vendor.status_since.toISOString(),
      disabled_reason: vendor.status_reason,
    }),
  })
}

export async function countVendors(ctx: Context): Promise<Record<VendorList, number>> {
  const counts = await readCounts(ctx.db, vendorLists.map(countKey))
  return Object.fromEntries(vendorLists.map((list) => [list, counts[countKey(list)]])) as Record<
    VendorList,
    number
  >
}

interface AroundRow {
  files: VendorFile[] | null
  shared: SharedValue[] | null
  submissions: { payload: SubmissionPayload }[] | null
  change: ChangeRow | null
  listings: Partial<Record<keyof VendorReview['listings'], number>> | null
}

interface ChangeRow {
  id: string
  created_at: string
  status: 'waiting' | 'accepted_once'
  first_accepted_by: string | null
  first_accepted_id: string | null
  payload: SubmissionPayload
}

/** One vendor as a reviewer sees it, with sensitive values masked. Refuses (not-found) an unknown id. */
export async function readVendor(ctx: Context, input: { id: string }): Promise<VendorReview> {
  const vendor = await ctx.db.selectFrom('vendors').selectAll().where('id', '=', input.id).executeTakeFirst()
  if (!vendor) throw new Refusal('not-found', 'No Vendor Found')
  const [around, story] = await readTogether(ctx.db, aroundOf(vendor), storyOf('vendor', vendor.id))
  const { files, shared, submissions, change, listings } = aroundIn(around)
  const { keys } = ctx.services
  const present = files ?? []
  const [latest, earlier] = submissions ?? []
  return {
    ...reviewedOf(vendor),
    version: vendor.version,
    created_at: vendor.created_at.toISOString(),
    submission_number: vendor.submission_number,
    seller: sellerOf(vendor),
    shop: shopOf(vendor, present),
    identity_files: present.filter(({ slot }) => slot === 'cnic_front' || slot === 'cnic_back'),
    checks: checkVendor(vendor, openSensitive(keys, vendor), present, shared ?? []),
    change: change && {
      ...(await readProposal(ctx, vendor, present, change)),
      id: change.id,
      created_at: new Date(change.created_at).toISOString(),
      status: change.status,
      first_accepted_by: change.first_accepted_by,
      accepted_by_you: change.first_accepted_id === ('id' in ctx.actor ? ctx.actor.id : ''),
    },
    resubmission: latest && earlier ? compareSubmissions(keys, earlier.payload, latest.payload) : [],
    listings: { pending: 0, changes_requested: 0, approved: 0, deactivated: 0, rejected: 0, ...listings },
    ...storyIn(story),
  }
}

/** The page of a vendor: the review, and the decision on changed data that can be undone. Refuses (not-found). */
export async function readVendorPage(ctx: Context, input: { id: string }): Promise<VendorPage> {
  const review = await readVendor(ctx, input)
  return { ...review, change_decision: await readUndoable(ctx, 'vendor_change', review) }
}

/** The effect of a pending change: the fields and documents that differ, and their check results. */
async function readProposal(
  ctx: Context,
  vendor: VendorRecord,
  present: readonly VendorFile[],
  change: { payload: SubmissionPayload },
): Promise<Pick<NonNullable<VendorReview['change']>, 'needs_second_person' | 'fields' | 'files' | 'checks'>> {
  const { keys, secondPersonForBankData } = ctx.services
  const standing = payloadOf(vendor)
  const proposed = proposedOf(standing, change.payload)
  const then = { ...vendor, ...columnsOf(ctx, proposed) }
  const { rows: files } = await sql<VendorFile>`
    select id, slot, media_type, width, height, created_at from vendor_files
    where vendor_id = ${vendor.id} and replaced_at is null and waits order by slot`.execute(ctx.db)
  const { rows: shared } = await sharedValues(then).execute(ctx.db)
  const bringsCheque = files.some(({ slot }) => slot === 'cheque_copy')
  return {
    needs_second_person:
      secondPersonForBankData && (bringsCheque || changesBankData(keys, standing, proposed)),
    fields: compareSubmissions(keys, standing, proposed),
    files: files.map((file) => ({ ...file, created_at: new Date(file.created_at).toISOString() })),
    checks: checksOfChange(checkVendor(then, openSensitive(keys, then), [...present, ...files], shared)),
  }
}

/** Check results for a vendor's current data. */
export async function readChecks(ctx: Context, vendor: VendorRecord): Promise<VendorReview['checks']> {
  const { files, shared } = aroundIn((await aroundOf(vendor).execute(ctx.db)).rows)
  return checkVendor(vendor, openSensitive(ctx.services.keys, vendor), files ?? [], shared ?? [])
}

/** Other vendors with the same numbers: the three oldest matches for each kind of number. */
function sharedValues(vendor: VendorRecord): RawBuilder<SharedValue> {
  const sameAs = (field: SharedValue['field'], isSame: RawBuilder<unknown>) =>
    sql`(select ${field}::text as field, id as vendor_id, coalesce(nullif(shop_name, ''), username) as vendor_name,
      status as vendor_status
      from vendors where id <> ${vendor.id} and ${isSame} order by created_at, id limit 3)`
  const sameHash = (column: string, hash: Buffer | null) =>
    hash ? sql`${sql.ref(column)} = ${hash}` : sql`false`
  const { phone, shop_mobile } = vendor
  const numbers = [...new Set([phone, shop_mobile])].filter(Boolean)
  return sql<SharedValue>`
    ${sameAs('cnic', sameHash('cnic_blind', vendor.cnic_blind))} union all
    ${sameAs('shop_ntn', sameHash('shop_ntn_blind', vendor.shop_ntn_blind))} union all
    ${sameAs('ibn_number', sameHash('ibn_number_blind', vendor.ibn_number_blind))} union all
    ${sameAs(
      'phone',
      numbers.length > 0
        ? sql`((phone = any(${numbers}) and phone <> '') or (shop_mobile = any(${numbers}) and shop_mobile <> ''))`
        : sql`false`,
    )}`
}

/** Reads everything related to a vendor in one query. */
function aroundOf(vendor: VendorRecord): RawBuilder<AroundRow> {
  const { id } = vendor
  return sql<AroundRow>`
    select
      (select json_agg(f) from (
        select id, slot, media_type, width, height, created_at from vendor_files
        where vendor_id = ${id} and replaced_at is null and not waits order by slot) f) as files,
      (select json_agg(s) from (${sharedValues(vendor)}) s) as shared,
      (select json_agg(l) from (
        select s.payload from vendor_submissions s join vendors r on r.id = s.vendor_id
        where s.vendor_id = ${id} and s.kind in ('application', 'edit')
        order by s.number = (
            select max(number) from vendor_submissions where vendor_id = ${id} and kind in ('application', 'edit')) desc,
          s.created_at <= ${lastDecidedAt('vendor', 'r')} desc, s.number desc limit 2) l) as submissions,
      (select to_json(c) from (
        select w.id, w.created_at, w.status, p.username as first_accepted_by,
          p.id as first_accepted_id, w.payload
        from vendor_submissions w left join people p on p.id = w.first_accepted_by
        where w.vendor_id = ${id} and w.status in ('waiting', 'accepted_once')) c) as change,
      (select json_object_agg(list, n) from (
        select list, count(*)::int4 as n from products where vendor_id = ${id} and list <> 'draft'
        group by list) g) as listings`
}

function aroundIn([around]: readonly AroundRow[]): AroundRow {
  if (!around) throw new Error('a select without from answered no row')
  return {
    ...around,
    files: (around.files ?? []).map((file) => ({
      ...file,
      created_at: new Date(file.created_at).toISOString(),
    })),
  }
}

/** The bytes of a shop picture. Refuses (not-found) another vendor's file and a document with numbers. */
export async function readFile(ctx: Context, input: { id: string; file_id: string }): Promise<BytesAnswer> {
  const file = await ctx.db
    .selectFrom('vendor_files')
    .select(['storage_key', 'media_type'])
    .where('id', '=', input.file_id)
    .where('vendor_id', '=', input.id)
    .where('slot', 'not in', [...paperSlots])
    .executeTakeFirst()
  const found = file ? await ctx.services.files.read(file.storage_key) : null
  if (!file || !found) throw new Refusal('not-found', 'There is no such file')
  return { ...found, mediaType: file.media_type }
}

function countKey(list: VendorList): `vendors:${VendorList}` {
  return `vendors:${list}`
}

function vendorSource(
  ctx: Context,
  lists: VendorList[],
  input: ListQuery & { sellers_city?: string | undefined },
  filters: RawBuilder<unknown>[],
): Omit<ListSource<never>, 'select' | 'shape'> {
  return {
    from: sql`vendors v`,
    alias: 'v',
    partitions: lists.map((list) => sql`v.list = ${list}`),
    filters: [...filters, ...(input.sellers_city ? [sql`v.sellers_city = ${input.sellers_city}`] : [])],
    search: input.q
      ? searchOf(input.q, { table: 'vendor_search', column: 'v.id', also: sealedMatch(ctx, input.q) })
      : null,
    ownSorts: ['status_since', '-status_since', '-created_at'],
    sorts: {
      status_since: { column: 'status_since', type: 'timestamptz' },
      created_at: { column: 'created_at', type: 'timestamptz' },
      username: { column: 'username', type: 'text' },
      email: { column: 'email', type: 'text' },
      shop_name: { column: 'shop_name', type: 'text' },
      sellers_city: { column: 'sellers_city', type: 'text' },
    },
    countAll: lists.map(countKey),
  }
}

/**
 * The vendors whose CNIC, NTN, account number or IBAN is this number, as a query; null if the text is none of them, or the person may not
 * reveal them: a match tells whose number it is.
 */
export function sealedMatch({ actor, services }: Context, q: string): RawBuilder<unknown> | null {
  if (actor.kind !== 'person' || !allows(actor.permissions, vendors.reveal.access)) return null
  const code = searchCode(q)
  const typed = {
    cnic: normaliseCnic(q),
    shop_ntn: normaliseNtn(q),
    account_number: /^[a-z\d]{4,34}$/.test(code) && /\d/.test(code) ? code : null,
    ibn_number: normaliseIban(q),
  }
  const same = mapped(typed, (number, field) =>
    number === null
      ? null
      : sql`select id from vendors where ${sql.ref(`${field}_blind`)} = ${blindOf(services.keys, field, number)}`,
  )
  const asked = Object.values(same).filter((query) => query !== null)
  return asked.length > 0 ? sql.join(asked, sql` union all `) : null
}

function personOf({ id, username, email, phone, status }: VendorRecord) {
  return { id, username, email, phone, status: status as VendorStatus }
}

function reviewedOf(vendor: VendorRecord) {
  const { status_since, status_reason } = vendor
  return { ...personOf(vendor), status_since: status_since.toISOString(), status_reason }
}

function pendingRow(vendor: VendorRecord): PendingVendorRow {
  return {
    ...reviewedOf(vendor),
    created_at: vendor.created_at.toISOString(),
    seller: sellerOf(vendor),
    // Lists do not include documents.
    shop: shopOf(vendor, []),
  }
}

function approvedRow(vendor: VendorRecord): ApprovedVendorRow {
  return {
    ...personOf(vendor),
    shop: { shop_name: vendor.shop_name },
    seller: {
      sellers_address: vendor.sellers_address,
      sellers_city: vendor.sellers_city,
      created_at: (vendor.seller_created_at ?? vendor.created_at).toISOString(),
    },
  }
}

/** A vendor's name and screen path, for notes on the vendor; undefined if the vendor does not exist. */
export async function findNotedVendor(db: Database, id: string) {
  const found = await db
    .selectFrom('vendors')
    .select(['shop_name', 'username', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  return found && { name: found.shop_name || found.username, path: `${vendorPath(found.status)}?id=${id}` }
}
