import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useFocusGoesOn } from '../history-moves.ts'
import classes from './clash.module.css'
import { texts } from './texts.ts'

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
      <strong>{texts.thisWasChangedWhileYou({ noun })}</strong>
      <table className={classes.clash}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.standsNow}</th>
            <th scope="col">{texts.youTyped}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ label, standing, typed, onTake: onTakeOne, onKeep: onKeepOne }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <div dir="auto">{standing || '–'}</div>
                {!isOne && onTakeOne && <Choice words={texts.takeThis} label={label} onChoose={onTakeOne} />}
              </td>
              <td>
                <div dir="auto">{typed || '–'}</div>
                {!isOne && onKeepOne && <Choice words={texts.keepThis} label={label} onChoose={onKeepOne} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.choice}>
        <Button size="xs" variant="default" onClick={onTake}>
          {texts.takeWhatStandsNow}
        </Button>
        <Button size="xs" variant="default" onClick={onKeep}>
          {texts.keepWhatITyped}
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
