import { mirror, type Posting, payoutPostings, withdrawalPostings } from '#features/money/server/rules.ts'
import { formatRs } from '#kit/contract/money.ts'
import type { Chance } from './random.ts'
import type { Past, Person } from './story.ts'
import { before, day, hour } from './times.ts'

type Row = Record<string, unknown>

/** A vendor with what is free to withdraw, in paisa. */
export interface Payable {
  id: string
  name: string
  available: string
}

/** The rows of the withdrawals, by table, in the order in which they can be inserted. */
export interface WithdrawalRows {
  withdrawals: Row[]
  ledger_transactions: Row[]
  ledger_lines: Row[]
  audit: Past['audit']
}

const endings: readonly (readonly ['requested' | 'approved' | 'paid' | 'declined', number])[] = [
  ['requested', 3],
  ['approved', 2],
  ['paid', 6],
  ['declined', 1],
]
const declined = 'The account title does not match the name of the vendor'

/** What vendors asked for in the last days, of what was free to withdraw: each at most a good half of it. */
export function makeWithdrawals(
  chance: Chance,
  now: Date,
  payable: readonly Payable[],
  desk: readonly Person[],
  accounts: ReadonlyMap<string, string>,
): WithdrawalRows {
  const rows: WithdrawalRows = { withdrawals: [], ledger_transactions: [], ledger_lines: [], audit: [] }
  const wishes = payable
    .filter(({ available }) => BigInt(available) >= 500_000n && chance.happens(0.6))
    .map((vendor) => ({ vendor, at: before(now, chance.int(9 * hour, 4 * day)) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const [index, { vendor, at }] of wishes.entries()) {
    // Whole hundreds of rupees, as people ask for them.
    const amount = ((BigInt(vendor.available) * BigInt(chance.int(20, 55))) / 100n / 10_000n) * 10_000n
    const status = chance.weigh(endings)
    const by = chance.pick(desk)
    const id = chance.idAt(at)
    const number = `W-${10_001 + index}`
    const later = (hours: number) => new Date(Math.min(at.getTime() + hours * hour, now.getTime() - hour))
    const isApproved = status === 'approved' || status === 'paid'
    const isClosed = status === 'paid' || status === 'declined'
    const approvedAt = isApproved ? later(3) : null
    const closedAt = isClosed ? later(7) : null
    rows.withdrawals.push({
      id,
      number,
      external_id: `withdrawal-${index + 1}`,
      body_hash: '\\x00',
      owner_type: 'vendor',
      owner_id: vendor.id,
      owner_name: vendor.name,
      amount: String(amount),
      status,
      bank_name: '',
      account_title: '',
      iban_masked: '',
      note: '',
      requested_by_name: 'Vendor app',
      requested_at: at,
      approved_by: isApproved ? by.id : null,
      approved_by_name: isApproved ? by.username : '',
      approved_at: approvedAt,
      closed_by: isClosed ? by.id : null,
      closed_by_name: isClosed ? by.username : '',
      closed_at: closedAt,
      reason: status === 'declined' ? declined : '',
      bank_reference: status === 'paid' ? `FT${chance.digits(10)}` : '',
      version: 1 + Number(isApproved) + Number(isClosed),
      updated_at: closedAt ?? approvedAt ?? at,
    })
    const book = (kind: string, when: Date, words: string, postings: readonly Posting[]) => {
      const transaction = chance.idAt(when)
      rows.ledger_transactions.push({ id: transaction, at: when, kind, source_id: id, words })
      for (const { account, owner, amount: posted } of postings) {
        const account_id = accounts.get(`${account} ${owner ?? ''}`)
        const line = { id: chance.idAt(when), transaction_id: transaction, at: when }
        rows.ledger_lines.push({ ...line, account_id, amount: String(posted) })
      }
    }
    const audit = (action: string, when: Date, from: Row | null, after: Row, reason: string | null = null) =>
      rows.audit.push({
        id: chance.idAt(when),
        at: when,
        actor_kind: from ? 'person' : 'integrator',
        actor_id: from ? by.id : null,
        actor_name: from ? by.username : 'Vendor app',
        action,
        subject_type: 'withdrawal',
        subject_id: id,
        subject_name: `${number} ${vendor.name}`,
        before: from,
        after,
        reason,
        request_id: chance.idAt(when),
      })
    const taken = withdrawalPostings('vendor_available', vendor.id, amount)
    book('withdrawal', at, `Withdrawal ${number}`, taken)
    audit('request withdrawal', at, null, { owner: vendor.name, amount: formatRs(amount) })
    if (approvedAt) audit('approve withdrawal', approvedAt, { status: 'requested' }, { status: 'approved' })
    if (status === 'paid' && closedAt) {
      book('payout', closedAt, `Withdrawal ${number}`, payoutPostings(amount))
      audit('pay withdrawal', closedAt, { status: 'approved' }, { status: 'paid' })
    }
    if (status === 'declined' && closedAt) {
      book('withdrawal_back', closedAt, `Withdrawal ${number} declined`, mirror(taken))
      audit('decline withdrawal', closedAt, { status: 'requested' }, { status: 'declined' }, declined)
    }
  }
  return rows
}
