import { z } from 'zod'
import { schemasOf } from '#kit/contract/fields.ts'
import { external_id, resendable } from '#kit/contract/resend.ts'
import { isSaleWithinRetail } from './entry/contract.ts'
import { productFields } from './fields-contract.ts'
import { texts } from './texts.ts'

const { category, ...fields } = schemasOf(productFields)
const soldFields = {
  seller_id: z.uuid(texts.mustBeSellerId),
  ...fields,
  category,
}
export const productShape = { external_id, ...soldFields }
export const ProductSubmission = z
  .strictObject({ external_id, ...resendable(soldFields) })
  .refine(
    ({ product_price, discounted_price }) =>
      product_price === undefined ||
      discounted_price === undefined ||
      isSaleWithinRetail({ product_price, discounted_price }),
    { path: ['discounted_price'], message: texts.mustNotExceedPrice },
  )
export type ProductSubmission = z.output<z.ZodObject<typeof productShape>>
export type ProductResend = z.output<typeof ProductSubmission>
