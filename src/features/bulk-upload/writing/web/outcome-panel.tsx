import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { grants } from '#features/access/contract.ts'
import { ErrorFiles } from '#features/bulk-upload/checking/web/errors-panel.tsx'
import { type ImportDetail, type ImportStatus, importMoves, imports } from '#features/bulk-upload/contract.ts'
import { DropPanel } from '#features/bulk-upload/reading/web/drop-panel.tsx'
import { leftOf } from '#features/bulk-upload/web/status-panel.tsx'
import { countOf, dayOf, numberOf } from '#kit/contract/words.ts'
import { useAllows, useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { texts } from '../texts.ts'
import classes from './outcome-panel.module.css'

const RevertDialog = lazyOf(() => import('./revert-dialog.tsx'), 'RevertDialog')

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
      <section className={classes.outcome} aria-label={texts.whatBecameOfIt}>
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
              href="/products-all-products?sort=-created_at"
            >
              {texts.productsInReview}
            </Button>
          )}
          {hasProducts && counts.changed > 0 && (
            <Button
              variant="default"
              size="xs"
              component={Link}
              href="/products-approvedproducts?revision=waiting"
            >
              {texts.waitingRevisions}
            </Button>
          )}
          {mayRetry && (
            <CommandButton
              variant="default"
              size="xs"
              isPending={retry.isPending}
              onClick={() => retry.mutate({ input: { id } })}
            >
              {left === 0
                ? texts.fetchPictures({
                    picturesLeft: record.pictures_left,
                    status: status === 'done' ? texts.again : '',
                  })
                : `${status === 'done' ? texts.check : texts.goOnWith} ${countOf(left, 'row')}${status === 'done' ? texts.again : ''}`}
            </CommandButton>
          )}
          {mayRevert && (
            <Button variant="default" size="xs" color="red" onClick={() => setReverting(true)}>
              {texts.revertTheImport}
            </Button>
          )}
          {(status === 'failed' || (status === 'cancelled' && !mayRetry)) && (
            <Button variant="default" size="xs" component={Link} href="/bulk">
              {texts.sendAnotherFile}
            </Button>
          )}
        </div>
        {mayRevert && record.revertable_until && (
          <p className={classes.quiet}>
            {texts.itCanBeRevertedUntil({ revertableUntil: dayOf(record.revertable_until) })}
          </p>
        )}
      </section>
      {hasErrorFile && (
        <section className={classes.outcome} aria-label={texts.whatDidNotGoIn}>
          <h2>
            {wrong > 0
              ? texts.rowsDidNotGoIn({ wrong })
              : texts.picturesCouldNotBeTaken({ picturesFailed: counts.pictures_failed })}
          </h2>
          <p className={classes.quiet}>{texts.downloadThemAsAFile}</p>
          <ErrorFiles record={record} />
          {can(imports.upload) && <DropPanel follows={id} words={texts.dropTheCorrectedFileHere} isAside />}
        </section>
      )}
      {isReverting && (
        <Suspense fallback={null}>
          <RevertDialog record={record} onClose={() => setReverting(false)} />
        </Suspense>
      )}
    </>
  )
}

function headline({ status, counts, confirmed_at }: ImportDetail): string {
  const written = counts.created + counts.changed
  if (status === 'failed') return texts.theFileCouldNotBe
  if (status === 'reverted') {
    const kept = counts.kept > 0 ? texts.keptBecauseSomebodyChangedThem({ kept: counts.kept }) : ''
    return texts.rowsTakenBack({ reverted: counts.reverted, kept })
  }
  if (status === 'cancelled') {
    return confirmed_at ? texts.stoppedAfterProducts({ written }) : texts.cancelledBeforeAnythingWasImported
  }
  const { pictures_failed: lost, pictures_done: came } = counts
  const none =
    came === 0 && lost > 1 ? texts.noneOfPicturesCame({ lost }) : texts.picturesDidNotCome({ lost })
  const pictures = lost === 0 ? '' : `: ${none}`
  if (written === 0) return texts.nothingWasImported({ pictures })
  return texts.productsImported({ written, lost: lost === 0 ? '' : `, ${none}` })
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
