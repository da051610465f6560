import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { bulk } from '#kit/contract/bulk-job.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useEndpoint, useRefresh } from '../client.tsx'
import { CommandButton } from '../command-button.tsx'
import { useSecondsUntil } from '../countdown.ts'
import { ExportButton } from '../export/export-button.tsx'
import { Loading, ReadFailure } from '../read-failure.tsx'
import { Dialog } from './dialog.tsx'
import classes from './job-dialog.module.css'
import { texts } from './texts.ts'

const everyMs = 700

/**
 * The progress of a job, then its result: how many records were processed, and those that failed, each with the reason.
 * The job continues after the dialog is closed. It is in the address, which `onClose` changes.
 */
export function JobDialog({
  id,
  resultOf,
  refreshes,
  onUndo,
  onClose,
}: {
  id: string
  /** The result of this kind of job in words: "12 declined, 3 failed". */
  resultOf: (kind: string, counts: { done: number; failed: number; isUndo: boolean }) => string
  /** The endpoint that shows the records; refetched when the job has finished. */
  refreshes: Pick<Endpoint, 'path'>
  /** Undoes the job; offered as long as the job can be undone. */
  onUndo?: () => void
  /** Called with the job as it is then; null if it was not loaded. */
  onClose: (job: { result: string; isUndoable: boolean } | null) => void
}) {
  const refresh = useRefresh()
  const [isOver, setOver] = useState(false)
  const found = useEndpoint(bulk.job, { id }, { refetchInterval: isOver ? 0 : everyMs })
  const { data } = found
  const isFinished = Boolean(data?.finished_at)
  const left = useSecondsUntil(data?.undo_until ?? null)
  useEffect(() => {
    if (!isFinished || isOver) return
    setOver(true)
    void refresh(refreshes)
  }, [isFinished, isOver, refresh, refreshes])
  if (!data) {
    return (
      <Dialog isInAddress title={texts.bulkAction} onClose={() => onClose(null)}>
        <ReadFailure of={found} what={texts.jobNotLoaded} />
        {!found.error && <Loading />}
      </Dialog>
    )
  }
  const { total, done, failed, failures } = data
  const result = resultOf(data.kind, { done, failed, isUndo: data.undoes !== null })
  const isUndoable = onUndo !== undefined && left > 0 && done > 0
  const close = () => onClose({ result, isUndoable })
  return (
    <Dialog
      isInAddress
      title={isFinished ? result : texts.doneOfTotal({ done: done + failed, total })}
      onClose={close}
    >
      <div className={classes.job}>
        <progress max={total} value={done + failed} aria-label={texts.progress} />
        <p className="visually-hidden" role="status">
          {isFinished ? result : ''}
        </p>
        {!isFinished && (
          <p className={classes.words}>
            {result}. {texts.jobContinues}
          </p>
        )}
        {failures.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by the keyboard
          <ul className={classes.failures} tabIndex={0} aria-label={texts.failures}>
            {failures.map((failure) => (
              <li key={failure.id}>
                <strong>{failure.name || failure.id}</strong>
                <span>{failure.message}</span>
              </li>
            ))}
          </ul>
        )}
        {failed > failures.length && (
          <p className={classes.words}>{texts.moreFailures({ more: failed - failures.length })}</p>
        )}
        <Group justify="space-between">
          {isFinished && failed > 0 ? (
            <ExportButton
              endpoint={bulk.failures}
              fixed={{ id }}
              name="failures"
              words={texts.downloadFailures}
            />
          ) : (
            <span />
          )}
          <Group gap="xs">
            {isUndoable && (
              <CommandButton variant="default" isPending={false} onClick={onUndo}>
                {texts.undoAll({ left: clockOf(left) })}
              </CommandButton>
            )}
            <Button variant={isFinished ? 'filled' : 'default'} onClick={close} data-autofocus>
              {isFinished ? texts.done : texts.close}
            </Button>
          </Group>
        </Group>
      </div>
    </Dialog>
  )
}

/** Minutes and seconds: 14:05. */
function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
