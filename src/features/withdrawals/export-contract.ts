import { grants } from '#features/access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { exported, exportOf, namesOf, paging, selectionOf } from '#kit/contract/export.ts'
import {
  AppliedQuery,
  LatestQuery,
  type OwnerKind,
  vendorLists,
  WithdrawalQuery,
  withdrawals,
} from './contract.ts'
import { menuTexts } from './menu-texts.ts'
import { texts } from './texts.ts'

/** The fields that an export of vendors who applied can contain, in order, with their labels on the screen. */
export const appliedFields = {
  username: texts.name,
  email: texts.email,
  phone: texts.phone,
  created_at: texts.applied,
  missing: texts.missing,
  status: texts.status,
  id: texts.id,
} as const
export type AppliedField = keyof typeof appliedFields
export const appliedFieldNames = namesOf(appliedFields)

/** The same for approved vendors with their latest withdrawal. */
export const latestFields = {
  username: texts.name,
  shop_name: texts.shop,
  email: texts.email,
  phone: texts.phone,
  withdrawal_amount: texts.amount,
  withdrawal_at: texts.withdrawDate,
  withdrawal_status: texts.status,
  id: texts.id,
} as const
export type LatestField = keyof typeof latestFields
export const latestFieldNames = namesOf(latestFields)

/** The same for withdrawals of vendors or of customers; the account is masked, as it is in the list. */
export const withdrawalFields = {
  number: texts.number,
  owner_name: texts.name,
  amount: texts.amount,
  status: texts.status,
  requested_at: texts.requested,
  requested_by_name: texts.by,
  account_title: texts.accountTitle,
  ibn_number: texts.iban,
  bank_reference: texts.bankReference,
  run: menuTexts.payoutRun,
  id: texts.id,
} as const
export type WithdrawalField = keyof typeof withdrawalFields
export const withdrawalFieldNames = namesOf(withdrawalFields)

const access = grants('Vendors', 'export')

/** The exports of the lists of the menu section Vendors. */
export const vendorExports = {
  applied: endpoint({
    method: 'GET',
    path: `${vendorLists.applied.path}/export`,
    summary:
      'Stream the vendors who applied to sell as CSV or XLSX. Contains all fields, or the given fields in the given order',
    query: AppliedQuery.omit(paging).extend(exportOf(appliedFieldNames)),
    access,
    ...exported,
  }),
  latest: endpoint({
    method: 'GET',
    path: `${vendorLists.latest.path}/export`,
    summary:
      'Stream the approved vendors, each with the latest withdrawal, as CSV or XLSX. Contains all fields, or the given fields in the given order',
    query: LatestQuery.omit(paging).extend(exportOf(latestFieldNames)),
    access,
    ...exported,
  }),
}

/** Who may read the list may take it out, as with the statement of a vendor: it has nothing more. */
function withdrawalExport(noun: OwnerKind) {
  const { path, access } = withdrawals[noun].list
  return endpoint({
    method: 'GET',
    path: `${path}/export`,
    summary: `Stream the withdrawals of ${noun}s, or the selected ones, as CSV or XLSX, with masked accounts. Contains all fields, or the given fields in the given order`,
    query: WithdrawalQuery.omit(paging).extend(selectionOf(withdrawalFieldNames)),
    access,
    ...exported,
  })
}

/** The exports of the lists of withdrawals. */
export const withdrawalExports = {
  vendor: { list: withdrawalExport('vendor') },
  customer: { list: withdrawalExport('customer') },
}
