import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import type { BulkOutcome } from '../contract.ts'
import classes from './outcomes-dialog.module.css'

/** The way back from what was done, and how far it has gone. */
interface WayBack {
  /** What the button says; null where nothing is left to take back. */
  label: ReactNode
  /** What is said of a record that was taken back. */
  past: string
  /** Why a record could not be taken back, by its id; '' of one that was. */
  results: Readonly<Record<string, string>>
  isPending: boolean
  error?: Error | null
  onUndo: () => void
}

/** What became of each of several records, and the way back while there is one. */
export function OutcomesDialog({
  outcomes,
  past,
  tone = 'good',
  back,
  onDone,
}: {
  outcomes: readonly BulkOutcome[]
  /** What was done: "approved". */
  past: string
  /** How what was done is marked. */
  tone?: Tone
  back?: WayBack
  onDone: () => void
}) {
  const count = (wanted: BulkOutcome['outcome']) =>
    outcomes.filter(({ outcome }) => outcome === wanted).length
  const isPending = back?.isPending ?? false
  const marks = {
    done: <StatusMark tone={tone}>{past}</StatusMark>,
    unchanged: <StatusMark tone="off">unchanged</StatusMark>,
    refused: <StatusMark tone="waiting">not {past}</StatusMark>,
  }
  return (
    <Dialog isHeld={isPending} onClose={onDone} title={`${count('done')} ${past}, ${count('refused')} not`}>
      <div className={classes.body}>
        {back?.error && <ChangeFailure error={back.error} />}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by the keyboard */}
        <ul className={classes.outcomes} tabIndex={0} aria-label="What became of each">
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
          {back && back.label !== null ? (
            <CommandButton variant="default" isPending={isPending} onClick={back.onUndo}>
              {back.label}
            </CommandButton>
          ) : (
            <span />
          )}
          <Button onClick={onDone} disabled={isPending} data-autofocus>
            Done
          </Button>
        </Group>
      </div>
    </Dialog>
  )
}
