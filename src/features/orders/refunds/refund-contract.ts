import { z } from 'zod'
import { rupeesTotal } from '#kit/contract/money.ts'
import { ibanField } from '#kit/contract/pakistan.ts'
import { filledLine } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

export const refundMethods = ['bank', 'wallet'] as const
export const refundStatuses = ['granted', 'sent', 'cancelled'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** The bank account for a refund, as entered. The bank follows from the IBAN. */
export const RefundAccount = z.strictObject({
  account_title: filledLine(120, texts.accountTitleRequired),
  ibn_number: ibanField,
})
export type RefundAccount = z.infer<typeof RefundAccount>

/** A refund of an order: one person grants it, another sends it. */
export const Refund = z.object({
  id: z.uuid(),
  status: z.enum(refundStatuses),
  kind: z.enum(['lines', 'owed']),
  amount: z.string(),
  shipping: z.string(),
  restock: z.boolean(),
  reason: z.string(),
  method: z.enum(refundMethods),
  /**
   * The account that receives the money, with a masked IBAN; null for a refund to the wallet, and until somebody enters
   * an account.
   */
  account: z
    .object({
      account_title: z.string(),
      ibn_number: z.string(),
      /** Empty if the IBAN's bank code is not on our list. */
      bank_name: z.string(),
      entered_by_name: z.string(),
      entered_at: z.string(),
    })
    .nullable(),
  /** Warnings about the account, in words. */
  warnings: z.array(z.string()),
  /** Why the current user cannot send the refund now, in words; null when they can. */
  why_not_send: z.string().nullable(),
  /** True if the refund should have been sent already. */
  is_late: z.boolean(),
  granted_by_name: z.string(),
  granted_at: z.string(),
  closed_by_name: z.string(),
  closed_at: z.string().nullable(),
  reference: z.string(),
  version: z.int(),
  lines: z.array(z.object({ line_id: z.uuid(), quantity: z.int(), amount: z.string() })),
})
export type Refund = z.infer<typeof Refund>

/** The amounts to refund: per line item, and for the shipping. */
export const RefundRequest = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        line_id: z.uuid(),
        amount: rupeesTotal,
        /** Units that the customer returns. */
        quantity: z.int().min(0).max(100_000).default(0),
      }),
    )
    .max(200)
    .default([]),
  shipping: rupeesTotal.default('0'),
  restock: z.boolean().default(false),
  method: z.enum(refundMethods).default('bank'),
})

/** The effect of a refund on everybody involved, shown before the refund is granted. */
export const RefundEffect = z.object({
  amount: z.string(),
  /** The shipping in the amount, which the marketplace bears alone. */
  shipping: z.string(),
  commission: z.string(),
  income_tax: z.string(),
  sales_tax: z.string(),
  /** The campaign money that vendors return to the marketplace; not included in `amount`. */
  promotion_grant: z.string(),
  vendors: z.array(
    z.object({
      vendor_id: z.uuid(),
      shop_name: z.string(),
      /** The amount that the vendor gives back, and the account it is taken from. */
      amount: z.string(),
      from: z.enum(['held', 'available']),
      balance_before: z.string(),
      balance_after: z.string(),
    }),
  ),
})
export type RefundEffect = z.infer<typeof RefundEffect>
