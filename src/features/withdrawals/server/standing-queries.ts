import { sql } from 'kysely'
import { readBalances } from '#features/money/server/queries.ts'
import { bankPaths } from '#features/vendors/server/rules.ts'
import { rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import type { OwnerKind, OwnerStanding } from '../contract.ts'

/** What a person must know of the owner to approve a withdrawal: the money, and the last change of the bank account. */
export async function readStanding(
  { db }: Context,
  kind: OwnerKind,
  { id, owner_id }: { id: string; owner_id: string },
): Promise<OwnerStanding> {
  const balances = (await readBalances(db, [owner_id])).get(owner_id)
  const { rows } = await sql<{ in_progress: string }>`
    select coalesce(sum(amount), 0)::text as in_progress from withdrawals
    where owner_id = ${owner_id} and status in ('requested', 'approved')`.execute(db)
  const changed = kind === 'vendor' ? await lastBankChange(db, owner_id) : undefined
  return {
    available: rupeesFromPaisa((kind === 'vendor' ? balances?.available : balances?.wallet) ?? 0n),
    held: rupeesFromPaisa(balances?.held ?? 0n),
    in_progress: rupeesFromPaisa(BigInt(rows[0]?.in_progress ?? '0')),
    bank_changed_at: changed ? new Date(changed.at).toISOString() : null,
    bank_changed_by: changed?.actor_name ?? '',
    is_change_waiting: changed?.is_waiting ?? false,
    held_by_run: await runThatHolds(db, id),
  }
}

/** The number of the payout run that pays this withdrawal, open or closed; empty if none does. */
export async function runThatHolds(db: Database, id: string): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select r.number from payout_lines l join payout_runs r on r.id = l.run_id
    join withdrawals w on w.id = l.withdrawal_id
    where l.withdrawal_id = ${id} and l.excluded_why = '' and (r.status = 'open' or w.run_id = r.id)
    order by r.created_at desc limit 1`.execute(db)
  return rows[0]?.number ?? ''
}

/** The latest change of the account that is paid, by the vendor or by the people who accepted it. */
async function lastBankChange(db: Database, vendorId: string) {
  const { rows } = await sql<{ at: Date | string | null; actor_name: string | null; is_waiting: boolean }>`
    select a.at, a.actor_name, v.change_waiting_since is not null as is_waiting
    from vendors v
    left join lateral (
      select at, actor_name from audit_log
      where subject_type = 'vendor' and subject_id = v.id and action <> 'ask for a change'
        and action <> 'withdraw the change' and after ?| ${[...bankPaths]}::text[]
      order by id desc limit 1) a on true
    where v.id = ${vendorId}`.execute(db)
  const [row] = rows
  return row?.at ? { at: row.at, actor_name: row.actor_name ?? '', is_waiting: row.is_waiting } : undefined
}
