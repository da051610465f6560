import { z } from 'zod'
import { filledLine } from '#kit/contract/text.ts'
import type { PaymentMethod } from './moves-contract.ts'
import { texts } from './texts.ts'

/** Where a payment comes in: at the bank, as the cash of a till does too; at a payment provider; from the wallet. */
export const paidInto = ['bank', 'gateway', 'wallet'] as const
export type PaidInto = (typeof paidInto)[number]
export const paidIntoWords: Readonly<Record<PaidInto, string>> = {
  bank: texts.intoBank,
  gateway: texts.intoGateway,
  wallet: texts.fromWallet,
}

/** Where a payment of this method comes in. A cash on delivery order that is paid in advance is paid by transfer. */
export function paidIntoBy(method: PaymentMethod): PaidInto {
  if (method === 'wallet') return 'wallet'
  return method === 'cod' || method === 'bank_transfer' || method === 'raast' ? 'bank' : 'gateway'
}

/** Where the payment that staff record comes in, unless they say otherwise: of a collected order it is paid at the counter. */
export function usuallyPaidInto(order: { payment_method: PaymentMethod; is_pickup: boolean }): PaidInto {
  return order.is_pickup ? 'bank' : paidIntoBy(order.payment_method)
}

/** A payment that staff record. */
export const Payment = z.strictObject({
  reference: filledLine(120, texts.paymentReferenceRequired),
  /** Where the money came in; without it the bank for a collected order, and else what the payment method says. */
  paid_into: z.enum(paidInto).optional(),
})
