import { Link } from '#kit/web/link.tsx'
import { None } from '#kit/web/values.tsx'
import type { OwnerKind } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'

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
    heading: texts.vendor,
    list: '/withdrawals',
    one: '/withdrawal',
    runs: '/payout-runs',
    run: '/payout-run',
    money: '/vendor-money',
    listTitle: menuTexts.withdrawals,
    runsTitle: menuTexts.payoutRuns,
  },
  customer: {
    noun: 'customer',
    heading: texts.customer,
    list: '/customer-withdrawals',
    one: '/customer-withdrawal',
    runs: '/customer-payout-runs',
    run: '/customer-payout-run',
    money: '/customer-money',
    listTitle: menuTexts.customerWithdrawals,
    runsTitle: menuTexts.customerPayoutRuns,
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
  return href ? <Link href={href}>{texts.details}</Link> : <None title={texts.yourRoleDoesNotOpen} />
}
