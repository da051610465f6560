import { sql } from 'kysely'
import { readHistory } from '#features/audit/server/queries.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { listPage } from '#kit/server/list.ts'
import { readAnswers } from '../answers/server/answer-queries.ts'
import { type OwnerKind, returnedWords, type WithdrawalStatus } from '../contract.ts'
import type { PayoutFile, PayoutLine, PayoutRun, PayoutRunRow, payouts } from '../payout-contract.ts'
import { otherAccountWords, whyStopped } from './rules.ts'
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
      shape: runRow,
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
  const lines = await readLines(ctx, id)
  const sent = lines.filter(({ excluded_why }) => excluded_why === '')
  const due = sent.filter(isDue)
  const sumOf = (isCounted: (line: LineRow) => boolean) =>
    rupeesFromPaisa(sent.reduce((sum, line) => (isCounted(line) ? sum + line.amount : sum), 0n))
  const isOpen = ({ status }: LineRow) => status === 'requested' || status === 'approved'
  // Until a bank file is made, all are about to be sent.
  const isSent = (line: LineRow) => !run.has_file || line.was_sent
  return {
    ...runRow(run),
    lines: lines.map(({ closed_by_name, is_in_file, was_sent, is_questioned, waits_why, ...line }) => ({
      ...line,
      amount: rupeesFromPaisa(line.amount),
    })),
    sums: {
      sent: sumOf(isSent),
      paid: sumOf(({ status }) => status === 'paid'),
      returned: sumOf(({ is_returned }) => is_returned),
      waiting: sumOf((line) => isOpen(line) && isSent(line)),
      cancelled: sumOf(({ status, is_returned }) => status === 'declined' && !is_returned),
      in_no_file: sumOf((line) => isOpen(line) && !isSent(line)),
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
            .filter((line) => (line.status === 'approved' ? !isDue(line) : !line.is_in_file))
            .map((line) => ({
              withdrawal_id: line.withdrawal_id,
              reference: line.reference,
              amount: rupeesFromPaisa(line.amount),
              why: whyLeftOut(line),
            })),
    ...(await readAnswers(ctx.db, run)),
    history: await readHistory(ctx.db, 'payout_run', id),
  }
}

/**
 * The open exceptions that name a payment of this run, of the replies to any run. The bank may have paid such a payment
 * already, so that no file holds it until a person has settled the exception.
 */
function openQuestions(runId: string) {
  return sql`
    select distinct on (a.withdrawal_id) a.withdrawal_id,
      case when i.run_id = ${runId} then 'Open exception of reply ' || i.number || ': ' || a.message
        else 'Open exception of reply ' || i.number || ' of ' || r.number end as words
    from payout_answers a join payout_imports i on i.id = a.import_id join payout_runs r on r.id = i.run_id
    where a.withdrawal_id in (select withdrawal_id from payout_lines where run_id = ${runId})
      and a.outcome = 'differs' and a.settled_as = '' and i.undone_at is null
    order by a.withdrawal_id, i.number, a.row_number`
}

/** A bank file that is made now holds this payment. */
export const isDue = (line: LineRow) => line.status === 'approved' && line.waits_why === ''

/** Why the next bank file does not hold a payment, in words. */
function whyLeftOut(line: LineRow) {
  const by = line.closed_by_name ? ` (${line.closed_by_name})` : ''
  if (line.status === 'approved') return line.waits_why
  if (line.status === 'paid') return `Paid under ${line.bank_reference}${by}`
  return `${line.is_returned ? returnedWords : 'Cancelled'}: ${line.reason}${by}`
}

interface LineRow extends Omit<PayoutLine, 'amount'> {
  amount: bigint
  closed_by_name: string
  is_in_file: boolean
  /** True if a version of the run's bank file holds the payment. */
  was_sent: boolean
  is_questioned: boolean
  /** Why an approved payment waits, in words; empty if a bank file that is made now holds it. */
  waits_why: string
}

