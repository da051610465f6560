import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import { rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { listPage } from '#kit/server/list.ts'
import { readAnswers } from '../answers/server/answer-queries.ts'
import { type OwnerKind, returnedWords, type WithdrawalStatus, withdrawalStatuses } from '../contract.ts'
import type { PayoutFile, PayoutLine, PayoutRun, PayoutRunRow, payouts } from '../payout-contract.ts'
import { stoppedWords } from './rules.ts'
import type { RunRecord } from './tables.ts'

/** One page of the payout runs of vendors or of customers. */
export function listRuns(
  ctx: Context,
  kind: OwnerKind,
  input: Input<typeof payouts.vendor.list>,
): Promise<Page<PayoutRunRow>> {
  return listPage<PayoutRunRow>(
    ctx.db,
    {
      from: sql`payout_runs r`,
      alias: 'r',
      partitions: [sql`r.list = ${kind}`],
      filters: [],
      sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
      select: sql`r.*, s.*, e.*, f.*`,
      joins: runSums,
      countAll: null,
      shape: (row) => runRow(row as unknown as SummedRun),
    },
    input,
  )
}

/** One payout run with its lines, files and answers. Refuses (not-found), also a run of the other owner kind. */
export async function readRun(ctx: Context, kind: OwnerKind, { id }: { id: string }): Promise<PayoutRun> {
  const { rows } = await sql<SummedRun>`
    select r.*, s.*, e.*, f.* from payout_runs r ${runSums} where r.id = ${id} and r.owner_type = ${kind}`.execute(
    ctx.db,
  )
  const [run] = rows
  if (!run) throw new Refusal('not-found', 'Payout run not found')
  const lines = await readLines(ctx.db, id)
  const sent = lines.filter(({ excluded_why }) => excluded_why === '')
  const due = sent.filter(isDue)
  const sumOf = (statuses: readonly string[]) =>
    rupeesFromPaisa(
      sent.reduce((sum, { status, amount }) => (statuses.includes(status) ? sum + amount : sum), 0n),
    )
  return {
    ...runRow(run),
    lines: lines.map(({ closed_by_name, is_in_file, is_stopped, vendor_status, question, ...line }) => ({
      ...line,
      amount: rupeesFromPaisa(line.amount),
    })),
    sums: {
      sent: sumOf(withdrawalStatuses),
      paid: sumOf(['paid']),
      returned: sumOf(['declined']),
      waiting: sumOf(['requested', 'approved']),
    },
    due: {
      count: due.length,
      total: rupeesFromPaisa(due.reduce((sum, { amount }) => sum + amount, 0n)),
    },
    files: await readFiles(ctx.db, id, sent),
    left_out:
      run.status === 'open'
        ? []
        : sent
            .filter((line) => !isDue(line) && (!line.is_in_file || isQuestioned(line)))
            .map((line) => ({
              withdrawal_id: line.withdrawal_id,
              reference: line.reference,
              amount: rupeesFromPaisa(line.amount),
              why: whyLeftOut(line),
            })),
    ...(await readAnswers(ctx.db, run)),
  }
}

/** Payouts of a vendor stop while they are disabled, also those of a run that was closed before. */
export const isStopped = sql<boolean>`(w.owner_type = 'vendor' and v.status is distinct from 'approved')`

/**
 * The open exceptions that name a payment of this run, of the replies to any run. The bank may have paid such a payment
 * already, so that no file holds it until a person has settled the exception.
 */
export function openQuestions(runId: string) {
  return sql`
    select distinct on (a.withdrawal_id) a.withdrawal_id, i.number, a.message
    from payout_answers a join payout_imports i on i.id = a.import_id
    where a.run_id in (
        select other.run_id from payout_lines mine
        join payout_lines other on other.withdrawal_id = mine.withdrawal_id
        where mine.run_id = ${runId})
      and a.withdrawal_id is not null and a.outcome = 'differs' and a.settled_as = '' and i.undone_at is null
    order by a.withdrawal_id, i.number, a.row_number`
}

/** A bank file that is made now holds this payment. */
const isDue = (line: LineRow) => line.status === 'approved' && !line.is_stopped && line.question === ''

/** An approved payment that waits for its exception to be settled. */
const isQuestioned = (line: LineRow) => line.status === 'approved' && line.question !== ''

/** Why the next bank file does not hold a payment, in words. */
function whyLeftOut(
  line: Pick<
    LineRow,
    | 'status'
    | 'is_returned'
    | 'reason'
    | 'bank_reference'
    | 'closed_by_name'
    | 'is_stopped'
    | 'vendor_status'
    | 'question'
  >,
) {
  const by = line.closed_by_name ? ` (${line.closed_by_name})` : ''
  if (line.status === 'approved') return line.is_stopped ? stoppedWords(line.vendor_status) : line.question
  if (line.status === 'paid') return `Paid under ${line.bank_reference}${by}`
  return `${line.is_returned ? returnedWords : 'Cancelled'}: ${line.reason}${by}`
}

interface LineRow extends Omit<PayoutLine, 'amount'> {
  amount: bigint
  closed_by_name: string
  is_in_file: boolean
  is_stopped: boolean
  vendor_status: string | null
  /** The open exception of the payment, in words; empty without one. */
  question: string
}

async function readLines(db: Database, runId: string): Promise<LineRow[]> {
  const { rows } = await sql<Omit<LineRow, 'status'> & { status: string }>`
    select w.id as withdrawal_id, w.number as reference, w.owner_id, w.owner_name, w.amount, w.status, w.is_returned,
      w.bank_reference, w.reason, w.closed_by_name, l.excluded_why, l.excluded_by_name,
      coalesce(nullif(l.account_title, ''), nullif(w.account_title, ''), v.account_title, '') as account_title,
      coalesce(nullif(l.iban_masked, ''), nullif(w.iban_masked, ''), v.ibn_number_masked, '') as ibn_number,
      fl.withdrawal_id is not null as is_in_file, ${isStopped} as is_stopped, v.status as vendor_status,
      coalesce('Open exception of reply ' || q.number || ': ' || q.message, '') as question
    from payout_lines l
    join withdrawals w on w.id = l.withdrawal_id
    left join vendors v on w.owner_type = 'vendor' and v.id = w.owner_id
    left join payout_file_lines fl on fl.withdrawal_id = w.id and fl.file_id = (
      select id from payout_files where run_id = ${runId} order by version desc limit 1)
    left join (${openQuestions(runId)}) q on q.withdrawal_id = w.id
    where l.run_id = ${runId}
    order by l.excluded_why <> '', w.requested_at, w.id`.execute(db)
  return rows.map((row) => ({ ...row, status: row.status as WithdrawalStatus }))
}

async function readFiles(db: Database, runId: string, sent: readonly LineRow[]): Promise<PayoutFile[]> {
  const { rows } = await sql<{
    version: number
    made_by_name: string
    made_at: Date
    count: number
    total: bigint
  }>`
    select f.version, f.made_by_name, f.made_at, count(*)::int4 as count, sum(w.amount)::int8 as total
    from payout_files f
    join payout_file_lines l on l.file_id = f.id
    join withdrawals w on w.id = l.withdrawal_id
    where f.run_id = ${runId} group by f.id order by f.version desc`.execute(db)
  const isCurrent = sent.every((line) => line.is_in_file === isDue(line))
  return rows.map((file, at) => ({
    version: file.version,
    replaces: file.version > 1 ? file.version - 1 : null,
    count: file.count,
    total: rupeesFromPaisa(file.total),
    made_by_name: file.made_by_name,
    made_at: file.made_at.toISOString(),
    is_current: at === 0 && isCurrent,
  }))
}

const runSums = sql`cross join lateral (
  select count(*)::int4 as count, coalesce(sum(w.amount), 0)::int8 as total,
    count(*) filter (where w.status = 'approved')::int4 as waiting
  from payout_lines l join withdrawals w on w.id = l.withdrawal_id
  where l.run_id = r.id and l.excluded_why = '') s
cross join lateral (
  select count(*)::int4 as exceptions from payout_answers a join payout_imports i on i.id = a.import_id
  where a.run_id = r.id and a.outcome = 'differs' and a.settled_as = '' and i.undone_at is null) e
cross join lateral (select exists (select from payout_files f where f.run_id = r.id) as has_file) f`

type SummedRun = RunRecord & {
  count: number
  total: bigint
  has_file: boolean
  waiting: number
  exceptions: number
}

function runRow(run: SummedRun): PayoutRunRow {
  return {
    id: run.id,
    number: run.number,
    status: run.status as PayoutRunRow['status'],
    created_by_name: run.created_by_name,
    created_at: run.created_at.toISOString(),
    closed_by_name: run.closed_by_name,
    closed_at: run.closed_at?.toISOString() ?? null,
    requested_until: run.requested_until,
    count: run.count,
    total: rupeesFromPaisa(run.total),
    has_file: run.has_file,
    waiting: run.waiting,
    exceptions: run.exceptions,
    version: run.version,
  }
}
