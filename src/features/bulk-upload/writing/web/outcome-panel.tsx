import { Button } from '@mantine/core'
import { useState } from 'react'
import { grants } from '#features/access/contract.ts'
import { ErrorFiles } from '#features/bulk-upload/checking/web/errors-panel.tsx'
import { type ImportDetail, type ImportStatus, importMoves, imports } from '#features/bulk-upload/contract.ts'
import { DropPanel } from '#features/bulk-upload/reading/web/drop-panel.tsx'
import { importList } from '#features/bulk-upload/web/links.ts'
import { leftOf } from '#features/bulk-upload/web/status-panel.tsx'
import { approvedProducts, pendingProducts } from '#features/products/web/links.ts'
import { dayOf, numberOf } from '#kit/contract/words.ts'
import { useAllows, useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { texts } from '../texts.ts'
import classes from './outcome-panel.module.css'
import { RevertDialog } from './revert-dialog.tsx'

/** The result of an import, and what can be done about rows that failed or should not have been imported. */
export function OutcomePanel({ record }: { record: ImportDetail }) {
  const { id, status, counts } = record
  const can = useCan()
  const hasProducts = useAllows()(grants('Products', 'view')) && status !== 'reverted'
  const retry = useCommand(imports.retry)
  const [isReverting, setReverting] = useState(false)
  const left = leftOf(counts)
  const wrong = counts.error + counts.failed
  const isFrom = (verb: 'retry' | 'revert') =>
    (importMoves[verb].from as readonly ImportStatus[]).includes(status)
  const mayRetry =
    left + record.pictures_left > 0 && record.missing.length === 0 && isFrom('retry') && can(imports.retry)
  const mayRevert = record.revertable_until !== null && isFrom('revert') && can(imports.revert)
  const hasErrorFile = wrong + counts.pictures_failed > 0 && (status === 'done' || status === 'cancelled')
  return (
    <>
      <section className={`box ${classes.outcome}`} aria-label={texts.result}>
        <h2>{headline(record)}</h2>
        {record.message && <p className={classes.quiet}>{record.message}</p>}
        {retry.error && <ChangeFailure error={retry.error} />}
        {record.confirmed_at && <Counts counts={counts} />}
        <div className={classes.actions}>
          {hasProducts && counts.created > 0 && (
            <Button
              variant="default"
              size="xs"
              component={Link}
              href={pendingProducts({ sort: '-created_at' })}
            >
              {texts.productsInReview}
            </Button>
          )}
          {hasProducts && counts.changed > 0 && (
            <Button
              variant="default"
              size="xs"
              component={Link}
              href={approvedProducts({ revision: 'waiting' })}
            >
              {texts.pendingEdits}
            </Button>
          )}
          {mayRetry && (
            <CommandButton
              variant="default"
              size="xs"
              isPending={retry.isPending}
              onClick={() => retry.mutate({ input: { id } })}
            >
              {retryWords(record, left)}
            </CommandButton>
          )}
          {mayRevert && (
            <Button variant="default" size="xs" color="red" onClick={() => setReverting(true)}>
              {texts.revertImport}
            </Button>
          )}
          {(status === 'failed' || (status === 'cancelled' && !mayRetry)) && (
            <Button variant="default" size="xs" component={Link} href={importList()}>
              {texts.uploadAnother}
            </Button>
          )}
        </div>
        {mayRevert && record.revertable_until && (
          <p className={classes.quiet}>
            {texts.revertibleUntil({ revertableUntil: dayOf(record.revertable_until) })}
          </p>
        )}
      </section>
      {hasErrorFile && (
        <section className={`box ${classes.outcome}`} aria-label={texts.notImported}>
          <h2>
            {wrong > 0
              ? texts.rowsNotImported({ wrong })
              : texts.picturesNotImported({ picturesFailed: counts.pictures_failed })}
          </h2>
          <p className={classes.quiet}>{texts.correctionHint}</p>
          <ErrorFiles record={record} />
          {can(imports.upload) && <DropPanel follows={id} words={texts.dropCorrected} isAside />}
        </section>
      )}
      {isReverting && <RevertDialog record={record} onClose={() => setReverting(false)} />}
    </>
  )
}

/** The action that continues a cancelled import, or checks the rows of a completed one again. */
function retryWords({ status, pictures_left: picturesLeft }: ImportDetail, left: number): string {
  const isDone = status === 'done'
  if (left === 0) return (isDone ? texts.fetchPicturesAgain : texts.fetchPictures)({ picturesLeft })
  return (isDone ? texts.checkRowsAgain : texts.continueWithRows)({ left })
}

function headline({ status, counts, confirmed_at }: ImportDetail): string {
  const written = counts.created + counts.changed
  if (status === 'failed') return texts.unreadableFile
  if (status === 'reverted') {
    const { reverted, kept } = counts
    return kept > 0 ? texts.rowsRevertedSomeKept({ reverted, kept }) : texts.rowsReverted({ reverted })
  }
  if (status === 'cancelled') {
    return confirmed_at ? texts.stoppedAfterProducts({ written }) : texts.cancelledBeforeAnythingWasImported
  }
  const { pictures_failed: lost, pictures_done: came } = counts
  const haveAllFailed = came === 0 && lost > 1
  if (written === 0) {
    if (lost === 0) return texts.nothingImported
    return (haveAllFailed ? texts.nothingNoPictures : texts.nothingPicturesFailed)({ lost })
  }
  if (lost === 0) return texts.productsImported({ written })
  return (haveAllFailed ? texts.productsNoPictures : texts.productsPicturesFailed)({ written, lost })
}

function Counts({ counts }: { counts: ImportDetail['counts'] }) {
  const facts = [
    [texts.created, counts.created],
    [texts.changed, counts.changed],
    [texts.failed, counts.failed],
    [texts.errors, counts.error],
    [texts.unchanged, counts.unchanged],
    ...(counts.pictures > 0 ? ([[texts.pictures, counts.pictures_done]] as const) : []),
    ...(counts.pictures_failed > 0 ? ([[texts.picturesFailed, counts.pictures_failed]] as const) : []),
  ] as const
  return (
    <dl className={classes.counts}>
      {facts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{numberOf(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
