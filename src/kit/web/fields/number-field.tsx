import { TextInput } from '@mantine/core'
import { parseTypedRupees } from '#kit/contract/money.ts'
import { parseTypedNumber } from '#kit/contract/typed-number.ts'
import classes from './number-field.module.css'

/**
 * A number as people type it: with grouping, in Urdu digits, or pasted with its unit. When the field loses the focus, a
 * valid number is shown with plain grouping; invalid text stays as typed. The mouse wheel never changes the number.
 */
export function NumberField({
  label,
  unit,
  value,
  isRequired = false,
  description,
  error,
  onType,
  onLeave,
}: {
  label: string
  /** The unit, such as Rs, pcs or kg: shown inside the field and not part of the value. */
  unit: string
  value: string
  isRequired?: boolean
  description?: string
  error?: string | undefined
  onType: (typed: string) => void
  onLeave?: () => void
}) {
  return (
    <TextInput
      label={label}
      inputMode={unit === 'pcs' ? 'numeric' : 'decimal'}
      dir="ltr"
      autoComplete="off"
      maxLength={60}
      withAsterisk={isRequired}
      aria-required={isRequired || undefined}
      description={description}
      classNames={{ input: classes.number ?? '' }}
      {...(unit === 'Rs'
        ? { leftSection: <Suffix unit={unit} />, leftSectionWidth: 36 }
        : { rightSection: <Suffix unit={unit} />, rightSectionWidth: 42 })}
      value={value}
      error={error}
      onChange={(event) => onType(event.currentTarget.value)}
      onBlur={() => {
        const tidy = tidied(value, unit)
        if (tidy !== value) onType(tidy)
        onLeave?.()
      }}
    />
  )
}

function Suffix({ unit }: { unit: string }) {
  return (
    <span className={classes.unit} aria-hidden="true">
      {unit}
    </span>
  )
}

/**
 * The plain decimal digits of the typed text, with a minus sign for negative numbers; null if the text is no number.
 */
export function readTyped(typed: string, unit: string): string | null {
  const [, sign, rest = ''] = /^\s*([-\u2212])?(.*)$/s.exec(typed) ?? []
  const plain = unit === 'Rs' ? parseTypedRupees(rest) : parseTypedNumber(rest)
  return sign && plain !== null && plain !== '0' ? `-${plain}` : plain
}

/** The number that was typed, for a figure without a unit; NaN if the text is empty or no number, which every schema refuses. */
export function numberTyped(typed: string): number {
  return Number(readTyped(typed, '') ?? Number.NaN)
}

/** A number as shown in a field without the focus. */
export function tidied(typed: string, unit: string): string {
  const [whole = '', decimals] = (readTyped(typed, unit) ?? '').split('.')
  if (whole === '') return typed.trim()
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}
