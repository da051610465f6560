import { sql } from 'kysely'
import { readBalances } from '#features/money/server/queries.ts'
import { bankPaths } from '#features/vendors/server/rules.ts'
import type { Answer, Input } from '#kit/contract/endpoint.ts'
import { rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { anyOf } from '#kit/server/table.ts'
import type { OwnerKind, OwnerStanding, withdrawals } from '../contract.ts'
import { whyUnpayable } from './rules.ts'

interface Owned {
  id: string
  owner_id: string
}

/**
 * What a person must know of the owner to approve a withdrawal: the money, the last change of the bank account, and why nothing
 * is paid to them now.
 */
export async function readStanding(ctx: Context, kind: OwnerKind, withdrawal: Owned): Promise<OwnerStanding> {
  const [standing] = await standingsOf(ctx, kind, [withdrawal])
  if (!standing) throw new Error('a withdrawal has no standing')
  return standing
}

/** The same for several withdrawals of one kind, in the given order; ids of no such withdrawal are left out. */
export async function readStandings(
  ctx: Context,
  kind: OwnerKind,
  { ids }: Input<(typeof withdrawals)[OwnerKind]['standings']>,
): Promise<Answer<(typeof withdrawals)[OwnerKind]['standings']>> {
  const found = await ctx.db
    .selectFrom('withdrawals')
    .select(['id', 'owner_id'])
    .where('id', '=', anyOf(ids))
    .where('owner_type', '=', kind)
    .execute()
  const order = new Map(ids.map((id, index) => [id, index]))
  const asked = found.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  const standings = await standingsOf(ctx, kind, asked)
  return standings.map((standing, index) => ({ id: asked[index]?.id ?? '', ...standing }))
}

async function standingsOf(
  { db }: Context,
  kind: OwnerKind,
  asked: readonly Owned[],
): Promise<OwnerStanding[]> {
  const owners = [...new Set(asked.map(({ owner_id }) => owner_id))]
  const balances = await readBalances(db, owners)
  const { rows } = await sql<{ owner_id: string; in_progress: string }>`
    select owner_id, sum(amount)::text as in_progress from withdrawals
    where owner_id = any(${owners}::uuid[]) and status in ('requested', 'approved') group by owner_id`.execute(
    db,
  )
  const inProgress = new Map(rows.map((row) => [row.owner_id, BigInt(row.in_progress)]))
  const vendors = kind === 'vendor' ? await payableStates(db, owners) : new Map<string, PayableState>()
  const runs = await runsThatHold(
    db,
    asked.map(({ id }) => id),
  )
  return asked.map(({ id, owner_id }) => {
    const own = balances.get(owner_id)
    const vendor = vendors.get(owner_id)
    const isChangeWaiting = vendor?.is_change_waiting ?? false
    return {
      available: rupeesFromPaisa((kind === 'vendor' ? own?.available : own?.wallet) ?? 0n),
      held: rupeesFromPaisa(own?.held ?? 0n),
      in_progress: rupeesFromPaisa(inProgress.get(owner_id) ?? 0n),
      bank_changed_at: vendor?.at ? new Date(vendor.at).toISOString() : null,
      bank_changed_by: vendor?.actor_name ?? '',
      is_change_waiting: isChangeWaiting,
      // Each withdrawal of a customer names its account, so that no rule excludes it.
      why_stopped:
        kind === 'vendor'
          ? whyUnpayable({
              owner_type: kind,
              status: vendor?.status ?? null,
              isChangeWaiting,
              iban: vendor?.iban ?? null,
            })
          : '',
      held_by_run: runs.get(id) ?? '',
    }
  })
}

/** The number of the payout run that pays this withdrawal, open or closed; empty if none does. */
export async function runThatHolds(db: Database, id: string): Promise<string> {
  return (await runsThatHold(db, [id])).get(id) ?? ''
}

/** The numbers of the payout runs that pay these withdrawals, by withdrawal. */
async function runsThatHold(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; number: string }>`
    select distinct on (w.id) w.id, r.number from payout_lines l join payout_runs r on r.id = l.run_id
    join withdrawals w on w.id = l.withdrawal_id
    where l.withdrawal_id = any(${ids}::uuid[]) and l.excluded_why = '' and (r.status = 'open' or w.run_id = r.id)
    order by w.id, r.created_at desc`.execute(db)
  return new Map(rows.map(({ id, number }) => [id, number]))
}

interface PayableState {
  vendor_id: string
  status: string
  /** Sealed. */
  iban: string | null
  is_change_waiting: boolean
  /** Null if the bank account never changed. */
  at: Date | string | null
  actor_name: string | null
}

/**
 * What decides whether vendors are paid, and the latest change of the accounts that are paid, by the vendors or by the people who
 * accepted it; by vendor.
 */
async function payableStates(db: Database, vendorIds: readonly string[]): Promise<Map<string, PayableState>> {
  const { rows } = await sql<PayableState>`
    select v.id as vendor_id, v.status, v.ibn_number_sealed as iban,
      v.change_waiting_since is not null as is_change_waiting, a.at, a.actor_name
    from vendors v
    left join lateral (
      select at, actor_name from audit_log
      where subject_type = 'vendor' and subject_id = v.id and action <> 'ask for a change'
        and action <> 'withdraw the change' and after ?| ${[...bankPaths]}::text[]
      order by id desc limit 1) a on true
    where v.id = any(${vendorIds}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.vendor_id, row]))
}
