import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { momentOf } from '#kit/contract/words.ts'
import { Facts } from '#kit/web/record/facts.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout } from '#kit/web/record/record-layout.tsx'
import { type ReleaseDetail, releases } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { titleOf } from '../section-contract.ts'
import { texts } from '../texts.ts'
import { Clashes } from './clashes-panel.tsx'
import { ComparePanel } from './compare-panel.tsx'
import { releaseList } from './links.ts'
import { ReleaseActions } from './release-actions-panel.tsx'
import { ReleaseMark } from './release-mark-panel.tsx'

const historyLabels = { publish_at: texts.willBePublishedAt }
const historyFormats = { publish_at: momentOf }
const back = { href: releaseList(), label: menuTexts.releases }

/** One release: what it changes for shoppers, side by side, and what can be done with it. */
export function ReleasePage() {
  return (
    <RecordOf of={releases.get} none={{ title: texts.noReleaseFound, back }}>
      {(release) => <Detail release={release} />}
    </RecordOf>
  )
}

function Detail({ release }: { release: ReleaseDetail }) {
  const { id, number, title, clashes, history } = release
  return (
    <RecordLayout
      back={back}
      title={number === null ? title : texts.releaseAndTitle({ number, title })}
      status={
        <>
          <ReleaseMark release={release} />
          <ReleaseActions release={release} />
        </>
      }
      sideLabel={texts.facts}
      main={
        <>
          {clashes.length > 0 && <Clashes clashes={clashes} />}
          <ComparePanel release={release} />
        </>
      }
      side={
        <>
          <About release={release} />
          <TimelinePanel subjectId={id} entries={history} labels={historyLabels} formats={historyFormats} />
        </>
      }
    />
  )
}

function About({ release }: { release: ReleaseDetail }) {
  const { note, made_by, created_at, published_at, publish_at, rolls_back_to, state, failed_because } =
    release
  const facts = [
    { label: texts.sections, value: release.sections.map(titleOf).join(', ') },
    ...(note ? [{ label: texts.note, value: note }] : []),
    { label: texts.madeBy, value: made_by },
    ...(published_at ? [{ label: texts.published, value: momentOf(published_at) }] : []),
    ...(publish_at && state === 'scheduled'
      ? [{ label: texts.willBePublishedAt, value: momentOf(publish_at) }]
      : []),
    ...(published_at ? [] : [{ label: texts.createdAt, value: momentOf(created_at) }]),
    ...(rolls_back_to === null
      ? []
      : [{ label: texts.rollsBackTo, value: texts.releaseNumber({ number: rolls_back_to }) }]),
    ...(failed_because ? [{ label: texts.whyFailed, value: failed_because }] : []),
  ]
  return <Facts title={texts.facts} facts={facts} />
}
