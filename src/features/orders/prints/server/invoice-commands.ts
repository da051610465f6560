import { sql } from 'kysely'
import { change, changePart, type Held, record } from '#features/orders/server/hold-commands.ts'
import type { PartRecord } from '#features/orders/server/tables.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { invoiceWords } from '../invoice-contract.ts'

/**
 * Assigns the seller's next invoice number to a part without one, in the transaction that packs the part. The counter
 * row is locked until the transaction ends, so a rollback leaves no gap. A part that has a number keeps it.
 */
export async function numberInvoice(
  ctx: Context,
  part: PartRecord,
): Promise<Pick<PartRecord, 'invoice_number' | 'invoiced_at'>> {
  if (part.invoice_number !== null) {
    return { invoice_number: part.invoice_number, invoiced_at: part.invoiced_at }
  }
  const { rows } = await sql<{ last_number: number }>`
    insert into invoice_counters (vendor_id, last_number) values (${part.vendor_id}, 1)
    on conflict (vendor_id) do update set last_number = invoice_counters.last_number + 1
    returning last_number`.execute(ctx.db)
  return { invoice_number: rows[0]?.last_number ?? null, invoiced_at: ctx.now() }
}

/**
 * Stores the tax authority's (FBR) invoice number for a part. The same number again changes nothing. Refuses (conflict)
 * a part that was never packed or has another number, and (invalid) a number that another invoice has.
 */
export async function takeFbrInvoice(
  ctx: Context,
  held: Held,
  part: PartRecord,
  { fbr_invoice_number, fbr_qr }: { fbr_invoice_number: string; fbr_qr: string },
): Promise<void> {
  const { order } = held
  const own = part.fbr_invoice_number
  // A repeated number without a QR code keeps the stored code; a code that arrives later is stored once.
  const isToldAgain = own === fbr_invoice_number && (fbr_qr === '' || part.fbr_qr === fbr_qr)
  if (isToldAgain) return ctx.unchanged()
  if (part.invoice_number === null) {
    throw new Refusal('conflict', 'This part was never packed, so it has no invoice yet')
  }
  if (own !== '' && own !== fbr_invoice_number) {
    throw new Refusal('conflict', `The invoice has the FBR number ${own}, which cannot be changed`)
  }
  if (part.fbr_qr !== '') {
    throw new Refusal('conflict', 'The invoice has an FBR QR code, which cannot be changed')
  }
  const other = await ctx.db
    .selectFrom('order_parts')
    .innerJoin('orders', 'orders.id', 'order_parts.order_id')
    .select('orders.order_number')
    .where('fbr_invoice_number', '=', fbr_invoice_number)
    .where('order_parts.id', '<>', part.id)
    .executeTakeFirst()
  if (other) {
    throw fieldRefusal(
      'fbr_invoice_number',
      `The invoice of order ${other.order_number} already has this number`,
    )
  }
  await changePart(ctx, part, { fbr_invoice_number, fbr_qr })
  await change(ctx, order, {})
  await record(ctx, order, 'take FBR invoice', {
    after: { part: part.shop_name, invoice: invoiceWords(part.invoice_number), fbr_invoice_number },
  })
}
