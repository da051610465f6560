import { Button } from '@mantine/core'
import classes from './clash.module.css'

/** A field that somebody else changed while something else was typed into it. */
export interface ClashingField {
  label: string
  standing: string
  typed: string
}

/** What stands by now beside what was typed, and the choice between both; nothing is saved before. */
export function Clash({
  noun,
  fields,
  onTake,
  onKeep,
}: {
  noun: string
  fields: readonly ClashingField[]
  onTake: () => void
  onKeep: () => void
}) {
  return (
    <div role="alert" className={classes.notice}>
      <strong>This {noun} was changed while you typed</strong>
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
              <td dir="auto">{standing || '–'}</td>
              <td dir="auto">{typed || '–'}</td>
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
