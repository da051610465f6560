import { useEffect } from 'react'
import {
  type Import,
  type ImportStatus,
  importMoves,
  imports,
  statusWords,
} from '#features/bulk-upload/contract.ts'
import { isRunning, percentOf } from '#features/bulk-upload/web/status-panel.tsx'
import { countOf, numberOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { texts } from '../texts.ts'
import classes from './progress-panel.module.css'

const nouns: Partial<Record<ImportStatus, string>> = { importing: texts.rowsAndPictures }

/** The progress of a running step in counts and words, with a button to cancel. */
export function ProgressPanel({ record }: { record: Import }) {
  const { id, status, progress, counts } = record
  const mayCancel = useCan()(imports.cancel)
  const cancel = useCommand(imports.cancel)
  const percent = percentOf(record)
  const noun = nouns[status] ?? 'rows'
  const isStoppable = (importMoves.cancel.from as readonly ImportStatus[]).includes(status)
  return (
    <section className={classes.progress} aria-label={texts.progress}>
      {cancel.error && <ChangeFailure error={cancel.error} />}
      <div className={classes.head}>
        <h2>{statusWords[status]}</h2>
        <span>{percent === null ? '' : `${percent}%`}</span>
      </div>
      <progress
        max={100}
        {...(percent === null ? {} : { value: percent })}
        aria-label={statusWords[status]}
      />
      <p className={classes.counts}>
        {progress.total === 0
          ? progress.done === 0
            ? texts.itBeginsInAMoment
            : texts.soFar({ done: progress.done, noun })
          : texts.doneOfTotalNoun({ done: progress.done, total: progress.total, noun })}
        {status === 'importing' && `: ${writtenWords(counts)}`}
      </p>
      <p className={classes.quiet}>{texts.youMayLeaveThisPage}</p>
      {mayCancel && isStoppable && (
        <CommandButton
          variant="default"
          size="xs"
          className={classes.stop}
          isPending={cancel.isPending}
          onClick={() => cancel.mutate({ input: { id } })}
        >
          {texts.cancelTheImport}
        </CommandButton>
      )}
    </section>
  )
}

/** In words, what has been written so far. */
function writtenWords({ created, changed, failed, pictures, pictures_done }: Import['counts']): string {
  return [
    `${numberOf(created)} created`,
    `${numberOf(changed)} changed`,
    ...(failed > 0 ? [`${numberOf(failed)} failed`] : []),
    ...(pictures > 0 ? [`${numberOf(pictures_done)} of ${countOf(pictures, 'picture')}`] : []),
  ].join(', ')
}

/** Shows the file name and the progress in the tab title, for people who are on another tab. */
export function useTabTitle(record: Import): void {
  const percent = isRunning(record) ? percentOf(record) : null
  const title = texts.percentFileNameMunshi({
    percent: percent === null ? '' : `${percent}% · `,
    fileName: record.file_name,
  })
  useEffect(() => {
    // The screen sets its own title after this effect, so the title is set in a timeout.
    const timer = setTimeout(() => {
      document.title = title
    })
    return () => clearTimeout(timer)
  }, [title])
}
