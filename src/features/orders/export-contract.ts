import { namesOf } from '#kit/contract/export.ts'
import { texts } from './texts.ts'

/** The fields that an export of orders can contain, in order, with their labels on the screen. */
export const exportedFields = {
  order_number: texts.orderNumber,
  placed_at: texts.placed,
  customer_name: texts.customerName,
  email: texts.email,
  phone: texts.phone,
  city: texts.city,
  order_status: texts.orderStatus,
  payment_status: texts.paymentStatus,
  vendor_status: texts.vendorStatusHeading,
  payment_method: texts.paymentMethod,
  payment_reference: texts.paymentReference,
  total_qty: texts.totalQty,
  items_total: texts.items,
  discount_total: texts.discount,
  shipping_total: texts.shipping,
  total_bill: texts.totalBill,
  reversed_total: texts.noLongerCharged,
  paid_total: texts.paid,
  refunded_total: texts.refunded,
  due: texts.stillToPay,
  id: texts.id,
} as const
export type ExportedField = keyof typeof exportedFields
export const exportedFieldNames = namesOf(exportedFields)
