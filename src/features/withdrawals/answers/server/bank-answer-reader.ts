import { createHash } from 'node:crypto'
import { returnedWords } from '#features/withdrawals/contract.ts'
import type { AnswerRow } from '#features/withdrawals/payout-contract.ts'
import { formatRs } from '#kit/contract/money.ts'
import { isRounded } from '#kit/server/csv-reader.ts'
import { readTable } from '#kit/server/table-reader.ts'

/** One row of the bank answer, as far as it can be read. */
export interface BankRow {
  /** The row number in the file; the first row below the header is 1. */
  row: number
  /** A withdrawal number in our format, or the original text if it is not one. */
  reference: string
  status: string
  bankReference: string
  reason: string
  /** Paisa; the original text if it is not an amount, and null if the column is missing or the cell is empty. */
  amount: bigint | string | null
}

const columns = {
  reference: ['reference', 'ref', 'withdrawal', 'our reference', 'customer reference', 'payment reference'],
  status: ['status', 'result', 'payment status', 'transaction status'],
  bankReference: [
    'bank reference',
    'bank ref',
    'utr',
    'stan',
    'rrn',
    'transaction id',
    'bank transaction id',
  ],
  reason: ['reason', 'remarks', 'remark', 'description', 'failure reason'],
  amount: ['amount', 'amount (pkr)', 'amount pkr'],
} as const

/**
 * Reads the rows of a bank's file, CSV or XLSX, in any format and repairs references with a lost prefix or trailing
 * decimals. Null if no header line names a reference and a status. Refuses (invalid) a damaged file.
 */
export async function readBankAnswer(file: Buffer): Promise<BankRow[] | null> {
  const at = (names: readonly string[], name: keyof typeof columns) =>
    names.findIndex((given) => (columns[name] as readonly string[]).includes(given))
  const table = await readTable(file, (names) => at(names, 'reference') >= 0 && at(names, 'status') >= 0)
  if (!table) return null
  const { head, rows } = table
  return rows.map((cells, index) => ({
    row: index + 1,
    reference: storable(numberOf(cells[at(head, 'reference')] ?? '')),
    status: storable(cells[at(head, 'status')] ?? ''),
    bankReference: storable(cells[at(head, 'bankReference')] ?? ''),
    reason: storable(cells[at(head, 'reason')] ?? '', 1_000),
    amount: paisaOf(cells[at(head, 'amount')] ?? ''),
  }))
}

/** Truncates a cell to the stored length and removes characters that the database cannot store. */
function storable(text: string, most = 300): string {
  return text.replaceAll('\u0000', '').slice(0, most).toWellFormed()
}

/** The payment of a run under a reference, and its state. */
export interface Sent {
  withdrawal_id: string
  owner_id: string
  amount: bigint
  status: string
  is_returned: boolean
  bank_reference: string
  closed_by_name: string
  /** True if a version of the run's bank file contains this payment. */
  is_in_file: boolean
}

/** A payment that is not in the run that is answered, and where it is, in words. */
export interface Elsewhere {
  withdrawal_id: string
  place: string
}

export type Settled = Pick<AnswerRow, 'outcome' | 'message'>
const differs = (message: string): Settled => ({ outcome: 'differs', message })
const unchanged = (message: string): Settled => ({ outcome: 'unchanged', message })

/** A row of the bank answer with its effect. */
export interface JudgedRow {
  row: BankRow
  sent: Sent | null
  /** The payment that the row names, of this run or of another; null if there is none. */
  withdrawal_id: string | null
  outcome: AnswerRow['outcome']
  message: string
}

/**
 * What each row of an answer would do, in order: move an open payment, change nothing when the bank repeats a booked
 * result, or create an exception that a person settles. `elsewhere` has the payments that belong to another run,
 * and `recorded` gives the answer that already has the same exception.
 */
export function judgeAnswer(
  rows: readonly BankRow[],
  known: ReadonlyMap<string, Sent>,
  elsewhere: ReadonlyMap<string, Elsewhere>,
  recorded: ReadonlyMap<string, number>,
): JudgedRow[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const sent = known.get(row.reference) ?? null
    const earlier = seen.get(row.reference)
    if (earlier === undefined) seen.set(row.reference, row.row)
    const judged =
      earlier === undefined
        ? judgeRow(row, sent, elsewhere.get(row.reference)?.place)
        : differs(`${row.reference} is in row ${earlier} of this file already`)
    const answer = recorded.get(exceptionKey(row, sent))
    const isKnown = judged.outcome === 'differs' && earlier === undefined && answer !== undefined
    const withdrawal_id = sent?.withdrawal_id ?? elsewhere.get(row.reference)?.withdrawal_id ?? null
    return {
      row,
      sent,
      withdrawal_id,
      ...(isKnown ? unchanged(`This exception is recorded in reply ${answer}`) : judged),
    }
  })
}

/** Two bank rows with the same key are the same exception. */
export function exceptionKey(row: Omit<BankRow, 'row'>, sent: Pick<Sent, 'amount'> | null): string {
  return JSON.stringify([
    row.reference,
    row.status,
    row.bankReference,
    row.reason,
    String(amountOf(row, sent) ?? ''),
  ])
}

