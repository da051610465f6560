import { karachiDay, plusDays } from '#kit/contract/day.ts'
import type { ReviewLimits } from '../contract.ts'

export type WorkingHours = Pick<ReviewLimits, 'opens_at' | 'closes_at' | 'weekend' | 'holidays'>

const hourMs = 3_600_000
/** Pakistan is five hours ahead of UTC all year. */
const ahead = 5 * hourMs
/** Years of holidays in a row would never end a count, so it stops here. */
const mostDays = 3_000

/**
 * The latest moment that is `hours` working hours before `at`: what has waited since then or longer is late. One moment a
 * kind, so that what is late is found by the index.
 */
export function workingHoursBefore(at: Date, hours: number, of: WorkingHours): Date {
  let left = hours * hourMs
  let day = karachiDay(at)
  for (let n = 0; n < mostDays; n += 1, day = plusDays(day, -1)) {
    const [opens, closes] = openOn(day, of)
    const end = Math.min(closes, at.getTime())
    if (end <= opens) continue
    if (end - opens >= left) return new Date(end - left)
    left -= end - opens
  }
  return new Date(0)
}

/** The first moment at which `hours` working hours have passed since `at`. */
export function workingHoursAfter(at: Date, hours: number, of: WorkingHours): Date {
  let left = hours * hourMs
  let day = karachiDay(at)
  for (let n = 0; n < mostDays; n += 1, day = plusDays(day, 1)) {
    const [opens, closes] = openOn(day, of)
    const start = Math.max(opens, at.getTime())
    if (closes <= start) continue
    if (closes - start >= left) return new Date(start + left)
    left -= closes - start
  }
  return new Date(at.getTime() + mostDays * 24 * hourMs)
}

/** The working hours of a day as two moments; the same moment twice on a day without work. */
function openOn(day: string, { opens_at, closes_at, weekend, holidays }: WorkingHours): [number, number] {
  const midnight = Date.parse(`${day}T00:00:00Z`) - ahead
  const isOff =
    weekend.includes(new Date(`${day}T00:00:00Z`).getUTCDay()) || holidays.some((one) => one.day === day)
  return isOff ? [midnight, midnight] : [midnight + opens_at * hourMs, midnight + closes_at * hourMs]
}
