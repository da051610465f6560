import { screenAt } from '#kit/web/address.ts'

export const orderChecks = screenAt('/order-checks')
