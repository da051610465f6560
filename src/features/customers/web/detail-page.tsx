import { Button, Group } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { grants } from '#features/access/contract.ts'
import { UndoPanel, useTakeBack } from '#features/decisions/web/undo-panel.tsx'
import { Picture } from '#features/default-images/web/picture-panel.tsx'
import { NotedTimeline } from '#features/notes/web/notes-panel.tsx'
import { useAllows, useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { ChangedNotice, useOpenedRecord } from '#kit/web/opened-record.tsx'
import { RecordLayout, RecordSkeleton, SideCard } from '#kit/web/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { useUrlState } from '#kit/web/url-state.ts'
import { type CustomerDetail, customers } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import classes from './customer-panel.module.css'
import { NoCustomer } from './no-customer-panel.tsx'
import { PrivacyPanel } from './privacy-panel.tsx'
import { fieldLabels, RecordPanel } from './record-panel.tsx'
import { CustomerStatusMark } from './status-panel.tsx'
import { WalletPanel } from './wallet-panel.tsx'

const ReasonDialog = lazy(async () => ({
  default: (await import('#features/decisions/web/reason-dialog.tsx')).ReasonDialog,
}))
/** The contract of the orders comes with it. */
const OrdersPanel = lazy(async () => ({ default: (await import('./orders-panel.tsx')).OrdersPanel }))

/** One customer, wherever they stand. */
export function DetailPage() {
  const [state] = useUrlState()
  const id = state.get('id') ?? ''
  const customer = useEndpoint(customers.get, { id }, { enabled: id !== '' })
  if (id === '') return <NoCustomer />
  if (customer.isError && !customer.data)
    return <NoCustomer error={customer.error} onRetry={() => void customer.refetch()} />
  if (!customer.data || customer.isPlaceholderData) return <RecordSkeleton />
  return <Detail key={id} customer={customer.data} />
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
  /** The version that was read when it was asked whether to disable. */
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
  // The rows that will come keep their place, so that nothing below them jumps.
  const ordersHeight = `${96 + Math.min(customer.orders_in_all, 10) * 40}px`
  const list =
    status === 'approved'
      ? { href: '/customers-withdraws', label: menuTexts.approvedCustomersList }
      : {
          href: `/customers-customers-list${status === 'disabled' ? '?list=disabled' : ''}`,
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
                    <Button
                      disabled={isPending || hasChanged}
                      onClick={() =>
                        approve.mutate(
                          { input: { id }, ifMatch: customer.version },
                          { onSuccess: done(texts.approvedUsername({ username: customer.username })) },
                        )
                      }
                    >
                      {approve.isPending ? texts.loading : texts.approve}
                    </Button>
                  )}
                  {status === 'disabled' ? (
                    <Button
                      disabled={isPending || hasChanged}
                      onClick={() =>
                        enable.mutate(
                          { input: { id }, ifMatch: customer.version },
                          { onSuccess: done(texts.enabledUsername({ username: customer.username })) },
                        )
                      }
                    >
                      {enable.isPending ? texts.loading : texts.enable}
                    </Button>
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
            label={texts.reason}
            verb={texts.disableCustomer}
            ifBlank={texts.writeAReason}
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
