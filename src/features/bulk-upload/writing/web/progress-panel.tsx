import { useEffect } from 'react'
import {
  type Import,
  type ImportStatus,
  importMoves,
  imports,
  statusWords,
} from '#features/bulk-upload/contract.ts'
import progress from '#features/bulk-upload/web/progress-bar.module.css'
import { isRunning, percentOf } from '#features/bulk-upload/web/status-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { texts } from '../texts.ts'
import classes from './progress-panel.module.css'

/** The progress of a running step in counts and words, with a button to cancel. */
export function ProgressPanel({ record }: { record: Import }) {
  const { id, status, counts } = record
  const mayCancel = useCan()(imports.cancel)
  const cancel = useCommand(imports.cancel)
  const percent = percentOf(record)
  const isStoppable = (importMoves.cancel.from as readonly ImportStatus[]).includes(status)
  return (
    <section className={`box ${classes.progress}`} aria-label={texts.progress}>
      {cancel.error && <ChangeFailure error={cancel.error} />}
      <div className={classes.head}>
        <h2>{statusWords[status]}</h2>
        <span>{percent === null ? '' : `${percent}%`}</span>
      </div>
      <progress
        className={progress.bar}
        max={100}
        {...(percent === null ? {} : { value: percent })}
        aria-label={statusWords[status]}
      />
      <p className={classes.counts}>
        {status === 'importing'
          ? texts.progressWithCounts({ progress: progressWords(record), counts: writtenWords(counts) })
          : progressWords(record)}
      </p>
      <p className={classes.quiet}>{texts.mayLeave}</p>
      {mayCancel && isStoppable && (
        <CommandButton
          variant="default"
          size="xs"
          className={classes.stop}
          isPending={cancel.isPending}
          onClick={() => cancel.mutate({ input: { id } })}
        >
          {texts.cancelImport}
        </CommandButton>
      )}
    </section>
  )
}

/** In words, how much of the step is done; importing counts pictures too. */
function progressWords({ status, progress: { done, total } }: Import): string {
  const isImporting = status === 'importing'
  if (total > 0) return (isImporting ? texts.rowsAndPicturesOfTotal : texts.rowsOfTotal)({ done, total })
  if (done === 0) return texts.startsSoon
  return (isImporting ? texts.rowsAndPicturesSoFar : texts.rowsSoFar)({ done })
}

/** In words, what has been written so far. */
function writtenWords({ created, changed, failed, pictures, pictures_done }: Import['counts']): string {
  return [
    texts.createdCount({ count: created }),
    texts.changedCount({ count: changed }),
    ...(failed > 0 ? [texts.failedCount({ count: failed })] : []),
    ...(pictures > 0 ? [texts.picturesOf({ done: pictures_done, pictures })] : []),
  ].join(', ')
}

/** Shows the file name and the progress in the tab title, for people who are on another tab. */
export function useTabTitle(record: Import): void {
  const percent = isRunning(record) ? percentOf(record) : null
  const { file_name: fileName } = record
  const title = percent === null ? texts.tabTitle({ fileName }) : texts.tabTitleRunning({ percent, fileName })
  useEffect(() => {
    // The screen sets its own title after this effect, so the title is set in a timeout.
    const timer = setTimeout(() => {
      document.title = title
    })
    return () => clearTimeout(timer)
  }, [title])
}
