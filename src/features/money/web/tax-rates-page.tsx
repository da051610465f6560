import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { basisPointsOf, percentOf } from '#kit/contract/percent.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure, Failure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useLeaveGuard } from '#kit/web/record/leave-guard.tsx'
import {
  ChangedNotice,
  type Opened as OpenedRecord,
  useOpenedRecord,
} from '#kit/web/record/opened-record.tsx'
import { RecordSkeleton } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import {
  commission,
  paidBys,
  paidByWords,
  type TaxRate,
  type TaxRates,
  taxes,
  taxWords,
} from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import classes from './settings-panel.module.css'

interface Row extends Pick<TaxRate, 'tax' | 'paid_by' | 'valid_from' | 'source'> {
  key: string
  rate: string
  valid_to: string
}

/** Tax rates: the withholding required by law, by date and payment type. */
export function TaxRatesPage() {
  const found = useEndpoint(commission.taxRates, {})
  if (found.data) return <Opened fresh={found.data} />
  if (!found.isError) return <RecordSkeleton />
  return (
    <Failure
      error={found.error}
      answered="not_created"
      what={texts.theTaxRatesCouldNot}
      onRetry={() => void found.refetch()}
    />
  )
}

/** The user's input is kept when somebody else saves; the user decides when to load the saved version. */
function Opened({ fresh }: { fresh: TaxRates }) {
  const opened = useOpenedRecord(fresh)
  return <Editor key={opened.record.version} opened={opened} />
}

function Editor({ opened }: { opened: OpenedRecord<TaxRates> }) {
  const stands = opened.record
  const show = useToast()
  const mayChange = useCan()(commission.saveTaxRates)
  const save = useCommand(commission.saveTaxRates)
  const errors = fieldErrors(save.error ?? undefined)
  const [rows, setRows] = useState<Row[]>(() => stands.rates.map(rowOf))
  const change = (at: number, changes: Partial<Row>) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...changes } : row)))
  const rates = () =>
    rows.map(({ tax, paid_by, rate, valid_from, valid_to, source }) => ({
      tax,
      paid_by,
      rate_bp: basisPointsOf(rate),
      valid_from,
      valid_to: valid_to || null,
      source,
    }))
  const [begun] = useState(() => JSON.stringify(rates()))
  const guard = useLeaveGuard(JSON.stringify(rates()) !== begun && !save.isSuccess)
  return (
    <div className={classes.page}>
      <h1>{menuTexts.taxRates}</h1>
      <p className={classes.quiet}>{texts.whatTheLawHasThe}</p>
      {opened.hasChanged && !save.isPending && (
        <ChangedNotice noun="list of rates" onShow={() => guard.ask(opened.showPresent)} />
      )}
      {save.error && <ChangeFailure error={save.error} />}
      <section className={classes.card} aria-label={texts.rates}>
        {rows.length === 0 && <p className={classes.quiet}>{texts.noRateNothingIsWithheld}</p>}
        {rows.map((row, at) => {
          const input = (
            name: 'rate' | 'valid_from' | 'valid_to' | 'source',
            label: string,
            path: string,
          ) => (
            <TextInput
              size="xs"
              label={label}
              type={name.startsWith('valid') ? 'date' : 'text'}
              min={name.startsWith('valid') ? '2000-01-01' : undefined}
              maxLength={300}
              readOnly={!mayChange}
              value={row[name]}
              error={errors[`rates.${at}.${path}`]}
              onChange={(event) => change(at, { [name]: event.currentTarget.value })}
            />
          )
          return (
            <div key={row.key} className={`${classes.row} ${classes.tax}`}>
              <NativeSelect
                size="xs"
                label={texts.tax}
                disabled={!mayChange}
                data={taxes.map((value) => ({ value, label: taxWords[value] }))}
                value={row.tax}
                onChange={(event) => change(at, { tax: event.currentTarget.value as Row['tax'] })}
              />
              <NativeSelect
                size="xs"
                label={texts.paidBy}
                disabled={!mayChange}
                data={paidBys.map((value) => ({ value, label: paidByWords[value] }))}
                value={row.paid_by}
                onChange={(event) => change(at, { paid_by: event.currentTarget.value as Row['paid_by'] })}
              />
              {input('rate', texts.rate, 'rate_bp')}
              {input('valid_from', texts.from, 'valid_from')}
              {input('valid_to', texts.to, 'valid_to')}
              {input('source', texts.source, 'source')}
              {mayChange && (
                <Button
                  size="xs"
                  variant="subtle"
                  color="red"
                  onClick={() => setRows(rows.filter((_, index) => index !== at))}
                >
                  {texts.remove}
                </Button>
              )}
            </div>
          )
        })}
        {mayChange && (
          <div className={classes.bar}>
            <Button size="xs" variant="default" onClick={() => setRows([...rows, blankRow()])}>
              {texts.addARate}
            </Button>
          </div>
        )}
      </section>
      {mayChange && (
        <div className={classes.bar}>
          <CommandButton
            isPending={save.isPending}
            onClick={() =>
              save.mutate(
                { input: { rates: rates() }, ifMatch: stands.version },
                {
                  onSuccess: ({ version }) => {
                    show({ message: texts.theTaxRatesAreSaved })
                    opened.made(version)
                  },
                },
              )
            }
          >
            {texts.save}
          </CommandButton>
        </div>
      )}
      {guard.dialog}
    </div>
  )
}

function rowOf({ rate_bp, valid_to, ...rate }: TaxRate): Row {
  return { ...rate, key: crypto.randomUUID(), rate: percentOf(rate_bp), valid_to: valid_to ?? '' }
}

function blankRow(): Row {
  return {
    key: crypto.randomUUID(),
    tax: 'income_tax',
    paid_by: 'cash',
    rate: '',
    valid_from: '',
    valid_to: '',
    source: '',
  }
}
