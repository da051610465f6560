import { z } from 'zod'
import { cnicField, ibanField, ntnField, postalField } from '#kit/contract/pakistan.ts'
import { phoneField } from '#kit/contract/pakistan-phones.ts'
import { external_id, resendable } from '#kit/contract/resend.ts'
import { email, filledLine, line, optional, paragraph } from '#kit/contract/text.ts'

/** Each record once with what a new record has, and once as it is handed in: every field but the id may be left out. */
const sellerSection = {
  cnic: optional(cnicField),
  sellers_address: paragraph(500).default(''),
  sellers_city: line(60).default(''),
  sellers_province: line(60).default(''),
}
const shopSection = {
  shop_name: filledLine(120),
  shop_email: optional(email),
  shop_mobile: optional(phoneField),
  shop_phone: optional(phoneField),
  shop_ntn: optional(ntnField),
  shop_address: paragraph(500).default(''),
  shop_postal: optional(postalField),
  bank_name: line(120).default(''),
  account_title: line(120).default(''),
  account_number: optional(
    z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9 -]{4,34}$/, 'An account number has 4 to 34 digits or letters'),
  ),
  branch_code: optional(
    z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9 -]{1,20}$/, 'A branch code has 1 to 20 digits or letters'),
  ),
  ibn_number: optional(ibanField),
}
const sellerFields = { username: filledLine(120), email, phone: optional(phoneField) }
export const sellerShapes = {
  top: {
    external_id,
    ...sellerFields,
    seller: z.strictObject(sellerSection).nullable().default(null),
    shop: z.strictObject(shopSection).nullable().default(null),
  },
  seller: sellerSection,
  shop: shopSection,
}
const section = <S extends z.ZodRawShape>(shape: S, words: string) =>
  z
    .strictObject(resendable(shape))
    .nullable()
    .optional()
    .meta({ description: `Left out: a known seller keeps ${words}. Null: there is none` })

export const SellerSubmission = z.strictObject({
  external_id,
  ...resendable(sellerFields),
  seller: section(sellerSection, 'this record'),
  shop: section(shopSection, 'the shop'),
})
export type SellerSubmission = z.output<z.ZodObject<typeof sellerShapes.top>>
export type SellerResend = z.output<typeof SellerSubmission>
