import { sql } from 'kysely'
import '#features/orders/server/tables.ts'
import '#features/withdrawals/server/tables.ts'
import { eraseFromDecisions, tellOfErasure } from '#features/decisions/server/erasure-commands.ts'
import { dropNotes } from '#features/notes/server/commands.ts'
import { listAllNotes } from '#features/notes/server/queries.ts'
import { formatRs, type Paisa, rupeesFromPaisa } from '#kit/contract/money.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { anyOf } from '#kit/server/table.ts'
import { type CustomerDetail, type CustomerExport, type CustomerStatus, customerNumber } from '../contract.ts'
import { customerDecisions, subjectOf } from './commands.ts'
import { forgetPicture, readPicture } from './picture-commands.ts'
import { customerOf, readCustomer, readWallet } from './queries.ts'
import type { CustomerRecord } from './tables.ts'

declare module '#kit/server/context.ts' {
  interface Services {
    /** The group e-mails to a customer, oldest first: they belong to a feature above the customers. */
    mailsToCustomer: (db: Database, id: string) => Promise<CustomerExport['group_emails']>
  }
}

/** Exports everything that is stored about a customer and writes an audit row for the export. Refuses (not-found). */
export async function exportCustomer(ctx: Context, { id }: { id: string }): Promise<CustomerExport> {
  const customer = await customerOf(ctx.db, id)
  const orders = await readOrders(ctx, id)
  const wallet = await readWallet(ctx.db, id, null)
  const { [id]: notes = [] } = await readNotes(ctx, 'customer', [id])
  const withdrawals = await readWithdrawals(ctx, id)
  const refunds = await readRefunds(ctx, id)
  await ctx.record({
    action: 'export',
    subject: subjectOf(customer),
    after: {
      orders: orders.length,
      wallet_lines: wallet.lines.length,
      notes: notes.length,
      account_numbers: [...withdrawals, ...refunds].filter(({ ibn_number }) => ibn_number !== '').length,
    },
  })
  return {
    exported_at: ctx.now().toISOString(),
    customer_number: customerNumber(id),
    profile: {
      id,
      external_id: customer.external_id ?? '',
      username: customer.username,
      email: customer.email,
      phone: customer.phone,
      city: customer.city,
      address: customer.address,
      picture: await readPicture(ctx, customer.image),
      status: customer.status as CustomerStatus,
      status_since: customer.status_since.toISOString(),
      status_reason: customer.status_reason,
      created_at: customer.created_at.toISOString(),
      updated_at: customer.updated_at.toISOString(),
      erased_at: customer.erased_at?.toISOString() ?? null,
    },
    orders,
    wallet: { balance: rupeesFromPaisa(wallet.balance), lines: wallet.lines },
    withdrawals,
    refunds,
    group_emails: await ctx.services.mailsToCustomer(ctx.db, id),
    notes,
    audit: await readAudit(ctx, id),
  }
}

/** The notes on these records, by the id of the record. */
async function readNotes(
  ctx: Context,
  kind: 'customer' | 'order',
  ids: readonly string[],
): Promise<Partial<Record<string, CustomerExport['notes']>>> {
  const notes: Record<string, CustomerExport['notes']> = {}
  for (const { record_id, author, created_at, text } of await listAllNotes(ctx.db, kind, ids)) {
    notes[record_id] = [...(notes[record_id] ?? []), { written_by: author, written_at: created_at, text }]
  }
  return notes
}

async function readAudit(ctx: Context, id: string): Promise<CustomerExport['audit']> {
  const rows = await ctx.db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor_name', 'action', 'reason', 'before', 'after'])
    .where('subject_type', '=', 'customer')
    .where('subject_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ before, after, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    before: before as CustomerExport['audit'][number]['before'],
    after: after as CustomerExport['audit'][number]['after'],
  }))
}

