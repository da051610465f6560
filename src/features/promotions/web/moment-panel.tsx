import { TextInput } from '@mantine/core'

/** The whole year through Pakistan stands five hours before UTC: since 2010 it has no summer time. */
const offsetMs = 5 * 60 * 60 * 1000

/** A moment as a field of day and time holds it, in Pakistan time: 2026-11-30T23:59. */
export function typedMoment(at: number | string): string {
  return new Date(new Date(at).getTime() + offsetMs).toISOString().slice(0, 16)
}

/** What such a field says, as the wire writes it; empty where it says no whole moment. */
export function momentTyped(text: string): string {
  const at = Date.parse(`${text}:00+05:00`)
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(at) ? new Date(at).toISOString() : ''
}

/** A day and a time, to the minute, whatever the zone of the browser is. */
export function MomentField({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      description="Pakistan time"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
