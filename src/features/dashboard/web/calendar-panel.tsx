import { texts } from '../texts.ts'
import '@mantine/dates/styles.css'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import { karachiDay, plusDays } from '#kit/contract/day.ts'

/** Two months side by side, for choosing a first and a last day. Days after today in Karachi cannot be chosen. */
export function CalendarPanel({
  from,
  to,
  columns,
  onChange,
}: {
  from: string
  to: string
  columns: 1 | 2
  onChange: (days: { from: string; to: string }) => void
}) {
  const [days, setDays] = useState<[string | null, string | null]>([from, to])
  const monthBefore = plusDays(`${to.slice(0, 8)}01`, -1)
  return (
    <DatePicker
      type="range"
      size="xs"
      firstDayOfWeek={0}
      numberOfColumns={columns}
      allowSingleDateInRange
      hideOutsideDates
      // Weekends differ from shop to shop, so none are marked.
      weekendDays={[]}
      defaultDate={columns === 2 ? monthBefore : to}
      minDate="2000-01-01"
      maxDate={karachiDay(Date.now())}
      value={days}
      ariaLabels={{
        previousMonth: texts.previousMonth,
        nextMonth: texts.nextMonth,
        previousYear: texts.previousYear,
        nextYear: texts.nextYear,
        previousDecade: texts.previousYears,
        nextDecade: texts.nextYears,
      }}
      onChange={(chosen) => {
        setDays(chosen)
        const [first, last] = chosen
        if (first && last) onChange({ from: first, to: last })
      }}
    />
  )
}
