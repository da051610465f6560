import { type ReactNode, useRef } from 'react'
import { z } from 'zod'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { Facts } from '#kit/web/record/facts.tsx'
import { useRecordFields } from '#kit/web/record/record-fields.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { FaqChange, type FaqDetail, faqs } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './faq-page.module.css'
import { FaqFields } from './fields-panel.tsx'
import { FaqPreview } from './preview-panel.tsx'

const fields = ['title', 'details', 'group'] as const
const labels = { title: texts.title, details: texts.details, group: texts.group }
const Typed = z.object({ title: z.string(), details: z.string(), group: z.string() })

/** Edits the texts and the group of a question in place, with the bar and the question for unsaved changes. */
export function useFields(fresh: FaqDetail): { panel: ReactNode; bar: ReactNode; question: ReactNode } {
  const mayChange = useCan()(faqs.change)
  const { typed, wrong, change, leave, form, drafts, notices, bar, question } = useRecordFields({
    record: fresh,
    draftOf: ['faq', fresh.id],
    fields,
    labels,
    mayChange,
    save: useCommand(faqs.change),
    schema: Typed,
    typedOf: ({ title, details, group }) => ({ title, details, group }),
    meantBy: ({ title, details, group }) => ({
      title: title.trim(),
      details: details.trim(),
      group: group.trim(),
    }),
    wordsOf: (field, values) => values[field],
    problemsIn: (changes) => fieldErrors(FaqChange.safeParse(changes).error?.issues),
    savedWords: ({ title }) => texts.isSaved({ name: title }),
  })
  const place = useRef<HTMLDivElement>(null)
  const goTo = (field: string | null) =>
    place.current?.querySelectorAll<HTMLElement>('input, textarea')[field === 'details' ? 1 : 0]?.focus()
  const preview = (
    <SideCard title={texts.shoppersWillSee}>
      <FaqPreview faq={fresh} typed={typed} onPicked={goTo} />
    </SideCard>
  )
  const panel = mayChange ? (
    <div ref={place} className={classes.main}>
      {drafts}
      <form {...form}>
        <SideCard title={texts.questionAndAnswer}>
          {notices}
          <FaqFields typed={typed} errors={wrong} onChange={change} onLeave={leave} />
        </SideCard>
      </form>
      {preview}
    </div>
  ) : (
    <>
      <Facts
        title={texts.questionAndAnswer}
        facts={fields.map((field) => ({ label: labels[field], value: <bdi>{fresh[field]}</bdi> }))}
      />
      {preview}
    </>
  )
  return { panel, bar, question }
}
