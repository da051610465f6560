import { namesOf } from '#kit/contract/export.ts'
import { texts } from './texts.ts'

/** The fields of an export that say where a person lives or what they wrote: each is chosen on purpose. */
export const unaskedFields = ['email', 'phone', 'address', 'area', 'landmark', 'customer_note'] as const

/** The fields that an export of orders can contain, in order, with their labels on the screen. */
export const exportedFields = {
  order_number: texts.orderNumber,
  placed_at: texts.placed,
  customer_name: texts.customerName,
  email: texts.email,
  phone: texts.phone,
  address: texts.address,
  area: texts.area,
  landmark: texts.landmark,
  city: texts.city,
  province: texts.province,
  customer_note: texts.customerNote,
  confirmed_at: texts.confirmed,
  order_status: texts.orderStatus,
  payment_status: texts.paymentStatus,
  vendor_status: texts.vendorStatusHeading,
  shipping_method: texts.shippingMethod,
  pickup_location: texts.pickupLocation,
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
