import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { bulk } from '#kit/contract/bulk-job.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { numberOf } from '#kit/contract/words.ts'
import { useEndpoint, useRefresh } from '../client.tsx'
import { ExportButton } from '../export/export-button.tsx'
import { Failure } from '../failure.tsx'
import { Dialog } from './dialog.tsx'
import classes from './job-dialog.module.css'
import { texts } from './texts.ts'

const everyMs = 700

/**
 * The progress of a job, then its result: how many records were processed, and those that failed, each with the reason.
 * The job continues after the dialog is closed.
 */
export function JobDialog({
  id,
  pastOf,
  refreshes,
  onClose,
}: {
  id: string
  /** The past participle for the kind of job: "declined". */
  pastOf: (kind: string) => string
  /** The endpoint that shows the records; refetched when the job has finished. */
  refreshes: Pick<Endpoint, 'path'>
  onClose: () => void
}) {
  const refresh = useRefresh()
  const [isOver, setOver] = useState(false)
  const { data, error, refetch } = useEndpoint(bulk.job, { id }, { refetchInterval: isOver ? 0 : everyMs })
  const isFinished = Boolean(data?.finished_at)
  useEffect(() => {
    if (!isFinished || isOver) return
    setOver(true)
    void refresh(refreshes)
  }, [isFinished, isOver, refresh, refreshes])
  if (!data) {
    return (
      <Dialog title={texts.manyAtOnce} onClose={onClose}>
        {error ? (
          <Failure
            error={error}
            answered="not_created"
            what={texts.theJobCouldNotBe}
            onRetry={() => void refetch()}
          />
        ) : (
          <p role="status">{texts.loading}</p>
        )}
      </Dialog>
    )
  }
  const { total, done, failed, failures } = data
  const past = pastOf(data.kind)
  const words = texts.donePastFailedFailed({ done: numberOf(done), past, failed: numberOf(failed) })
  return (
    <Dialog
      title={
        isFinished ? words : texts.doneOfTotal({ done: numberOf(done + failed), total: numberOf(total) })
      }
      onClose={onClose}
    >
      <div className={classes.job}>
        <progress max={total} value={done + failed} aria-label={texts.howManyWereWorkedOn} />
        <p className="visually-hidden" role="status">
          {isFinished ? words : ''}
        </p>
        {!isFinished && <p className={classes.words}>{texts.soFarEachIsDone({ words })}</p>}
        {failures.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by the keyboard
          <ul className={classes.failures} tabIndex={0} aria-label={texts.whatCouldNotBeDone}>
            {failures.map((failure) => (
              <li key={failure.id}>
                <strong>{failure.name || failure.id}</strong>
                <span>{failure.message}</span>
              </li>
            ))}
          </ul>
        )}
        {failed > failures.length && (
          <p className={classes.words}>
            {texts.andMoreTheFileHas({ failed: numberOf(failed - failures.length) })}
          </p>
        )}
        <Group justify="space-between">
          {isFinished && failed > 0 ? (
            <ExportButton
              endpoint={bulk.failures}
              parameters={[]}
              fixed={{ id }}
              name="failures"
              words={texts.downloadFailures}
            />
          ) : (
            <span />
          )}
          <Button variant={isFinished ? 'filled' : 'default'} onClick={onClose} data-autofocus>
            {isFinished ? texts.done : texts.close}
          </Button>
        </Group>
      </div>
    </Dialog>
  )
}
