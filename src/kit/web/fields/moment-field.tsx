import { TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { texts } from './texts.ts'

/** Pakistan is five hours ahead of UTC all year: it has had no daylight saving time since 2010. */
const offsetMs = 5 * 60 * 60 * 1000

/** A moment as a date-time field holds it, in Pakistan time: 2026-11-30T23:59. */
export function typedMoment(at: number | string): string {
  return new Date(new Date(at).getTime() + offsetMs).toISOString().slice(0, 16)
}

/** The value of such a field in the format of the API; empty if the value is not a complete moment. */
export function momentTyped(text: string): string {
  const at = Date.parse(`${text}:00+05:00`)
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(at) ? new Date(at).toISOString() : ''
}

/** A date and a time to the minute, in Pakistan time whatever the browser's time zone. */
export function MomentField({
  label,
  value,
  error,
  onChange,
  onBlur,
}: {
  label: string
  value: string
  error?: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  onBlur?: () => void
}) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      description={texts.pakistanTime}
      value={value}
      error={error}
      onChange={onChange}
      onBlur={onBlur}
    />
  )
}
