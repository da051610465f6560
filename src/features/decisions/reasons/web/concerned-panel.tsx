import { Button, NativeSelect } from '@mantine/core'
import { texts } from '../texts.ts'
import classes from './choices-panel.module.css'

const none: readonly string[] = []

/** The fields that a reason concerns, by their labels: each can be left out, and others added. */
export function ConcernedPanel({
  name,
  labels,
  marked = none,
  fields,
  onChange,
}: {
  name: string
  labels: Readonly<Record<string, string>>
  /** The fields of the change that is decided on: they are offered first, and named as changed. */
  marked?: readonly string[]
  fields: readonly string[]
  onChange: (fields: string[]) => void
}) {
  const left = Object.keys(labels).filter((path) => !fields.includes(path))
  const isMarked = (path: string) => marked.includes(path)
  const others = [...left.filter(isMarked), ...left.filter((path) => !isMarked(path))]
  const labelOf = (path: string) => {
    const field = labels[path] ?? path
    return isMarked(path) ? texts.changedField({ field }) : field
  }
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
          {labelOf(path)} ×
        </Button>
      ))}
      <NativeSelect
        size="xs"
        aria-label={texts.addField({ name })}
        value=""
        data={[
          { value: '', label: texts.addFieldShort },
          ...others.map((value) => ({ value, label: labelOf(value) })),
        ]}
        onChange={(event) => onChange([...fields, event.currentTarget.value])}
      />
    </fieldset>
  )
}
