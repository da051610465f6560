import { sql } from 'kysely'
import { returnedWords } from '#features/withdrawals/contract.ts'
import type { AnswerRow, BankAnswer, PayoutAnswer, PayoutRun } from '#features/withdrawals/payout-contract.ts'
import type { ImportRecord, RunRecord } from '#features/withdrawals/server/tables.ts'
import { formatRs, rupeesFromPaisa } from '#kit/contract/money.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import {
  amountOf,
  answerHash,
  type BankRow,
  exceptionKey,
  type JudgedRow,
  judgeAnswer,
  readBankAnswer,
  type Sent,
} from './bank-answer-reader.ts'

/** The refusal for an answer to a run without a bank file. */
export const notSent = 'Close this run and make its bank file first'
const mostRows = 10_000

/** The rows of a file from the bank. Refuses (invalid). */
export async function readRows(file: Buffer): Promise<BankRow[]> {
  const rows = await readBankAnswer(file)
  if (rows && rows.length > 0 && rows.length <= mostRows) return rows
  const message = !rows
    ? 'The first line of the file must name the columns reference and status, and bank reference for paid rows'
    : rows.length === 0
      ? 'This file has no rows'
      : `At most ${mostRows.toLocaleString('en')} rows`
  throw new Refusal('invalid', message, { errors: [{ path: 'file', code: 'unreadable', message }] })
}

/** Refuses (conflict) an answer to a run without a bank file, and an answer that is booked, naming who booked it. */
export async function refuseBooked(ctx: Context, run: RunRecord, rows: readonly BankRow[]): Promise<void> {
  const file = await ctx.db
    .selectFrom('payout_files')
    .select('id')
    .where('run_id', '=', run.id)
    .limit(1)
    .executeTakeFirst()
  if (!file) throw new Refusal('conflict', notSent)
  const booked = await ctx.db
    .selectFrom('payout_imports')
    .select(['number', 'by_name'])
    .where('run_id', '=', run.id)
    .where('file_hash', '=', await hashOf(ctx.db, run, rows))
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (!booked) return
  throw new Refusal('conflict', `This file was booked as reply ${booked.number} by ${booked.by_name}`)
}

/**
 * An exception that a person settled with “No action” while its payment is still to be made: the next bank file holds
 * the payment, so the same row may mean that the bank has paid it since.
 */
const isReopened = sql`(a.settled_as = 'no_action' and w.status = 'approved') is true`

/** The stored hash of an answer; another one once an exception of its references is open again. */
export async function hashOf(db: Database, run: RunRecord, rows: readonly BankRow[]): Promise<Buffer> {
  const { rows: reopened } = await sql<{ id: string }>`
    select a.id from payout_answers a
    join payout_imports i on i.id = a.import_id
    join withdrawals w on w.id = a.withdrawal_id
    where i.run_id = ${run.id} and i.undone_at is null and a.outcome = 'differs' and ${isReopened}
      and a.reference = any(${rows.map(({ reference }) => reference)}::text[])
    order by a.id`.execute(db)
  return answerHash(
    rows,
    reopened.map(({ id }) => id),
  )
}

/** What each row of an answer to this run would do in the current state. */
export async function judge(db: Database, run: RunRecord, rows: readonly BankRow[]): Promise<JudgedRow[]> {
  const { rows: found } = await sql<Sent & { number: string }>`
    select w.id as withdrawal_id, w.number, w.owner_id, w.amount, w.status, w.is_returned, w.bank_reference,
      w.closed_by_name,
      exists (select from payout_file_lines fl join payout_files f on f.id = fl.file_id
        where fl.withdrawal_id = w.id and f.run_id = l.run_id) as is_in_file
    from payout_lines l join withdrawals w on w.id = l.withdrawal_id
    where l.run_id = ${run.id}`.execute(db)
  const known = new Map(found.map(({ number, ...sent }) => [number, sent]))
  const strangers = [...new Set(rows.map(({ reference }) => reference))].filter((text) => !known.has(text))
  const { rows: others } = await sql<{ id: string; number: string; run: string | null; owner_type: string }>`
    select w.id, w.number, r.number as run, w.owner_type from withdrawals w left join payout_runs r on r.id = w.run_id
    where w.number = any(${strangers}::text[])`.execute(db)
  const elsewhere = new Map(
    others.map(({ id, number, run: other, owner_type }) => [
      number,
      {
        withdrawal_id: id,
        place: other ? `in ${other}` : `a withdrawal of a ${owner_type} without a run`,
      },
    ]),
  )
  const { rows: exceptions } = await sql<{
    number: number
    reference: string
    status: string
    bankReference: string
    reason: string
    amount: bigint | null
  }>`
    select i.number, a.reference, a.bank_status as status, a.bank_reference as "bankReference",
      a.bank_reason as reason, a.amount
    from payout_answers a join payout_imports i on i.id = a.import_id
    left join withdrawals w on w.id = a.withdrawal_id
    where i.run_id = ${run.id} and i.undone_at is null and a.outcome = 'differs' and not ${isReopened}`.execute(
    db,
  )
  const recorded = new Map(exceptions.map((row) => [exceptionKey(row, null), row.number]))
  return judgeAnswer(rows, known, elsewhere, recorded)
}

