import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { type ImportDetail, imports } from '#features/bulk-upload/contract.ts'
import { fromWords } from '#features/bulk-upload/reading/web/columns-panel.tsx'
import classes from '#features/bulk-upload/web/import-dialog.module.css'
import { numberOf, toWrite } from '#features/bulk-upload/web/status-panel.tsx'
import { countOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { ApiRefusal, useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { ErrorFiles } from './errors-panel.tsx'

const ImportDialog = lazyOf(() => import('#features/bulk-upload/web/import-dialog.tsx'), 'ImportDialog')

/** The results of the dry run, before anything is written. */
export function CheckPanel({ record }: { record: ImportDetail }) {
  const { counts, columns } = record
  const count = toWrite(counts)
  const left = columns.filter(({ field }) => field === null)
  const read = columns.length - left.length
  return (
    <section className={classes.check} aria-label="What it would do">
      <h2>
        {count > 0
          ? `${countOf(count, 'product')} can be imported. Nothing is written yet.`
          : nothingWords(counts)}
      </h2>
      {count === 0 && record.pictures_left > 0 && (
        <p className={classes.quiet}>
          {countOf(record.pictures_left, 'picture')} of rows that went in before can still be fetched.
        </p>
      )}
      <p className={classes.quiet}>
        {fromWords(record)} {numberOf(read)} of {countOf(columns.length, 'column')}{' '}
        {read === 1 ? 'is' : 'are'} read.
      </p>
      {record.without_stock > 0 && (
        <p className={classes.notice}>
          {countOf(record.without_stock, 'new product')} {record.without_stock === 1 ? 'has' : 'have'} no
          stock in the sheet. They are created with stock 0 and cannot be sold until their stock is filled in.
        </p>
      )}
      {left.length > 0 && (
        <details className={classes.left}>
          <summary>{countOf(left.length, 'column')} left out</summary>
          <ul>
            {left.map(({ name, index, ignored_because: why }) => (
              <li key={index}>
                <bdi>{name || `Column ${index + 1}`}</bdi>
                {why && <span className={classes.quiet}> {why}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {counts.error > 0 && (
        <>
          <p className={classes.quiet}>
            {countOf(counts.error, 'row')} with an error {counts.error === 1 ? 'is' : 'are'} left out. Load{' '}
            {counts.error === 1 ? 'it' : 'them'} as a file, put right what its column “error” says, and send
            it again{count > 0 ? ', now or after the import' : ''}.
          </p>
          <ErrorFiles record={record} />
        </>
      )}
    </section>
  )
}

function nothingWords({ unchanged, error, skipped }: ImportDetail['counts']): string {
  if (error > 0 && unchanged === 0) return 'There is nothing to import: no row is without an error.'
  if (unchanged > 0 && error === 0)
    return `There is nothing to import: ${unchanged === 1 ? 'the row says' : `all ${numberOf(unchanged)} rows say`} what stands already.`
  if (unchanged + error > 0)
    return 'There is nothing to import: the rows without an error say what stands already.'
  return skipped > 0
    ? 'There is nothing to import: the file has only examples and headings.'
    : 'There is nothing to import: the file has no rows.'
}

/** The decision after the dry run: import the rows as shown, change the mapping, or cancel. */
export function CheckBar({
  record,
  onMoved,
  onSent,
  onMap,
}: {
  record: ImportDetail
  onMoved: () => void
  onSent: () => void
  onMap: () => void
}) {
  const can = useCan()
  /** The record that the person confirms. Only this version is imported. */
  const [asked, setAsked] = useState<ImportDetail | null>(null)
  const confirm = useCommand(imports.confirm)
  const cancel = useCommand(imports.cancel)
  const count = toWrite(record.counts)
  if (![imports.confirm, imports.map, imports.cancel].some(can)) return null
  const send = ({ id, version }: ImportDetail) =>
    confirm.mutate(
      { input: { id }, ifMatch: version },
      {
        onSuccess: onSent,
        onError: (error) => {
          if (!(error instanceof ApiRefusal) || ![409, 412].includes(error.status)) return
          setAsked(null)
          confirm.reset()
          onMoved()
        },
      },
    )
  return (
    <div className={classes.bar}>
      {count > 0 && can(imports.confirm) && (
        <Button
          disabled={cancel.isPending}
          onClick={() => {
            confirm.reset()
            setAsked(record)
          }}
        >
          Import {countOf(count, 'product')}
        </Button>
      )}
      {count === 0 && record.pictures_left > 0 && can(imports.confirm) && (
        <CommandButton isPending={confirm.isPending} disabled={cancel.isPending} onClick={() => send(record)}>
          {`Fetch ${countOf(record.pictures_left, 'picture')}`}
        </CommandButton>
      )}
      {can(imports.map) && (
        <Button variant="default" disabled={cancel.isPending} onClick={onMap}>
          Change the columns
        </Button>
      )}
      {can(imports.cancel) && (
        <CommandButton
          variant="default"
          isPending={cancel.isPending}
          onClick={() => cancel.mutate({ input: { id: record.id } })}
        >
          Cancel
        </CommandButton>
      )}
      {cancel.error && <ChangeFailure error={cancel.error} />}
      {!asked && confirm.error && <ChangeFailure error={confirm.error} />}
      {asked && (
        <Suspense fallback={null}>
          <ImportDialog
            counts={asked.counts}
            isPending={confirm.isPending}
            error={confirm.error}
            onClose={() => setAsked(null)}
            onConfirm={() => send(asked)}
          />
        </Suspense>
      )}
    </div>
  )
}
