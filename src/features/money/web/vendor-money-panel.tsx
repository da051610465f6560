import { useEndpoint } from '#kit/web/client.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { RecordSkeleton } from '#kit/web/record/record-layout.tsx'
import { balances } from '../contract.ts'
import { texts } from '../texts.ts'
import { vendorMoney } from './links.ts'
import { AccountCard, Balance, HeldFunds, Withdrawals } from './money-page.tsx'

/** The balance of a vendor, what is held and why, and the latest withdrawals, with the way to every line. */
export function VendorMoney({ id }: { id: string }) {
  const found = useEndpoint(balances.vendor.get, { id })
  if (found.isError) {
    return (
      <Failure
        error={found.error}
        answered="not_created"
        what={texts.vendorMoneyNotLoaded}
        onRetry={() => void found.refetch()}
      />
    )
  }
  const money = found.data
  if (!money) return <RecordSkeleton />
  return (
    <>
      <Balance kind="vendor" money={money} title={texts.balance} />
      <Link href={vendorMoney({ id })}>{texts.openStatement}</Link>
      <HeldFunds parts={money.held_parts} />
      <Withdrawals kind="vendor" money={money} />
      <AccountCard kind="vendor" money={money} isOnOwner />
    </>
  )
}
