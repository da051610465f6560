import { endpoint } from '#kit/contract/endpoint.ts'
import { exported, exportOf, namesOf, paging } from '#kit/contract/export.ts'
import { RefundQuery, refunds } from './contract.ts'
import { texts } from './texts.ts'

/** The fields that an export of refunds can contain, in order, with their labels; the account is masked, as in the list. */
export const refundFields = {
  order_number: texts.orderNumber,
  customer_name: texts.customer,
  amount: texts.amount,
  status: texts.status,
  method: texts.refundTo,
  account_title: texts.accountTitle,
  ibn_number: texts.iban,
  bank_name: texts.bank,
  reason: texts.reason,
  granted_by_name: texts.grantedBy,
  granted_at: texts.granted,
  closed_by_name: texts.closedBy,
  closed_at: texts.closed,
  reference: texts.reference,
  id: texts.id,
} as const
export type RefundField = keyof typeof refundFields
export const refundFieldNames = namesOf(refundFields)

/** Who may read the list may export it: it has nothing more. */
export const refundExports = {
  list: endpoint({
    method: 'GET',
    path: `${refunds.list.path}/export`,
    summary:
      'Stream refunds as CSV or XLSX, with masked accounts. Contains all fields, or the given fields in the given order',
    query: RefundQuery.omit(paging).extend(exportOf(refundFieldNames)),
    access: refunds.list.access,
    ...exported,
  }),
}
