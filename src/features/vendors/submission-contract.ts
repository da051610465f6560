import { z } from 'zod'
import { schemasOf } from '#kit/contract/fields.ts'
import { external_id, resendable } from '#kit/contract/resend.ts'
import { personFields, sellerFields, shopFields } from './fields-contract.ts'
import { texts } from './texts.ts'

/** Each record once with what a new record has, and once as it is handed in: every field but the id may be left out. */
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
const section = <S extends z.ZodRawShape>(shape: S, words: string) =>
  z
    .strictObject(resendable(shape))
    .nullable()
    .optional()
    .meta({ description: texts.leftOutAKnownSeller({ words }) })

export const SellerSubmission = z.strictObject({
  external_id,
  ...resendable(person),
  seller: section(seller, texts.thisRecord),
  shop: section(shop, texts.theShop),
})
export type SellerSubmission = z.output<z.ZodObject<typeof sellerShapes.top>>
export type SellerResend = z.output<typeof SellerSubmission>
