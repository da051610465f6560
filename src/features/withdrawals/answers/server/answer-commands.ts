import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { decider } from '#features/decisions/server/commands.ts'
import type { OwnerKind } from '#features/withdrawals/contract.ts'
import type { AnswerCheck, PayoutRun } from '#features/withdrawals/payout-contract.ts'
import { move } from '#features/withdrawals/server/commands.ts'
import { lockClosed } from '#features/withdrawals/server/file-commands.ts'
import { runOf, subjectOf } from '#features/withdrawals/server/payout-commands.ts'
import { readRun } from '#features/withdrawals/server/payout-queries.ts'
import type { RunRecord, WithdrawalRecord } from '#features/withdrawals/server/tables.ts'
import { formatRs } from '#kit/contract/money.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { hashOf, judge, notSent, readRows, refuseBooked, shownRow, sumsOf } from './answer-queries.ts'
import { amountOf, answerSeen, type BankRow, type JudgedRow } from './bank-answer-reader.ts'

/**
 * Previews a bank answer row by row; nothing is stored. Refuses (not-found), (conflict) a run without a bank file and
 * an answer that is already booked, and (invalid) a file without a header line that names reference and status.
 */
export async function checkAnswer(
  ctx: Context,
  kind: OwnerKind,
  { id, file }: { id: string; file: Buffer },
): Promise<AnswerCheck> {
  const run = await runOf(ctx, kind, id)
  if (run.status !== 'closed') throw new Refusal('conflict', notSent)
  const rows = await readRows(file)
  await refuseBooked(ctx, run, rows)
  const judged = await judge(ctx.db, run, rows)
  return { ...sumsOf(judged), seen: answerSeen(run.id, judged), answers: judged.map(shownRow) }
}

/**
 * Books a bank answer exactly as previewed. The payments, rows and exceptions are stored in one transaction, together
 * or not at all. Refuses (not-found), (invalid) a file that cannot be read, and (conflict) a run without a bank file,
 * an answer that is already booked, an answer with nothing to book, and an answer that would now differ from its
 * preview.
 */
export async function bookAnswer(
  ctx: Context,
  kind: OwnerKind,
  { id, seen, file }: { id: string; seen: string; file: Buffer },
): Promise<PayoutRun> {
  const run = await lockClosed(ctx, kind, id, 'no bank has seen it yet')
  const rows = await readRows(file)
  await refuseBooked(ctx, run, rows)
  // Rows are locked in id order, so two transactions on the same payments wait for each other and do not deadlock.
  await sql`select id from withdrawals where run_id = ${id} order by id for update`.execute(ctx.db)
  const judged = await judge(ctx.db, run, rows)
  if (answerSeen(run.id, judged) !== seen) {
    throw new Refusal(
      'conflict',
      'The effect of this file changed since you checked it. Check the file again',
    )
  }
  const sums = sumsOf(judged)
  if (sums.paid + sums.returned + sums.exceptions === 0) {
    throw new Refusal('conflict', 'There is nothing to book. Each row is booked or still with the bank')
  }
  const answer = await insertImport(ctx, run, rows)
  const moved = await moveAll(ctx, kind, judged)
  await keepRows(ctx, run, answer.id, judged, moved)
  await ctx.record({
    action: 'book bank answer',
    subject: subjectOf(run),
    after: {
      answer: answer.number,
      rows: sums.rows,
      paid: sums.paid,
      paid_total: formatRs(sums.paid_total),
      returned: sums.returned,
      returned_total: formatRs(sums.returned_total),
      exceptions: sums.exceptions,
    },
  })
  return readRun(ctx, kind, run)
}

async function insertImport(
  ctx: Context,
  run: RunRecord,
  rows: readonly BankRow[],
): Promise<{ id: string; number: number }> {
  const { rows: found } = await sql<{ number: number; version: number | null }>`
    select (select coalesce(max(number), 0) + 1 from payout_imports where run_id = ${run.id})::int4 as number,
      (select max(version) from payout_files where run_id = ${run.id}) as version`.execute(ctx.db)
  const id = uuidv7()
  const number = found[0]?.number ?? 1
  await ctx.db
    .insertInto('payout_imports')
    .values({
      id,
      run_id: run.id,
      number,
      file_hash: await hashOf(ctx.db, run, rows),
      file_version: found[0]?.version ?? null,
      by_name: decider(ctx).name,
      at: ctx.now(),
    })
    .execute()
  return { id, number }
}

interface Moved {
  before: WithdrawalRecord
  row: WithdrawalRecord
}

/**
 * Moves each payment that the bank paid or returned, sorted by owner so that concurrent runs lock in the same order.
 */
async function moveAll(
  ctx: Context,
  kind: OwnerKind,
  judged: readonly JudgedRow[],
): Promise<Map<JudgedRow, Moved>> {
  const moved = new Map<JudgedRow, Moved>()
  const moving = judged
    .filter(({ outcome }) => outcome === 'paid' || outcome === 'returned')
    .toSorted((a, b) => ((a.sent?.owner_id ?? '') < (b.sent?.owner_id ?? '') ? -1 : 1))
  for (const one of moving) {
    const { row, sent, outcome } = one
    if (!sent) throw new Error('a payment that is moved is known')
    const id = sent.withdrawal_id
    const { isMoved, ...states } = await (outcome === 'paid'
      ? move(ctx, kind, 'pay', { id, bank_reference: row.bankReference.slice(0, 120) })
      : move(ctx, kind, 'return', { id, reason: row.reason || 'The bank did not make the payment' }))
    if (!isMoved) throw new Error('a payment that was open did not move')
    moved.set(one, states)
  }
  return moved
}

/** Stores each row as the bank sent it, with the payment's previous state. */
async function keepRows(
  ctx: Context,
  run: RunRecord,
  importId: string,
  judged: readonly JudgedRow[],
  moved: ReadonlyMap<JudgedRow, Moved>,
): Promise<void> {
  const [at, by_name] = [ctx.now(), decider(ctx).name]
  for (let from = 0; from < judged.length; from += 500) {
    await ctx.db
      .insertInto('payout_answers')
      .values(
        judged.slice(from, from + 500).map((one) => {
          const states = moved.get(one)
          return {
            id: uuidv7(),
            run_id: run.id,
            import_id: importId,
            at,
            by_name,
            row_number: one.row.row,
            reference: one.row.reference,
            bank_status: one.row.status,
            bank_reference: one.row.bankReference,
            bank_reason: one.row.reason,
            amount: amountOf(one.row, one.sent),
            withdrawal_id: one.withdrawal_id,
            outcome: one.outcome,
            message: one.message,
            before: states ? JSON.stringify(standingOf(states.before)) : null,
            moved_version: states?.row.version ?? null,
          }
        }),
      )
      .execute()
  }
}

/** The columns of a withdrawal that a bank row can change. */
function standingOf(row: WithdrawalRecord) {
  const { status, is_returned, closed_by, closed_by_name, closed_at, reason, bank_reference } = row
  return { status, is_returned, closed_by, closed_by_name, closed_at, reason, bank_reference }
}
