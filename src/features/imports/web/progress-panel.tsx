import { useEffect } from 'react'
import { countOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { type Import, type ImportStatus, importMoves, imports, statusWords } from '../contract.ts'
import classes from './progress-panel.module.css'
import { isRunning, numberOf, percentOf } from './status-panel.tsx'

const nouns: Partial<Record<ImportStatus, string>> = { importing: 'rows and pictures' }

/** What goes on by itself: how far it has come, in counts and words, and the way to stop it. */
export function ProgressPanel({ record }: { record: Import }) {
  const { id, status, progress, counts } = record
  const mayCancel = useCan()(imports.cancel)
  const cancel = useCommand(imports.cancel)
  const percent = percentOf(record)
  const noun = nouns[status] ?? 'rows'
  const isStoppable = (importMoves.cancel.from as readonly ImportStatus[]).includes(status)
  return (
    <section className={classes.progress} aria-label="Progress">
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
            ? 'It begins in a moment.'
            : `${numberOf(progress.done)} ${noun} so far`
          : `${numberOf(progress.done)} of ${numberOf(progress.total)} ${noun}`}
        {status === 'importing' && `: ${writtenWords(counts)}`}
      </p>
      <p className={classes.quiet}>You may leave this page: it goes on.</p>
      {mayCancel && isStoppable && (
        <CommandButton
          variant="default"
          size="xs"
          className={classes.stop}
          isPending={cancel.isPending}
          onClick={() => cancel.mutate({ input: { id } })}
        >
          Cancel the import
        </CommandButton>
      )}
    </section>
  )
}

/** What was written by now, in words. */
function writtenWords({ created, changed, failed, pictures, pictures_done }: Import['counts']): string {
  return [
    `${numberOf(created)} created`,
    `${numberOf(changed)} changed`,
    ...(failed > 0 ? [`${numberOf(failed)} failed`] : []),
    ...(pictures > 0 ? [`${numberOf(pictures_done)} of ${countOf(pictures, 'picture')}`] : []),
  ].join(', ')
}

/** The title of the tab names the file, and how far it has come while it goes on: it is read from another tab. */
export function useTabTitle(record: Import): void {
  const percent = isRunning(record) ? percentOf(record) : null
  const title = `${percent === null ? '' : `${percent}% · `}${record.file_name} · Munshi`
  useEffect(() => {
    // The screen's own title is set when it is opened, after this.
    const timer = setTimeout(() => {
      document.title = title
    })
    return () => clearTimeout(timer)
  }, [title])
}
