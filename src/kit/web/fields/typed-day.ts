import { karachiDay, plusDays } from '#kit/contract/day.ts'
import { dayOf } from '#kit/contract/words.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const near: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 }

/** No record is older than this day. */
const firstDay = '2000-01-01'

/**
 * The day that somebody has written, as 2026-11-23; null if it is not a day. Accepted are 23 Nov 2026, 23 November,
 * 23/11, 23-11-26, 23.11.2026, 2026-11-23, yesterday, today and tomorrow. The day comes before the month, and a day
 * without a year is in the year of `now`.
 */
export function dayTyped(text: string, now = Date.now()): string | null {
  const words = text.trim().toLowerCase()
  const today = karachiDay(now)
  if (words in near) return plusDays(today, near[words] ?? 0)
  const [, year = '', month = '', dayOfMonth = ''] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words) ?? []
  if (year) return checked(year, month, dayOfMonth)
  const figures = /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{4}|\d{2}))?$/.exec(words)
  if (figures) return checked(yearOf(figures[3], today), figures[2] ?? '', figures[1] ?? '')
  const named = /^(\d{1,2})[ \-/.]*([a-z]{3,9})\.?,?[ \-/.]*(\d{4}|\d{2})?$/.exec(words)
  const name = named?.[2] ?? ''
  const index = months.findIndex((month) => name.startsWith(month))
  return named && index >= 0 ? checked(yearOf(named[3], today), String(index + 1), named[1] ?? '') : null
}

/** True once nothing more can follow: a day with its four-digit year. */
export function isWholeDay(text: string): boolean {
  return /(^\d{4}-\d\d-\d\d|[/.\- a-z]\d{4})$/i.test(text.trim())
}

/** A day as the field shows it: 23 Nov 2026. What is not a day is shown as it was written. */
export function dayShown(value: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? dayOf(value) : value
}

/**
 * The moment that somebody has written, as 2026-11-30T23:59; null if it is not one. The time follows the day: 23:59,
 * 11:59 pm or 9am. `time` is taken for a day without a time.
 */
export function momentWritten(text: string, time = '', now = Date.now()): string | null {
  const iso = /^(\d{4}-\d\d-\d\d)t(\d\d:\d\d)$/i.exec(text.trim())
  const spoken = /^(.*?)[, ]\s*(\d{1,2}:\d{2}(?:\s*[ap]m)?|\d{1,2}\s*[ap]m)$/i.exec(text.trim())
  const day = dayTyped(iso?.[1] ?? spoken?.[1]?.replace(/,$/, '') ?? text, now)
  const at = iso?.[2] ?? (spoken ? timeTyped(spoken[2] ?? '') : time)
  return day && at ? `${day}T${at}` : null
}

/** A moment as the field shows it: 30 Nov 2026, 23:59. */
export function momentShown(value: string): string {
  const [day = '', time] = value.split('T')
  return time && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))
    ? `${dayOf(day)}, ${time}`
    : value
}

function timeTyped(text: string): string | null {
  const [, hours = '', minutes = '00', half] = /^(\d{1,2})(?::(\d{2}))?\s*([ap]m)?$/i.exec(text) ?? []
  const isHalf = half !== undefined
  const hour = Number(hours)
  if (hours === '' || Number(minutes) > 59 || hour > (isHalf ? 12 : 23) || (isHalf && hour === 0)) return null
  const whole = isHalf ? (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : hour
  return `${String(whole).padStart(2, '0')}:${minutes}`
}

function yearOf(text: string | undefined, today: string): string {
  if (!text) return today.slice(0, 4)
  return text.length === 2 ? `20${text}` : text
}

/** The day of the calendar; null for the 31st of a month of 30 days. */
function checked(year: string, month: string, dayOfMonth: string): string | null {
  const day = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  const at = Date.parse(day)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) && day >= firstDay ? day : null
}
