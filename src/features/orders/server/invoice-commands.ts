import { sql } from 'kysely'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { invoiceWords } from '../invoice-contract.ts'
import { change, changePart, type Held, record } from './hold-commands.ts'
import type { PartRecord } from './tables.ts'

/**
 * The next number of this seller for a part that has none yet, in the transaction that packs it: the counter's row is
 * locked until that ends, so that one that is rolled back leaves no gap. A part that has a number keeps it.
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
 * Takes over the number that the tax authority gave to the invoice of a part. The same again changes nothing. Refuses
 * (conflict) a part that was never packed and one that has another number, (invalid) a number that another invoice has.
 */
export async function takeFbrInvoice(
  ctx: Context,
  held: Held,
  part: PartRecord,
  { fbr_invoice_number, fbr_qr }: { fbr_invoice_number: string; fbr_qr: string },
): Promise<void> {
  const { order } = held
  const own = part.fbr_invoice_number
  // Told again without its code, the code that stands stays; one that comes later is taken once.
  const isToldAgain = own === fbr_invoice_number && (fbr_qr === '' || part.fbr_qr === fbr_qr)
  if (isToldAgain) return ctx.unchanged()
  if (part.invoice_number === null) {
    throw new Refusal('conflict', 'The part was never packed: it has no invoice yet')
  }
  if (own !== '' && own !== fbr_invoice_number) {
    throw new Refusal('conflict', `Its invoice has the FBR number ${own}: that is never changed`)
  }
  if (part.fbr_qr !== '') {
    throw new Refusal('conflict', 'Its invoice has the code of the FBR already: that is never changed')
  }
  const other = await ctx.db
    .selectFrom('order_parts')
    .innerJoin('orders', 'orders.id', 'order_parts.order_id')
    .select('orders.order_number')
    .where('fbr_invoice_number', '=', fbr_invoice_number)
    .where('order_parts.id', '<>', part.id)
    .executeTakeFirst()
  if (other) {
    throw fieldRefusal('fbr_invoice_number', `The invoice of order ${other.order_number} has this number`)
  }
  await changePart(ctx, part, { fbr_invoice_number, fbr_qr })
  await change(ctx, order, {})
  await record(ctx, order, 'take FBR invoice', {
    after: { part: part.shop_name, invoice: invoiceWords(part.invoice_number), fbr_invoice_number },
  })
}
