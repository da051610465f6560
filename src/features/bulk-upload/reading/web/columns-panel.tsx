import { Button, NativeSelect } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { neededForNew } from '#features/bulk-upload/checking/words-contract.ts'
import { type ImportColumn, type ImportDetail, imports, sourceWords } from '#features/bulk-upload/contract.ts'
import { type ImportField, importFieldNames, importFields } from '#features/bulk-upload/fields-contract.ts'
import { VendorField } from '#features/bulk-upload/web/vendor-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { ApiRefusal, useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { useFirstInvalid } from '#kit/web/fields/first-invalid.ts'
import { missingIn } from '../source-contract.ts'
import { texts } from '../texts.ts'
import { conversionOf } from '../units-contract.ts'
import classes from './columns-panel.module.css'
import { ReadingPanel } from './reading-panel.tsx'

/** Forms that other systems use, which are not product fields. */
const foreign: readonly ImportField[] = [
  'weight_grams',
  'price_charged',
  'price_before',
  'group',
  'variant',
  'kind',
  'row_id',
]
const optionOf = (field: ImportField) => ({ value: field, label: importFields[field].label })
const options = [
  { value: '', label: texts.leaveItOut },
  {
    group: texts.fieldsOfAProduct,
    items: importFieldNames.filter((field) => !foreign.includes(field)).map(optionOf),
  },
  { group: texts.otherSystems, items: foreign.map(optionOf) },
]

interface Props {
  record: ImportDetail
  /** Called if another person changed the import first. */
  onMoved: () => void
  onSent: () => void
  /** Closes the panel without changes to the mapping, where that is possible. */
  onCancel?: () => void
}

/**
 * The product field of each column: suggested automatically, corrected by a person, and then used to check every row.
 */