type Counted = Pick<AnswerRow, 'outcome'> & { amount: bigint | null }

/** Row counts and total amounts of an answer, by outcome. */
export function sumsOf(judged: readonly JudgedRow[]) {
  return countRows(judged.map(({ row, sent, outcome }) => ({ outcome, amount: amountOf(row, sent) })))
}

function countRows(rows: readonly Counted[]) {
  const of = (wanted: AnswerRow['outcome']) => rows.filter(({ outcome }) => outcome === wanted)
  const total = (wanted: AnswerRow['outcome']) =>
    rupeesFromPaisa(of(wanted).reduce((sum, { amount }) => sum + (amount ?? 0n), 0n))
  return {
    rows: rows.length,
    paid: of('paid').length,
    paid_total: total('paid'),
    returned: of('returned').length,
    returned_total: total('returned'),
    unchanged: of('unchanged').length,
    exceptions: of('differs').length,
    exceptions_total: total('differs'),
  }
}

/** A judged row in the form that the API returns. */
export function shownRow({ row, sent, withdrawal_id, outcome, message }: JudgedRow): AnswerRow {
  const amount = amountOf(row, sent)
  return {
    row_number: row.row,
    reference: row.reference,
    bank_status: row.status,
    bank_reference: row.bankReference,
    bank_reason: row.reason,
    amount: amount === null ? null : rupeesFromPaisa(amount),
    withdrawal_id,
    outcome,
    message,
  }
}

/**
 * The bank answers of a run: the totals of each answer, the rows of the current one, and the exceptions of earlier
 * ones.
 */
export async function readAnswers(
  db: Database,
  run: RunRecord,
): Promise<Pick<PayoutRun, 'imports' | 'answers' | 'answered_at' | 'answered_by_name'>> {
  const imports = await db
    .selectFrom('payout_imports')
    .selectAll()
    .where('run_id', '=', run.id)
    .orderBy('number', 'desc')
    .execute()
  const rows = await db
    .selectFrom('payout_answers as a')
    .innerJoin('payout_imports as i', 'i.id', 'a.import_id')
    .selectAll('a')
    .select('i.number')
    .where('i.run_id', '=', run.id)
    .orderBy('i.number', 'desc')
    .orderBy('a.row_number')
    .execute()
  const latest = imports.find(({ undone_at }) => undone_at === null)
  const standing = new Set(imports.flatMap(({ id, undone_at }) => (undone_at === null ? [id] : [])))
  const stays = latest ? await whyItStays(db, run, latest) : ''
  return {
    imports: imports.map(
      (one): BankAnswer => ({
        ...countRows(
          rows
            .filter(({ import_id }) => import_id === one.id)
            .map(({ outcome, amount }) => ({ outcome: outcome as AnswerRow['outcome'], amount })),
        ),
        number: one.number,
        by_name: one.by_name,
        at: one.at.toISOString(),
        undone_by_name: one.undone_by_name,
        undone_at: one.undone_at?.toISOString() ?? null,
        undone_why: one.undone_why,
        stays_why:
          one.undone_at !== null
            ? 'It was undone'
            : one.id === latest?.id
              ? stays
              : `Reply ${latest?.number} was booked later. Undo that reply first`,
      }),
    ),
    answers: rows
      .filter(({ import_id, outcome }) =>
        outcome === 'differs' ? standing.has(import_id) : import_id === latest?.id,
      )
      .map(
        (row): PayoutAnswer => ({
          id: row.id,
          number: row.number,
          row_number: row.row_number,
          reference: row.reference,
          bank_status: row.bank_status,
          bank_reference: row.bank_reference,
          bank_reason: row.bank_reason,
          amount: row.amount === null ? null : rupeesFromPaisa(row.amount),
          withdrawal_id: row.withdrawal_id,
          outcome: row.outcome as AnswerRow['outcome'],
          message: row.message,
          settled_as: row.settled_as as PayoutAnswer['settled_as'],
          settled_by_name: row.settled_by_name,
          settled_at: row.settled_at?.toISOString() ?? null,
          settled_why: row.settled_why,
        }),
      ),
    answered_at: latest?.at.toISOString() ?? null,
    answered_by_name: latest?.by_name ?? '',
  }
}

