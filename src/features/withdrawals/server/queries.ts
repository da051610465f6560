import { sql } from 'kysely'
import '#features/customers/server/tables.ts'
import { readStory } from '#features/decisions/server/queries.ts'
import type { VendorStatus } from '#features/vendors/contract.ts'
import { missingOf } from '#features/vendors/server/rules.ts'
import type { VendorRecord } from '#features/vendors/server/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { readCounts } from '#kit/server/counts.ts'
import type { Database } from '#kit/server/database.ts'
import { withinDays } from '#kit/server/days.ts'
import { listPage } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import { searchCondition } from '#kit/server/matching.ts'
import { searchOf } from '#kit/server/search.ts'
import type {
  AppliedVendorRow,
  OwnerKind,
  VendorWithdrawalRow,
  vendorLists,
  Withdrawal,
  WithdrawalDetail,
  WithdrawalStatus,
  withdrawals,
} from '../contract.ts'
import { needsAnother, withdrawalStatuses } from '../contract.ts'
import { readStanding } from './standing-queries.ts'
import type { WithdrawalRecord } from './tables.ts'

declare module '#kit/server/context.ts' {
  interface Services {
    /**
     * Another person must approve a payout that staff request for someone; a shop with only one person turns this off.
     */
    secondPersonForPayouts: boolean
  }
}

type ListInput = Input<typeof withdrawals.vendor.list>

const joins = sql`
  left join payout_runs r on r.id = w.run_id
  left join payout_lines l on l.run_id = w.run_id and l.withdrawal_id = w.id
  left join vendors v on w.owner_type = 'vendor' and v.id = w.owner_id`
/** The target account: the account stored when the run was closed, and before that the vendor's current account. */
const select = sql`w.*, r.number as run_number,
  coalesce(nullif(l.account_title, ''), nullif(w.account_title, ''), v.account_title, '') as shown_title,
  coalesce(nullif(l.iban_masked, ''), nullif(w.iban_masked, ''), v.ibn_number_masked, '') as shown_iban,
  (select max(f.version) from payout_file_lines fl join payout_files f on f.id = fl.file_id
    where fl.withdrawal_id = w.id) as file_version`

type ShownRow = WithdrawalRecord & {
  run_number: string | null
  shown_title: string
  shown_iban: string
  file_version: number | null
}

/** One page of the withdrawals of vendors or of customers, of one status or of all; days are in Asia/Karachi, both included. */
export function listWithdrawals(ctx: Context, kind: OwnerKind, input: ListInput): Promise<Page<Withdrawal>> {
  return listPage(ctx.db, withdrawalSource(ctx, kind, input), input)
}

/** The withdrawals of vendors or of customers that these filters leave. */
export function withdrawalSource(
  ctx: Context,
  kind: OwnerKind,
  input: Pick<ListInput, 'status' | 'owner_id' | 'from' | 'to' | 'q'> & {
    ids?: readonly string[] | undefined
  },
): ListSource<Withdrawal> {
  const { status = 'all' } = input
  const statuses = status === 'all' ? [...withdrawalStatuses] : [status]
  return {
    from: sql`withdrawals w`,
    alias: 'w',
    partitions: statuses.map((status) => sql`w.list = ${`${kind} ${status}`}`),
    filters: [
      ...(input.owner_id ? [sql`w.owner_id = ${input.owner_id}`] : []),
      ...(input.ids ? [sql`w.id = any(${[...input.ids]}::uuid[])`] : []),
      ...withinDays('w.requested_at', input),
      ...(input.q ? [searchCondition(input.q, 'w.search_text', ['w.number', 'w.owner_name'])] : []),
    ],
    sorts: {
      requested_at: { column: 'requested_at', type: 'timestamptz' },
      amount: { column: 'amount', type: 'int8' },
      owner_name: { column: 'owner_name', type: 'text' },
    },
    select,
    joins,
    countAll: async () => {
      const counts = await countWithdrawals(ctx, kind)
      return statuses.reduce((sum, status) => sum + counts[status], 0)
    },
    shape: (row) => withdrawalOf(ctx, row),
  }
}

export async function countWithdrawals(
  ctx: Context,
  kind: OwnerKind,
): Promise<Record<WithdrawalStatus, number>> {
  const keyOf = (status: WithdrawalStatus) => `withdrawals:${kind} ${status}`
  const counts = await readCounts(ctx.db, withdrawalStatuses.map(keyOf))
  return Object.fromEntries(
    withdrawalStatuses.map((status) => [status, counts[keyOf(status)] ?? 0]),
  ) as Record<WithdrawalStatus, number>
}

/** One withdrawal of a vendor or a customer. Refuses (not-found), also a withdrawal of the other owner kind. */
export async function readWithdrawal(
  ctx: Context,
  kind: OwnerKind,
  { id }: { id: string },
): Promise<Withdrawal> {
  const { rows } = await sql<ShownRow>`
    select ${select} from withdrawals w ${joins} where w.id = ${id} and w.owner_type = ${kind}`.execute(
    ctx.db,
  )
  if (!rows[0]) throw new Refusal('not-found', 'Withdrawal not found')
  return withdrawalOf(ctx, rows[0])
}

/** One withdrawal with its owner's standing, its mails and its history. Refuses (not-found), also a withdrawal of the other owner kind. */
export async function readWithMails(
  ctx: Context,
  kind: OwnerKind,
  { id }: { id: string },
): Promise<WithdrawalDetail> {
  const withdrawal = await readWithdrawal(ctx, kind, { id })
  const { messages, history } = await readStory(ctx.db, 'withdrawal', id)
  return { ...withdrawal, standing: await readStanding(ctx, kind, withdrawal), messages, history }
}

