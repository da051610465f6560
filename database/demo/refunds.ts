import { transfer } from '#features/money/server/rules.ts'
import { formatRs, rupeesFromPaisa } from '#kit/contract/money.ts'
import { ibanCheckDigits, maskIban } from '#kit/contract/pakistan.ts'
import type { FieldKeys } from '#kit/server/field-keys.ts'
import type { OrderRows } from './orders.ts'
import type { Chance } from './random.ts'
import type { Person } from './story.ts'
import { day, hour } from './times.ts'

type Row = Record<string, unknown>

const bankCodes = ['MEZN', 'HABB', 'SCBL', 'UNIL', 'MUCB'] as const

/**
 * What became of the refunds of these orders: every third was sent, every third has an account and waits, for every third
 * somebody has to ask for the account. The oldest is forgotten, as happens, and late.
 */
export function settleRefunds(
  chance: Chance,
  now: Date,
  rows: OrderRows,
  desk: readonly Person[],
  ownAccounts: ReadonlyMap<string, string>,
  keys: FieldKeys,
): void {
  const orders = new Map(rows.orders.map((order) => [order.id, order]))
  const oldestFirst = rows.refunds.toSorted((a, b) => Number(a.granted_at) - Number(b.granted_at))
  for (const [index, refund] of oldestFirst.entries()) {
    const order = orders.get(refund.order_id)
    const granted = refund.granted_at as Date
    Object.assign(refund, { ...noAccount, closed_by: null, closed_at: null })
    const isNew = now.getTime() - granted.getTime() < day
    if (!order || index % 3 === 2 || isNew) continue
    const enteredAt = new Date(granted.getTime() + 2 * hour)
    const number = chance.digits(16)
    const code = chance.pick(bankCodes)
    const ibn_number = `PK${ibanCheckDigits(code, number)}${code}${number}`
    const by = desk.find(({ id }) => id === refund.granted_by) ?? chance.pick(desk)
    Object.assign(refund, {
      account_title: order.customer_name,
      bank_code: code,
      iban_sealed: keys.seal(ibn_number),
      iban_masked: maskIban(ibn_number),
      account_by: by.id,
      account_by_name: by.username,
      account_at: enteredAt,
      version: 2,
    })
    const tell = (at: Date, who: Person, action: string, after: Row) => {
      order.version = Number(order.version) + 1
      order.updated_at = at
      rows.audit.push(auditRow(chance, order, at, who, action, after))
    }
    tell(enteredAt, by, 'enter refund account', { account: maskIban(ibn_number) })
    const sender = desk.find(({ id }) => id !== by.id && id !== refund.granted_by)
    if (index % 3 === 1 && sender) send(chance, rows, order, refund, sender, ownAccounts, tell)
  }
}

const noAccount = {
  account_title: '',
  bank_code: '',
  iban_sealed: null,
  iban_masked: '',
  account_by: null,
  account_by_name: '',
  account_at: null,
}

function send(
  chance: Chance,
  rows: OrderRows,
  order: Row,
  refund: Row,
  sender: Person,
  ownAccounts: ReadonlyMap<string, string>,
  tell: (at: Date, who: Person, action: string, after: Row) => void,
): void {
  const at = new Date((refund.granted_at as Date).getTime() + 5 * hour)
  const amount = BigInt(String(refund.amount))
  const reference = `FT${chance.digits(10)}`
  Object.assign(refund, {
    status: 'sent',
    closed_by: sender.id,
    closed_by_name: sender.username,
    closed_at: at,
    reference,
    version: 3,
  })
  Object.assign(order, { refunded_total: String(amount), payment_status: 'refunded' })
  const transaction_id = chance.idAt(at)
  rows.ledger_transactions.push({
    id: transaction_id,
    at,
    kind: 'refund',
    order_id: order.id,
    part_id: null,
    source_id: refund.id,
    words: `Refund of order ${order.order_number}`,
  })
  const postings = transfer(
    amount,
    { account: 'bank', owner: null },
    { account: 'customer_due', owner: null },
  )
  for (const { account, amount: posted } of postings) {
    const account_id = ownAccounts.get(account)
    if (!account_id) throw new Error(`No account ${account} for ${formatRs(amount)}`)
    rows.ledger_lines.push({
      id: chance.idAt(at),
      transaction_id,
      account_id,
      amount: String(posted),
      at,
    })
  }
  tell(at, sender, 'send refund', {
    payment_status: 'refunded',
    refund: rupeesFromPaisa(amount),
    reference,
  })
}

function auditRow(
  chance: Chance,
  order: Row,
  at: Date,
  { id, username }: Person,
  action: string,
  after: Row,
): OrderRows['audit'][number] {
  return {
    id: chance.idAt(at),
    at,
    actor_kind: 'person',
    actor_id: id,
    actor_name: username,
    action,
    subject_type: 'order',
    subject_id: String(order.id),
    subject_name: String(order.order_number),
    before: null,
    after,
    reason: null,
    request_id: chance.idAt(at),
  }
}
