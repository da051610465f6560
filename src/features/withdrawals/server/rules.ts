import { formatRs } from '#kit/contract/money.ts'
import { isRounded, readTable } from '#kit/server/spreadsheet.ts'
import type { PayoutAnswer } from '../contract.ts'

/** One row of the bank's answer, as far as it could be read. */
export interface BankRow {
  /** As it stands in the file, from 1 below the head. */
  row: number
  /** The number of a withdrawal as we write it, or what stood there. */
  reference: string
  status: string
  bankReference: string
  reason: string
  /** Paisa; the text itself where it is no amount, and null where the file has no such column or nothing in it. */
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
 * The rows of a bank's CSV file, however it is written, with lost prefixes and trailing decimals of references put right.
 * Null when there is no head that names a reference and a status.
 */
export function readBankAnswer(file: Buffer): BankRow[] | null {
  const at = (names: readonly string[], name: keyof typeof columns) =>
    names.findIndex((given) => (columns[name] as readonly string[]).includes(given))
  const table = readTable(file, (names) => at(names, 'reference') >= 0 && at(names, 'status') >= 0)
  if (!table) return null
  const { head, rows } = table
  return rows.map((cells, index) => ({
    row: index + 1,
    reference: numberOf(cells[at(head, 'reference')] ?? ''),
    status: cells[at(head, 'status')] ?? '',
    bankReference: cells[at(head, 'bankReference')] ?? '',
    reason: cells[at(head, 'reason')] ?? '',
    amount: paisaOf(cells[at(head, 'amount')] ?? ''),
  }))
}

/** What a run sent under a reference, and how it stands. */
export interface Sent {
  withdrawal_id: string
  amount: bigint
  status: string
  bank_reference: string
}

export type Settled = Pick<PayoutAnswer, 'outcome' | 'message'>
/** A difference that a person has to look at. */
export const differs = (message: string): Settled => ({ outcome: 'differs', message })

/** What a row of the bank's answer asks for: a move of a withdrawal, nothing new, or a person's look at a difference. */
export function judgeRow(
  row: BankRow,
  sent: Sent | undefined,
): Settled | { id: string; verdict: 'paid' | 'returned' } {
  if (!sent) return differs('This run sent nothing under this reference')
  if (typeof row.amount === 'string') return differs(`“${row.amount}” is no amount that can be read`)
  if (row.amount !== null && row.amount !== sent.amount) {
    return differs(`The bank says ${formatRs(row.amount)}, sent was ${formatRs(sent.amount)}`)
  }
  const verdict = verdictOf(row.status)
  if (verdict === null) return differs(`“${row.status}” says neither that it was paid nor that it was not`)
  if (verdict === 'waiting') return { outcome: 'unchanged', message: 'The bank has not decided yet' }
  if (verdict === 'returned') {
    if (sent.status === 'declined') return { outcome: 'unchanged', message: 'Sent back already' }
    return { id: sent.withdrawal_id, verdict }
  }
  if (sent.status === 'declined') return differs('It was sent back to its owner already')
  if (row.bankReference === '') return differs('The reference of the bank is missing')
  if (isRounded(row.bankReference)) {
    return differs('A spreadsheet has rounded the reference of the bank: take the file as the bank sent it')
  }
  if (sent.status !== 'paid') return { id: sent.withdrawal_id, verdict }
  return sent.bank_reference === row.bankReference
    ? { outcome: 'unchanged', message: 'Paid already' }
    : differs(`It is marked as paid under ${sent.bank_reference}`)
}

/** What the bank says of a payment, whatever its word for it; null on a word that is not known. */
function verdictOf(status: string): 'paid' | 'returned' | 'waiting' | null {
  const word = status.toLowerCase().replaceAll(/[^a-z]/g, '')
  if (/^(paid|success|successful|completed|complete|credited|settled|processed|ok)$/.test(word)) return 'paid'
  if (/^(failed|failure|rejected|returned|unsuccessful|declined|reversed|error|notpaid|unpaid)$/.test(word)) {
    return 'returned'
  }
  return /^(pending|inprocess|processing|queued|waiting|submitted)$/.test(word) ? 'waiting' : null
}

/** `W-10001`, however it was written or damaged; another text stays as it is. */
function numberOf(text: string): string {
  const digits = /^W?[\s\-–—_]*([\d,\s]{5,})(?:\.0+)?$/i.exec(text)?.[1]?.replaceAll(/\D/g, '')
  return digits ? `W-${digits}` : text
}

/** What a cell says in paisa: `5000`, `Rs 5,000/-`, `5,000.00 CR`, `PKR 5000.000`. Any other text is told as it stands. */
function paisaOf(text: string): bigint | string | null {
  if (text === '') return null
  const amount = /^(?:rs\.?|pkr)?\s*(\d[\d,]*)(?:\.(\d{1,2})0*)?\s*(?:\/[-=])?\s*(?:cr\.?|pkr|rs\.?)?$/i
  const [, rupees, decimals = ''] = amount.exec(text) ?? []
  if (!rupees) return text
  return BigInt(rupees.replaceAll(',', '')) * 100n + BigInt(decimals.padEnd(2, '0') || '0')
}

/** Why a rule keeps a payment out of a run; empty when none does. */
export function whyExcluded(payee: {
  owner_type: string
  status: string | null
  isChangeWaiting: boolean
  iban: string | null
  withdrawal: string
}): string {
  if (payee.withdrawal !== 'approved') return `The withdrawal is ${payee.withdrawal} by now`
  if (payee.owner_type === 'vendor' && payee.status !== 'approved') {
    return `The vendor is ${(payee.status ?? 'gone').replaceAll('_', ' ')}: payouts are stopped`
  }
  if (payee.isChangeWaiting) return 'A change of bank or identity data waits for a decision'
  return payee.iban ? '' : 'There is no IBAN to pay to'
}
