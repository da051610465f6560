import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { Facts } from '#kit/web/record/facts.tsx'
import { useRecordFields } from '#kit/web/record/record-fields.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { CategoryChange, type CategoryDetail, categories } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './fields-panel.module.css'

const fields = ['name', 'slug'] as const
const labels = { name: texts.name, slug: texts.slug }
const Typed = z.object({ name: z.string(), slug: z.string() })

/** Edits the name and slug of a category in place, with the bar and the question for unsaved changes. */
export function useFields(fresh: CategoryDetail): { panel: ReactNode; bar: ReactNode; question: ReactNode } {
  const mayChange = useCan()(categories.change)
  const { typed, wrong, change, leave, form, drafts, notices, bar, question } = useRecordFields({
    record: fresh,
    draftOf: ['category', fresh.id],
    fields,
    labels,
    mayChange,
    save: useCommand(categories.change),
    schema: Typed,
    typedOf: ({ name, slug }) => ({ name, slug }),
    meantBy: ({ name, slug }) => ({ name: name.trim(), slug: slug.trim().toLowerCase() }),
    wordsOf: (field, values) => values[field],
    problemsIn: (changes) => fieldErrors(CategoryChange.safeParse(changes).error?.issues),
  })

  const panel = mayChange ? (
    <>
      {drafts}
      <form {...form}>
        <SideCard title={texts.nameAndAddress}>
          {notices}
          <div className={classes.fields}>
            <TextInput
              label={texts.name}
              dir="auto"
              maxLength={120}
              value={typed.name}
              error={wrong.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
              onBlur={() => leave('name')}
            />
            <TextInput
              label={texts.slug}
              dir="ltr"
              maxLength={80}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              description={texts.slugChangeHint}
              value={typed.slug}
              error={wrong.slug}
              onChange={(event) => change({ slug: event.currentTarget.value })}
              onBlur={() => leave('slug')}
            />
          </div>
        </SideCard>
      </form>
    </>
  ) : (
    <Facts
      title={texts.nameAndAddress}
      facts={fields.map((field) => ({ label: labels[field], value: <bdi>{fresh[field]}</bdi> }))}
    />
  )
  return { panel, bar, question }
}
