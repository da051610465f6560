import { TextInput } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { parseTypedRupees } from '#kit/contract/money.ts'
import { cities, spellCity } from '#kit/contract/pakistan-cities.ts'
import { DayField } from '../fields/day-field.tsx'
import { texts } from './texts.ts'

interface FieldProps {
  label: string
  value: string
  /** Focuses the field when it appears, because the user has just added the filter. */
  focus: ((field: HTMLElement | null) => void) | null
  onAsk: (value: string) => void
}

/** The typed filters: a day, an amount in rupees, a city. */
export function TypedFilter({ control, ...field }: FieldProps & { control: 'day' | 'amount' | 'city' }) {
  return control === 'day' ? (
    <DayField
      size="xs"
      place="placeholder"
      isKeeping
      label={field.label}
      value={field.value}
      ref={field.focus ?? undefined}
      onDay={field.onAsk}
    />
  ) : (
    <TypedField {...field} isAmount={control === 'amount'} />
  )
}

/**
 * Applies the filter when the field loses the focus, on Enter, or as soon as the text equals one of the suggestions: a
 * half-typed value would find nothing. Amounts and cities are accepted as people write them; an invalid amount is not
 * applied.
 */
function TypedField({ label, isAmount, value, focus, onAsk }: FieldProps & { isAmount: boolean }) {
  const [typed, setTyped] = useState(value)
  const [isWrong, setWrong] = useState(false)
  const asked = useRef(value)
  const list = useId()
  if (value !== asked.current) {
    asked.current = value
    setTyped(value)
  }
  const ask = (text: string) => {
    // What is asked for already stays as it is written, also a city in another spelling than that of the list.
    if (text === asked.current) return setWrong(false)
    const wanted = text === '' ? '' : isAmount ? parseTypedRupees(text) : spellCity(text)
    setWrong(wanted === null)
    if (wanted === null || wanted === asked.current) return
    asked.current = wanted
    onAsk(wanted)
  }
  return (
    <>
      <TextInput
        ref={focus}
        size="xs"
        aria-label={label}
        placeholder={isAmount ? texts.labelRs({ label }) : label}
        inputMode={isAmount ? 'decimal' : 'text'}
        autoComplete="off"
        maxLength={60}
        {...(isAmount ? {} : { list })}
        value={typed}
        error={isWrong}
        onChange={(event) => {
          const text = event.currentTarget.value
          setTyped(text)
          if (!isAmount && cities.some(({ name }) => name === text)) ask(text)
        }}
        onBlur={() => ask(typed.trim())}
        onKeyDown={(event) => event.key === 'Enter' && ask(typed.trim())}
      />
      {!isAmount && (
        <datalist id={list}>
          {cities.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  )
}
