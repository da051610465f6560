import { type Posting, settlementPostings, writeOffPostings } from '#features/money/server/rules.ts'
import { formatRs, type Paisa } from '#kit/contract/money.ts'
import type { Chance } from './random.ts'
import type { Past, Person } from './story.ts'
import { before, day, hour, officeTime } from './times.ts'

type Row = Record<string, unknown>

/** A part whose cash a courier has, in paisa. */
export interface Carried {
  part_id: string
  order_id: string
  order_number: string
  courier: string
  tracking_number: string
  cash: string
  delivered_at: Date
}

/** The rows of the settlements, by table, in the order in which they can be inserted. */
export interface SettlementRows {
  settlements: Row[]
  settlement_rows: Row[]
  ledger_transactions: Row[]
  ledger_lines: Row[]
  audit: Past['audit']
}

/** One of them pays late: of what they collected in the last weeks nothing has come in. */
const late = 'BlueEx'
const everyDays = 14
const accepted = 'The rider had no change and gave some back'

/** What couriers paid every two weeks, some of it short; the older differences are accepted, the latest are open. */
export function makeSettlements(
  chance: Chance,
  now: Date,
  carried: readonly Carried[],
  desk: readonly Person[],
  accounts: ReadonlyMap<string, string>,
): SettlementRows {
  const rows: SettlementRows = {
    settlements: [],
    settlement_rows: [],
    ledger_transactions: [],
    ledger_lines: [],
    audit: [],
  }
  const paid: { at: Date; courier: string; parcels: Carried[] }[] = []
  for (const [courier, parcels] of Map.groupBy(carried, (parcel) => parcel.courier)) {
    const newest = before(now, (courier === late ? 33 : 5) * day)
    for (let fortnight = 0; fortnight < 9; fortnight += 1) {
      const until = before(newest, fortnight * everyDays * day)
      const since = before(until, everyDays * day)
      const own = parcels.filter(({ delivered_at }) => delivered_at > since && delivered_at <= until)
      const at = officeTime(new Date(until.getTime() + chance.int(24, 60) * hour), until, now)
      if (own.length > 0) paid.push({ at, courier, parcels: own })
    }
  }
  paid.sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const [index, { at, courier, parcels }] of paid.entries()) {
    const isRecent = now.getTime() - at.getTime() < 20 * day
    settle(rows, chance, { at, courier, parcels, number: `S-${10_001 + index}`, isRecent }, desk, accounts)
  }
  return rows
}

