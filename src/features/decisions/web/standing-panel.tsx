import { Suspense } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { RecordAddress } from '#kit/web/address.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import type { Formats } from '#kit/web/record/comparison.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import type { Decision } from '../contract.ts'
import type { Requested } from '../reasons/choice-contract.ts'
import { texts } from '../texts.ts'
import { DifferencesPanel, type DrawPicture } from './differences-panel.tsx'

const RequestedPanel = lazyOf(() => import('../reasons/web/requested-panel.tsx'), 'RequestedPanel')

/** The state of a record: the reason of the previous decision, what was asked for, and the vendor's changes since. */
export function StandingPanel({
  of,
  record,
}: {
  of: {
    calls: { requested: Endpoint }
    settled: { statuses: readonly string[]; title: string; hrefOf: RecordAddress; label: string }
    reasonLabels: Readonly<Record<string, string>>
    formats: Formats
    differences: { call: Endpoint; draw: DrawPicture }
  }
  record: {
    id: string
    status: string
    status_reason: string
    submission_number: number
    resubmission: readonly { path: string; before: string; after: string }[]
    decision: Decision | null
  }
}) {
  const { id, status, status_reason, resubmission, submission_number, decision } = record
  const isAsked = decision?.action === 'request_update' || decision?.action === 'reject'
  const read = useEndpoint(of.calls.requested, { id } as never, { enabled: isAsked })
  const requested = read.data as Requested | null | undefined
  return (
    <>
      {of.settled.statuses.includes(status) && (
        <SideCard title={of.settled.title}>
          <Link href={of.settled.hrefOf({ id })}>{of.settled.label}</Link>
        </SideCard>
      )}
      {requested && (
        <Suspense fallback={null}>
          <RequestedPanel
            requested={requested}
            labels={of.reasonLabels}
            isRejection={decision?.action === 'reject'}
            isOpen={status === decision?.to_status}
          />
        </Suspense>
      )}
      {status_reason && !requested && (
        <SideCard title={status === 'changes_requested' ? texts.requestedChanges : texts.reason}>
          <p dir="auto">{status_reason}</p>
        </SideCard>
      )}
      {submission_number > 1 && (
        <DifferencesPanel
          id={id}
          call={of.differences.call}
          first={resubmission}
          number={submission_number}
          asked={requested?.fields.map(({ path }) => path) ?? []}
          labels={of.reasonLabels}
          formats={of.formats}
          draw={of.differences.draw}
        />
      )}
    </>
  )
}
