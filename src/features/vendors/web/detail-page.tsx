import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { ReasonDialog } from '#features/decisions/web/reason-dialog.tsx'
import { UndoPanel } from '#features/decisions/web/undo-panel.tsx'
import { MessagesPanel } from '#features/messages/web/messages-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { RecordLayout, RecordSkeleton, SideCard } from '#kit/web/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { useUrlState } from '#kit/web/url-state.ts'
import { type VendorReview, vendors } from '../contract.ts'
import { ChangePanel } from './change-panel.tsx'
import { ChecksPanel } from './checks-panel.tsx'
import { NoVendor } from './no-vendor-panel.tsx'
import { RecordPanel } from './record-panel.tsx'
import { VendorStatusMark } from './status-panel.tsx'

/** A vendor that was decided on: approved or disabled. */
export function DetailPage() {
  const [state] = useUrlState()
  const id = state.get('id') ?? ''
  const vendor = useEndpoint(vendors.get, { id }, { enabled: id !== '' })
  if (id === '') return <NoVendor />
  if (vendor.isError && !vendor.data)
    return <NoVendor error={vendor.error} onRetry={() => void vendor.refetch()} />
  if (!vendor.data || vendor.isPlaceholderData) return <RecordSkeleton />
  return <Detail key={id} vendor={vendor.data} />
}

function Detail({ vendor }: { vendor: VendorReview }) {
  const { id, listings } = vendor
  const can = useCan()
  const show = useToast()
  const disable = useCommand(vendors.disable)
  const enable = useCommand(vendors.enable)
  const undo = useCommand(vendors.undo)
  const resend = useCommand(vendors.resendMessage)
  const [isAsking, setAsking] = useState(false)
  const isDisabled = vendor.status === 'disabled'
  const isWaiting = !isDisabled && vendor.status !== 'approved'
  const failure = enable.error ?? undo.error ?? (isAsking ? null : disable.error)
  const visible = `${listings.approved.toLocaleString('en-PK')} approved ${listings.approved === 1 ? 'listing' : 'listings'}`
  const takeBack = (decisionId: string) =>
    undo.mutate(
      { input: { id, decision_id: decisionId } },
      { onSuccess: () => show({ message: 'The decision was taken back. Its message never leaves.' }) },
    )
  const done = (words: string) => (answer: VendorReview) => {
    setAsking(false)
    const decisionId = answer.decision?.id
    show({ message: words, ...(decisionId ? { undo: () => takeBack(decisionId) } : {}) })
  }
  const list = isDisabled ? 'Disabled Verification' : 'Approved Verification'
  return (
    <>
      <RecordLayout
        back={{
          href: `/vendor-verification-${isDisabled ? 'disabled' : 'approved'}-verification`,
          label: list,
        }}
        title={vendor.shop?.shop_name || vendor.username}
        status={<VendorStatusMark status={vendor.status} since={vendor.status_since} />}
        main={
          <>
            {failure && <ChangeFailure error={failure} />}
            {can(vendors.undo) && (
              <UndoPanel
                decision={vendor.decision}
                status={vendor.status}
                isPending={undo.isPending}
                onUndo={takeBack}
              />
            )}
            {isWaiting && (
              <SideCard title="This vendor waits for a decision">
                <Link href={`/vendor-vendordetails?id=${id}`}>Open the review</Link>
              </SideCard>
            )}
            {isDisabled && (
              <SideCard title="Disabled">
                <p dir="auto">{vendor.status_reason}</p>
              </SideCard>
            )}
            {vendor.change && <ChangePanel vendorId={id} change={vendor.change} />}
            <RecordPanel vendor={vendor} />
          </>
        }
        side={
          <>
            <SideCard title="Listings">
              <p>
                {visible}, {listings.deactivated.toLocaleString('en-PK')} deactivated,{' '}
                {listings.pending.toLocaleString('en-PK')} pending
              </p>
              {can(vendors.disable) && !isWaiting && (
                <Group gap="xs">
                  {isDisabled ? (
                    <Button
                      disabled={enable.isPending}
                      onClick={() =>
                        enable.mutate(
                          { input: { id }, ifMatch: vendor.version },
                          { onSuccess: done(`Enabled: ${visible} can be seen again`) },
                        )
                      }
                    >
                      {enable.isPending ? 'Loading...' : 'Enable'}
                    </Button>
                  ) : (
                    <Button
                      variant="default"
                      onClick={() => {
                        disable.reset()
                        setAsking(true)
                      }}
                    >
                      Disable
                    </Button>
                  )}
                </Group>
              )}
            </SideCard>
            <ChecksPanel checks={vendor.checks} />
            <MessagesPanel
              messages={vendor.messages}
              canResend={can(vendors.resendMessage)}
              onResend={(message_id) => resend.mutate({ input: { id, message_id } })}
            />
            <TimelinePanel subjectId={vendor.id} entries={vendor.history} />
          </>
        }
      />
      {isAsking && (
        <ReasonDialog
          title="Disable vendor?"
          text={`This hides ${visible} and stops payouts. Each listing keeps its own state and comes back when the vendor is enabled.`}
          label="Reason"
          verb="Disable vendor"
          isDangerous
          isPending={disable.isPending}
          error={disable.error}
          onClose={() => setAsking(false)}
          onSend={(reason) =>
            disable.mutate(
              { input: { id, reason }, ifMatch: vendor.version },
              { onSuccess: done(`Disabled: ${visible} hidden`) },
            )
          }
        />
      )}
    </>
  )
}
