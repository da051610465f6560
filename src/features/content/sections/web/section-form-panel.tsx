import type { SectionField } from '#features/content/section-contract.ts'
import type { UsedPicture } from '#features/media/contract.ts'
import { partBehind } from './contrast-model.ts'
import { SectionFieldControl } from './field-panel.tsx'
import classes from './section-form-panel.module.css'
import { sectionOf, type Typed, type TypedEntry } from './section-model.ts'
import type { SectionForm } from './use-section.tsx'

/** The fields of a section, each with the control of its kind, as they are declared. */
export function SectionFields({ form }: { form: SectionForm }) {
  return <FieldGrid form={form} fields={sectionOf(form.name).fields} values={form.typed} />
}

/** The fields of one entry. */
export function EntryFields({ form, entry }: { form: SectionForm; entry: TypedEntry }) {
  return (
    <FieldGrid
      form={form}
      fields={sectionOf(form.name).items?.fields ?? {}}
      values={entry}
      entry={entry.id}
    />
  )
}

function FieldGrid({
  form,
  fields,
  values,
  entry,
}: {
  form: SectionForm
  fields: Readonly<Record<string, SectionField>>
  values: Typed
  entry?: string
}) {
  const { mayChange, problems, put, leave } = form
  const behind = {
    media: (values.image as UsedPicture | null | undefined)?.media ?? null,
    part: partBehind(form.name, [values.title, values.sub_title, values.cta]),
  }
  return (
    // A disabled fieldset disables every control in it, for people who may look and not change.
    <fieldset className={classes.fields} data-section={form.name} disabled={!mayChange}>
      {Object.entries(fields).map(([name, field]) => {
        const path = entry === undefined ? name : `${entry}.${name}`
        return (
          <SectionFieldControl
            key={path}
            path={path}
            field={field}
            value={values[name]}
            error={problems[path]}
            isOneUpload={form.name === 'favicon' || form.name === 'loader'}
            behind={behind}
            onChange={(value) => put(name, value, entry)}
            onLeave={() => leave(path)}
          />
        )
      })}
    </fieldset>
  )
}
