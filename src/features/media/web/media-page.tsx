import { Suspense, useState } from 'react'
import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { postRecord } from '#features/blogs/web/links.ts'
import { editors } from '#features/content/sections/web/links.ts'
import { mailingRecord } from '#features/mailings/web/links.ts'
import { useCan } from '#kit/web/can.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { WayTo } from '#kit/web/link.tsx'
import { Facts } from '#kit/web/record/facts.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { RecordMenu } from '#kit/web/record/record-menu.tsx'
import { useMayOpen } from '#kit/web/record-screens.ts'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { Day } from '#kit/web/values.tsx'
import { type MediaDetail, type MediaUse, media } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import classes from './fields-panel.module.css'
import { mediaLibrary } from './links.ts'
import { historyFormats, historyLabels, useMediaFields } from './use-media-fields.tsx'
import { fileSize } from './used-model.ts'

const ReplaceDialog = lazyOf(() => import('./replace-dialog.tsx'), 'ReplaceDialog')
const DeleteDialog = lazyOf(() => import('./delete-dialog.tsx'), 'DeleteDialog')

/** One picture: its words, its focal point, where it is used, and its file. */
export function MediaPage() {
  return (
    <RecordOf
      of={media.get}
      none={{
        title: texts.noPictureFound,
        back: { href: mediaLibrary(), label: menuTexts.mediaLibrary },
      }}
    >
      {(picture) => <Detail picture={picture} />}
    </RecordOf>
  )
}

function Detail({ picture }: { picture: MediaDetail }) {
  const { panel, bar, question } = useMediaFields(picture)
  const { id, name, history } = picture
  return (
    <>
      <RecordLayout
        back={{ href: mediaLibrary(), label: menuTexts.mediaLibrary }}
        title={name}
        status={<PictureMenu picture={picture} />}
        sideLabel={texts.sideLabel}
        main={panel}
        side={
          <>
            <Uses picture={picture} />
            <Facts
              title={texts.file}
              facts={[
                { label: texts.size, value: texts.pixels(picture) },
                { label: texts.file, value: fileSize(picture.bytes) },
                { label: texts.added, value: <Day at={picture.created_at} /> },
                { label: texts.addedBy, value: picture.created_by },
              ]}
            />
            <TimelinePanel subjectId={id} entries={history} labels={historyLabels} formats={historyFormats} />
          </>
        }
        bar={bar}
      />
      {question}
    </>
  )
}

/** The screen on which a picture is placed; empty for a place that is gone. */
function screenOf({ noun, record_id }: MediaUse): string {
  if (noun === 'post') return postRecord({ id: record_id })
  if (noun === 'mailing') return mailingRecord({ id: record_id })
  return noun === 'content' && record_id in editors ? editors[record_id as keyof typeof editors]() : ''
}

function Uses({ picture: { uses } }: { picture: MediaDetail }) {
  const mayOpen = useMayOpen()
  return (
    <SideCard title={texts.whereUsed}>
      {uses.length === 0 ? (
        <p>{texts.usedNowhere}</p>
      ) : (
        <ul className={classes.uses}>
          {uses.map((use) => {
            const { noun, record_id, label, is_live } = use
            const href = screenOf(use)
            return (
              <li key={[noun, record_id, is_live].join(' ')}>
                <WayTo href={mayOpen(href) ? href : ''}>{label}</WayTo>
                <StatusMark tone={is_live ? 'good' : 'waiting'}>
                  {is_live ? texts.live : texts.draft}
                </StatusMark>
              </li>
            )
          })}
        </ul>
      )}
    </SideCard>
  )
}

/** Actions on the whole picture, apart from the bar that saves its fields. */
function PictureMenu({ picture }: { picture: MediaDetail }) {
  const can = useCan()
  const [asking, setAsking] = useState<'replace' | 'delete' | null>(null)
  const close = () => setAsking(null)
  if (!can(media.replace)) return null
  return (
    <>
      <RecordMenu
        items={[
          { words: texts.replace, onPick: () => setAsking('replace') },
          { words: texts.delete, isDangerous: true, onPick: () => setAsking('delete') },
        ]}
      />
      <Suspense fallback={null}>
        {asking === 'replace' && <ReplaceDialog picture={picture} onClose={close} />}
        {asking === 'delete' && <DeleteDialog picture={picture} onClose={close} />}
      </Suspense>
    </>
  )
}
