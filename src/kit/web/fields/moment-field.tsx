import { TextInput } from '@mantine/core'
import { lazyOf } from '../lazy.ts'
import { CalendarButton, useWritten } from './day-field.tsx'
import { texts } from './texts.ts'
import { momentShown, momentWritten } from './typed-day.ts'

const DayCalendar = lazyOf(() => import('./day-calendar.tsx'), 'DayCalendar')

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

/**
 * A date and a time to the minute, in Pakistan time whatever the browser's time zone. A day without a time keeps the
 * time that was there; in an empty field it has `dayTime`, which is midnight unless it is said. What cannot be read is
 * given on as empty, so that a form does not send the moment before.
 */
export function MomentField({
  label,
  value,
  error,
  dayTime = '00:00',
  onChange,
  onBlur,
}: {
  label: string
  value: string
  error?: string | undefined
  /** 23:59 where a day alone means its end. */
  dayTime?: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur?: () => void
}) {
  const [day = '', time = dayTime] = value.split('T')
  const { text, isWrong, bind, take } = useWritten(
    value,
    (at) => onChange({ currentTarget: { value: at } }),
    {
      shown: momentShown,
      read: (written) => momentWritten(written, time),
      // A closed tab does not leave the field: what can be read is unsaved at once, with whatever follows it.
      isWhole: () => true,
    },
  )
  return (
    <TextInput
      label={label}
      description={texts.pakistanTime}
      autoComplete="off"
      maxLength={40}
      value={text}
      error={isWrong ? texts.writeAMoment : error}
      {...bind}
      onBlur={(event) => {
        bind.onBlur(event)
        onBlur?.()
      }}
      rightSection={
        <CalendarButton>
          {() => (
            <DayCalendar
              {...{ day, time }}
              onDay={(chosen) => take(`${chosen}T${time}`)}
              {...(day ? { onTime: (chosen: string) => take(`${day}T${chosen}`) } : {})}
            />
          )}
        </CalendarButton>
      }
    />
  )
}
