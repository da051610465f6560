import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { grants } from '#features/access/contract.ts'
import { ErrorFiles } from '#features/bulk-upload/checking/web/errors-panel.tsx'
import { type ImportDetail, type ImportStatus, importMoves, imports } from '#features/bulk-upload/contract.ts'
import { DropPanel } from '#features/bulk-upload/reading/web/drop-panel.tsx'
import { leftOf, numberOf } from '#features/bulk-upload/web/status-panel.tsx'
import { countOf, dayOf } from '#kit/contract/words.ts'
import { useAllows, useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
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
      <section className={classes.outcome} aria-label="What became of it">
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
              Products in review
            </Button>
          )}
          {hasProducts && counts.changed > 0 && (
            <Button
              variant="default"
              size="xs"
              component={Link}
              href="/products-approvedproducts?revision=waiting"
            >
              Waiting revisions
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
                ? `Fetch ${countOf(record.pictures_left, 'picture')}${status === 'done' ? ' again' : ''}`
                : `${status === 'done' ? 'Check' : 'Go on with'} ${countOf(left, 'row')}${status === 'done' ? ' again' : ''}`}
            </CommandButton>
          )}
          {mayRevert && (
            <Button variant="default" size="xs" color="red" onClick={() => setReverting(true)}>
              Revert the import
            </Button>
          )}
          {(status === 'failed' || (status === 'cancelled' && !mayRetry)) && (
            <Button variant="default" size="xs" component={Link} href="/bulk">
              Send another file
            </Button>
          )}
        </div>
        {mayRevert && record.revertable_until && (
          <p className={classes.quiet}>It can be reverted until {dayOf(record.revertable_until)}.</p>
        )}
      </section>
      {hasErrorFile && (
        <section className={classes.outcome} aria-label="What did not go in">
          <h2>
            {wrong > 0
              ? `${countOf(wrong, 'row')} did not go in`
              : `${countOf(counts.pictures_failed, 'picture')} could not be taken`}
          </h2>
          <p className={classes.quiet}>
            Download them as a file, put right what its column “error” says, and send the corrected file: its
            columns and its vendor are known already.
          </p>
          <ErrorFiles record={record} />
          {can(imports.upload) && (
            <DropPanel follows={id} words="Drop the corrected file here, choose it or paste it" isAside />
          )}
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
  if (status === 'failed') return 'The file could not be read'
  if (status === 'reverted') {
    const kept = counts.kept > 0 ? `, ${numberOf(counts.kept)} kept because somebody changed them since` : ''
    return `${countOf(counts.reverted, 'row')} taken back${kept}`
  }
  if (status === 'cancelled') {
    return confirmed_at
      ? `Stopped after ${countOf(written, 'product')}`
      : 'Cancelled before anything was imported'
  }
  const { pictures_failed: lost, pictures_done: came } = counts
  const none =
    came === 0 && lost > 1
      ? `none of ${countOf(lost, 'picture')} came`
      : `${countOf(lost, 'picture')} did not come`
  const pictures = lost === 0 ? '' : `: ${none}`
  if (written === 0) return `Nothing was imported${pictures}`
  return `${countOf(written, 'product')} imported${lost === 0 ? '' : `, ${none}`}`
}

function Counts({ counts }: { counts: ImportDetail['counts'] }) {
  const facts = [
    ['Created', counts.created],
    ['Changed', counts.changed],
    ['Failed', counts.failed],
    ['Errors', counts.error],
    ['Unchanged', counts.unchanged],
    ...(counts.pictures > 0 ? ([['Pictures', counts.pictures_done]] as const) : []),
    ...(counts.pictures_failed > 0 ? ([['Pictures failed', counts.pictures_failed]] as const) : []),
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
