import { Button } from '@mantine/core'
import classes from './field-clash.module.css'

/** What somebody else has changed in the same fields, beside what was typed, and the choice between both. */
export function FieldClash({
  what,
  fields,
  onTake,
  onKeep,
}: {
  /** What was changed: category. */
  what: string
  fields: readonly { label: string; standing: string; typed: string }[]
  onTake: () => void
  onKeep: () => void
}) {
  return (
    <div role="alert" className={classes.notice}>
      <strong>This {what} was changed while you typed</strong>
      <table className={classes.clash}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Stands now</th>
            <th scope="col">You typed</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ label, standing, typed }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td dir="auto">{standing}</td>
              <td dir="auto">{typed}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.choice}>
        <Button size="xs" variant="default" onClick={onTake}>
          Take what stands now
        </Button>
        <Button size="xs" variant="default" onClick={onKeep}>
          Keep what I typed
        </Button>
      </div>
    </div>
  )
}
