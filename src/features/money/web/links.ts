import { recordAt } from '#kit/web/address.ts'

export const vendorMoney = recordAt('/vendor-money')
export const customerMoney = recordAt('/customer-money')