export function ColumnsPanel({ record, onMoved, onSent, onCancel }: Props) {
  const mapping = useMapping({ record, onMoved, onSent })
  const { fields, missing, error, mayMap, isBusy } = mapping
  const form = useFirstInvalid(null)
  return (
    <form ref={form} className="box" onSubmit={mapping.send} aria-label={texts.columns} noValidate>
      <header className={classes.head}>
        <h2>{texts.columnMapping}</h2>
        <p>{fromWords(record)}</p>
      </header>
      {error && <ChangeFailure error={error} />}
      <ReadingPanel record={record} onMoved={onMoved} />
      {missing.length > 0 && (
        <ul ref={mapping.complaints} className={classes.missing} aria-label={texts.missing} tabIndex={-1}>
          {missing.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {neededForNew(fields).map((words) => (
        <p key={words} className={classes.missing}>
          {words}.
        </p>
      ))}
      {mayMap && !mapping.namesVendor && (
        <div className={classes.vendor}>
          <VendorField
            description={texts.vendorForEveryRow}
            error={mapping.vendorError}
            value={mapping.vendor}
            onChoose={mapping.setVendor}
          />
        </div>
      )}
      <MappingTable
        columns={record.columns}
        fields={fields}
        {...(mayMap ? { onAssign: mapping.assign } : {})}
        isBusy={isBusy}
      />
      <p className={classes.told} role="status">
        {mapping.told}
      </p>
      {mayMap && (
        <div className={classes.actions}>
          <CommandButton type="submit" isPending={mapping.isSending} disabled={isBusy}>
            {texts.checkRows({ rows: record.counts.rows })}
          </CommandButton>
          {onCancel ? (
            <Button variant="default" disabled={isBusy} onClick={onCancel}>
              {texts.keepColumns}
            </Button>
          ) : (
            <CommandButton
              variant="default"
              isPending={mapping.isCancelling}
              disabled={isBusy}
              onClick={mapping.cancel}
            >
              {texts.cancelImport}
            </CommandButton>
          )}
          <p className={classes.quiet}>{texts.mappingHint}</p>
        </div>
      )}
    </form>
  )
}

/** The chosen fields and vendor, what is missing, and the commands that send the mapping or cancel the import. */
function useMapping({ record, onMoved, onSent }: Omit<Props, 'onCancel'>) {
  const { id, version, columns } = record
  const map = useCommand(imports.map)
  const cancel = useCommand(imports.cancel)
  const [fields, setFields] = useState(() => columns.map(({ field }) => field))
  const [vendor, setVendor] = useState(record.vendor)
  const [told, setTold] = useState('')
  const [isSent, setSent] = useState(false)
  const complaints = useRef<HTMLUListElement>(null)
  const namesVendor = fields.includes('vendor')
  const lacksVendor = !namesVendor && vendor === null
  const missing = [
    ...(record.reading.how === 'unsure' ? [texts.chooseEncoding] : []),
    ...missingIn(fields, vendor !== null),
  ]
  const assign = (at: number, field: ImportField | null) => {
    const other = field && !importFields[field].several ? fields.indexOf(field) : -1
    setFields(fields.map((before, index) => (index === at ? field : index === other ? null : before)))
    const left = other >= 0 && other !== at ? columns[other]?.name : undefined
    setTold(left && field ? texts.replacedColumn({ left, label: importFields[field].label }) : '')
    if (!map.isPending) map.reset()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (missing.length > 0) {
      setSent(true)
      // A field with an error takes the focus by itself.
      if (!lacksVendor) complaints.current?.focus()
      return
    }
    map.mutate(
      { input: { id, fields, vendor_id: namesVendor ? null : (vendor?.id ?? null) }, ifMatch: version },
      {
        onSuccess: onSent,
        onError: (error) => {
          if (error instanceof ApiRefusal && (error.status === 412 || error.status === 409)) onMoved()
        },
      },
    )
  }
  return {
    ...{ fields, vendor, setVendor, namesVendor, missing, complaints, told, assign, send },
    vendorError: isSent && lacksVendor ? texts.vendorIsRequired : undefined,
    mayMap: useCan()(imports.map),
    error: map.error ?? cancel.error,
    isSending: map.isPending,
    isCancelling: cancel.isPending,
    isBusy: map.isPending || cancel.isPending,
    cancel: () => cancel.mutate({ input: { id } }),
  }
}

/** The columns of the file with sample values and their fields; without `onAssign`, the fields are read-only. */
function MappingTable({
  columns,
  fields,
  isBusy,
  onAssign,
}: {
  columns: readonly ImportColumn[]
  fields: readonly (ImportField | null)[]
  isBusy: boolean
  onAssign?: (at: number, field: ImportField | null) => void
}) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{texts.columnOfTheFile}</th>
          <th scope="col">{texts.sampleValues}</th>
          <th scope="col">{texts.field}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column, at) => {
          const field = fields[at] ?? null
          const conversion = conversionOf(column.name, field)
          return (
            <tr key={column.index} data-out={field === null || undefined}>
              <th scope="row">
                <bdi>{nameOf(column)}</bdi>
              </th>
              <td>
                <Samples column={column} />
              </td>
              <td>
                {column.ignored_because ? (
                  <p className={classes.why}>{texts.leftOut({ ignoredBecause: column.ignored_because })}</p>
                ) : onAssign ? (
                  <NativeSelect
                    size="xs"
                    aria-label={texts.fieldOf({ column: nameOf(column) })}
                    data={options}
                    value={field ?? ''}
                    disabled={isBusy}
                    onChange={(event) =>
                      onAssign(at, (event.currentTarget.value || null) as ImportField | null)
                    }
                  />
                ) : (
                  labelOf(field)
                )}
                {conversion && <p className={classes.why}>{conversion}</p>}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Samples({ column: { samples } }: { column: ImportColumn }) {
  if (samples.length === 0) return <span className={classes.none}>{texts.emptyInAllRows}</span>
  return (
    <ul className={classes.samples}>
      {samples.map((sample) => (
        <li key={sample} title={sample}>
          <bdi>{sample}</bdi>
        </li>
      ))}
    </ul>
  )
}

function nameOf({ name, index }: ImportColumn): string {
  return name || texts.columnIndex({ index: index + 1 })
}

function labelOf(field: ImportField | null): string {
  return field ? importFields[field].label : texts.leftOutHeading
}

/** Says where the column mapping comes from, so that people know how far to trust the mapping. */
export function fromWords({ mapping_from, source }: ImportDetail): string {
  if (mapping_from === 'template') return texts.fromTemplate
  if (mapping_from === 'recognised') return texts.recognised({ source: sourceWords[source] })
  if (mapping_from === 'remembered') return texts.rememberedFromTheLastFile
  if (mapping_from === 'guessed') return texts.guessed
  return texts.chosenByAPerson
}
