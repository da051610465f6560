import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Rejection } from '#features/decisions/contract.ts'
import { UndoPanel, useTakeBack } from '#features/decisions/web/undo-panel.tsx'
import { MessagesPanel } from '#features/messages/web/messages-panel.tsx'
import { NotedTimeline } from '#features/notes/web/notes-panel.tsx'
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
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { ChangePanel } from './change-panel.tsx'
import { ChecksPanel } from './checks-panel.tsx'
import { approvedVendors, disabledVendors, pendingVendors, vendorReview } from './links.ts'
import { fieldFormats, RecordPanel } from './record-panel.tsx'
import { VendorStatusMark } from './status-panel.tsx'

/** A vendor after the decision: approved or disabled. */
export function DetailPage() {
  return (
    <RecordOf
      of={vendors.get}
      none={{
        noun: 'vendor',
        back: { href: pendingVendors(), label: menuTexts.pendingVerification },
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
  /** The version that was shown when the disable dialog opened. */
  const [asking, setAsking] = useState<number | null>(null)
  const isDisabled = vendor.status === 'disabled'
  const isWaiting = !isDisabled && vendor.status !== 'approved'
  const failure = enable.error ?? resend.error ?? (asking === null ? disable.error : null)
  const visible = texts.approvedListings({ approved: listings.approved })
  const takeBack = (decisionId: string) => void undo.takeBack(id, decisionId)
  const hasChanged = opened.hasChanged && !disable.isPending && !enable.isPending && !undo.isPending
  const done = (words: string) => (answer: VendorReview) => {
    setAsking(null)
    const decisionId = answer.decision?.id
    show({ message: words, ...(decisionId ? { undo: () => takeBack(decisionId) } : {}) })
  }
  const list = isWaiting
    ? { href: pendingVendors(), label: menuTexts.pendingVerification }
    : isDisabled
      ? { href: disabledVendors(), label: menuTexts.disabledVerification }
      : { href: approvedVendors(), label: menuTexts.approvedVerification }
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
              <SideCard title={texts.thisVendorIsNotApproved}>
                <Link href={vendorReview(vendor)}>{texts.openTheReview}</Link>
              </SideCard>
            )}
            {isDisabled && (
              <SideCard title={texts.disabled}>
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
            <SideCard title={texts.listings}>
              <p>
                {texts.deactivatedPending({
                  visible,
                  deactivated: listings.deactivated,
                  pending: listings.pending,
                })}
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
                          { onSuccess: done(texts.enabledCanBeSeenAgain({ visible })) },
                        )
                      }
                    >
                      {texts.enable}
                    </CommandButton>
                  ) : (
                    <Button
                      variant="default"
                      onClick={() => {
                        disable.reset()
                        setAsking(vendor.version)
                      }}
                    >
                      {texts.disable}
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
          title={texts.disableVendorQuestion}
          text={texts.thisHidesAndStopsPayouts({ visible })}
          verb={texts.disableVendor}
          isDangerous
          isPending={disable.isPending}
          error={disable.error}
          onClose={() => setAsking(null)}
          onSend={(reason) =>
            disable.mutate(
              { input: { id, reason }, ifMatch: vendor.version },
              { onSuccess: done(texts.disabledHidden({ visible })) },
            )
          }
        />
      )}
    </>
  )
}
