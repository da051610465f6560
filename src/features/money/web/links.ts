import { listAt, recordAt, screenAt } from '#kit/web/address.ts'
import type { ledger } from '../ledger-contract.ts'

interface Period {
  id: string
  from?: string
  to?: string
}

export const ledgerList = listAt<typeof ledger.list>('/ledger')
export const vendorMoney = recordAt('/vendor-money')
export const customerMoney = recordAt('/customer-money')
export const vendorStatement = screenAt<Period>('/print/vendor-statement')
export const customerStatement = screenAt<Period>('/print/customer-statement')
export const commissionRules = screenAt('/commission')
export const taxRates = screenAt('/tax-rates')
