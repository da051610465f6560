import { Button, Group } from '@mantine/core'
import { Suspense } from 'react'
import { useChangeDecision } from '#features/decisions/changes/web/deciding-panel.tsx'
import type { DrawSection } from '#features/decisions/web/review-panel.tsx'
import { UndoPanel, useTakeBack } from '#features/decisions/web/undo-panel.tsx'
import { MessagesPanel } from '#features/messages/web/messages-panel.tsx'
import { NotedTimeline } from '#features/notes/web/notes-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { ChangedNotice, useOpenedRecord } from '#kit/web/record/opened-record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { offersActions } from '#kit/web/record-actions.ts'
import { type VendorPage, type VendorReview, vendors } from '../contract.ts'
import { fieldLabels, handedInLabels } from '../fields-contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { ChangePanel, vendorChanges } from './change-panel.tsx'
import { ChecksPanel } from './checks-panel.tsx'
import { approvedVendors, disabledVendors, pendingVendors, vendorReview } from './links.ts'
import { fieldFormats, RecordPanel } from './record-panel.tsx'
import { VendorStatusMark } from './status-panel.tsx'
import { useAvailability } from './use-availability.ts'

const AskedReasonsDialog = lazyOf(
  () => import('#features/decisions/reasons/web/asked-reasons-dialog.tsx'),
  'AskedReasonsDialog',
)

/** A vendor after the decision: approved, disabled or closed; or the section that is open: what is begun here goes on behind it. */
export function Detail({ vendor: fresh, section }: { vendor: VendorPage; section: DrawSection | undefined }) {
  const opened = useOpenedRecord(fresh)
  const vendor = opened.record
  const { id } = vendor
  const own = ({ version }: { version: number }) => opened.made(version)
  const can = useCan()
  const undo = useTakeBack(vendors.undo, own)
  const resend = useCommand(vendors.resendMessage)
  const takeBack = (decisionId: string) => void undo.takeBack(id, decisionId)
  const deciding = useChangeDecision(vendorChanges, opened)
  const availability = useAvailability(vendor, { onMade: own, onUndo: takeBack })
  const isEnded = vendor.status === 'disabled' || vendor.status === 'closed'
  const isWaiting = !isEnded && vendor.status !== 'approved'
  const failure = availability.error ?? resend.error
  const hasChanged = deciding.hasChanged && !availability.isPending && !undo.isPending
  const notices = (
    <>
      {failure && <ChangeFailure error={failure} />}
      {deciding.notices}
      {/* Only the last of two decisions is undone from here. */}
      {can(vendors.undo) && !vendor.change_decision && (
        <UndoPanel
          decision={vendor.decision}
          status={vendor.status}
          isPending={undo.isPending}
          onUndo={takeBack}
        />
      )}
    </>
  )
  return (
    <>
      {section ? (
        section({ mark: deciding.mark, notices })
      ) : (
        <RecordLayout
          back={listOf(vendor)}
          title={vendor.shop?.shop_name || vendor.username}
          status={
            <>
              <VendorStatusMark status={vendor.status} since={vendor.status_since} />
              {deciding.mark}
            </>
          }
          main={
            <>
              {hasChanged && <ChangedNotice onShow={opened.showPresent} />}
              {notices}
              {isWaiting && (
                <SideCard title={texts.thisVendorIsNotApproved}>
                  <Link href={vendorReview(vendor)}>{texts.openTheReview}</Link>
                </SideCard>
              )}
              {isEnded && (
                <SideCard title={vendor.status === 'closed' ? texts.closed : texts.disabled}>
                  <p dir="auto">{vendor.status_reason}</p>
                </SideCard>
              )}
              {vendor.change && <ChangePanel key={vendor.change.id} vendorId={id} change={vendor.change} />}
              <RecordPanel key={vendor.version} vendor={vendor} />
            </>
          }
          checks={<ChecksPanel checks={vendor.checks} />}
          side={
            <>
              {deciding.claim}
              <Listings
                vendor={vendor}
                isSwitchable={can(vendors.disable) && !isWaiting && vendor.status !== 'closed'}
                availability={availability}
                hasChanged={hasChanged}
              />
              <MessagesPanel
                messages={vendor.messages}
                canResend={can(vendors.resendMessage)}
                onResend={(message_id) => resend.mutate({ input: { id, message_id } })}
              />
              <NotedTimeline
                kind="vendor"
                subjectId={id}
                entries={vendor.history}
                labels={fieldLabels}
                formats={fieldFormats}
              />
            </>
          }
          bar={deciding.bar}
        />
      )}
      {deciding.dialogs}
      {availability.dialog && (
        <Suspense fallback={null}>
          <AskedReasonsDialog
            {...availability.dialog}
            choices={vendors.choices}
            labels={handedInLabels}
            isDangerous
          />
        </Suspense>
      )}
    </>
  )
}

/** The list that the vendor is in. */
export function listOf({ status }: VendorReview): { href: string; label: string } {
  if (status === 'approved') return { href: approvedVendors(), label: menuTexts.approvedVerification }
  if (status === 'disabled') return { href: disabledVendors(), label: menuTexts.disabledVerification }
  return status === 'closed'
    ? { href: disabledVendors({ list: 'closed' }), label: menuTexts.disabledVerification }
    : { href: pendingVendors(), label: menuTexts.pendingVerification }
}

/** The number of listings, and the buttons that disable, enable or close the vendor. */
function Listings({
  vendor: { listings, status },
  isSwitchable,
  availability,
  hasChanged,
}: {
  vendor: VendorReview
  isSwitchable: boolean
  availability: ReturnType<typeof useAvailability>
  hasChanged: boolean
}) {
  return (
    <SideCard title={texts.listings}>
      <p>{texts.listingCounts(listings)}</p>
      {isSwitchable && (
        <Group ref={offersActions} gap="xs">
          {status === 'disabled' ? (
            <>
              <CommandButton
                isPending={availability.isEnabling}
                disabled={hasChanged}
                onClick={availability.enable}
              >
                {texts.enable}
              </CommandButton>
              <Button variant="default" onClick={() => availability.ask('close')}>
                {texts.close}
              </Button>
            </>
          ) : (
            <Button variant="default" onClick={() => availability.ask('disable')}>
              {texts.disable}
            </Button>
          )}
        </Group>
      )}
    </SideCard>
  )
}
