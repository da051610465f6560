import '@mantine/dates/styles.css'
import { NativeSelect } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { texts } from './texts.ts'

const halfHours = Array.from({ length: 48 }, (_, half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, '0')
  return `${hour}:${half % 2 ? '30' : '00'}`
})
/** The last minute of a day, at which most offers end. */
const times = [...halfHours, '23:59']

/** A month of days, the week from Sunday; with `time`, the time of the day below it. It is loaded when it is opened. */
export function DayCalendar({
  day,
  time,
  min = '2000-01-01',
  max,
  onDay,
  onTime,
}: {
  day: string
  time?: string
  min?: string | undefined
  max?: string | undefined
  onDay: (day: string) => void
  onTime?: (time: string) => void
}) {
  return (
    <>
      <DatePicker
        size="xs"
        firstDayOfWeek={0}
        // Weekends differ from shop to shop, so none are marked.
        weekendDays={[]}
        hideOutsideDates
        minDate={min}
        {...(max ? { maxDate: max } : {})}
        {...(day ? { defaultDate: day } : {})}
        value={day || null}
        ariaLabels={{
          previousMonth: texts.previousMonth,
          nextMonth: texts.nextMonth,
          previousYear: texts.previousYear,
          nextYear: texts.nextYear,
          previousDecade: texts.previousYears,
          nextDecade: texts.nextYears,
        }}
        onChange={(chosen) => chosen && onDay(chosen)}
      />
      {onTime && (
        <NativeSelect
          size="xs"
          mt="xs"
          label={texts.time}
          value={time ?? ''}
          data={time && !times.includes(time) ? [...times, time].sort() : times}
          onChange={(event) => onTime(event.currentTarget.value)}
        />
      )}
    </>
  )
}
