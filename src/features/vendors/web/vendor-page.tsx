import { Suspense, useState } from 'react'
import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import type { DrawSection } from '#features/decisions/web/review-panel.tsx'
import { MessagesPanel } from '#features/messages/web/messages-panel.tsx'
import { NoteCount, NoteList } from '#features/notes/web/note-list-panel.tsx'
import { numberOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { BelowTitle, RecordLayout, RecordSkeleton } from '#kit/web/record/record-layout.tsx'
import {
  type SectionEntry,
  SectionList,
  useOpenSection,
  useRecordSections,
} from '#kit/web/record/record-sections.tsx'
import { type VendorPage as ReadVendor, type VendorReview, vendors } from '../contract.ts'
import { fieldLabels } from '../fields-contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { Detail, listOf } from './detail-panel.tsx'
import { DocumentsPanel } from './documents-panel.tsx'
import { pendingVendors } from './links.ts'
import { fieldFormats, useNumbers } from './record-panel.tsx'
import { Review } from './review-panel.tsx'
import { VendorStatusMark } from './status-panel.tsx'

/**
 * The page of a vendor at any of its addresses: the profile with what there is to decide, and all that belongs to the
 * vendor, each in a section that is loaded when it is opened.
 */
export function VendorPage() {
  return (
    <RecordOf
      of={vendors.get}
      none={{
        title: texts.noVendorFound,
        back: { href: pendingVendors(), label: menuTexts.pendingVerification },
      }}
    >
      {(vendor) => <Opened vendor={vendor} />}
    </RecordOf>
  )
}

function Opened({ vendor }: { vendor: ReadVendor }) {
  const { id } = vendor
  const others = useRecordSections('vendor')
  const countOf = (key: string) => (key === 'listings' ? numberOf(listingsOf(vendor)) : undefined)
  const entries: SectionEntry[] = [
    { key: '', label: texts.profile },
    { key: 'documents', label: texts.documents, count: numberOf(filesOf(vendor)) },
    ...others.map(({ key, label, Count }) => ({
      key,
      label,
      // A vendor who was never approved has sold nothing, and the review is shown before anything is counted.
      count: Count && isDecided(vendor) ? <Count id={id} /> : countOf(key),
    })),
    { key: 'messages', label: texts.messages, count: numberOf(vendor.messages.length) },
    { key: 'history', label: texts.history, count: numberOf(vendor.history.length) },
    { key: 'notes', label: texts.notes, count: <NoteCount kind="vendor" id={id} /> },
  ]
  const open = useOpenSection(entries)
  return (
    <BelowTitle value={<SectionList label={texts.sectionsOfVendor} entries={entries} open={open} />}>
      <Profile
        vendor={vendor}
        section={open === '' ? undefined : (review) => <Section of={open} vendor={vendor} {...review} />}
      />
    </BelowTitle>
  )
}

const isDecided = ({ status }: VendorReview) =>
  status === 'approved' || status === 'disabled' || status === 'closed'

/**
 * The review while a vendor waits, and the record afterwards. A decision made here leaves its result in view. Both go on while a
 * section is open: the reader comes back to what they read and wrote.
 */
function Profile({ vendor, section }: { vendor: ReadVendor; section: DrawSection | undefined }) {
  const [isRecord, setRecord] = useState(isDecided(vendor))
  if (isRecord && !isDecided(vendor)) setRecord(false)
  return isRecord ? (
    <Detail vendor={vendor} section={section} />
  ) : (
    <Review vendor={vendor} section={section} />
  )
}

/** The section, of the vendor as they are now. */
function Section({
  of,
  vendor,
  mark,
  notices,
}: { of: string; vendor: VendorReview } & Parameters<DrawSection>[0]) {
  const other = useRecordSections('vendor').find(({ key }) => key === of)
  return (
    <RecordLayout
      back={listOf(vendor)}
      title={vendor.shop?.shop_name || vendor.username}
      status={
        <>
          <VendorStatusMark status={vendor.status} since={vendor.status_since} />
          {mark}
        </>
      }
      main={
        <>
          {notices}
          {other ? (
            <Suspense fallback={<RecordSkeleton />}>
              <other.Panel id={vendor.id} />
            </Suspense>
          ) : (
            <OwnSection of={of} vendor={vendor} />
          )}
        </>
      }
    />
  )
}

function OwnSection({ of, vendor }: { of: string; vendor: VendorReview }) {
  const { id, messages, history } = vendor
  const can = useCan()
  const resend = useCommand(vendors.resendMessage)
  const sensitive = useNumbers(vendor)
  if (of === 'documents') return <DocumentsPanel vendor={vendor} numberOf={sensitive} />
  if (of === 'notes') return <NoteList kind="vendor" id={id} />
  if (of === 'history') {
    return <TimelinePanel subjectId={id} entries={history} labels={fieldLabels} formats={fieldFormats} />
  }
  return (
    <>
      {resend.error && <ChangeFailure error={resend.error} />}
      <MessagesPanel
        messages={messages}
        canResend={can(vendors.resendMessage)}
        onResend={(message_id) => resend.mutate({ input: { id, message_id } })}
      />
    </>
  )
}

function filesOf({ shop, identity_files }: VendorReview): number {
  const pictures = [shop?.cheque_copy, shop?.shop_logo, shop?.shop_banner, shop?.shop_image]
  return identity_files.length + pictures.filter(Boolean).length
}

function listingsOf({ listings }: VendorReview): number {
  return Object.values(listings).reduce((sum, count) => sum + count, 0)
}
