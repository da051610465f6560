import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { basisPointsOf, percentOf } from '#kit/contract/percent.ts'
import type { Opened } from '#kit/web/record/opened-record.tsx'
import { SettingsForm, SettingsOf, useSettings } from '#kit/web/record/settings-form.tsx'
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
import { useRowErrors } from './use-row-errors.ts'

interface Row extends Pick<TaxRate, 'tax' | 'paid_by' | 'valid_from' | 'source'> {
  key: string
  rate: string
  valid_to: string
}

/** Tax rates: the withholding required by law, by date and payment type. */
export function TaxRatesPage() {
  return (
    <SettingsOf of={commission.taxRates} failed={texts.ratesLoadFailed}>
      {(opened) => <Editor opened={opened} />}
    </SettingsOf>
  )
}

function Editor({ opened }: { opened: Opened<TaxRates> }) {
  const [rows, setRows] = useState<Row[]>(() => opened.record.rates.map(rowOf))
  const settings = useSettings(opened, commission.saveTaxRates, {
    draft: { rates: rows.map(rateOf) },
    saved: texts.ratesSaved,
  })
  const { errors, drop, clear } = useRowErrors('rates', rows, settings.error)
  const save = () => {
    clear()
    settings.save()
  }
  return (
    <SettingsForm
      settings={settings}
      title={menuTexts.taxRates}
      introduction={texts.ratesIntroduction}
      label={texts.rates}
      isWide
      isOff={false}
      onSave={save}
    >
      {rows.length === 0 && <p className={classes.quiet}>{texts.noRates}</p>}
      {rows.map((row, at) => (
        <RateRow
          key={row.key}
          row={row}
          isReadOnly={!settings.mayChange}
          errorOf={(name) => errors[`${row.key}.${name}`]}
          onChange={(changes) => {
            setRows(rows.map((one, index) => (index === at ? { ...one, ...changes } : one)))
            drop(row.key)
          }}
          onRemove={() => setRows(rows.filter((_, index) => index !== at))}
        />
      ))}
      {settings.mayChange && (
        <div className={classes.bar}>
          <Button size="xs" variant="default" onClick={() => setRows([...rows, blankRow()])}>
            {texts.addRate}
          </Button>
        </div>
      )}
    </SettingsForm>
  )
}

function RateRow({
  row,
  isReadOnly,
  errorOf,
  onChange,
  onRemove,
}: {
  row: Row
  isReadOnly: boolean
  errorOf: (name: string) => string | undefined
  onChange: (changes: Partial<Row>) => void
  onRemove: () => void
}) {
  const input = (name: 'rate' | 'valid_from' | 'valid_to' | 'source', label: string, path: string = name) => (
    <TextInput
      size="xs"
      label={label}
      type={name.startsWith('valid') ? 'date' : 'text'}
      min={name.startsWith('valid') ? '2000-01-01' : undefined}
      maxLength={300}
      readOnly={isReadOnly}
      value={row[name]}
      error={errorOf(path)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <div className={`${classes.row} ${classes.tax}`}>
      <NativeSelect
        size="xs"
        label={texts.tax}
        disabled={isReadOnly}
        data={taxes.map((value) => ({ value, label: taxWords[value] }))}
        value={row.tax}
        onChange={(event) => onChange({ tax: event.currentTarget.value as Row['tax'] })}
      />
      <NativeSelect
        size="xs"
        label={texts.paidBy}
        disabled={isReadOnly}
        data={paidBys.map((value) => ({ value, label: paidByWords[value] }))}
        value={row.paid_by}
        onChange={(event) => onChange({ paid_by: event.currentTarget.value as Row['paid_by'] })}
      />
      {input('rate', texts.rate, 'rate_bp')}
      {input('valid_from', texts.from)}
      {input('valid_to', texts.to)}
      {input('source', texts.source)}
      {!isReadOnly && (
        <Button size="xs" variant="subtle" color="red" onClick={onRemove}>
          {texts.remove}
        </Button>
      )}
    </div>
  )
}

function rateOf({ tax, paid_by, rate, valid_from, valid_to, source }: Row) {
  return { tax, paid_by, rate_bp: basisPointsOf(rate), valid_from, valid_to: valid_to || null, source }
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
