import { Button, Group } from '@mantine/core'
import { Suspense, useState } from 'react'
import { grants } from '#features/access/contract.ts'
import { UndoPanel, useTakeBack } from '#features/decisions/web/undo-panel.tsx'
import { Picture } from '#features/default-images/web/picture-panel.tsx'
import { NotedTimeline } from '#features/notes/web/notes-panel.tsx'
import { useAllows, useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { ChangedNotice, useOpenedRecord } from '#kit/web/record/opened-record.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type CustomerDetail, customers, Disabling } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import classes from './customer-panel.module.css'
import { approvedCustomers, pendingCustomers } from './links.ts'
import { PrivacyPanel } from './privacy-panel.tsx'
import { fieldLabels, RecordPanel } from './record-panel.tsx'
import { CustomerStatusMark } from './status-panel.tsx'
import { WalletPanel } from './wallet-panel.tsx'

const ReasonDialog = lazyOf(() => import('#kit/web/dialog/reason-dialog.tsx'), 'ReasonDialog')
/** The panel is loaded lazily because it brings the orders contract with it. */
const OrdersPanel = lazyOf(() => import('./orders-panel.tsx'), 'OrdersPanel')

/** One customer in any status. */
export function DetailPage() {
  return (
    <RecordOf
      of={customers.get}
      none={{
        noun: 'customer',
        back: { href: pendingCustomers(), label: menuTexts.pendingCustomersList },
      }}
    >
      {(customer) => <Detail customer={customer} />}
    </RecordOf>
  )
}

function Detail({ customer: fresh }: { customer: CustomerDetail }) {
  const opened = useOpenedRecord(fresh)
  const customer = opened.record
  const { id, status, erased_at } = customer
  const own = ({ version }: { version: number }) => opened.made(version)
  const can = useCan()
  const seesOrders = useAllows()(grants('Orders', 'view'))
  const show = useToast()
  const approve = useCommand(customers.approve, own)
  const disable = useCommand(customers.disable, own)
  const enable = useCommand(customers.enable, own)
  const undo = useTakeBack(customers.undo, own, false)
  /** The version that was shown when the disable dialog opened. */
  const [asking, setAsking] = useState<number | null>(null)
  const isPending = approve.isPending || disable.isPending || enable.isPending || undo.isPending
  const failure = approve.error ?? enable.error ?? (asking === null ? disable.error : null)
  const hasChanged = opened.hasChanged && !isPending
  const takeBack = (decisionId: string) => void undo.takeBack(id, decisionId)
  const done = (words: string) => (answer: CustomerDetail) => {
    setAsking(null)
    const decisionId = answer.decision?.id
    show({ message: words, ...(decisionId ? { undo: () => takeBack(decisionId) } : {}) })
  }
  // Reserves the height of the rows that are loading, so the content below does not jump.
  const ordersHeight = `${96 + Math.min(customer.orders_in_all, 10) * 40}px`
  const list =
    status === 'approved'
      ? { href: approvedCustomers(), label: menuTexts.approvedCustomersList }
      : {
          href: pendingCustomers(status === 'disabled' ? { list: 'disabled' } : {}),
          label: menuTexts.pendingCustomersList,
        }
  return (
    <>
      <RecordLayout
        back={list}
        title={customer.username}
        before={<Picture media={customer.image} slot="customer" name={customer.username} size="medium" />}
        status={
          <CustomerStatusMark status={status} since={customer.status_since} isErased={erased_at !== null} />
        }
        sideLabel={texts.walletPrivacyAndHistory}
        main={
          <>
            {hasChanged && <ChangedNotice noun="customer" onShow={opened.showPresent} />}
            {failure && <ChangeFailure error={failure} />}
            {can(customers.undo) && erased_at === null && (
              <UndoPanel
                decision={customer.decision}
                status={status}
                isPending={undo.isPending}
                isTold={false}
                onUndo={takeBack}
              />
            )}
            {status === 'disabled' && customer.status_reason && (
              <SideCard title={texts.disabled}>
                <p dir="auto">{customer.status_reason}</p>
              </SideCard>
            )}
            <RecordPanel customer={customer} />
            {seesOrders && (
              <Suspense fallback={<div className={classes.card} style={{ minHeight: ordersHeight }} />}>
                <OrdersPanel customerId={id} height={ordersHeight} />
              </Suspense>
            )}
          </>
        }
        side={
          <>
            {can(customers.approve) && erased_at === null && (
              <SideCard title={texts.decision}>
                <Group gap="xs">
                  {status === 'pending' && (
                    <CommandButton
                      isPending={approve.isPending}
                      disabled={isPending || hasChanged}
                      onClick={() =>
                        approve.mutate(
                          { input: { id }, ifMatch: customer.version },
                          { onSuccess: done(texts.approvedUsername({ username: customer.username })) },
                        )
                      }
                    >
                      {texts.approve}
                    </CommandButton>
                  )}
                  {status === 'disabled' ? (
                    <CommandButton
                      isPending={enable.isPending}
                      disabled={isPending || hasChanged}
                      onClick={() =>
                        enable.mutate(
                          { input: { id }, ifMatch: customer.version },
                          { onSuccess: done(texts.enabledUsername({ username: customer.username })) },
                        )
                      }
                    >
                      {texts.enable}
                    </CommandButton>
                  ) : (
                    <Button
                      variant="default"
                      disabled={isPending || hasChanged}
                      onClick={() => {
                        disable.reset()
                        setAsking(customer.version)
                      }}
                    >
                      {texts.disable}
                    </Button>
                  )}
                </Group>
              </SideCard>
            )}
            <WalletPanel customer={customer} />
            <PrivacyPanel customer={customer} isHeld={hasChanged} onErased={opened.made} />
            <NotedTimeline kind="customer" subjectId={id} entries={customer.history} labels={fieldLabels} />
          </>
        }
      />
      {asking !== null && (
        <Suspense fallback={null}>
          <ReasonDialog
            title={texts.disableCustomerQuestion}
            text={texts.theyCanNoLongerOrder}
            verb={texts.disableCustomer}
            check={Disabling}
            isDangerous
            isPending={disable.isPending}
            error={disable.error}
            onClose={() => setAsking(null)}
            onSend={(reason) =>
              disable.mutate(
                { input: { id, reason }, ifMatch: asking },
                { onSuccess: done(texts.disabledUsername({ username: customer.username })) },
              )
            }
          />
        </Suspense>
      )}
    </>
  )
}
