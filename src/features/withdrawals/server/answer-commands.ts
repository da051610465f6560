import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { decider } from '#features/decisions/server/commands.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { OwnerKind, PayoutAnswer, PayoutRun } from '../contract.ts'
import { move } from './commands.ts'
import { runOf, subjectOf } from './payout-commands.ts'
import { readRun } from './queries.ts'
import { type BankRow, differs, judgeRow, readBankAnswer, type Sent, type Settled } from './rules.ts'
import type { RunRecord } from './tables.ts'

/**
 * Reads the bank's answer to a closed run and does what it says, each row in a transaction of its own. Refuses
 * (not-found), (conflict) an open run, and (invalid) a file without a head that names reference and status.
 */
export async function importAnswer(
  ctx: Context,
  kind: OwnerKind,
  { id, file }: { id: string; file: Buffer },
): Promise<PayoutRun> {
  const run = await runOf(ctx, kind, id)
  if (run.status !== 'closed') throw new Refusal('conflict', 'Close this run first: no bank has seen it yet')
  const rows = readBankAnswer(file)
  if (!rows || rows.length === 0 || rows.length > mostRows) throw unreadable(rows?.length ?? -1)
  const known = await sentBy(ctx, id)
  const seen = new Set<string>()
  const kept: Import = { id: uuidv7(), at: ctx.now(), run, answers: new Map() }
  // Written down first: when it breaks off on the way, the log says that there was a file.
  await ctx.transact((own) =>
    own.record({
      action: 'begin import of bank answer',
      subject: subjectOf(run),
      after: { rows: rows.length },
    }),
  )
  let waiting: PayoutAnswer[] = []
  for (const row of rows) {
    const sent = known.get(row.reference)
    const judged = seen.has(row.reference)
      ? differs('This reference stands in the file more than once')
      : judgeRow(row, sent)
    seen.add(row.reference)
    if ('id' in judged) {
      // What was only looked at is kept with the next that moves something.
      waiting = await settleRow(ctx, kind, row, judged, kept, waiting)
    } else waiting.push(answerTo(row, judged, kept))
    if (waiting.length >= 500) {
      const full = waiting
      await ctx.transact((own) => keepAnswers(own, kept, full))
      waiting = []
    }
  }
  const answers = [...kept.answers.values()]
  const count = (outcome: PayoutAnswer['outcome']) =>
    answers.filter((answer) => answer.outcome === outcome).length
  await ctx.transact(async (own) => {
    await keepAnswers(own, kept, waiting)
    await own.record({
      action: 'import bank answer',
      subject: subjectOf(run),
      after: {
        rows: rows.length,
        paid: count('paid'),
        returned: count('returned'),
        differences: count('differs'),
      },
    })
  })
  // What became of this file: by now the last one of the run may be that of somebody else.
  return { ...(await readRun(ctx, kind, run)), answers, answered_by_name: decider(ctx).name }
}

/** One file of the bank on its way through: what each of its rows is kept under, and what became of them so far. */
interface Import {
  id: string
  at: Date
  run: RunRecord
  answers: Map<number, PayoutAnswer>
}

function answerTo(row: BankRow, settled: Settled, { answers }: Import): PayoutAnswer {
  const answer = {
    row_number: row.row,
    reference: storable(row.reference),
    bank_status: storable(row.status),
    bank_reference: storable(row.bankReference),
    outcome: settled.outcome,
    message: storable(settled.message),
  }
  // A row that was refused after all is answered once more: the last word stands.
  answers.set(row.row, answer)
  return answer
}

const mostRows = 10_000

function unreadable(rows: number): Refusal {
  const message =
    rows < 0
      ? 'The file needs a first line that names reference and status, and for what was paid bank reference'
      : rows === 0
        ? 'There is no row in this file'
        : `At most ${mostRows.toLocaleString('en')} rows`
  return new Refusal('invalid', message, { errors: [{ path: 'file', code: 'unreadable', message }] })
}

async function sentBy(ctx: Context, runId: string): Promise<Map<string, Sent>> {
  const { rows } = await sql<Sent & { number: string }>`
    select w.id as withdrawal_id, w.number, w.amount, w.status, w.bank_reference
    from payout_lines l join withdrawals w on w.id = l.withdrawal_id
    where l.run_id = ${runId} and l.excluded_why = ''`.execute(ctx.db)
  return new Map(rows.map(({ number, ...sent }) => [number, sent]))
}

/**
 * Does what one row says, and keeps the answer to it in the same transaction, with those that wait for one. Answers what
 * waits now: a row that was refused after all.
 */
async function settleRow(
  ctx: Context,
  kind: OwnerKind,
  row: BankRow,
  { id, verdict }: { id: string; verdict: 'paid' | 'returned' },
  kept: Import,
  waiting: PayoutAnswer[],
): Promise<PayoutAnswer[]> {
  try {
    await ctx.transact(async (own) => {
      await (verdict === 'paid'
        ? move(own, kind, 'pay', { id, bank_reference: row.bankReference.slice(0, 120) })
        : move(own, kind, 'return', { id, reason: row.reason.slice(0, 1_000) || 'The bank did not pay it' }))
      await keepAnswers(own, kept, [...waiting, answerTo(row, { outcome: verdict, message: '' }, kept)])
    })
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Somebody was quicker: where they brought the same answer, this one is nothing new.
    const now = await ctx.db
      .selectFrom('withdrawals')
      .select(['id as withdrawal_id', 'amount', 'status', 'bank_reference'])
      .where('id', '=', id)
      .executeTakeFirst()
    const again = judgeRow(row, now)
    const isOld = 'outcome' in again && again.outcome === 'unchanged'
    return [...waiting, answerTo(row, isOld ? again : differs(error.message), kept)]
  }
}

async function keepAnswers(ctx: Context, kept: Import, answers: readonly PayoutAnswer[]): Promise<void> {
  // The words about a withdrawal are those of its own move; what is kept here is the file.
  ctx.unchanged()
  if (answers.length === 0) return
  const { name } = decider(ctx)
  await ctx.db
    .insertInto('payout_answers')
    .values(
      answers.map((answer) => ({
        id: uuidv7(),
        run_id: kept.run.id,
        import_id: kept.id,
        at: kept.at,
        by_name: name,
        ...answer,
      })),
    )
    .execute()
}

/** As much of a cell as is kept, without what the database cannot hold. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').slice(0, 300).toWellFormed()
}