async function readWithdrawals(ctx: Context, id: string): Promise<CustomerExport['withdrawals']> {
  const rows = await ctx.db
    .selectFrom('withdrawals')
    .select([
      'number',
      'amount',
      'status',
      'requested_at',
      'account_title',
      'bank_name',
      'iban_sealed',
      'note',
    ])
    .where('owner_type', '=', 'customer')
    .where('owner_id', '=', id)
    .orderBy('requested_at')
    .orderBy('id')
    .execute()
  return rows.map(({ amount, requested_at, iban_sealed, ...row }) => ({
    ...row,
    amount: rupeesFromPaisa(amount),
    requested_at: requested_at.toISOString(),
    // The export is for the person themselves, so it contains their full account number.
    ibn_number: iban_sealed === null ? '' : ctx.services.keys.open(iban_sealed),
  }))
}

async function readRefunds(ctx: Context, id: string): Promise<CustomerExport['refunds']> {
  const rows = await ctx.db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select([
      'orders.order_number',
      'refunds.amount',
      'refunds.status',
      'refunds.method',
      'refunds.granted_at',
      'refunds.reason',
      'refunds.account_title',
      'refunds.iban_sealed',
    ])
    .where('orders.customer_id', '=', id)
    .orderBy('refunds.granted_at')
    .orderBy('refunds.id')
    .execute()
  return rows.map(({ amount, granted_at, iban_sealed, ...row }) => ({
    ...row,
    amount: rupeesFromPaisa(amount),
    granted_at: granted_at.toISOString(),
    ibn_number: iban_sealed === null ? '' : ctx.services.keys.open(iban_sealed),
  }))
}

async function readOrders(ctx: Context, id: string): Promise<CustomerExport['orders']> {
  const orders = await ctx.db
    .selectFrom('orders')
    .selectAll()
    .where('customer_id', '=', id)
    .orderBy('placed_at')
    .orderBy('id')
    .execute()
  if (orders.length === 0) return []
  const ids = orders.map((order) => order.id)
  const lines = await ctx.db
    .selectFrom('order_lines')
    .select(['order_id', 'sku', 'product_name', 'quantity', 'line_total'])
    .where('order_id', '=', anyOf(ids))
    .orderBy('number')
    .execute()
  const notes = await readNotes(ctx, 'order', ids)
  return orders.map((order) => ({
    order_number: order.order_number,
    placed_at: order.placed_at.toISOString(),
    order_status: order.order_status,
    payment_status: order.payment_status,
    payment_method: order.payment_method,
    customer_name: order.customer_name,
    email: order.email,
    phone: order.phone,
    address: order.address,
    area: order.area,
    landmark: order.landmark,
    city: order.city,
    province: order.province,
    device_os: order.device_os,
    customer_note: order.customer_note,
    total_bill: rupeesFromPaisa(order.total_bill),
    lines: lines
      .filter((line) => line.order_id === order.id)
      .map(({ sku, product_name, quantity, line_total }) => ({
        ...{ sku, product_name, quantity },
        line_total: rupeesFromPaisa(line_total),
      })),
    notes: notes[order.id] ?? [],
  }))
}

const erasedName = 'Erased customer'

/**
 * Erases customer data that another feature stores, in the erasure's transaction. Returns the counts for the audit log.
 */
export type Eraser = (
  ctx: Context,
  customer: { id: string; email: string; erasedName: string },
) => Promise<{ orders: number; notes: number } | void>

/**
 * Replaces name, e-mail, phone, address and bank account of a customer, also on their orders, refunds and withdrawals, and
 * deletes their picture, the notes about them and what was written with decisions on them. Orders, money and audit rows stay.
 * Webhooks are told, so that the shop front can close the account. Of a customer who was erased before it erases what was left.
 * Refuses (not-found), and (conflict) while an order, refund or withdrawal is in progress or the wallet balance is not zero.
 */
export function eraseCustomer(erasers: readonly Eraser[]) {
  return async (ctx: Context, { id }: { id: string }): Promise<CustomerDetail> => {
    const { picture, erased } = await ctx.transact((own) => erase(own, id, erasers))
    // The picture is deleted after the transaction, because a rollback could not restore the file.
    await forgetPicture(ctx, { id, image: picture })
    return erased
  }
}

