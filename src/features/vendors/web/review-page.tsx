import { lazy, Suspense, useEffect, useState } from 'react'
import { DecisionBar } from '#features/decisions/web/decision-bar-panel.tsx'
import { ReasonDialog } from '#features/decisions/web/reason-dialog.tsx'
import { UndoPanel, useTakeBack } from '#features/decisions/web/undo-panel.tsx'
import { MessagesPanel } from '#features/messages/web/messages-panel.tsx'
import { NotedTimeline } from '#features/notes/web/notes-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { Comparison } from '#kit/web/comparison.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { ChangedNotice, useOpenedRecord } from '#kit/web/opened-record.tsx'
import { RecordLayout, RecordSkeleton, SideCard } from '#kit/web/record-layout.tsx'
import { useUrlState } from '#kit/web/url-state.ts'
import { type VendorReview, vendorMoves, vendors } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { ChecksPanel } from './checks-panel.tsx'
import { NoVendor } from './no-vendor-panel.tsx'
import { fieldFormats, fieldLabels, RecordPanel } from './record-panel.tsx'
import { VendorStatusMark } from './status-panel.tsx'

const loadSuccess = () => import('#features/decisions/web/success-dialog.tsx')
const SuccessDialog = lazy(async () => ({ default: (await loadSuccess()).SuccessDialog }))

/** The review of one vendor: what it says, what the checks find, and the decision. */
export function ReviewPage() {
  const [state] = useUrlState()
  const id = state.get('id') ?? ''
  const vendor = useEndpoint(vendors.get, { id }, { enabled: id !== '' })
  if (id === '') return <NoVendor />
  if (vendor.isError && !vendor.data)
    return <NoVendor error={vendor.error} onRetry={() => void vendor.refetch()} />
  if (!vendor.data || vendor.isPlaceholderData) return <RecordSkeleton />
  return <Review key={id} vendor={vendor.data} />
}

/** What is asked for, on the version that was read when it was asked. */
interface Asking {
  verb: 'reject' | 'request'
  version: number
}