interface StoredLine extends Omit<LineRow, 'status' | 'is_questioned' | 'waits_why'> {
  status: string
  owner_type: string
  vendor_status: string | null
  is_change_waiting: boolean
  /** The open exception of the payment, in words; empty without one. */
  question: string
  kept_title: string
  kept_iban: string | null
  present_title: string | null
  present_iban: string | null
}

/** The lines of a run as they stand now, each with the reason for which an approved payment waits. */
export async function readLines(ctx: Context, runId: string): Promise<LineRow[]> {
  const { rows } = await sql<StoredLine>`
    select w.id as withdrawal_id, w.number as reference, w.owner_id, w.owner_name, w.amount, w.status, w.is_returned,
      w.bank_reference, w.reason, w.closed_by_name, l.excluded_why, l.excluded_by_name,
      coalesce(nullif(l.account_title, ''), nullif(w.account_title, ''), v.account_title, '') as account_title,
      coalesce(nullif(l.iban_masked, ''), nullif(w.iban_masked, ''), v.ibn_number_masked, '') as ibn_number,
      fl.withdrawal_id is not null as is_in_file, w.owner_type, v.status as vendor_status,
      v.change_waiting_since is not null as is_change_waiting,
      l.account_title as kept_title, l.iban_sealed as kept_iban,
      v.account_title as present_title, v.ibn_number_sealed as present_iban,
      exists (select from payout_file_lines s join payout_files f on f.id = s.file_id
        where s.withdrawal_id = w.id and f.run_id = l.run_id) as was_sent,
      coalesce(q.words, '') as question
    from payout_lines l
    join withdrawals w on w.id = l.withdrawal_id
    left join vendors v on w.owner_type = 'vendor' and v.id = w.owner_id
    left join payout_file_lines fl on fl.withdrawal_id = w.id and fl.file_id = (
      select id from payout_files where run_id = ${runId} order by version desc limit 1)
    left join (${openQuestions(runId)}) q on q.withdrawal_id = w.id
    where l.run_id = ${runId}
    order by l.excluded_why <> '', w.requested_at, w.id`.execute(ctx.db)
  return rows.map((row) => lineOf(ctx, row))
}

function lineOf(ctx: Context, row: StoredLine): LineRow {
  const { owner_type, vendor_status, is_change_waiting, question, ...rest } = row
  const { kept_title, kept_iban, present_title, present_iban, ...line } = rest
  /** A customer's account is kept with the withdrawal and never changes. */
  const isOther = () =>
    owner_type === 'vendor' &&
    kept_iban !== null &&
    // Most are as they were kept, and need not be opened.
    !(kept_title === present_title && kept_iban === present_iban) &&
    accountIn(ctx, kept_title, kept_iban) !== accountIn(ctx, present_title, present_iban)
  const waits_why =
    line.status !== 'approved'
      ? ''
      : whyStopped({ owner_type, status: vendor_status, isChangeWaiting: is_change_waiting }) ||
        question ||
        (isOther() ? otherAccountWords(line.was_sent) : '')
  return { ...line, status: line.status as WithdrawalStatus, is_questioned: question !== '', waits_why }
}

/** The account of a line or of a vendor in words that can be compared: the same number that was sealed again has other bytes. */
export function accountIn(ctx: Context, title: string | null, sealed: string | null): string {
  return `${title ?? ''} ${sealed === null ? '' : ctx.services.keys.open(sealed)}`
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
    count(*) filter (where w.status = 'approved')::int4 as waiting,
    count(*) filter (where w.status = 'approved' and not exists (
      select from payout_files f join payout_file_lines fl on fl.file_id = f.id
      where f.run_id = r.id and fl.withdrawal_id = w.id))::int4 as in_no_file
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
  in_no_file: number
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
    in_no_file: run.in_no_file,
    exceptions: run.exceptions,
    version: run.version,
  }
}
