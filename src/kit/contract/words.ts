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
  return inThreeLetters(day.format(new Date(iso)))
}

/** A moment for display, to the minute: 30 Nov 2026, 23:59. */
export function momentOf(iso: string): string {
  return inThreeLetters(minute.format(new Date(iso)))
}

/** A moment for display, with its day of the week: Sat, 21 Nov 2026, 14:02. */
export function weekdayMomentOf(iso: string): string {
  return inThreeLetters(moment.format(new Date(iso)))
}

/** A moment as people write it: 14:02, preceded by the day unless it is today. */
export function recentMomentOf(iso: string): string {
  const [date, time = ''] = momentOf(iso).split(', ')
  return date === dayOf(new Date().toISOString()) ? time : `${date?.replace(/ \d{4}$/, '')}, ${time}`
}

/** British English has four letters for one month, and all others have three. */
function inThreeLetters(text: string): string {
  return text.replace('Sept', 'Sep')
}
