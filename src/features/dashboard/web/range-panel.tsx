import { NativeSelect } from '@mantine/core'
import { IconCalendarMonth } from '@tabler/icons-react'
import { Suspense } from 'react'
import { karachiDay } from '#kit/contract/day.ts'
import { dayOf } from '#kit/contract/words.ts'
import { DayField } from '#kit/web/fields/day-field.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { Popover } from '#kit/web/popover.tsx'
import type { Figures } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './range-panel.module.css'

// Most ranges are presets, so the calendar is loaded only when it is opened.
const CalendarPanel = lazyOf(() => import('./calendar-panel.tsx'), 'CalendarPanel')

const dayMs = 86_400_000

/** The last days up to today in Karachi, whatever the browser's time zone. */
function lastDays(days: number): { from: string; to: string } {
  const now = Date.now()
  return { from: karachiDay(now - (days - 1) * dayMs), to: karachiDay(now) }
}

function thisMonth(): { from: string; to: string } {
  const { to } = lastDays(1)
  return { from: `${to.slice(0, 8)}01`, to }
}

const presets: { value: string; label: string; range: () => { from: string; to: string } }[] = [
  { value: 'today', label: texts.today, range: () => lastDays(1) },
  { value: '7', label: texts.last7Days, range: () => lastDays(7) },
  { value: '30', label: texts.last30Days, range: () => lastDays(30) },
  { value: '90', label: texts.last90Days, range: () => lastDays(90) },
  { value: 'month', label: texts.thisMonth, range: thisMonth },
  { value: 'year', label: texts.last365Days, range: () => lastDays(365) },
]
const standard = '30'
const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The range in the address: a preset or two days; the last 30 days by default. */
export function rangeOf(state: URLSearchParams): {
  from: string
  to: string
  compare: 'previous' | 'year'
} {
  const [from, to] = [state.get('from'), state.get('to')]
  const compare = state.get('compare') === 'year' ? 'year' : 'previous'
  if (isDay(from) && isDay(to) && from <= to) return { from, to, compare }
  const asked = presets.find(({ value }) => value === (state.get('range') ?? standard)) ?? presets[2]
  return { ...(asked ?? { range: () => lastDays(30) }).range(), compare }
}

/** The range of days for everything below it, and the comparison range. Both are in the address. */
export function RangeBar({ figures }: { figures: Figures | undefined }) {
  const [state, change] = useUrlState()
  const { from, to, compare } = rangeOf(state)
  const isTyped = state.get('from') !== null
  const type = (name: 'from' | 'to', day: string) => {
    if (!isDay(day)) return
    const next = { from, to, [name]: day }
    // A day beyond the other one takes it along: what was typed is never dropped without a word.
    const range = next.from <= next.to ? next : { from: day, to: day }
    change({ ...range, range: '' }, { replace: true })
  }
  const columns = window.innerWidth < 640 ? 1 : 2
  return (
    <fieldset className={classes.bar} aria-label={texts.rangeOfDays}>
      <NativeSelect
        size="xs"
        aria-label={texts.days}
        value={isTyped ? 'typed' : (state.get('range') ?? standard)}
        onChange={({ currentTarget: { value } }) =>
          change(
            value === 'typed'
              ? { from, to, range: '' }
              : { from: '', to: '', range: value === standard ? '' : value },
          )
        }
        data={[
          ...presets.map(({ value, label }) => ({ value, label })),
          { value: 'typed', label: texts.customRange },
        ]}
      />
      <span className={classes.day}>
        <DayField
          size="xs"
          place="inside"
          isKeeping
          {...{ label: texts.from, value: from, max: to }}
          onDay={(day) => type('from', day)}
        />
      </span>
      <span className={classes.day}>
        <DayField
          size="xs"
          place="inside"
          isKeeping
          {...{ label: texts.to, value: to, min: from }}
          onDay={(day) => type('to', day)}
        />
      </span>
      <Popover
        label={texts.chooseDays}
        icon={<IconCalendarMonth size={16} aria-hidden />}
        width={columns === 2 ? 470 : 244}
      >
        {(close) => (
          <Suspense fallback={<div className={classes.calendar} />}>
            <div className={classes.calendar}>
              <CalendarPanel
                from={from}
                to={to}
                columns={columns}
                onChange={(days) => {
                  change({ ...days, range: '' })
                  close()
                }}
              />
            </div>
          </Suspense>
        )}
      </Popover>
      <NativeSelect
        size="xs"
        aria-label={texts.compareWith}
        value={compare}
        onChange={({ currentTarget }) =>
          change({ compare: currentTarget.value === 'previous' ? '' : currentTarget.value })
        }
        data={[
          { value: 'previous', label: texts.previousPeriod },
          { value: 'year', label: texts.vsAYearAgo },
        ]}
      />
      <p className={classes.words}>
        {figures &&
          texts.comparison({
            range: spanOf(figures.from, figures.to),
            comparedRange: spanOf(figures.before_from, figures.before_to),
          })}
      </p>
    </fieldset>
  )
}

function spanOf(from: string, to: string): string {
  return from === to ? dayOf(from) : texts.dayRange({ from: dayOf(from), to: dayOf(to) })
}
