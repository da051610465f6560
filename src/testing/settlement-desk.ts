import { expect } from 'vitest'
import type { TestApp, TestPerson } from './app.ts'
import { listedAt, pendingCustomer, pendingOrder } from './factories.ts'

const path = '/api/admin/settlements'

export interface Parcel {
  id: string
  number: string
  part: string
  tracking: string
}

interface Given {
  courier?: string
  reference?: string
  paid_on?: string
  seen?: string
  as?: TestPerson
}

const head = 'Tracking Number,Order Ref,Cash Collected,Delivery Fee,Net,Date'
export const row = ({ tracking, number }: Parcel, cash: number, fee = 0) =>
  `${tracking},${number},${cash},${fee},${cash - fee},2026-01-12`
export const fileOf = (...rows: string[]) => [head, ...rows].join('\r\n')

/** Parcels of one customer with couriers, and the desk that settles what couriers paid of their cash. */
export function settlementDesk(on: () => { app: TestApp; admin: TestPerson }) {
  const send = (method: string, to: string, body?: unknown, as = on().admin) =>
    on().app.call(method, to, { as, body })
  const rowsOf = async (query: string, values: unknown[] = []) =>
    (await on().app.database.pool.query(query, values)).rows
  let customer = ''
  let made = 0

  /** An order of one part on its way with a courier; it has come as far as the last step. */
  async function parcel(
    price: string,
    {
      courier = 'Leopards',
      tracking = `LE75${process.pid}${++made}`,
      steps = ['deliver'],
      paid = false,
    } = {},
  ): Promise<Parcel> {
    const by = on()
    customer ||= (await pendingCustomer(by.app)).id
    const order = await pendingOrder(by, [{ product: await listedAt(by, price) }], {
      customer_id: customer,
      ...(paid ? { payment_method: 'card' as const, paid_reference: 'c' } : {}),
    })
    const at = `/api/admin/orders/${order.id}`
    await send('POST', `${at}/process`)
    const part = (await send('GET', at)).body.results.parts[0].id
    for (const step of ['pack', 'ship', ...steps]) {
      const bodies: Record<string, unknown> = {
        ship: { courier, tracking_number: tracking },
        return: { reason: 'Refused at the door' },
      }
      const answer = await send('POST', `${at}/parts/${part}/${step}`, bodies[step])
      expect(answer.status).toBe(200)
    }
    return { id: order.id, number: order.order_number, part, tracking }
  }

  function form(file: string | Buffer): FormData {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(Buffer.from(file))]), 'statement.csv')
    return form
  }
  const look = (file: string | Buffer, courier = 'Leopards', as = on().admin) =>
    send('POST', `${path}/check?courier=${encodeURIComponent(courier)}`, form(file), as)

  /** Imports what was looked at just before. */
  async function settle(file: string | Buffer, given: Given = {}) {
    const {
      courier = 'Leopards',
      reference = `IBFT-${++made}`,
      paid_on = '2026-01-14',
      as = on().admin,
    } = given
    const seen = given.seen ?? (await look(file, courier)).body.results?.seen ?? '0'.repeat(64)
    const query = new URLSearchParams({ courier, reference, paid_on, seen })
    return send('POST', `${path}?${query}`, form(file), as)
  }
  /** The balances of the ledger's accounts for this order, without accounts that come to nothing. */
  async function ledgerOf(orderId: string): Promise<Record<string, number>> {
    const rows = await rowsOf(
      `select a.kind, sum(l.amount)::int8 as n from ledger_lines l
       join ledger_transactions t on t.id = l.transaction_id join ledger_accounts a on a.id = l.account_id
       where t.order_id = $1 and a.kind in
         ('bank', 'courier', 'courier_fee', 'courier_tax', 'courier_difference') group by a.kind having sum(l.amount) <> 0`,
      [orderId],
    )
    return Object.fromEntries(rows.map(({ kind, n }) => [kind, Number(n)]))
  }
  /** Marks the part of a parcel that was on its way as delivered. */
  const deliver = ({ id, part }: Parcel) => send('POST', `/api/admin/orders/${id}/parts/${part}/deliver`)
  const judge = ({ id }: { id: string }, as = on().admin) =>
    send('POST', `${path}/${id}/judge`, undefined, as)

  /** Settles the rows without effect of a settlement, as they were checked just before. */
  async function settleRows({ id }: { id: string }, given: Pick<Given, 'seen' | 'as'> = {}) {
    const { as = on().admin } = given
    const seen = given.seen ?? (await judge({ id }, as)).body.results?.seen ?? '0'.repeat(64)
    return send('POST', `${path}/${id}/judge/confirm`, { seen }, as)
  }
  const partOf = async ({ id }: { id: string }) =>
    (await send('GET', `/api/admin/orders/${id}`)).body.results.parts[0]

  return { send, rowsOf, parcel, look, settle, deliver, judge, settleRows, ledgerOf, partOf }
}
