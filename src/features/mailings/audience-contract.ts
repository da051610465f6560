import { z } from 'zod'
import { vendorStatuses } from '#features/vendors/contract.ts'
import { day } from '#kit/contract/day.ts'
import { line } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

/** Who a mailing is written to, in the order of the form. */
export const userTypes = ['vendors', 'customers', 'subscribers', 'staff', 'list'] as const
export type UserType = (typeof userTypes)[number]
export const userTypeWords: Readonly<Record<UserType, string>> = {
  vendors: texts.vendors,
  customers: texts.customers,
  subscribers: texts.subscribers,
  staff: texts.staff,
  list: texts.savedList,
}

const count = z.int().min(0).max(1_000_000).nullable().default(null)
const optionalDay = day.nullable().default(null)
const ids = z.array(z.uuid()).max(100).default([])

const filters = {
  /** Of vendors; without one, approved vendors. */
  vendor_states: z.array(z.enum(vendorStatuses)).max(vendorStatuses.length).default([]),
  /** Of vendors and customers, in any case. */
  cities: z.array(line(100)).max(50).default([]),
  /** Vendors with an approved product in one of these categories or below. */
  category_ids: ids,
  orders_least: count,
  orders_most: count,
  /** Days of Asia/Karachi on which the last order was placed. */
  bought_from: optionalDay,
  bought_to: optionalDay,
  /** Of staff. */
  role_ids: ids,
}

/** The selection that a saved list holds. */
export const Selection = z.strictObject({
  user_type: z.enum(['vendors', 'customers', 'subscribers', 'staff']),
  ...filters,
})
export type Selection = z.output<typeof Selection>

/** Who a mailing is for: a selection of its own, or a saved list. */
export const Audience = z
  .strictObject({
    user_type: z.enum(userTypes),
    list_id: z.uuid().nullable().default(null),
    ...filters,
  })
  .refine(({ user_type, list_id }) => user_type !== 'list' || list_id !== null, {
    path: ['list_id'],
    message: texts.chooseAList,
  })
export type Audience = z.output<typeof Audience>

export const everyone = (user_type: UserType): Audience => ({
  user_type,
  list_id: null,
  vendor_states: [],
  cities: [],
  category_ids: [],
  orders_least: null,
  orders_most: null,
  bought_from: null,
  bought_to: null,
  role_ids: [],
})

/** How many a selection finds, and who of them is left out, each counted once and for the first reason that applies. */
export const AudienceCount = z.object({
  found: z.int(),
  without_address: z.int(),
  blocked: z.int(),
  bounced: z.int(),
  unsubscribed: z.int(),
  duplicates: z.int(),
  recipients: z.int(),
  /** True if a second person has to approve so many. */
  needs_second: z.boolean(),
})
export type AudienceCount = z.infer<typeof AudienceCount>
