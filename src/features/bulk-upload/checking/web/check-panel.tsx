import { Button } from '@mantine/core'
import { useState } from 'react'
import { type ImportDetail, imports } from '#features/bulk-upload/contract.ts'
import { fromWords } from '#features/bulk-upload/reading/web/columns-panel.tsx'
import classes from '#features/bulk-upload/web/import-dialog.module.css'
import { ImportDialog } from '#features/bulk-upload/web/import-dialog.tsx'
import { toWrite } from '#features/bulk-upload/web/status-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { ApiRefusal, useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { texts } from '../texts.ts'
import { ErrorFiles } from './errors-panel.tsx'

/** The results of the dry run, before anything is written. */
export function CheckPanel({ record }: { record: ImportDetail }) {
  const { counts, columns } = record
  const count = toWrite(counts)
  const left = columns.filter(({ field }) => field === null)
  const read = columns.length - left.length
  return (
    <section className={`box ${classes.check}`} aria-label={texts.preview}>
      <h2>{count > 0 ? texts.importable({ count }) : nothingWords(counts)}</h2>
      {count === 0 && record.pictures_left > 0 && (
        <p className={classes.quiet}>{texts.picturesLeft({ picturesLeft: record.pictures_left })}</p>
      )}
      <p className={classes.quiet}>
        {fromWords(record)} {texts.columnsMapped({ read, columns: columns.length })}
      </p>
      {record.without_stock > 0 && (
        <p className={classes.notice}>{texts.withoutStock({ withoutStock: record.without_stock })}</p>
      )}
      {left.length > 0 && (
        <details className={classes.left}>
          <summary>{texts.columnsLeftOut({ left: left.length })}</summary>
          <ul>
            {left.map(({ name, index, ignored_because: why }) => (
              <li key={index}>
                <bdi>{name || texts.columnIndex({ index: index + 1 })}</bdi>
                {why && <span className={classes.quiet}> {why}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {counts.error > 0 && (
        <>
          <p className={classes.quiet}>
            {(count > 0 ? texts.errorsSkippedForNow : texts.errorsSkipped)({ error: counts.error })}
          </p>
          <ErrorFiles record={record} />
        </>
      )}
    </section>
  )
}

function nothingWords({ unchanged, error, skipped }: ImportDetail['counts']): string {
  if (error > 0 && unchanged === 0) return texts.nothingErrorsOnly
  if (unchanged > 0 && error === 0) return texts.nothingUnchanged({ unchanged })
  if (unchanged + error > 0) return texts.nothingUnchangedOrErrors
  return skipped > 0 ? texts.nothingExamplesOnly : texts.nothingNoRows
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
          {texts.importProducts({ count })}
        </Button>
      )}
      {count === 0 && record.pictures_left > 0 && can(imports.confirm) && (
        <CommandButton isPending={confirm.isPending} disabled={cancel.isPending} onClick={() => send(record)}>
          {texts.fetchPictures({ picturesLeft: record.pictures_left })}
        </CommandButton>
      )}
      {can(imports.map) && (
        <Button variant="default" disabled={cancel.isPending} onClick={onMap}>
          {texts.changeColumns}
        </Button>
      )}
      {can(imports.cancel) && (
        <CommandButton
          variant="default"
          isPending={cancel.isPending}
          onClick={() => cancel.mutate({ input: { id: record.id } })}
        >
          {texts.cancel}
        </CommandButton>
      )}
      {cancel.error && <ChangeFailure error={cancel.error} />}
      {!asked && confirm.error && <ChangeFailure error={confirm.error} />}
      {asked && (
        <ImportDialog
          counts={asked.counts}
          isPending={confirm.isPending}
          error={confirm.error}
          onClose={() => setAsked(null)}
          onConfirm={() => send(asked)}
        />
      )}
    </div>
  )
}
