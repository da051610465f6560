import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useFocusGoesOn } from '../history-moves.ts'
import classes from './clash.module.css'
import { texts } from './texts.ts'

/** The fields that another person has changed while the user was editing them, and the choices. */
export interface Clashing<T, F> {
  fields: readonly F[]
  /** The saved values, and the typed ones. */
  standing: T
  typed: T
  take: (field: F) => void
  keep: (field: F) => void
  takeAll: () => void
  keepAll: () => void
}

/** Shows the saved values next to the typed ones and lets the user choose. Nothing is saved before that. */
export function Clash<T, F extends string>({
  clash,
  labels,
  wordsOf,
}: {
  clash: Clashing<T, F>
  labels: Readonly<Record<F, string>>
  /** The value of a field in words. */
  wordsOf: (field: F, values: T) => string
}) {
  const notice = useRef<HTMLDivElement>(null)
  const { fields, standing, typed, take, keep, takeAll, keepAll } = clash
  const isOne = fields.length === 1
  useFocusGoesOn(String(fields.length), notice)
  return (
    <div ref={notice} role="alert" tabIndex={-1} className={classes.notice}>
      <strong>{texts.changedWhileYouTyped}</strong>
      <table className={classes.clash}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.savedValue}</th>
            <th scope="col">{texts.typedValue}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{labels[field]}</th>
              <td>
                <div dir="auto">{wordsOf(field, standing) || '–'}</div>
                {!isOne && (
                  <Choice words={texts.useSaved} label={labels[field]} onChoose={() => take(field)} />
                )}
              </td>
              <td>
                <div dir="auto">{wordsOf(field, typed) || '–'}</div>
                {!isOne && (
                  <Choice words={texts.keepTyped} label={labels[field]} onChoose={() => keep(field)} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.choice}>
        <Button size="xs" variant="default" onClick={takeAll}>
          {texts.useAllSaved}
        </Button>
        <Button size="xs" variant="default" onClick={keepAll}>
          {texts.keepAllTyped}
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
      aria-label={texts.choiceOf({ words, label })}
      onClick={onChoose}
    >
      {words}
    </Button>
  )
}
