import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { decider } from '#features/decisions/server/commands.ts'
import { formatRs } from '#kit/contract/money.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { withinDays } from '#kit/server/days.ts'
import { refuseStale } from '#kit/server/stale.ts'
import type { OwnerKind } from '../contract.ts'
import type { PayoutRun } from '../payout-contract.ts'
import { accountIn, readRun } from './payout-queries.ts'
import { whyExcluded } from './rules.ts'
import type { RunRecord } from './tables.ts'

interface RunLine {
  id: string
  withdrawal_id: string
}

/**
 * Opens a run and collects the approved withdrawals: all of them, or those requested up to a day in Asia/Karachi. Refuses
 * (conflict) while another run is open, and (invalid) a day up to which there is nothing to collect.
 */
export async function openRun(
  ctx: Context,
  kind: OwnerKind,
  { requested_until = null }: { requested_until?: string | undefined | null } = {},
): Promise<PayoutRun> {
  const { name } = decider(ctx)
  const { rows } = await sql<{ n: bigint }>`select nextval('payout_run_numbers') as n`.execute(ctx.db)
  const run = await ctx.db
    .insertInto('payout_runs')
    .values({
      id: uuidv7(),
      number: `P-${rows[0]?.n}`,
      owner_type: kind,
      status: 'open',
      created_by_name: name,
      created_at: ctx.now(),
      requested_until,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!run) {
    const open = await ctx.db
      .selectFrom('payout_runs')
      .select(['number', 'created_by_name'])
      .where('owner_type', '=', kind)
      .where('status', '=', 'open')
      .executeTakeFirst()
    throw new Refusal(
      'conflict',
      open
        ? `${open.number} by ${open.created_by_name} is open: close or discard it first`
        : 'Another run was open until now. Try again',
    )
  }
  const added = await gather(ctx, run)
  // The day of a run cannot be changed: this one would only wait to be discarded.
  if (requested_until !== null && added === 0) {
    throw fieldRefusal(
      'requested_until',
      'No approved withdrawal is waiting that was requested on this day or before',
    )
  }
  await ctx.record({
    action: 'open payout run',
    subject: subjectOf(run),
    after: { withdrawals: added, ...(requested_until ? { requested_until } : {}) },
  })
  return readRun(ctx, kind, run)
}

/** Adds the withdrawals approved since and applies the rules again. Refuses (not-found) and (conflict) a closed run. */
export async function collectRun(ctx: Context, kind: OwnerKind, { id }: { id: string }): Promise<PayoutRun> {
  const run = await lockOpen(ctx, kind, id)
  const added = await gather(ctx, run)
  await raiseVersion(ctx, run)
  await ctx.record({ action: 'collect withdrawals', subject: subjectOf(run), after: { withdrawals: added } })
  return readRun(ctx, kind, run)
}

/** Excludes a withdrawal from an open run, with a reason. Refuses (not-found, conflict). */
export async function excludeLine(
  ctx: Context,
  kind: OwnerKind,
  input: RunLine & { reason: string },
): Promise<PayoutRun> {
  const run = await lockOpen(ctx, kind, input.id)
  const { name } = decider(ctx)
  await changeLine(ctx, run, input, { excluded_why: input.reason, excluded_by_name: name })
  await raiseVersion(ctx, run)
  await ctx.record({
    action: 'exclude from payout run',
    subject: subjectOf(run),
    after: { withdrawal: await numberOf(ctx, input.withdrawal_id) },
    reason: input.reason,
  })
  return readRun(ctx, kind, run)
}

/** Includes a withdrawal that a person excluded; the rules still apply. Refuses (not-found, conflict). */
export async function includeLine(ctx: Context, kind: OwnerKind, input: RunLine): Promise<PayoutRun> {
  const run = await lockOpen(ctx, kind, input.id)
  await changeLine(ctx, run, input, { excluded_why: '', excluded_by_name: '' })
  await applyRules(ctx, run)
  await raiseVersion(ctx, run)
  await ctx.record({
    action: 'include in payout run',
    subject: subjectOf(run),
    after: { withdrawal: await numberOf(ctx, input.withdrawal_id) },
  })
  return readRun(ctx, kind, run)
}

/**
 * Closes a run: applies the rules once more and permanently stores who is paid, to which account and how much. Refuses
 * (not-found), (stale), also what would be paid beside or otherwise than when the run last collected, and (conflict) a
 * closed run and a run without payments.
 */
export async function closeRun(ctx: Context, kind: OwnerKind, { id }: { id: string }): Promise<PayoutRun> {
  const run = await lockOpen(ctx, kind, id)
  await refuseOlder(ctx, kind, run)
  await refuseUnseen(ctx, kind, run)
  const { count, total } = await readRun(ctx, kind, run)
  if (count === 0) throw new Refusal('conflict', 'This run has no payments')
  await sql`
    update withdrawals w set run_id = ${id}, version = version + 1, updated_at = ${ctx.now()}
    from payout_lines l where l.run_id = ${id} and l.withdrawal_id = w.id and l.excluded_why = ''`.execute(
    ctx.db,
  )
  await ctx.db
    .updateTable('payout_runs')
    .set({
      status: 'closed',
      closed_by_name: decider(ctx).name,
      closed_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute()
  await ctx.record({
    action: 'close payout run',
    subject: subjectOf(run),
    before: { status: 'open' },
    after: { status: 'closed', withdrawals: count, total: formatRs(total) },
  })
  return readRun(ctx, kind, run)
}

/**
 * Deletes an open run with its lines: its withdrawals are as they were, and the next run collects them. Bank files are made of
 * closed runs only, so that nothing of it was sent. Its number is not used again. Refuses (not-found), (stale), and (conflict) a
 * closed run.
 */
export async function discardRun(ctx: Context, kind: OwnerKind, { id }: { id: string }): Promise<void> {
  const run = await lockOpen(ctx, kind, id)
  await refuseOlder(ctx, kind, run)
  const { count, total, requested_until } = await readRun(ctx, kind, run)
  await ctx.db.deleteFrom('payout_lines').where('run_id', '=', id).execute()
  await ctx.db.deleteFrom('payout_runs').where('id', '=', id).where('status', '=', 'open').execute()
  await ctx.record({
    action: 'discard payout run',
    subject: subjectOf(run),
    before: {
      ...{ status: 'open', withdrawals: count, total: formatRs(total) },
      ...(requested_until ? { requested_until } : {}),
    },
  })
}

/** Refuses (stale) to end an open run as somebody read it before its payments changed. */
function refuseOlder(ctx: Context, kind: OwnerKind, run: RunRecord): Promise<void> {
  return refuseStale(
    ctx,
    run,
    () => readRun(ctx, kind, run),
    'The payments of this run changed since you opened it. Review the payments again',
  )
}

/** Adds every approved withdrawal that is in no run and was requested in time for this one, and applies the rules. Answers the number of added withdrawals. */
async function gather(ctx: Context, run: RunRecord): Promise<number> {
  const inTime = withinDays('w.requested_at', { to: run.requested_until ?? undefined })
  const { numAffectedRows } = await sql`
    insert into payout_lines (run_id, withdrawal_id)
    select ${run.id}::uuid, w.id from withdrawals w
    where ${sql.join([sql`w.list = ${`${run.owner_type} approved`} and w.run_id is null`, ...inTime], sql` and `)}
    on conflict do nothing`.execute(ctx.db)
  await applyRules(ctx, run)
  return Number(numAffectedRows ?? 0)
}

/**
 * Applies the rules again to a run that is closed: what they exclude now is not paid. Refuses (stale) a payment that they
 * exclude no longer, and one whose account became another: nobody has seen them so until the run collects again.
 */
async function refuseUnseen(ctx: Context, kind: OwnerKind, run: RunRecord): Promise<void> {
  // Nothing of a refused close is stored, so the run is answered as it was.
  const current = await readRun(ctx, kind, run)
  const collected = new Map((await accountsOf(ctx, run)).map((line) => [line.withdrawal_id, line]))
  await applyRules(ctx, run)
  for (const { withdrawal_id, number, excluded_why, account } of await accountsOf(ctx, run)) {
    const before = collected.get(withdrawal_id)
    if (excluded_why !== '' || !before) continue
    const what =
      before.excluded_why !== ''
        ? 'is no longer excluded'
        : before.account === account
          ? ''
          : before.account === noAccount
            ? 'has no account in the list'
            : 'would be paid to another account'
    if (what === '') continue
    const words = `${number} ${what} since the list was made. Refresh the list and review the payments again`
    throw new Refusal('stale', words, { current })
  }
}

/** Of a line that was collected before accounts were kept with it. */
const noAccount = ' '

/** The lines of a run, each with the account that was stored for it when the run last collected. */
async function accountsOf(ctx: Context, run: RunRecord) {
  const { rows } = await sql<{
    withdrawal_id: string
    number: string
    excluded_why: string
    account_title: string
    iban_sealed: string | null
  }>`
    select l.withdrawal_id, w.number, l.excluded_why, l.account_title, l.iban_sealed
    from payout_lines l join withdrawals w on w.id = l.withdrawal_id
    where l.run_id = ${run.id} order by w.requested_at, w.id`.execute(ctx.db)
  return rows.map(({ account_title, iban_sealed, ...line }) => ({
    ...line,
    account: accountIn(ctx, account_title, iban_sealed),
  }))
}

/**
 * Applies the exclusion rules again, keeps exclusions made by a person, and stores the accounts of what is paid. Locks the
 * withdrawals.
 */
async function applyRules(ctx: Context, run: RunRecord): Promise<void> {
  const { rows } = await sql<{
    withdrawal_id: string
    owner_type: string
    withdrawal: string
    status: string | null
    is_change_waiting: boolean
    iban: string | null
    excluded_why: string
  }>`
    select l.withdrawal_id, w.owner_type, w.status as withdrawal, v.status, l.excluded_why,
      v.change_waiting_since is not null as is_change_waiting,
      case when w.owner_type = 'vendor' then v.ibn_number_sealed else w.iban_sealed end as iban
    from payout_lines l
    join withdrawals w on w.id = l.withdrawal_id
    left join vendors v on w.owner_type = 'vendor' and v.id = w.owner_id
    where l.run_id = ${run.id} and l.excluded_by_name = ''
    order by w.id for update of w`.execute(ctx.db)
  for (const { is_change_waiting, withdrawal_id, excluded_why, ...payee } of rows) {
    const why = whyExcluded({ ...payee, isChangeWaiting: is_change_waiting })
    if (why === excluded_why) continue
    await ctx.db
      .updateTable('payout_lines')
      .set({ excluded_why: why })
      .where('run_id', '=', run.id)
      .where('withdrawal_id', '=', withdrawal_id)
      .execute()
  }
  await sql`
    update payout_lines l set
      account_title = case when l.excluded_why = '' then coalesce(v.account_title, w.account_title) else '' end,
      iban_sealed = case when l.excluded_why = '' then coalesce(v.ibn_number_sealed, w.iban_sealed) end,
      iban_masked = case when l.excluded_why = '' then coalesce(v.ibn_number_masked, w.iban_masked) else '' end
    from withdrawals w left join vendors v on w.owner_type = 'vendor' and v.id = w.owner_id
    where w.id = l.withdrawal_id and l.run_id = ${run.id}`.execute(ctx.db)
}

async function changeLine(
  ctx: Context,
  run: RunRecord,
  { withdrawal_id }: RunLine,
  values: { excluded_why: string; excluded_by_name: string },
): Promise<void> {
  const line = await ctx.db
    .selectFrom('payout_lines')
    .select(['excluded_why', 'excluded_by_name'])
    .where('run_id', '=', run.id)
    .where('withdrawal_id', '=', withdrawal_id)
    .executeTakeFirst()
  if (!line) throw new Refusal('not-found', 'This withdrawal is not in the run')
  if (line.excluded_why !== '' && line.excluded_by_name === '') {
    throw new Refusal('conflict', `This withdrawal is excluded already: ${line.excluded_why}`)
  }
  await ctx.db
    .updateTable('payout_lines')
    .set(values)
    .where('run_id', '=', run.id)
    .where('withdrawal_id', '=', withdrawal_id)
    .execute()
}

/** A payout run. Refuses (not-found), also a run of the other owner kind. */
export async function runOf(ctx: Context, kind: OwnerKind, id: string): Promise<RunRecord> {
  const run = await ctx.db
    .selectFrom('payout_runs')
    .selectAll()
    .where('id', '=', id)
    .where('owner_type', '=', kind)
    .executeTakeFirst()
  if (!run) throw new Refusal('not-found', 'Payout run not found')
  return run
}

async function lockOpen(ctx: Context, kind: OwnerKind, id: string): Promise<RunRecord> {
  await ctx.db.selectFrom('payout_runs').select('id').where('id', '=', id).forUpdate().execute()
  const run = await runOf(ctx, kind, id)
  if (run.status === 'closed') {
    throw new Refusal('conflict', `${run.number} was closed by ${run.closed_by_name} and cannot change`, {
      current: await readRun(ctx, kind, run),
    })
  }
  return run
}

/** Raises the version, so a person who read the run earlier gets (stale) when they close it. */
async function raiseVersion(ctx: Context, run: RunRecord): Promise<void> {
  await ctx.db
    .updateTable('payout_runs')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', run.id)
    .execute()
}

async function numberOf(ctx: Context, withdrawalId: string): Promise<string> {
  const { number } = await ctx.db
    .selectFrom('withdrawals')
    .select('number')
    .where('id', '=', withdrawalId)
    .executeTakeFirstOrThrow()
  return number
}

/** How the audit log names a run. */
export function subjectOf(run: Pick<RunRecord, 'id' | 'number'>) {
  return { type: 'payout_run', id: run.id, name: run.number }
}