function settle(
  rows: SettlementRows,
  chance: Chance,
  given: { at: Date; courier: string; parcels: Carried[]; number: string; isRecent: boolean },
  desk: readonly Person[],
  accounts: ReadonlyMap<string, string>,
): void {
  const { at, courier, parcels, number, isRecent } = given
  const by = chance.pick(desk)
  const id = chance.idAt(at)
  const sums = { cash: 0n, fee: 0n, tax: 0n, stated: 0n }
  const shortAt = chance.happens(0.6) ? chance.int(0, parcels.length - 1) : -1
  const book = (kind: string, when: Date, words: string, parcel: Carried, postings: readonly Posting[]) => {
    const transaction = chance.idAt(when)
    const { order_id, part_id } = parcel
    rows.ledger_transactions.push({
      id: transaction,
      at: when,
      kind,
      order_id,
      part_id,
      source_id: id,
      words,
    })
    for (const { account, owner, amount } of postings) {
      const account_id = accounts.get(`${account} ${owner ?? ''}`)
      const line = { id: chance.idAt(when), transaction_id: transaction, at: when }
      rows.ledger_lines.push({ ...line, account_id, amount: String(amount) })
    }
  }
  const audit = (action: string, when: Date, after: Row, reason: string | null = null) =>
    rows.audit.push({
      id: chance.idAt(when),
      at: when,
      actor_kind: 'person',
      actor_id: by.id,
      actor_name: by.username,
      action,
      subject_type: 'settlement',
      subject_id: id,
      subject_name: `${number} ${courier}`,
      before: null,
      after,
      reason,
      request_id: chance.idAt(when),
    })
  const lines = parcels.map((parcel, index): Row => {
    const expected = BigInt(parcel.cash)
    const isShort = index === shortAt && expected > 30_000n
    const cash: Paisa = isShort ? expected - BigInt(chance.int(1, 4)) * 5_000n : expected
    const fee = BigInt(chance.int(15, 29)) * 1_000n
    const tax = cash / 100n
    sums.cash += cash
    sums.fee += fee
    sums.tax += tax
    sums.stated += cash - fee - tax
    const words = `Cash of order ${parcel.order_number}, settled by ${courier} with ${number}`
    book('settlement', at, words, parcel, settlementPostings(cash, fee, tax))
    const isAccepted = isShort && !isRecent
    const closedAt = isAccepted ? new Date(at.getTime() + 26 * hour) : null
    if (closedAt) {
      const said = `Difference of order ${parcel.order_number} in ${number} accepted`
      book('write_off', closedAt, said, parcel, writeOffPostings(expected - cash))
      const { order_number: order, tracking_number } = parcel
      audit(
        'accept difference',
        closedAt,
        { order, tracking_number, difference: formatRs(cash - expected) },
        accepted,
      )
    }
    return {
      id: chance.idAt(at),
      settlement_id: id,
      row_number: index + 1,
      tracking_number: parcel.tracking_number,
      order_reference: parcel.order_number,
      day: parcel.delivered_at.toISOString().slice(0, 10),
      cash: String(cash),
      fee: String(fee),
      tax: String(tax),
      net: String(cash - fee - tax),
      part_id: parcel.part_id,
      expected: String(expected),
      outcome: isShort ? 'short_paid' : 'matched',
      message: isShort ? `${formatRs(expected - cash)} less than the ${formatRs(expected)} they had` : '',
      difference: isAccepted ? 'accepted' : isShort ? 'open' : 'none',
      closed_by: isAccepted ? by.id : null,
      closed_by_name: isAccepted ? by.username : '',
      closed_at: closedAt,
      closed_why: isAccepted ? accepted : '',
    }
  })
  if (isRecent && chance.happens(0.5)) {
    const cash = BigInt(chance.int(9, 40)) * 10_000n
    sums.stated += cash
    lines.push({
      ...lines[0],
      id: chance.idAt(at),
      row_number: lines.length + 1,
      tracking_number: `${courier.slice(0, 3).toUpperCase()}${chance.digits(10)}`,
      order_reference: '',
      cash: String(cash),
      fee: '0',
      tax: '0',
      net: String(cash),
      part_id: null,
      expected: null,
      outcome: 'unknown',
      message: 'No parcel was shipped with this tracking number',
      difference: 'none',
      closed_by: null,
      closed_by_name: '',
      closed_at: null,
      closed_why: '',
    })
  }
  rows.settlement_rows.push(...lines)
  const reference = `${courier.toUpperCase()}-${chance.digits(6)}`
  const paid_on = new Date(at.getTime() + 5 * hour).toISOString().slice(0, 10)
  const amounts = Object.fromEntries(Object.entries(sums).map(([name, amount]) => [name, String(amount)]))
  rows.settlements.push({
    id,
    number,
    courier,
    reference,
    paid_on,
    file_hash: `\\x${chance.digits(32)}`,
    rows: lines.length,
    settled: parcels.length,
    ...amounts,
    imported_by: by.id,
    imported_by_name: by.username,
    imported_at: at,
  })
  const net = formatRs(sums.cash - sums.fee - sums.tax)
  const differences = lines.filter(({ outcome }) => outcome === 'short_paid').length
  audit('import settlement', at, {
    reference,
    paid_on,
    rows: lines.length,
    settled: parcels.length,
    net,
    differences,
  })
}
