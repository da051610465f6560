/** English as it is written in Pakistan: 1,234,567 and "one" beside "other". Of dates it knows only the American order. */
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

/** A number as people read it: 12,345; with at most `digits` digits after the point, none of them for show. */
export function numberOf(value: number, digits = 3): string {
  return digits === 3
    ? whole.format(value)
    : value.toLocaleString(language, { maximumFractionDigits: digits })
}

/** A day as people write it here: 21 Nov 2026, in Karachi whatever the browser's zone. */
export function dayOf(iso: string): string {
  return day.format(new Date(iso))
}

/** The whole time, for whoever hovers. */
export function fullTimeOf(iso: string): string {
  return `${moment.format(new Date(iso))}, Pakistan time`
}

/** How long something has waited, in the largest unit that says enough. */
export function ageOf(iso: string): string {
  const minutes = Math.floor((Date.now() - new Date(iso).getTime()) / 60_000)
  if (minutes < 1) return 'under 1 min'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h`
  const days = Math.floor(hours / 24)
  return days === 1 ? '1 day' : `${days} days`
}

/** How long ago it was; from two months on the day itself, which says more by then. */
export function agoOf(iso: string): string {
  const age = ageOf(iso)
  if (age === 'under 1 min') return 'just now'
  return /^([6-9]\d|\d{3,}) days/.test(age) ? dayOf(iso) : `${age} ago`
}

/** How many there are, in words: 1 product, 1,240 products, 2 categories. */
export function countOf(count: number, one: string): string {
  const many = /[^aeiou]y$/.test(one) ? `${one.slice(0, -1)}ies` : `${one}s`
  return `${numberOf(count)} ${count === 1 ? one : many}`
}
