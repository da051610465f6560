import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useFocusGoesOn } from '../history-moves.ts'
import classes from './clash.module.css'

/** A field that another person has changed while the user was editing it. */
export interface ClashingField {
  label: string
  standing: string
  typed: string
  /** Takes or keeps this field alone; offered if there are several. */
  onTake?: () => void
  onKeep?: () => void
}

/** Shows the saved values next to the typed ones and lets the user choose. Nothing is saved before that. */
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
  const notice = useRef<HTMLDivElement>(null)
  const isOne = fields.length === 1
  useFocusGoesOn(String(fields.length), notice)
  return (
    <div ref={notice} role="alert" tabIndex={-1} className={classes.notice}>
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
          {fields.map(({ label, standing, typed, onTake: onTakeOne, onKeep: onKeepOne }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <div dir="auto">{standing || '–'}</div>
                {!isOne && onTakeOne && <Choice words="Take this" label={label} onChoose={onTakeOne} />}
              </td>
              <td>
                <div dir="auto">{typed || '–'}</div>
                {!isOne && onKeepOne && <Choice words="Keep this" label={label} onChoose={onKeepOne} />}
              </td>
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

function Choice({ words, label, onChoose }: { words: string; label: string; onChoose: () => void }) {
  return (
    <Button
      size="compact-xs"
      variant="default"
      className={classes.one ?? ''}
      aria-label={`${words}: ${label}`}
      onClick={onChoose}
    >
      {words}
    </Button>
  )
}
