import { z } from 'zod'
import { rupeesTotal } from '#kit/contract/money.ts'

const refundMethods = ['bank', 'wallet'] as const

/** A refund of an order: granted by one, sent by another. */
export const Refund = z.object({
  id: z.uuid(),
  status: z.enum(['granted', 'sent', 'cancelled']),
  kind: z.enum(['lines', 'owed']),
  amount: z.string(),
  shipping: z.string(),
  restock: z.boolean(),
  reason: z.string(),
  method: z.enum(refundMethods),
  /** The reader granted it: somebody else sends it. */
  needs_another: z.boolean(),
  granted_by_name: z.string(),
  granted_at: z.string(),
  closed_by_name: z.string(),
  closed_at: z.string().nullable(),
  reference: z.string(),
  version: z.int(),
  lines: z.array(z.object({ line_id: z.uuid(), quantity: z.int(), amount: z.string() })),
})
export type Refund = z.infer<typeof Refund>

/** What is given back of an order: amounts of lines, and of the shipping. */
export const RefundRequest = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        line_id: z.uuid(),
        amount: rupeesTotal,
        /** How many of them come back. */
        quantity: z.int().min(0).max(100_000).default(0),
      }),
    )
    .max(200)
    .default([]),
  shipping: rupeesTotal.default('0'),
  restock: z.boolean().default(false),
  method: z.enum(refundMethods).default('bank'),
})

/** What a refund does to everybody, before it is granted. */
export const RefundEffect = z.object({
  amount: z.string(),
  /** What of it the marketplace bears alone: the shipping. */
  shipping: z.string(),
  commission: z.string(),
  income_tax: z.string(),
  sales_tax: z.string(),
  /** What vendors give back of what the marketplace paid for campaigns: no part of `amount`. */
  promotion_grant: z.string(),
  vendors: z.array(
    z.object({
      vendor_id: z.uuid(),
      shop_name: z.string(),
      /** What the vendor gives back, and from which account. */
      amount: z.string(),
      from: z.enum(['held', 'available']),
      balance_before: z.string(),
      balance_after: z.string(),
    }),
  ),
})
export type RefundEffect = z.infer<typeof RefundEffect>
