import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Rejection } from '#features/decisions/contract.ts'
import { UndoPanel, useTakeBack } from '#features/decisions/web/undo-panel.tsx'
import { MessagesPanel } from '#features/messages/web/messages-panel.tsx'
import { NotedTimeline } from '#features/notes/web/notes-panel.tsx'
import { numberOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ReasonDialog } from '#kit/web/dialog/reason-dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { ChangedNotice, useOpenedRecord } from '#kit/web/record/opened-record.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type VendorReview, vendors } from '../contract.ts'
import { fieldLabels } from '../fields-contract.ts'
import { ChangePanel } from './change-panel.tsx'
import { ChecksPanel } from './checks-panel.tsx'
import { approvedVendors, disabledVendors, pendingVendors, vendorReview } from './links.ts'
import { fieldFormats, RecordPanel } from './record-panel.tsx'
import { VendorStatusMark } from './status-panel.tsx'

/** A vendor that was decided on: approved or disabled. */
export function DetailPage() {
  return (
    <RecordOf
      of={vendors.get}
      none={{
        noun: 'vendor',
        back: { href: pendingVendors(), label: 'Pending Verification' },
      }}
    >
      {(vendor) => <Detail vendor={vendor} />}
    </RecordOf>
  )
}

function Detail({ vendor: fresh }: { vendor: VendorReview }) {
  const opened = useOpenedRecord(fresh)
  const vendor = opened.record
  const { id, listings } = vendor
  const own = ({ version }: { version: number }) => opened.made(version)
  const can = useCan()
  const show = useToast()
  const disable = useCommand(vendors.disable, own)
  const enable = useCommand(vendors.enable, own)
  const undo = useTakeBack(vendors.undo, own)
  const resend = useCommand(vendors.resendMessage)
  /** The version that was read when it was asked whether to disable. */
  const [asking, setAsking] = useState<number | null>(null)
  const isDisabled = vendor.status === 'disabled'
  const isWaiting = !isDisabled && vendor.status !== 'approved'
  const failure = enable.error ?? resend.error ?? (asking === null ? disable.error : null)
  const visible = `${numberOf(listings.approved)} approved ${listings.approved === 1 ? 'listing' : 'listings'}`
  const takeBack = (decisionId: string) => void undo.takeBack(id, decisionId)
  const hasChanged = opened.hasChanged && !disable.isPending && !enable.isPending && !undo.isPending
  const done = (words: string) => (answer: VendorReview) => {
    setAsking(null)
    const decisionId = answer.decision?.id
    show({ message: words, ...(decisionId ? { undo: () => takeBack(decisionId) } : {}) })
  }
  const list = isWaiting
    ? { href: pendingVendors(), label: 'Pending Verification' }
    : isDisabled
      ? { href: disabledVendors(), label: 'Disabled Verification' }
      : { href: approvedVendors(), label: 'Approved Verification' }
  return (
    <>
      <RecordLayout
        back={list}
        title={vendor.shop?.shop_name || vendor.username}
        status={<VendorStatusMark status={vendor.status} since={vendor.status_since} />}
        main={
          <>
            {hasChanged && <ChangedNotice noun="vendor" onShow={opened.showPresent} />}
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
              <SideCard title="This vendor is not approved">
                <Link href={vendorReview(vendor)}>Open the review</Link>
              </SideCard>
            )}
            {isDisabled && (
              <SideCard title="Disabled">
                <p dir="auto">{vendor.status_reason}</p>
              </SideCard>
            )}
            {vendor.change && (
              <ChangePanel
                key={vendor.change.id}
                vendorId={id}
                change={vendor.change}
                hasChanged={hasChanged}
                onDecided={opened.made}
              />
            )}
            <RecordPanel key={vendor.version} vendor={vendor} />
          </>
        }
        checks={<ChecksPanel checks={vendor.checks} />}
        side={
          <>
            <SideCard title="Listings">
              <p>
                {visible}, {numberOf(listings.deactivated)} deactivated, {numberOf(listings.pending)} pending
              </p>
              {can(vendors.disable) && !isWaiting && (
                <Group gap="xs">
                  {isDisabled ? (
                    <CommandButton
                      isPending={enable.isPending}
                      disabled={hasChanged}
                      onClick={() =>
                        enable.mutate(
                          { input: { id }, ifMatch: vendor.version },
                          { onSuccess: done(`Enabled: ${visible} can be seen again`) },
                        )
                      }
                    >
                      Enable
                    </CommandButton>
                  ) : (
                    <Button
                      variant="default"
                      onClick={() => {
                        disable.reset()
                        setAsking(vendor.version)
                      }}
                    >
                      Disable
                    </Button>
                  )}
                </Group>
              )}
            </SideCard>
            <MessagesPanel
              messages={vendor.messages}
              canResend={can(vendors.resendMessage)}
              onResend={(message_id) => resend.mutate({ input: { id, message_id } })}
            />
            <NotedTimeline
              kind="vendor"
              subjectId={vendor.id}
              entries={vendor.history}
              labels={fieldLabels}
              formats={fieldFormats}
            />
          </>
        }
      />
      {asking !== null && (
        <ReasonDialog
          check={Rejection}
          title="Disable vendor?"
          text={`This hides ${visible} and stops payouts. Each listing keeps its own state and comes back when the vendor is enabled.`}
          verb="Disable vendor"
          isDangerous
          isPending={disable.isPending}
          error={disable.error}
          onClose={() => setAsking(null)}
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
