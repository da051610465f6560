/**
 * English as written in Pakistan: 1,234,567 and the plural forms "one" and "other". For dates this locale has only the
 * American order.
 */
export const language = 'en-PK'
const datesLike = 'en-GB'

const whole = new Intl.NumberFormat(language)
const zone = 'Asia/Karachi'
const day = new Intl.DateTimeFormat(datesLike, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: zone,
})
const moment = new Intl.DateTimeFormat(datesLike, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: zone,
})

const minute = new Intl.DateTimeFormat(datesLike, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: zone,
})

/** A number for display: 12,345, with at most `digits` decimals and no trailing zeros. */
export function numberOf(value: number, digits = 3): string {
  return digits === 3
    ? whole.format(value)
    : value.toLocaleString(language, { maximumFractionDigits: digits })
}

/** A day for display, in Karachi time regardless of the browser's zone: 21 Nov 2026. */
export function dayOf(iso: string): string {
  return day.format(new Date(iso))
}

/** A moment for display, to the minute: 30 Nov 2026, 23:59. */
export function momentOf(iso: string): string {
  return minute.format(new Date(iso))
}

/** A moment as people write it: 14:02, preceded by the day unless it is today. */
export function recentMomentOf(iso: string): string {
  const [date, time = ''] = momentOf(iso).split(', ')
  return date === dayOf(new Date().toISOString()) ? time : `${date?.replace(/ \d{4}$/, '')}, ${time}`
}

/** The full time, shown on hover. */
export function fullTimeOf(iso: string): string {
  return `${moment.format(new Date(iso))}, Pakistan time`
}

/** The age of something, in the largest unit that is precise enough. */
export function ageOf(iso: string): string {
  const minutes = Math.floor((Date.now() - new Date(iso).getTime()) / 60_000)
  if (minutes < 1) return 'under 1 min'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h`
  const days = Math.floor(hours / 24)
  return days === 1 ? '1 day' : `${days} days`
}

/** How long ago something happened. From two months on the day is shown, which is more useful. */
export function agoOf(iso: string): string {
  const age = ageOf(iso)
  if (age === 'under 1 min') return 'just now'
  return /^([6-9]\d|\d{3,}) days/.test(age) ? dayOf(iso) : `${age} ago`
}
