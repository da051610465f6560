import { z } from 'zod'
import { phoneField } from '#kit/contract/pakistan-phones.ts'
import { external_id, resendable } from '#kit/contract/resend.ts'
import { email, filledLine, line, optional, paragraph } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

const customerFields = {
  username: filledLine(120),
  email: optional(email),
  phone: optional(phoneField),
  city: line(60).default(''),
  address: paragraph(500).default(''),
}
export const customerShape = { external_id, ...customerFields }
export const CustomerSubmission = z
  .strictObject({ external_id, ...resendable(customerFields) })
  .refine((customer) => customer.email !== '' || customer.phone !== '', {
    path: ['phone'],
    message: texts.contactRequired,
  })
export type CustomerSubmission = z.output<z.ZodObject<typeof customerShape>>
export type CustomerResend = z.output<typeof CustomerSubmission>
