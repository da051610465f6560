import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { BulkOutcome } from '#features/decisions/contract.ts'
import { texts } from '#features/decisions/texts.ts'
import { csvOf } from '#kit/contract/csv.ts'
import { csvName } from '#kit/contract/csv-name.ts'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { saveFile } from '#kit/web/export/save-file.ts'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import classes from './outcomes-dialog.module.css'

/** The Undo action of a bulk decision and its progress. */
interface WayBack {
  /** The button label; null if nothing is left to undo. */
  label: ReactNode
  /** The label of a record that was undone. */
  past: string
  /** Why a record could not be undone, by its id; '' for a record that was undone. */
  results: Readonly<Record<string, string>>
  isPending: boolean
  error?: Error | null
  /** How many records the undoing that failed with `error` has left. */
  left?: number
  onUndo: () => void
}

/** The outcome of each of several records, with Undo while it is possible. */
export function OutcomesDialog({
  outcomes,
  past,
  tone = 'good',
  back,
  onDone,
}: {
  outcomes: readonly BulkOutcome[]
  /** The action in the past tense: "approved". */
  past: string
  /** The tone of records that were changed. */
  tone?: Tone
  back?: WayBack
  onDone: () => void
}) {
  const isUndone = ({ id }: BulkOutcome) => back?.results[id] === ''
  const standing = outcomes.filter((one) => one.outcome === 'done' && !isUndone(one)).length
  const isPending = back?.isPending ?? false
  const undone = outcomes.filter(isUndone).length
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused')
  const marks = {
    done: <StatusMark tone={tone}>{past}</StatusMark>,
    unchanged: <StatusMark tone="off">{texts.unchanged}</StatusMark>,
    refused: <StatusMark tone="waiting">{texts.notDone}</StatusMark>,
  }
  return (
    <Dialog
      isHeld={isPending}
      onClose={onDone}
      title={countsOf({ done: standing, undone, refused: refused.length, past })}
    >
      <div className={classes.body}>
        {back?.error && (
          <ChangeFailure error={back.error} unsent={texts.leftNotUndone({ left: back.left ?? 0 })} />
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by the keyboard */}
        <ul className={classes.outcomes} tabIndex={0} aria-label={texts.outcomes}>
          {outcomes.map(({ id, name, outcome, message }) => {
            const why = back?.results[id]
            return (
              <li key={id}>
                <span dir="auto">{name || id}</span>
                {why === '' ? <StatusMark tone="info">{back?.past}</StatusMark> : marks[outcome]}
                {(why || message) && <p>{why || message}</p>}
              </li>
            )
          })}
        </ul>
        <Group justify="space-between">
          {refused.length > 0 ? (
            <Button variant="default" disabled={isPending} onClick={() => saveRefused(refused)}>
              {texts.downloadRefusals}
            </Button>
          ) : (
            <span />
          )}
          <Group gap="xs">
            {back && back.label !== null && (
              <CommandButton variant="default" isPending={isPending} onClick={back.onUndo}>
                {back.label}
              </CommandButton>
            )}
            <Button onClick={onDone} disabled={isPending} data-autofocus>
              {texts.done}
            </Button>
          </Group>
        </Group>
      </div>
    </Dialog>
  )
}

/** How many stand as they were decided, how many were undone, and how many were never done. */
function countsOf(counts: { done: number; undone: number; refused: number; past: string }): string {
  if (counts.undone === 0) return texts.outcomeCounts(counts)
  return counts.done === 0 ? texts.undoneCounts(counts) : texts.partlyUndoneCounts(counts)
}

/** The records that were not done, as the job over all that match writes them: for a sheet to work through. */
function saveRefused(refused: readonly BulkOutcome[]): void {
  const text = csvOf(
    ['name', 'why', 'id'],
    refused.map(({ name, message, id }) => [name, message, id]),
  )
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), csvName('not-done', new Date()))
}
