import { z } from 'zod'
import { schemasOf } from '#kit/contract/fields.ts'
import { external_id, resendable } from '#kit/contract/resend.ts'
import { personFields, sellerFields, shopFields } from './fields-contract.ts'
import { texts } from './texts.ts'

/**
 * Each record has two schemas: a new record needs every field, and a resubmission can leave out every field but the id.
 */
const [person, seller, shop] = [schemasOf(personFields), schemasOf(sellerFields), schemasOf(shopFields)]
export const sellerShapes = {
  top: {
    external_id,
    ...person,
    seller: z.strictObject(seller).nullable().default(null),
    shop: z.strictObject(shop).nullable().default(null),
  },
  seller,
  shop,
}
const section = <S extends z.ZodRawShape>(shape: S, description: string) =>
  z.strictObject(resendable(shape)).nullable().optional().meta({ description })

export const SellerSubmission = z.strictObject({
  external_id,
  ...resendable(person),
  seller: section(seller, texts.sellerSectionHint),
  shop: section(shop, texts.shopSectionHint),
})
export type SellerSubmission = z.output<z.ZodObject<typeof sellerShapes.top>>
export type SellerResend = z.output<typeof SellerSubmission>
