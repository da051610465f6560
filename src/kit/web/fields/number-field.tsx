import { TextInput } from '@mantine/core'
import { parseTypedRupees } from '#kit/contract/money.ts'
import { parseTypedNumber } from '#kit/contract/typed-number.ts'
import classes from './number-field.module.css'

/**
 * A number as people type it: with groups, in Urdu digits, pasted with its unit. What can be read is written in plain
 * groups when the field is left; what cannot stays as it was typed. The mouse wheel never changes it.
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
  /** What it counts, such as Rs, pcs or kg: shown inside its field and no part of its value. */
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

/** The plain decimal digits of what was typed, with a sign below zero; null where it cannot be read. */
export function readTyped(typed: string, unit: string): string | null {
  const [, sign, rest = ''] = /^\s*([-\u2212])?(.*)$/s.exec(typed) ?? []
  const plain = unit === 'Rs' ? parseTypedRupees(rest) : parseTypedNumber(rest)
  return sign && plain !== null && plain !== '0' ? `-${plain}` : plain
}

/** A number as it stands in a field that nobody is typing in. */
export function tidied(typed: string, unit: string): string {
  const [whole = '', decimals] = (readTyped(typed, unit) ?? '').split('.')
  if (whole === '') return typed.trim()
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}