async function erase(
  ctx: Context,
  id: string,
  erasers: readonly Eraser[],
): Promise<{ picture: string; erased: CustomerDetail }> {
  const customer = await customerDecisions.lock(ctx, id)
  if (customer.erased_at) return eraseAgain(ctx, customer, erasers)
  await customerDecisions.refuseStale(ctx, customer)
  // Granting a refund locks the order, so these locks make the checks below see every refund in progress.
  await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('customer_id', '=', id)
    // An order in progress refuses the erasure and its transaction may wait for the customer row, so locking it could
    // deadlock.
    .where('list', 'in', ['completed', 'declined'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await refuseUnsettled(ctx, id)
  await ctx.db
    .updateTable('customers')
    .set({
      ...{ username: erasedName, email: '', phone: '', address: '' },
      status: 'disabled',
      status_reason: '',
      status_since: customer.status === 'disabled' ? customer.status_since : ctx.now(),
      body_hash: null,
      erased_at: ctx.now(),
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute()
  const gone = await eraseAround(ctx, customer, erasers)
  await tellOfErasure(ctx, { id, status: 'disabled' })
  await ctx.record({
    action: 'erase',
    subject: subjectOf(customer),
    before: { status: customer.status },
    after: { status: 'disabled', ...gone },
  })
  return { picture: customer.image, erased: await readCustomer(ctx, { id }) }
}

/** Erases what an earlier erasure left or could not know of. */
async function eraseAgain(
  ctx: Context,
  customer: CustomerRecord,
  erasers: readonly Eraser[],
): Promise<{ picture: string; erased: CustomerDetail }> {
  const gone = await eraseAround(ctx, customer, erasers)
  if (gone.orders + gone.notes === 0) ctx.unchanged()
  else await ctx.record({ action: 'erase', subject: subjectOf(customer), after: gone })
  return { picture: customer.image, erased: await readCustomer(ctx, customer) }
}

/** Erases the person from everything but their own record. */
async function eraseAround(
  ctx: Context,
  { id, email }: { id: string; email: string },
  erasers: readonly Eraser[],
): Promise<{ orders: number; notes: number }> {
  let orders = 0
  let notes = 0
  for (const eraseElsewhere of erasers) {
    const gone = await eraseElsewhere(ctx, { id, email, erasedName })
    orders += gone?.orders ?? 0
    notes += gone?.notes ?? 0
  }
  await eraseFromDecisions(ctx, 'customer', id)
  notes += await dropNotes(ctx, 'customer', [id])
  return { orders, notes }
}

/**
 * Refuses (conflict) the erasure of a customer who is still owed goods or money, because they must remain reachable.
 */
async function refuseUnsettled(ctx: Context, id: string): Promise<void> {
  const { rows } = await sql<{ orders: number; refunds: number; withdraws: boolean }>`
    select
      (select count(*)::int4 from orders
        where customer_id = ${id} and list in ('pending', 'processing')) as orders,
      (select count(*)::int4 from refunds r join orders o on o.id = r.order_id
        where o.customer_id = ${id} and r.status = 'granted') as refunds,
      exists (select from withdrawals
        where owner_id = ${id} and owner_type = 'customer' and status in ('requested', 'approved')) as withdraws`.execute(
    ctx.db,
  )
  const { orders = 0, refunds = 0, withdraws = false } = rows[0] ?? {}
  const { balance } = await readWallet(ctx.db, id, 0)
  const reasons = [
    ...(orders > 0
      ? [
          orders === 1
            ? 'An order is pending or processing'
            : `${orders} orders of theirs are pending or processing`,
        ]
      : []),
    ...(refunds > 0 ? ['A refund of theirs is granted and not sent'] : []),
    ...(withdraws ? ['A withdrawal of theirs is under way'] : []),
    ...(balance === 0n ? [] : [walletWords(balance)]),
  ]
  if (reasons.length === 0) return
  throw new Refusal('conflict', `This customer cannot be erased yet. ${reasons.join('. ')}`, {
    current: await readCustomer(ctx, { id }),
  })
}

function walletWords(balance: Paisa): string {
  return balance > 0n
    ? `${formatRs(balance)} are in their wallet`
    : `Their wallet is ${formatRs(-balance)} below zero`
}
