import { Button, NativeSelect } from '@mantine/core'
import { texts } from '../texts.ts'
import classes from './choices-panel.module.css'

/** The fields that a reason concerns, by their labels: each can be left out, and others added. */
export function ConcernedPanel({
  name,
  labels,
  fields,
  onChange,
}: {
  name: string
  labels: Readonly<Record<string, string>>
  fields: readonly string[]
  onChange: (fields: string[]) => void
}) {
  const others = Object.keys(labels).filter((path) => !fields.includes(path))
  return (
    <fieldset className={classes.fields} aria-label={texts.concernsOf({ name })}>
      {fields.map((path) => (
        <Button
          key={path}
          size="compact-xs"
          variant="light"
          aria-label={texts.leaveOut({ field: labels[path] ?? path })}
          onClick={() => onChange(fields.filter((one) => one !== path))}
        >
          {labels[path] ?? path} ×
        </Button>
      ))}
      <NativeSelect
        size="xs"
        aria-label={texts.addField({ name })}
        value=""
        data={[
          { value: '', label: texts.addFieldShort },
          ...others.map((value) => ({ value, label: labels[value] ?? value })),
        ]}
        onChange={(event) => onChange([...fields, event.currentTarget.value])}
      />
    </fieldset>
  )
}
