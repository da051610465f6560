import { z } from 'zod'
import { filledLine, line } from '#kit/contract/text.ts'
import { PayoutAccount, payoutAmount, withdrawalStatuses } from './contract.ts'
import { texts } from './texts.ts'

/** A withdrawal that the shop front or the vendor app submits. */
export const WithdrawalSubmission = z
  .strictObject({
    external_id: filledLine(200).meta({ description: 'The id of the request in the submitting system' }),
    seller_id: z.uuid(texts.sellerIdExpected).optional(),
    customer_id: z.uuid(texts.customerIdExpected).optional(),
    amount: payoutAmount,
    note: line(300).default(''),
    account: PayoutAccount.optional().meta({ description: 'The account of a customer' }),
  })
  .refine(({ seller_id, customer_id }) => (seller_id === undefined) !== (customer_id === undefined), {
    path: ['seller_id'],
    message: texts.oneOwnerExpected,
  })
  .refine(({ customer_id, account }) => (customer_id === undefined) === (account === undefined), {
    path: ['account'],
    message: texts.accountExpected,
  })
export type WithdrawalSubmission = z.output<typeof WithdrawalSubmission>

export const WithdrawalState = z.object({
  id: z.uuid(),
  number: z.string(),
  external_id: z.string(),
  amount: z.string(),
  status: z.enum(withdrawalStatuses),
  /** The reason if the withdrawal was declined, or an empty string. */
  reason: z.string(),
  bank_reference: z.string(),
})
