import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { grants } from '#features/access/contract.ts'
import { approvedCustomers, customerDetail } from '#features/customers/web/links.ts'
import { orderDetail } from '#features/orders/web/links.ts'
import { vendorDetail, vendorPage } from '#features/vendors/web/links.ts'
import { type OwnerKind, withdrawals } from '#features/withdrawals/contract.ts'
import { vendorsWithdrawals } from '#features/withdrawals/web/links.ts'
import { placesOf } from '#features/withdrawals/web/owner-panel.tsx'
import { WithdrawalStatusMark } from '#features/withdrawals/web/status-panel.tsx'
import { dayOf } from '#kit/contract/words.ts'
import type { RecordAddress } from '#kit/web/address.ts'
import { useAllows, useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link, WayTo } from '#kit/web/link.tsx'
import { hrefWith, useUrlState } from '#kit/web/list/url-state.ts'
import { Sheet } from '#kit/web/print/sheet.tsx'
import { Facts } from '#kit/web/record/facts.tsx'
import { NoRecord } from '#kit/web/record/no-record.tsx'
import { RecordLayout, RecordSkeleton, SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { Day, Money } from '#kit/web/values.tsx'
import { balances, type HeldPart, type OwnerMoney } from '../contract.ts'
import { texts } from '../texts.ts'
import { RequestDialog } from './request-dialog.tsx'
import { StatementPanel, statementPageSize } from './statement-panel.tsx'

const recordsOf: Record<
  OwnerKind,
  { back: { href: string; label: string }; record: RecordAddress; title: string }
> = {
  vendor: {
    back: { href: vendorsWithdrawals(), label: texts.approvedVendorsList },
    record: vendorDetail,
    title: texts.balance,
  },
  customer: {
    back: { href: approvedCustomers(), label: texts.approvedCustomersList },
    record: customerDetail,
    title: texts.wallet,
  },
}

/**
 * The money of one vendor, which is a section of the vendor's page. Those who may not see vendors see it alone: what is available,
 * what is held and why, pending withdrawals, and every line.
 */
export function VendorMoneyPage() {
  const seesVendor = useAllows()(grants('Vendor Verifications', 'view'))
  return seesVendor ? <ToSection /> : <Opened kind="vendor" />
}

function ToSection() {
  const { search } = window.location
  const href = hrefWith(vendorPage.path, search, { section: 'money' })
  useEffect(() => navigate(href, { replace: true }), [href])
  return <RecordSkeleton />
}

/** The money of one customer: the wallet balance, pending withdrawals, and every line. */
export function CustomerMoneyPage() {
  return <Opened kind="customer" />
}

function Opened({ kind }: { kind: OwnerKind }) {
  const [state] = useUrlState()
  const id = state.get('id') ?? ''
  const found = useEndpoint(balances[kind].get, { id })
  // The panel below sends the same request, so this adds none, and the cards next to it render in their final place.
  const statement = useEndpoint(balances[kind].statement, { id, limit: statementPageSize })
  if (found.isError && !found.data) {
    const { back } = recordsOf[kind]
    return (
      <NoRecord
        title={kind === 'vendor' ? texts.noVendorFound : texts.noCustomerFound}
        back={back}
        error={found.error}
        onRetry={() => void found.refetch()}
      />
    )
  }
  if (!found.data || found.data.id !== id || statement.isPending) return <RecordSkeleton />
  return <Account key={id} kind={kind} money={found.data} />
}

function Account({ kind, money }: { kind: OwnerKind; money: OwnerMoney }) {
  const { back, title } = recordsOf[kind]
  const request = useRequest(kind, money)
  return (
    <>
      <RecordLayout
        back={back}
        title={money.name}
        status={
          money.status === 'approved' ? (
            <StatusMark tone="good">{texts.approved}</StatusMark>
          ) : (
            <StatusMark tone="off">{money.status.replaceAll('_', ' ')}</StatusMark>
          )
        }
        sideLabel={texts.accountAndWithdrawals}
        main={
          <>
            <Balance kind={kind} money={money} title={title} />
            {kind === 'vendor' && <HeldFunds parts={money.held_parts} />}
            <StatementPanel kind={kind} id={money.id} />
          </>
        }
        side={
          <>
            <AccountCard kind={kind} money={money} />
            <Withdrawals kind={kind} money={money} />
          </>
        }
        bar={request.button}
      />
      {request.dialog}
    </>
  )
}

/** The button that asks for a withdrawal, for those who may while the owner can be paid, and its dialog. */
export function useRequest(kind: OwnerKind, money: OwnerMoney) {
  const can = useCan()
  const [isAsking, setAsking] = useState(false)
  return {
    button:
      can(withdrawals[kind].request) && money.status === 'approved' ? (
        <Button onClick={() => setAsking(true)}>{texts.requestWithdrawal}</Button>
      ) : undefined,
    dialog: isAsking && (
      <RequestDialog
        kind={kind}
        ownerId={money.id}
        name={money.name}
        available={money.available}
        onClose={() => setAsking(false)}
      />
    ),
  }
}

/** What is available, held, being paid out and paid. */
export function Balance({ kind, money, title }: { kind: OwnerKind; money: OwnerMoney; title: string }) {
  return (
    <Facts
      title={title}
      facts={[
        { label: texts.available, value: <Money rupees={money.available} /> },
        ...(kind === 'vendor' ? [{ label: texts.held, value: <Money rupees={money.held} /> }] : []),
        { label: texts.withdrawalsInProgress, value: <Money rupees={money.in_progress} /> },
        { label: texts.paidSoFar, value: <Money rupees={money.paid} /> },
      ]}
    />
  )
}

/** The shares of a vendor that are held, with the reason and the day of their release. */
export function HeldFunds({ parts }: { parts: readonly HeldPart[] }) {
  const seesOrders = useAllows()(grants('Orders', 'view'))
  return (
    <Sheet
      title={parts.length < 100 ? texts.heldFunds : texts.heldFundsTheFirst100}
      empty={texts.nothingIsHeld}
      columns={[
        { title: texts.order },
        { title: texts.why },
        { title: texts.releasedOn },
        { title: texts.amount, end: true },
      ]}
      rows={parts.map((part) => ({
        key: part.part_id,
        cells: [
          <WayTo key="order" href={seesOrders ? orderDetail({ id: part.order_id }) : ''}>
            {part.order_number}
          </WayTo>,
          part.why,
          part.free_on ? dayOf(part.free_on) : texts.notKnownYet,
          <Money key="amount" rupees={part.amount} />,
        ],
      }))}
    />
  )
}

/** The account that is paid, and the link to the owner's record. */
export function AccountCard({
  kind,
  money,
  isOnOwner = false,
}: {
  kind: OwnerKind
  money: OwnerMoney
  /** Shown on the page of the owner, which needs no link to itself. */
  isOnOwner?: boolean
}) {
  const isVendor = kind === 'vendor'
  const seesOwner = useAllows()(grants(isVendor ? 'Vendor Verifications' : 'Customer', 'view'))
  return (
    <SideCard title={texts.account}>
      {money.is_change_waiting && (
        <p>
          {texts.changePending} {seesOwner && <Link href={vendorDetail(money)}>{texts.reviewChange}</Link>}
        </p>
      )}
      {isVendor ? (
        <>
          <p dir="auto">{money.account_title || texts.noAccountTitle}</p>
          <p dir="ltr" style={{ whiteSpace: 'nowrap' }}>
            {money.ibn_number || texts.noIban}
          </p>
        </>
      ) : (
        <p>{texts.accountPerWithdrawal}</p>
      )}
      {seesOwner && !isOnOwner && (
        <Link href={recordsOf[kind].record(money)}>{isVendor ? texts.openVendor : texts.openCustomer}</Link>
      )}
    </SideCard>
  )
}

/** The latest withdrawals of an owner. */
export function Withdrawals({ kind, money }: { kind: OwnerKind; money: OwnerMoney }) {
  return (
    <SideCard title={money.withdrawals.length < 10 ? texts.withdrawals : texts.theLatest10Withdrawals}>
      {money.withdrawals.length === 0 && <p>{texts.noneYet}</p>}
      {money.withdrawals.map((one) => (
        <Group key={one.id} justify="space-between" gap="xs">
          <Link href={placesOf[kind].one(one)}>
            <bdi dir="ltr">{one.number}</bdi>
          </Link>
          <Day at={one.requested_at} />
          <Money rupees={one.amount} />
          <WithdrawalStatusMark row={one} />
        </Group>
      ))}
      {money.withdrawals.length > 0 && (
        <Link href={placesOf[kind].listOf(money)}>{texts.allWithdrawals}</Link>
      )}
    </SideCard>
  )
}
