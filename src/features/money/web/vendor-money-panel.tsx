import { Group } from '@mantine/core'
import { useEndpoint } from '#kit/web/client.tsx'
import { Read } from '#kit/web/read-failure.tsx'
import { RecordSkeleton } from '#kit/web/record/record-layout.tsx'
import { balances, type OwnerMoney } from '../contract.ts'
import { texts } from '../texts.ts'
import { AccountCard, Balance, HeldFunds, useRequest, Withdrawals } from './money-page.tsx'
import { StatementPanel } from './statement-panel.tsx'

/** The money of a vendor on the vendor's page: the balance, what is held and why, the account, and every line. */
export function VendorMoney({ id }: { id: string }) {
  const found = useEndpoint(balances.vendor.get, { id })
  return (
    <Read of={found} what={texts.vendorMoneyNotLoaded} skeleton={<RecordSkeleton />}>
      {(money) => <Shown money={money} />}
    </Read>
  )
}

function Shown({ money }: { money: OwnerMoney }) {
  const request = useRequest('vendor', money)
  return (
    <>
      {request.button && <Group>{request.button}</Group>}
      <Balance kind="vendor" money={money} title={texts.balance} />
      <HeldFunds parts={money.held_parts} />
      <Withdrawals kind="vendor" money={money} />
      <AccountCard kind="vendor" money={money} isOnOwner />
      <StatementPanel kind="vendor" id={money.id} />
      {request.dialog}
    </>
  )
}
