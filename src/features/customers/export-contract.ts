import { namesOf } from '#kit/contract/export.ts'
import { texts } from './texts.ts'

/** The fields that an export of customers can contain, those of both lists in their order, with their labels on the screen. */
export const exportedFields = {
  username: texts.nameHeading,
  email: texts.emailHeading,
  phone: texts.phoneHeading,
  city: texts.city,
  created_at: texts.joined,
  status: texts.status,
  status_since: texts.statusSince,
  withdrawal_amount: texts.withdrawalAmount,
  withdrawal_at: texts.withdrawalDate,
  withdrawal_status: texts.withdrawalStatus,
  orders_count: texts.orders,
  orders_total: texts.orderTotal,
  last_order_at: texts.lastOrder,
  refused_count: texts.refusedDeliveries,
  id: texts.id,
} as const
export type ExportedField = keyof typeof exportedFields
export const exportedFieldNames = namesOf(exportedFields)
