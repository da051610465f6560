import { Suspense, useState } from 'react'
import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { momentOf } from '#kit/contract/words.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, RecordSkeleton, SideCard } from '#kit/web/record/record-layout.tsx'
import { type MailingDetail, mailingLists, mailings, statusWords } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import type { MailingStatus } from '../moves-contract.ts'
import { texts } from '../texts.ts'
import { MailingActions } from './actions-panel.tsx'
import { AudienceCountPanel, AudienceFacts } from './audience-panel.tsx'
import { mailingList } from './links.ts'
import { historyLabels, type Typed, typedOf } from './mailing-model.ts'
import classes from './mailings.module.css'
import { PreviewPanel } from './preview-panel.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import { MailingMark } from './status-panel.tsx'
import { useMailingFields } from './use-mailing-fields.tsx'

/** A mailing that has not begun has no recipients to show. */
const RecipientsPanel = lazyOf(() => import('./recipients-panel.tsx'), 'RecipientsPanel')

const back = { href: mailingList(), label: menuTexts.email }
const historyFormats = {
  status: (status: string) => statusWords[status as MailingStatus] ?? status,
  send_at: (at: string) => (Number.isNaN(Date.parse(at)) ? at : momentOf(at)),
}
const lookEveryMs = 2_000
const moving: readonly MailingStatus[] = ['scheduled', 'sending']

/** One group e-mail: what it says, who gets it, and how far it is. */
export function MailingPage() {
  return (
    <RecordOf of={mailings.get} none={{ title: texts.noEmailFound, back }}>
      {(mailing) => <Surrounded mailing={mailing} />}
    </RecordOf>
  )
}

/** Waits for the choices of the audience, so that the fields never grow later. */
function Surrounded({ mailing }: { mailing: MailingDetail }) {
  const reads = [useEndpoint(mailings.choices, {}), useEndpoint(mailingLists.list, {})]
  useEndpoint(
    mailings.get,
    { id: mailing.id },
    moving.includes(mailing.status) ? { refetchInterval: lookEveryMs } : { enabled: false },
  )
  const [isShown, setShown] = useState(false)
  const isRead = reads.every(({ isLoading }) => !isLoading)
  if (isRead && !isShown) setShown(true)
  return isRead || isShown ? <Detail mailing={mailing} /> : <RecordSkeleton />
}

/** Why a mailing that should have left has not, or not to all. */
function HeldWhy({ mailing: { held_why: why, status } }: { mailing: MailingDetail }) {
  if (!why || (status !== 'draft' && status !== 'paused')) return null
  return (
    <p className={classes.held} role="status">
      {status === 'draft' ? texts.heldWhy({ why }) : texts.pausedWhy({ why })}
    </p>
  )
}

function Detail({ mailing }: { mailing: MailingDetail }) {
  const { panel, typed, things, bar, question, isUnsaved } = useMailingFields(mailing)
  const isDraft = mailing.status === 'draft'
  const shown: Typed = isDraft ? typed : typedOf(mailing)
  return (
    <>
      <RecordLayout
        back={back}
        title={mailing.subject}
        status={
          <>
            <MailingMark status={mailing.status} />
            <MailingActions mailing={mailing} isUnsaved={isUnsaved} />
          </>
        }
        sideLabel={texts.sideLabel}
        main={
          <>
            <HeldWhy mailing={mailing} />
            {!isDraft && <ProgressPanel mailing={mailing} />}
            {panel}
            <PreviewPanel mailing={mailing} typed={shown} things={things} />
            {mailing.started_at && (
              <Suspense fallback={null}>
                <RecipientsPanel mailing={mailing} />
              </Suspense>
            )}
          </>
        }
        side={
          <>
            <SideCard title={texts.audience}>
              <div className={classes.stack}>
                <AudienceFacts audience={shown.audience} />
                {!mailing.started_at && (
                  <AudienceCountPanel audience={shown.audience} isLegal={shown.is_legal} />
                )}
              </div>
            </SideCard>
            <TimelinePanel
              subjectId={mailing.id}
              entries={mailing.history}
              labels={historyLabels}
              formats={historyFormats}
            />
          </>
        }
        bar={bar}
      />
      {question}
    </>
  )
}
