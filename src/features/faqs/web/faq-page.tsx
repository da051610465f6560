import { navigate } from 'wouter/use-browser-location'
import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCall, useCommand, useRefresh } from '#kit/web/client.tsx'
import { failedWords } from '#kit/web/failure.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { RecordMenu } from '#kit/web/record/record-menu.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type FaqDetail, faqs } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { faqList } from './links.ts'
import { LiveMark, VisibilityPanel } from './status-panel.tsx'
import { useFields } from './use-faq-fields.tsx'

/** Labels of the fields in the history. */
const fieldLabels = {
  title: texts.title,
  details: texts.details,
  group: texts.group,
  is_active: texts.active,
  position: texts.position,
}

/** One question with its answer: its texts, its group, its status and its history. */
export function FaqPage() {
  return (
    <RecordOf
      of={faqs.get}
      none={{ title: texts.noFaqFound, back: { href: faqList(), label: menuTexts.faqs } }}
    >
      {(faq) => <Detail faq={faq} />}
    </RecordOf>
  )
}

function Detail({ faq }: { faq: FaqDetail }) {
  const can = useCan()
  const { panel, bar, question } = useFields(faq)
  const remove = useDeletion(faq)
  const { id, title, group, position: at, group_size: count, history } = faq
  return (
    <>
      <RecordLayout
        back={{ href: faqList(), label: menuTexts.faqs }}
        title={title}
        status={
          <>
            <LiveMark faq={faq} />
            {can(faqs.remove) && (
              <RecordMenu items={[{ words: texts.delete, isDangerous: true, onPick: remove }]} />
            )}
          </>
        }
        sideLabel={texts.statusAndHistory}
        main={panel}
        side={
          <>
            <VisibilityPanel faq={faq} />
            <SideCard title={texts.place}>
              <p>
                {group
                  ? texts.placeIn({ at, count, group: <bdi>{group}</bdi> })
                  : texts.placeAmongUngrouped({ at, count })}
              </p>
            </SideCard>
            <TimelinePanel subjectId={id} entries={history} labels={fieldLabels} />
          </>
        }
        bar={bar}
      />
      {question}
    </>
  )
}

/** Deletes the question at once and leaves its screen; Undo puts it back at its place. */
function useDeletion(faq: FaqDetail): () => void {
  const { id, title, details, group, group_place, position, is_active, version } = faq
  const show = useToast()
  const call = useCall()
  const refresh = useRefresh()
  const putBack = async () => {
    try {
      await call(faqs.putBack, { id, title, details, group, group_place, position, is_active })
      show({ message: texts.isPutBack({ name: title }) })
    } catch (error) {
      show({
        message: failedWords(error, (why) => texts.notPutBack({ name: title, ...why })),
        tone: 'refused',
      })
    }
    await refresh(faqs.putBack)
  }
  // Leaves the screen of the deleted question before its queries are refetched.
  const remove = useCommand(
    faqs.remove,
    () => {
      navigate(faqList(), { replace: true })
      show({ message: texts.isDeleted({ name: title }), undo: () => void putBack() })
    },
    (error) => show({ message: failedWords(error, ({ error: why }) => why), tone: 'refused' }),
  )
  return () => remove.mutate({ input: { id }, ifMatch: version })
}
