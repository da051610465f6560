import { Link } from '#kit/web/link.tsx'
import { None } from '#kit/web/values.tsx'
import type { OwnerKind } from '../contract.ts'

interface Places {
  noun: string
  heading: string
  list: string
  one: string
  runs: string
  run: string
  money: string
  listTitle: string
  runsTitle: string
}

/** The screens of vendor and customer withdrawals, with their labels. */
export const placesOf: Readonly<Record<OwnerKind, Places>> = {
  vendor: {
    noun: 'vendor',
    heading: 'Vendor',
    list: '/withdrawals',
    one: '/withdrawal',
    runs: '/payout-runs',
    run: '/payout-run',
    money: '/vendor-money',
    listTitle: 'Withdrawals',
    runsTitle: 'Payout runs',
  },
  customer: {
    noun: 'customer',
    heading: 'Customer',
    list: '/customer-withdrawals',
    one: '/customer-withdrawal',
    runs: '/customer-payout-runs',
    run: '/customer-payout-run',
    money: '/customer-money',
    listTitle: 'Customer withdrawals',
    runsTitle: 'Customer payout runs',
  },
}

/** The owner's name, linked to their balance. */
export function OwnerLink({ kind, id, name }: { kind: OwnerKind; id: string; name: string }) {
  return (
    <Link href={`${placesOf[kind].money}?id=${id}`} dir="auto">
      {name}
    </Link>
  )
}

/** The Details column of a vendor list; explains a missing link to readers without permission. */
export function Details({ href }: { href: string }) {
  return href ? <Link href={href}>Details</Link> : <None title="Your role does not open vendors" />
}