/** The bank's amount, or the sent amount if the bank gives none; null if neither is an amount. */
export function amountOf(
  { amount }: Pick<BankRow, 'amount'>,
  sent: Pick<Sent, 'amount'> | null,
): bigint | null {
  if (typeof amount === 'bigint') return amount
  return amount === null ? (sent?.amount ?? null) : null
}

function judgeRow(row: BankRow, sent: Sent | null, elsewhere: string | undefined): Settled {
  const { reference } = row
  if (!sent) {
    return differs(
      elsewhere
        ? `${reference} is ${elsewhere}, not in this run`
        : `There is no withdrawal ${reference || 'without a reference'}`,
    )
  }
  if (!sent.is_in_file) return differs(`No bank file of this run holds ${reference}: it is ${stateOf(sent)}`)
  if (typeof row.amount === 'string') return differs(`“${row.amount}” is not an amount`)
  if (row.amount !== null && row.amount !== sent.amount) {
    return differs(`The bank says ${formatRs(row.amount)}, the file said ${formatRs(sent.amount)}`)
  }
  const verdict = verdictOf(row.status)
  if (verdict === null) return differs(`“${row.status}” says neither paid nor returned`)
  if (verdict === 'waiting') return unchanged('The bank has not decided yet')
  if (verdict === 'returned') {
    if (sent.is_returned) return unchanged(`${returnedWords} already`)
    return sent.status === 'declined'
      ? differs(`The bank returned ${reference}, which is ${stateOf(sent)}`)
      : { outcome: 'returned', message: '' }
  }
  if (sent.status === 'declined') return differs(`The bank paid ${reference}, which is ${stateOf(sent)}`)
  if (row.bankReference === '') return differs('The bank reference is missing')
  if (isRounded(row.bankReference)) {
    return differs('A spreadsheet has rounded the reference of the bank: use the file as the bank sent it')
  }
  if (sent.status !== 'paid') return { outcome: 'paid', message: '' }
  return sent.bank_reference === row.bankReference.slice(0, 120)
    ? unchanged('Paid already')
    : differs(`${reference} is ${stateOf(sent)}`)
}

/** The state of a payment and who set it, in words. */
function stateOf({ status, is_returned, bank_reference, closed_by_name }: Sent): string {
  const by = closed_by_name ? ` by ${closed_by_name}` : ''
  if (status === 'paid') return `marked as paid under ${bank_reference}${by}`
  if (status !== 'declined') return status
  return is_returned ? `marked as returned by bank${by}` : `cancelled${by}`
}

/**
 * A hash of the rows in any order, so the same answer saved by another program has the same hash, and of the ids of the
 * exceptions that make the same rows say something new.
 */
export function answerHash(rows: readonly BankRow[], reopened: readonly string[]): Buffer {
  const lines = rows.map((row) => JSON.stringify([exceptionKey(row, null), String(row.amount)]))
  return createHash('sha256')
    .update([...lines.toSorted(), ...reopened].join('\n'))
    .digest()
}

/** A hash of the preview that a person sees; it changes as soon as one row would do something else. */
export function answerSeen(runId: string, judged: readonly JudgedRow[]): string {
  const lines = judged.map(({ row, sent, outcome, message }) =>
    JSON.stringify([row.row, exceptionKey(row, sent), sent?.status, sent?.bank_reference, outcome, message]),
  )
  return createHash('sha256')
    .update([runId, ...lines].join('\n'))
    .digest('hex')
}

/** The bank's verdict on a payment in any of its known words; null for an unknown word. */
function verdictOf(status: string): 'paid' | 'returned' | 'waiting' | null {
  const word = status.toLowerCase().replaceAll(/[^a-z]/g, '')
  if (/^(paid|success|successful|completed|complete|credited|settled|processed|ok)$/.test(word)) return 'paid'
  if (/^(failed|failure|rejected|returned|unsuccessful|declined|reversed|error|notpaid|unpaid)$/.test(word)) {
    return 'returned'
  }
  return /^(pending|inprocess|processing|queued|waiting|submitted)$/.test(word) ? 'waiting' : null
}

/** `W-10001` from any spelling or damaged form; other text is returned unchanged. */
function numberOf(text: string): string {
  const digits = /^W?[\s\-–—_]*([\d,\s]{5,})(?:\.0+)?$/i.exec(text)?.[1]?.replaceAll(/\D/g, '')
  return digits ? `W-${digits}` : text
}

/**
 * The amount of a cell in paisa: `5000`, `Rs 5,000/-`, `5,000.00 CR`, `PKR 5000.000`. Other text is returned unchanged.
 */
function paisaOf(text: string): bigint | string | null {
  if (text === '') return null
  const amount = /^(?:rs\.?|pkr)?\s*(\d[\d,]*)(?:\.(\d{1,2})0*)?\s*(?:\/[-=])?\s*(?:cr\.?|pkr|rs\.?)?$/i
  const [, rupees, decimals = ''] = amount.exec(text) ?? []
  if (!rupees) return text
  return BigInt(rupees.replaceAll(',', '')) * 100n + BigInt(decimals.padEnd(2, '0') || '0')
}
