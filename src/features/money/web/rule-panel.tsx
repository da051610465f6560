import { Button, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { percentOf } from '#kit/contract/percent.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { type Commission, commission } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './settings-panel.module.css'

/** A rule as entered in the form. */
export interface Row {
  key: string
  name: string
  vendor: string
  vendor_id: string | null
  category: string
  from: string
  to: string
  rate: string
}

/** One rule of the list: its vendor and category, its price range, and its rate. */
export function RuleRow({
  row,
  number,
  isReadOnly,
  categories,
  errorOf,
  onChange,
  onRaise,
  onRemove,
}: {
  row: Row
  number: number
  isReadOnly: boolean
  /** The id of the datalist with category names; names outside the list are also accepted. */
  categories: string
  errorOf: (name: string) => string | undefined
  onChange: (changes: Partial<Row>) => void
  onRaise?: () => void
  onRemove: () => void
}) {
  const isNamed = isVague(row)
  const found = useEndpoint(commission.vendors, { q: row.vendor }, { enabled: isNamed && !isReadOnly })
  // A name that was pasted is known only when its shop is found.
  const named = (found.data ?? []).filter(({ name }) => name === row.vendor.trim())
  const pasted = isNamed && named.length === 1 ? named[0] : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen once, when it is found
  useEffect(() => {
    if (pasted) onChange({ vendor: pasted.name, vendor_id: pasted.id })
  }, [pasted?.id])
  const field = (name: keyof Row & string, label: string, error?: string, list?: string) => (
    <TextInput
      size="xs"
      label={label}
      aria-label={texts.fieldOfRule({ label, number })}
      readOnly={isReadOnly}
      maxLength={120}
      value={row[name] ?? ''}
      error={error}
      {...(list ? { list, autoComplete: 'off' } : {})}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <div className={classes.row}>
      {field('name', texts.rule, errorOf('name'))}
      <div>
        <TextInput
          size="xs"
          id={vendorFieldOf(row)}
          label={texts.vendor}
          aria-label={texts.fieldOfRule({ label: texts.vendor, number })}
          placeholder={texts.everyVendor}
          list={`vendors-${row.key}`}
          readOnly={isReadOnly}
          value={row.vendor}
          error={errorOf('vendor_id') ?? (isNamed ? texts.chooseVendor : undefined)}
          onChange={(event) => {
            const vendor = event.currentTarget.value
            const known = (found.data ?? []).filter(({ name }) => name === vendor)
            onChange({ vendor, vendor_id: known.length === 1 ? (known[0]?.id ?? null) : null })
          }}
        />
        <datalist id={`vendors-${row.key}`}>
          {(found.data ?? []).map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
      </div>
      {field('category', texts.category, errorOf('category'), categories)}
      {field('from', texts.priceFrom, errorOf('price_from'))}
      {field('to', texts.priceTo, errorOf('price_to'))}
      {field('rate', texts.rate, errorOf('rate_bp'))}
      {!isReadOnly && (
        <div className={classes.bar}>
          <Button size="xs" variant="subtle" disabled={!onRaise} onClick={onRaise}>
            {texts.up}
          </Button>
          <Button size="xs" variant="subtle" color="red" onClick={onRemove}>
            {texts.remove}
          </Button>
        </div>
      )}
    </div>
  )
}

/** True if a vendor was typed but not selected. */
export function isVague({ vendor, vendor_id }: Row): boolean {
  return vendor.trim() !== '' && vendor_id === null
}

/** The id of the rule's vendor field. */
export function vendorFieldOf({ key }: Row): string {
  return `vendor-${key}`
}

/** The form values of a saved rule. */
export function rowOf(rule: Commission['rules'][number]): Row {
  return {
    key: rule.id,
    name: rule.name,
    vendor: rule.vendor_name,
    vendor_id: rule.vendor_id,
    category: rule.category,
    from: rule.price_from ?? '',
    to: rule.price_to ?? '',
    rate: percentOf(rule.rate_bp),
  }
}

/** The form values of a new rule. */
export function blankRow(): Row {
  return {
    key: crypto.randomUUID(),
    name: '',
    vendor: '',
    vendor_id: null,
    category: '',
    from: '',
    to: '',
    rate: '',
  }
}
