import { z } from 'zod'
import { phoneField } from '#kit/contract/pakistan-phones.ts'
import { email, line, paragraph } from '#kit/contract/text.ts'
import { type OrderStatus, statusWords } from '../moves-contract.ts'
import { texts } from './texts.ts'

/**
 * Who gets an order and where it goes, each field once: what the shop front submits of it and what staff can correct. Their
 * order is that of the submission, because a repeated submission is recognised by its hash.
 */
export const contactFields = {
  name: line(120),
  email: z.union([z.literal(''), email]),
  phone: z.union([z.literal(''), phoneField]),
  address: paragraph(500),
  area: line(120),
  landmark: line(120),
  city: line(60),
  province: line(60),
  note: paragraph(1_000),
}
export type ContactField = keyof typeof contactFields

/** The fields that say where the parcels go. */
export const placeFields: readonly ContactField[] = ['address', 'area', 'landmark', 'city', 'province']

/** A correction: the given fields replace those of the order, and the others stay. */
export const ContactChange = z
  .strictObject(contactFields)
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), texts.changeIsEmpty)
export type ContactChange = z.output<typeof ContactChange>

/** Explains why nothing of the contact can be corrected in an order with this status; null when it can. */
export function whyNotCorrected(status: OrderStatus): string | null {
  const isOpen = status === 'pending' || status === 'processing'
  return isOpen ? null : texts.onlyOpen({ status: statusWords[status] })
}

/** Explains why the place can no longer be corrected: the courier has it once a part was shipped. Null when it can. */
export function whyPlaceIsFixed(parts: readonly { shipped_at: unknown }[]): string | null {
  return parts.some(({ shipped_at }) => shipped_at !== null) ? texts.placeIsFixed : null
}
