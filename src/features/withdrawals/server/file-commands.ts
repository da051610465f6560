import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { decider } from '#features/decisions/server/commands.ts'
import type { Cell } from '#kit/contract/csv.ts'
import { formatRs, rupeesFromPaisa } from '#kit/contract/money.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { CsvAnswer } from '#kit/server/implement.ts'
import type { OwnerKind } from '../contract.ts'
import { runOf, subjectOf } from './payout-commands.ts'
import { isDue, readLines } from './payout-queries.ts'
import type { RunRecord } from './tables.ts'

interface FileLine {
  title: string
  sealed: string | null
  amount: bigint
  number: string
}

/**
 * The bank file of a closed run with full account numbers, containing the approved and unpaid payments. If the newest
 * version contains exactly these payments, that version is returned; if not, a new version replaces it. The audit row
 * is written first in both cases. An older `version` is returned unchanged. A payment with an open exception is left
 * out. Refuses (not-found), and (conflict) an open run and a run with nothing left to pay.
 */
export async function exportRun(
  ctx: Context,
  kind: OwnerKind,
  { id, version }: { id: string; version?: number | undefined },
): Promise<CsvAnswer> {
  const { lines, fileName } = await ctx.transact(async (own) => {
    const run = await lockClosed(own, kind, id, 'its lines still change')
    const file = version ? await olderFile(own, run, version) : await newestFile(own, run)
    const replaces = file.version > 1 ? `-replaces-v${file.version - 1}` : ''
    return { lines: await linesOf(own, file.id), fileName: `${run.number}-v${file.version}${replaces}.csv` }
  })
  const { keys } = ctx.services
  async function* batches(): AsyncGenerator<Cell[][]> {
    yield lines.map(({ title, sealed, amount, number }) => [
      title,
      // After a customer's erasure only the payment data is left, without the account number.
      sealed === null ? '' : keys.open(sealed),
      rupeesFromPaisa(amount),
      number,
    ])
  }
  return { fileName, head: ['name', 'iban', 'amount', 'reference'], batches: batches() }
}

/**
 * A closed run, locked until the transaction ends, so that files and answers of one run are created one after the
 * other. Refuses (not-found), and (conflict) an open run with the text of `why`.
 */
export async function lockClosed(ctx: Context, kind: OwnerKind, id: string, why: string): Promise<RunRecord> {
  await ctx.db.selectFrom('payout_runs').select('id').where('id', '=', id).forUpdate().execute()
  const run = await runOf(ctx, kind, id)
  if (run.status !== 'closed') throw new Refusal('conflict', `Close this run first: ${why}`)
  return run
}

interface BankFile {
  id: string
  version: number
}

async function olderFile(ctx: Context, run: RunRecord, version: number): Promise<BankFile> {
  const file = await ctx.db
    .selectFrom('payout_files')
    .select(['id', 'version'])
    .where('run_id', '=', run.id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!file) throw new Refusal('not-found', `${run.number} has no bank file version ${version}`)
  await ctx.record({ action: 'take out bank file', subject: subjectOf(run), after: { version } })
  return file
}

/** The newest version if it contains exactly the payments that are due, or a new version. */
async function newestFile(ctx: Context, run: RunRecord): Promise<BankFile> {
  // The lock makes concurrent changes wait: a payment returned, paid or cancelled at the same time is either left out
  // of this file or refused afterwards.
  await sql`
    select id from withdrawals where run_id = ${run.id} and status = 'approved' order by id for update`.execute(
    ctx.db,
  )
  // Read as the screen reads them, so that the file holds what the screen says that it will.
  const unpaid = (await readLines(ctx, run.id)).filter(
    ({ excluded_why, status }) => excluded_why === '' && status === 'approved',
  )
  const open = unpaid.filter(isDue)
  if (open.length === 0) throw new Refusal('conflict', whyNoFile(run, unpaid))
  const newest = await ctx.db
    .selectFrom('payout_files')
    .select(['id', 'version'])
    .where('run_id', '=', run.id)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  const held = newest ? await heldBy(ctx, newest.id) : new Set<string>()
  if (newest && held.size === open.length && open.every((line) => held.has(line.withdrawal_id))) {
    await ctx.record({
      action: 'take out bank file',
      subject: subjectOf(run),
      after: { version: newest.version, withdrawals: open.length },
    })
    return newest
  }
  const file = { id: uuidv7(), version: (newest?.version ?? 0) + 1 }
  await ctx.db
    .insertInto('payout_files')
    .values({ ...file, run_id: run.id, made_by_name: decider(ctx).name, made_at: ctx.now() })
    .execute()
  const ids = open.map((line) => line.withdrawal_id)
  await sql`
    insert into payout_file_lines (file_id, withdrawal_id)
    select ${file.id}::uuid, id from unnest(${ids}::uuid[]) as w (id)`.execute(ctx.db)
  // A person who read a withdrawal before it was in a bank file gets (stale) when they try to close it.
  await sql`
    update withdrawals set version = version + 1, updated_at = ${ctx.now()}
    where id = any(${ids}::uuid[])`.execute(ctx.db)
  await ctx.record({
    action: 'make bank file',
    subject: subjectOf(run),
    after: {
      version: file.version,
      ...(newest ? { replaces: newest.version } : {}),
      withdrawals: open.length,
      total: formatRs(open.reduce((sum, { amount }) => sum + amount, 0n)),
    },
  })
  return file
}

/** Why a run has nothing for a bank file, naming the payments that wait and for what. */
function whyNoFile(
  { number }: RunRecord,
  waiting: readonly { reference: string; is_questioned: boolean; waits_why: string }[],
): string {
  const [first] = waiting
  if (!first) return `${number} has no payments left to pay`
  const none = `${number} has no other payments to pay`
  if (waiting.every(({ is_questioned }) => is_questioned)) {
    return waiting.length === 1
      ? `${none}: ${first.reference} has an open exception. Settle the exception first`
      : `${none}: ${waiting.length} payments have open exceptions. Settle the exceptions first`
  }
  return waiting.length === 1
    ? `${none}: ${first.reference} waits. ${first.waits_why}`
    : `${none}: ${waiting.length} payments wait. The run says why each of them does`
}

async function heldBy(ctx: Context, fileId: string): Promise<Set<string>> {
  const lines = await ctx.db
    .selectFrom('payout_file_lines')
    .select('withdrawal_id')
    .where('file_id', '=', fileId)
    .execute()
  return new Set(lines.map(({ withdrawal_id }) => withdrawal_id))
}

/** The lines of a version, as they were stored when the run was closed. */
async function linesOf(ctx: Context, fileId: string): Promise<FileLine[]> {
  const { rows } = await sql<FileLine>`
    select coalesce(nullif(l.account_title, ''), w.owner_name) as title, l.iban_sealed as sealed, w.amount, w.number
    from payout_file_lines f
    join withdrawals w on w.id = f.withdrawal_id
    join payout_lines l on l.run_id = w.run_id and l.withdrawal_id = w.id
    where f.file_id = ${fileId} order by w.requested_at, w.id`.execute(ctx.db)
  return rows
}
