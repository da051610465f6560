import { z } from 'zod'
import { rupeesTotal } from '#kit/contract/money.ts'
import { ibanField } from '#kit/contract/pakistan.ts'
import { filledLine } from '#kit/contract/text.ts'

export const refundMethods = ['bank', 'wallet'] as const
export const refundStatuses = ['granted', 'sent', 'cancelled'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** The bank account that a refund goes to, as it is typed. The bank is that of the IBAN. */
export const RefundAccount = z.strictObject({
  account_title: filledLine(120, 'The account title is required'),
  ibn_number: ibanField,
})
export type RefundAccount = z.infer<typeof RefundAccount>

/** A refund of an order: granted by one, sent by another. */
export const Refund = z.object({
  id: z.uuid(),
  status: z.enum(refundStatuses),
  kind: z.enum(['lines', 'owed']),
  amount: z.string(),
  shipping: z.string(),
  restock: z.boolean(),
  reason: z.string(),
  method: z.enum(refundMethods),
  /** Where it goes, the IBAN masked; null to the wallet, and as long as nobody has entered one. */
  account: z
    .object({
      account_title: z.string(),
      ibn_number: z.string(),
      /** Empty where the code of the IBAN is not on our list. */
      bank_name: z.string(),
      entered_by_name: z.string(),
      entered_at: z.string(),
    })
    .nullable(),
  /** What looks doubtful of the account, in words. */
  warnings: z.array(z.string()),
  /** Why the reader cannot send it now, in words; null where they can. */
  why_not_send: z.string().nullable(),
  /** It waits longer than it should. */
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
