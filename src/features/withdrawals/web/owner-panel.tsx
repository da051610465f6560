import { customerMoney, vendorMoney } from '#features/money/web/links.ts'
import type { RecordAddress } from '#kit/web/address.ts'
import { Link } from '#kit/web/link.tsx'
import { None } from '#kit/web/values.tsx'
import type { OwnerKind } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import {
  customerRun,
  customerRuns,
  customerWithdrawal,
  customerWithdrawals,
  vendorRun,
  vendorRuns,
  vendorWithdrawal,
  vendorWithdrawals,
} from './links.ts'

interface Places {
  heading: string
  searchLabel: string
  emptyText: string
  list: string
  /** All withdrawals of one owner. */
  listOf: (owner: { id: string }) => string
  one: RecordAddress
  runs: string
  run: RecordAddress
  money: RecordAddress
  listTitle: string
  runsTitle: string
}

/** The screens of vendor and customer withdrawals, with their labels. */
export const placesOf: Readonly<Record<OwnerKind, Places>> = {
  vendor: {
    heading: texts.vendor,
    searchLabel: texts.searchVendorWithdrawals,
    emptyText: texts.noVendorWithdrawals,
    list: vendorWithdrawals.path,
    listOf: ({ id }) => vendorWithdrawals({ owner_id: id, status: 'all' }),
    one: vendorWithdrawal,
    runs: vendorRuns.path,
    run: vendorRun,
    money: vendorMoney,
    listTitle: menuTexts.vendorWithdrawals,
    runsTitle: menuTexts.vendorPayoutRuns,
  },
  customer: {
    heading: texts.customer,
    searchLabel: texts.searchCustomerWithdrawals,
    emptyText: texts.noCustomerWithdrawals,
    list: customerWithdrawals.path,
    listOf: ({ id }) => customerWithdrawals({ owner_id: id, status: 'all' }),
    one: customerWithdrawal,
    runs: customerRuns.path,
    run: customerRun,
    money: customerMoney,
    listTitle: menuTexts.customerWithdrawals,
    runsTitle: menuTexts.customerPayoutRuns,
  },
}

/** The owner's name, linked to their balance. */
export function OwnerLink({ kind, id, name }: { kind: OwnerKind; id: string; name: string }) {
  return (
    <Link href={placesOf[kind].money({ id })} dir="auto">
      {name}
    </Link>
  )
}

/** The Details column of a vendor list; explains a missing link to readers without permission. */
export function Details({ href }: { href: string }) {
  return href ? <Link href={href}>{texts.details}</Link> : <None title={texts.noAccessToVendors} />
}