/** The status of a withdrawal for the system that requested it. Refuses (not-found). */
export async function readState(ctx: Context, id: string) {
  const found = await ctx.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw new Refusal('not-found', 'Withdrawal not found')
  return stateOf(found)
}

/** The fields that the requesting system receives. */
export function stateOf(row: WithdrawalRecord) {
  const { id, number, reason, bank_reference } = row
  return {
    id,
    number,
    external_id: row.external_id ?? '',
    amount: rupeesFromPaisa(row.amount),
    status: row.status as WithdrawalStatus,
    reason,
    bank_reference,
  }
}

/** How many withdrawals of this vendor or customer are neither paid nor declined. */
export async function countInProgress(db: Database, ownerId: string): Promise<number> {
  const { n } = await db
    .selectFrom('withdrawals')
    .select(sql<number>`count(*)::int4`.as('n'))
    .where('owner_id', '=', ownerId)
    .where('status', 'in', ['requested', 'approved'])
    .executeTakeFirstOrThrow()
  return n
}

/** Undecided vendor applications with their missing parts. */
export function listApplied(
  ctx: Context,
  input: Input<typeof vendorLists.applied>,
): Promise<Page<AppliedVendorRow>> {
  return listPage(ctx.db, appliedSource(input), input)
}

/** The undecided vendor applications that these filters leave. */
export function appliedSource(
  input: Pick<Input<typeof vendorLists.applied>, 'list' | 'q'>,
): ListSource<AppliedVendorRow> {
  const lists = input.list ? [input.list] : (['pending', 'changes_requested'] as const)
  return {
    ...vendorSource(lists, input.q),
    filters: [],
    search: input.q ? searchOf(input.q, { table: 'vendor_search', column: 'v.id' }) : null,
    ownSorts: ['created_at'],
    select: sql`v.*, array(select slot from vendor_files
      where vendor_id = v.id and replaced_at is null and not waits) as slots`,
    shape: (vendor: VendorRecord & { slots: string[] }) => {
      return {
        id: vendor.id,
        username: vendor.username,
        email: vendor.email,
        phone: vendor.phone,
        created_at: vendor.created_at.toISOString(),
        status: vendor.status as VendorStatus,
        missing: missingOf(vendor, vendor.slots),
      }
    },
  }
}

/** Approved vendors, one row each, with the latest withdrawal. */
export function listLatest(
  ctx: Context,
  input: Input<typeof vendorLists.latest>,
): Promise<Page<VendorWithdrawalRow>> {
  return listPage(ctx.db, latestSource(input), input)
}

/** The approved vendors that these filters leave, with the latest withdrawal. */
export function latestSource(
  input: Pick<Input<typeof vendorLists.latest>, 'status' | 'q'>,
): ListSource<VendorWithdrawalRow> {
  return {
    ...vendorSource(['approved'], input.q),
    filters: [...(input.status ? [sql`v.withdrawal_status = ${input.status}`] : [])],
    search: input.q ? searchOf(input.q, { table: 'vendor_search', column: 'v.id' }) : null,
    ownSorts: ['-withdrawal_at'],
    select: sql`v.id, v.username, v.shop_name, v.email, v.phone,
      v.withdrawal_id, v.withdrawal_amount, v.withdrawal_at, v.withdrawal_status,
      coalesce((select is_returned from withdrawals where id = v.withdrawal_id), false) as is_returned`,
    shape: (vendor: VendorRecord & { is_returned: boolean }) => {
      return {
        id: vendor.id,
        username: vendor.username,
        shop_name: vendor.shop_name,
        email: vendor.email,
        phone: vendor.phone,
        withdrawal: vendor.withdrawal_id
          ? {
              id: vendor.withdrawal_id,
              amount: rupeesFromPaisa(vendor.withdrawal_amount),
              at: vendor.withdrawal_at.toISOString(),
              status: vendor.withdrawal_status as WithdrawalStatus,
              is_returned: vendor.is_returned,
            }
          : null,
      }
    },
  }
}

function vendorSource(lists: readonly string[], q: string | undefined) {
  return {
    from: sql`vendors v`,
    alias: 'v',
    partitions: lists.map((list) => sql`v.list = ${list}`),
    sorts: {
      created_at: { column: 'created_at', type: 'timestamptz' as const },
      username: { column: 'username', type: 'text' as const },
      email: { column: 'email', type: 'text' as const },
      withdrawal_at: { column: 'withdrawal_at', type: 'timestamptz' as const },
      withdrawal_amount: { column: 'withdrawal_amount', type: 'int8' as const },
    },
    countAll: q ? null : lists.map((list) => `vendors:${list}`),
  }
}

function withdrawalOf(ctx: Context, row: ShownRow): Withdrawal {
  const personId = 'id' in ctx.actor ? ctx.actor.id : ''
  return {
    id: row.id,
    number: row.number,
    owner_type: row.owner_type as OwnerKind,
    owner_id: row.owner_id,
    owner_name: row.owner_name,
    amount: rupeesFromPaisa(row.amount),
    status: row.status as WithdrawalStatus,
    is_returned: row.is_returned,
    account_title: row.shown_title,
    ibn_number: row.shown_iban,
    note: row.note,
    requested_by_name: row.requested_by_name,
    requested_at: row.requested_at.toISOString(),
    approved_by_name: row.approved_by_name,
    approved_at: row.approved_at?.toISOString() ?? null,
    closed_by_name: row.closed_by_name,
    closed_at: row.closed_at?.toISOString() ?? null,
    reason: row.reason,
    bank_reference: row.bank_reference,
    run: row.run_id && row.run_number ? { id: row.run_id, number: row.run_number } : null,
    file_version: row.file_version,
    needs_another: needsAnother(row, personId, ctx.services.secondPersonForPayouts),
    version: row.version,
  }
}