/** Why the newest answer of a run cannot be undone, naming what depends on it; empty when it can. */
export async function whyItStays(db: Database, run: RunRecord, answer: ImportRecord): Promise<string> {
  if (answer.file_hash === null) return 'It was booked before undo was available'
  const { rows } = await sql<{ version: number | null }>`
    select max(version) as version from payout_files where run_id = ${run.id}`.execute(db)
  const version = rows[0]?.version ?? 0
  if (version > (answer.file_version ?? 0)) {
    return `Bank file version ${version} was made after this reply and depends on it`
  }
  const { rows: moved } = await sql<{ number: string; status: string; is_returned: boolean; by: string }>`
    select w.number, w.status, w.is_returned, w.closed_by_name as by
    from payout_answers a join withdrawals w on w.id = a.withdrawal_id
    where a.import_id = ${answer.id} and a.before is not null and w.version <> a.moved_version
    order by w.number limit 1`.execute(db)
  if (moved[0]) {
    const { number, status, is_returned, by } = moved[0]
    return `${number} was changed since: it is ${is_returned ? returnedWords.toLowerCase() : status}${by ? ` by ${by}` : ''}`
  }
  const { rows: settled } = await sql<{ reference: string; by: string }>`
    select reference, settled_by_name as by from payout_answers
    where import_id = ${answer.id} and settled_as in ('paid', 'returned') order by row_number limit 1`.execute(
    db,
  )
  if (settled[0]) return `The exception of ${settled[0].reference} was settled by ${settled[0].by}`
  return whyMoneyIsGone(db, run, answer)
}

/** Why money returned by this answer cannot be taken back: the owner has spent part of it, or was erased. */
async function whyMoneyIsGone(db: Database, run: RunRecord, answer: ImportRecord): Promise<string> {
  const account = run.owner_type === 'vendor' ? 'vendor_available' : 'customer_wallet'
  const { rows } = await sql<{
    owner_name: string
    returned: bigint
    left: bigint
    later: string | null
    is_erased: boolean
  }>`
    with back as (
      select w.owner_id, min(w.owner_name) as owner_name,
        coalesce(sum(w.amount) filter (where w.status = 'declined'), 0)::int8 as returned
      from payout_answers a join withdrawals w on w.id = a.withdrawal_id
      where a.import_id = ${answer.id} and a.before is not null group by w.owner_id
    )
    select b.owner_name, b.returned, coalesce(m.left, 0)::int8 as left,
      (select string_agg(number, ', ' order by requested_at) from withdrawals
        where owner_id = b.owner_id and requested_at > ${answer.at} and status <> 'declined') as later,
      exists (select from customers c where c.id = b.owner_id and c.erased_at is not null) as is_erased
    from back b
    left join lateral (
      select -sum(s.amount) as left from ledger_accounts a
      cross join lateral (
        select amount from ledger_balances where account_id = a.id
        union all select amount from ledger_deltas where account_id = a.id
      ) s
      where a.kind = ${account} and a.owner_id = b.owner_id
    ) m on true
    where b.returned > greatest(coalesce(m.left, 0), 0)
      or exists (select from customers c where c.id = b.owner_id and c.erased_at is not null)
    order by b.owner_name limit 1`.execute(db)
  const [gone] = rows
  if (!gone) return ''
  if (gone.is_erased) return 'A customer of this answer was erased since'
  const used = gone.later ? `: ${gone.later} was requested since` : ''
  const left = formatRs(gone.left > 0n ? gone.left : 0n)
  return `${formatRs(gone.returned)} was returned to ${gone.owner_name}, and only ${left} of it is left${used}`
}