function Review({ vendor: fresh }: { vendor: VendorReview }) {
  const opened = useOpenedRecord(fresh)
  const vendor = opened.record
  const { id } = vendor
  const can = useCan()
  const own = ({ version }: { version: number }) => opened.made(version)
  const approve = useCommand(vendors.approve, own)
  const reject = useCommand(vendors.reject, own)
  const request = useCommand(vendors.requestUpdate, own)
  const undo = useTakeBack(vendors.undo, own)
  const resend = useCommand(vendors.resendMessage)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [decided, setDecided] = useState<VendorReview | null>(null)
  // It is there by the time somebody has decided.
  useEffect(() => void loadSuccess(), [])
  const next = useEndpoint(vendors.listPending, { list: 'pending', limit: 2 }, { enabled: decided !== null })
  const nextRow = next.data?.rows.find((row) => row.id !== id)
  const isPending = approve.isPending || reject.isPending || request.isPending
  // A dialog shows its own; what comes in after it was closed must not get lost.
  const failure = approve.error ?? resend.error ?? (asking ? null : (reject.error ?? request.error))
  const may = (verb: 'approve' | 'reject' | 'request_update') =>
    can(vendors.approve) && (vendorMoves[verb].from as readonly string[]).includes(vendor.status)
  const isDecided = ['approved', 'disabled', 'closed'].includes(vendor.status)
  const isOpen = may('approve') || may('reject') || may('request_update')
  const blocking = may('approve') ? vendor.checks.find((check) => check.level === 'error') : undefined
  const onSuccess = (answer: VendorReview) => {
    setAsking(null)
    setDecided(answer)
  }
  const ask = (verb: Asking['verb']) => {
    for (const command of [approve, reject, request]) command.reset()
    setAsking({ verb, version: vendor.version })
  }
  const takeBack = (decisionId: string) => {
    setDecided(null)
    void undo.takeBack(id, decisionId)
  }
  const hasChanged = opened.hasChanged && !isPending && !undo.isPending
  return (
    <>
      <RecordLayout
        back={{ href: '/vendor-verification-pending-verification', label: menuTexts.pendingVerification }}
        title={vendor.shop?.shop_name || vendor.username}
        status={<VendorStatusMark status={vendor.status} since={vendor.status_since} />}
        main={
          <>
            {hasChanged && <ChangedNotice noun="vendor" onShow={opened.showPresent} />}
            {failure && <ChangeFailure error={failure} />}
            {!decided && can(vendors.undo) && (
              <UndoPanel
                decision={vendor.decision}
                status={vendor.status}
                isPending={undo.isPending}
                onUndo={takeBack}
              />
            )}
            {isDecided && (
              <SideCard title={texts.thisVendorWasDecidedOn}>
                <Link href={`/vendor-detail/approved?id=${id}`}>{texts.openTheVendor}</Link>
              </SideCard>
            )}
            {vendor.status_reason && (
              <SideCard title={vendor.status === 'changes_requested' ? texts.whatWasAskedFor : texts.reason}>
                <p dir="auto">{vendor.status_reason}</p>
              </SideCard>
            )}
            {vendor.resubmission.length > 0 && (
              <SideCard title={texts.changedWithSubmission({ submissionNumber: vendor.submission_number })}>
                <Comparison fields={vendor.resubmission} labels={fieldLabels} formats={fieldFormats} />
              </SideCard>
            )}
            <RecordPanel key={vendor.version} vendor={vendor} />
          </>
        }
        checks={<ChecksPanel checks={vendor.checks} />}
        side={
          <>
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
        bar={
          isOpen && (
            <DecisionBar
              canApprove={may('approve') && !blocking && !hasChanged}
              blockedBy={blocking ? texts.cannotBeApproved({ message: blocking.message }) : ''}
              canRequest={may('request_update') && !hasChanged}
              canReject={may('reject') && !hasChanged}
              isPending={isPending}
              onApprove={() => approve.mutate({ input: { id }, ifMatch: vendor.version }, { onSuccess })}
              onRequest={() => ask('request')}
              onReject={() => ask('reject')}
            />
          )
        }
      />
      {asking?.verb === 'reject' && (
        <ReasonDialog
          title={texts.rejectVendorQuestion}
          text={texts.theVendorReadsThisReason}
          label={texts.reason}
          verb={texts.rejectVendor}
          isDangerous
          isPending={reject.isPending}
          error={reject.error}
          onClose={() => setAsking(null)}
          onSend={(reason) =>
            reject.mutate({ input: { id, reason }, ifMatch: asking.version }, { onSuccess })
          }
        />
      )}
      {asking?.verb === 'request' && (
        <ReasonDialog
          title={texts.requestAnUpdateQuestion}
          text={texts.theApplicationGoesBackTo}
          label={texts.whatNeedsToChange}
          verb={texts.requestUpdate}
          isPending={request.isPending}
          error={request.error}
          onClose={() => setAsking(null)}
          onSend={(reason) =>
            request.mutate({ input: { id, reason }, ifMatch: asking.version }, { onSuccess })
          }
        />
      )}
      {decided && (
        <Suspense fallback={null}>
          <SuccessDialog
            title={titles[decided.status] ?? texts.decided}
            text={texts.theMessageLeavesWhenThe({ shopName: decided.shop?.shop_name || decided.username })}
            decision={decided.decision}
            link={{
              href: '/vendor-verification-approved-verification',
              label: texts.goToApprovedVerification,
            }}
            nextHref={nextRow ? `/vendor-vendordetails?id=${nextRow.id}` : next.isPending ? undefined : null}
            onUndo={() => decided.decision && takeBack(decided.decision.id)}
            onClose={() => setDecided(null)}
          />
        </Suspense>
      )}
    </>
  )
}

const titles: Partial<Record<VendorReview['status'], string>> = {
  approved: texts.vendorApproved,
  rejected: texts.vendorRejected,
  changes_requested: texts.updateRequested,
}
