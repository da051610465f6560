import { Button, Group } from '@mantine/core'
import { Suspense } from 'react'
import { grants } from '#features/access/contract.ts'
import { ClaimMark, ClaimPanel } from '#features/claims/web/claim-panel.tsx'
import { DecisionBar, useDecisionKeys, whyNotFrom } from '#features/decisions/web/decision-bar-panel.tsx'
import { UndoPanel } from '#features/decisions/web/undo-panel.tsx'
import { Picture } from '#features/default-images/web/picture-panel.tsx'
import { NotedTimeline } from '#features/notes/web/notes-panel.tsx'
import { useAllows, useCan } from '#kit/web/can.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { ChangedNotice } from '#kit/web/record/opened-record.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { offersActions } from '#kit/web/record-actions.ts'
import { type CustomerDetail, customerMoves, customers, Disabling, reasonLabels } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { DecidedDialog } from './decided-dialog.tsx'
import { approvedCustomers, pendingCustomers } from './links.ts'
import { PrivacyPanel } from './privacy-panel.tsx'
import { fieldLabels, RecordPanel } from './record-panel.tsx'
import { CustomerStatusMark } from './status-panel.tsx'
import { useCustomer } from './use-customer.ts'
import { WalletPanel } from './wallet-panel.tsx'

const AskedReasonsDialog = lazyOf(
  () => import('#features/decisions/reasons/web/asked-reasons-dialog.tsx'),
  'AskedReasonsDialog',
)
/** The panel is loaded lazily because it brings the orders contract with it. */
const OrdersPanel = lazyOf(() => import('./orders-panel.tsx'), 'OrdersPanel')

/** One customer in any status. */
export function DetailPage() {
  return (
    <RecordOf
      of={customers.get}
      none={{
        title: texts.noCustomerFound,
        back: { href: pendingCustomers(), label: menuTexts.pendingCustomersList },
      }}
    >
      {(customer) => <Detail customer={customer} />}
    </RecordOf>
  )
}

function Detail({ customer: fresh }: { customer: CustomerDetail }) {
  const acting = useCustomer(fresh)
  const { customer, opened, hasChanged } = acting
  const { id, status, erased_at } = customer
  const can = useCan()
  const mayDecide = can(customers.approve) && erased_at === null
  const isDecided = mayDecide && status !== 'pending'
  useDecisionKeys(
    isDecided ? { a: { why: whyNotFrom('customer', status, customerMoves.approve.to) } } : {},
    acting.isPending,
  )
  const seesOrders = useAllows()(grants('Orders', 'view'))
  // Reserves the height of the rows that are loading, so the content below does not jump.
  const ordersHeight = `${96 + Math.min(customer.orders_in_all, 10) * 40}px`
  return (
    <>
      <RecordLayout
        back={listOf(status)}
        title={customer.username}
        before={<Picture media={customer.image} slot="customer" name={customer.username} size="medium" />}
        status={
          <>
            <CustomerStatusMark status={status} since={customer.status_since} isErased={erased_at !== null} />
            <ClaimMark claiming={acting.claiming} />
          </>
        }
        sideLabel={texts.walletPrivacyAndHistory}
        main={
          <>
            {hasChanged && <ChangedNotice onShow={opened.showPresent} />}
            {acting.failure && <ChangeFailure error={acting.failure} />}
            {can(customers.undo) && erased_at === null && !acting.decided && (
              <UndoPanel
                decision={customer.decision}
                status={status}
                isPending={acting.isUndoing}
                isTold={false}
                onUndo={acting.undo}
              />
            )}
            {status === 'disabled' && customer.status_reason && (
              <SideCard title={texts.disabled}>
                <p dir="auto">{customer.status_reason}</p>
              </SideCard>
            )}
            <RecordPanel customer={customer} />
            {seesOrders && (
              <Suspense fallback={<div className="box" style={{ minHeight: ordersHeight }} />}>
                <OrdersPanel customerId={id} height={ordersHeight} />
              </Suspense>
            )}
          </>
        }
        side={
          <>
            {isDecided && <Decision acting={acting} />}
            <ClaimPanel id={id} claiming={acting.claiming} />
            <WalletPanel customer={customer} />
            <PrivacyPanel customer={customer} isHeld={hasChanged} onErased={opened.made} />
            <NotedTimeline kind="customer" subjectId={id} entries={customer.history} labels={fieldLabels} />
          </>
        }
        bar={
          mayDecide &&
          status === 'pending' && (
            <DecisionBar
              isHeld={acting.hasChanged}
              refusal={{ label: texts.disable, key: 'd' }}
              isPending={acting.isPending}
              onApprove={acting.approve}
              onReject={acting.askToDisable}
            />
          )
        }
      />
      {acting.decided && (
        <DecidedDialog customer={acting.decided} onUndo={acting.undo} onClose={acting.closeDecided} />
      )}
      {acting.question}
      {acting.isAsking && (
        <Suspense fallback={null}>
          <AskedReasonsDialog
            {...acting.disabling}
            choices={customers.choices}
            labels={reasonLabels}
            title={texts.disableCustomerQuestion}
            text={texts.disableText}
            verb={texts.disableCustomer}
            check={Disabling}
            isDangerous
          />
        </Suspense>
      )}
    </>
  )
}

/** The list that shows customers of this status. */
function listOf(status: CustomerDetail['status']) {
  return status === 'approved'
    ? { href: approvedCustomers(), label: menuTexts.approvedCustomersList }
    : {
        href: pendingCustomers(status === 'disabled' ? { list: 'disabled' } : {}),
        label: menuTexts.pendingCustomersList,
      }
}

/** Enable or disable a customer who has been decided on before. */
function Decision({ acting }: { acting: ReturnType<typeof useCustomer> }) {
  const { status } = acting.customer
  const isOff = acting.isPending || acting.hasChanged
  return (
    <SideCard title={texts.decision}>
      <Group ref={offersActions} gap="xs">
        {status === 'disabled' ? (
          <CommandButton isPending={acting.isEnabling} disabled={isOff} onClick={acting.enable}>
            {texts.enable}
          </CommandButton>
        ) : (
          <Button variant="default" disabled={isOff} onClick={acting.askToDisable}>
            {texts.disable}
          </Button>
        )}
      </Group>
    </SideCard>
  )
}
