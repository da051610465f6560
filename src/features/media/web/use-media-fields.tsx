import { texts } from '../texts.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { Facts } from '#kit/web/record/facts.tsx'
import { useRecordFields } from '#kit/web/record/record-fields.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { MediaChange, type MediaDetail, media } from '../contract.ts'
import classes from './fields-panel.module.css'
import { FocalPanel } from './focal-panel.tsx'

const fields = ['name', 'alt', 'is_decorative', 'focal_x', 'focal_y'] as const
const labels = {
  name: texts.name,
  alt: texts.alt,
  is_decorative: texts.decorative,
  focal_x: texts.focalAcross,
  focal_y: texts.focalDown,
}
const Typed = z.object({
  name: z.string(),
  alt: z.string(),
  is_decorative: z.boolean(),
  focal_x: z.number(),
  focal_y: z.number(),
})

/** Labels and formats of the fields in the history; the stored value of a file means nothing to a reader. */
export const historyLabels = { ...labels, file: texts.file }
export const historyFormats = { file: () => texts.uploadedFile }

/** Edits what is said of a picture in place, with the bar and the question for unsaved changes. */
export function useMediaFields(fresh: MediaDetail): {
  panel: ReactNode
  bar: ReactNode
  question: ReactNode
} {
  const mayChange = useCan()(media.change)
  const { typed, wrong, change, leave, form, drafts, notices, bar, question } = useRecordFields({
    record: fresh,
    draftOf: ['picture', fresh.id],
    fields,
    labels,
    mayChange,
    save: useCommand(media.change),
    schema: Typed,
    typedOf: ({ name, alt, is_decorative, focal_x, focal_y }: MediaDetail) => ({
      name,
      alt,
      is_decorative,
      focal_x,
      focal_y,
    }),
    meantBy: (values) => ({ ...values, name: values.name.trim(), alt: values.alt.trim() }),
    wordsOf: (field, values) => wordsOf(values[field]),
    problemsIn: (changes) => fieldErrors(MediaChange.safeParse(changes).error?.issues),
  })
  const focal = { x: typed.focal_x, y: typed.focal_y }
  const panel = mayChange ? (
    <>
      {drafts}
      <form {...form} className={classes.form}>
        <FocalPanel
          picture={fresh}
          focal={focal}
          onMove={({ x, y }) => change({ focal_x: rounded(x), focal_y: rounded(y) })}
        />
        <SideCard title={texts.nameAndWords}>
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
              label={texts.alt}
              description={texts.altHint}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              dir="auto"
              maxLength={300}
              disabled={typed.is_decorative}
              value={typed.alt}
              error={wrong.alt}
              onChange={(event) => change({ alt: event.currentTarget.value })}
              onBlur={() => leave('alt')}
            />
            <Checkbox
              size="sm"
              label={texts.decorative}
              description={texts.decorativeHint}
              classNames={{ description: classes.below ?? '' }}
              checked={typed.is_decorative}
              onChange={(event) => {
                const is_decorative = event.currentTarget.checked
                change({ is_decorative, ...(is_decorative ? { alt: '' } : {}) })
              }}
            />
          </div>
        </SideCard>
      </form>
    </>
  ) : (
    <>
      <FocalPanel picture={fresh} focal={focal} onMove={null} />
      <Facts
        title={texts.nameAndWords}
        facts={[
          { label: texts.name, value: fresh.name },
          { label: texts.alt, value: fresh.is_decorative ? texts.decorative : fresh.alt },
        ]}
      />
    </>
  )
  return { panel, bar, question }
}

function rounded(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 1_000) / 1_000
}

function wordsOf(value: string | boolean | number): string {
  if (typeof value === 'number') return `${Math.round(value * 100)}%`
  return typeof value === 'boolean' ? (value ? texts.yes : texts.no) : value
}
