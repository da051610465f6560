import { screenAt } from '#kit/web/address.ts'

export const customersImage = screenAt('/customers-customersimage')
export const vendorsImage = screenAt('/vendor-vendor-vendorimage')
