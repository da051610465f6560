export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
const karachi = 5 * hour

/**
 * The time moved into working hours in Karachi (9 to 18, Monday to Saturday), where staff decide; never later than
 * twenty minutes before `now`, so that no undo window of the demo is still open.
 */
export function officeTime(at: Date, now: Date): Date {
  const local = at.getTime() + karachi
  const midnight = Math.floor(local / day) * day
  const isSunday = new Date(midnight).getUTCDay() === 0
  const worked = midnight + (isSunday ? day : 0) + 9 * hour + ((local - midnight) / day) * 9 * hour - karachi
  const latest = now.getTime() - 20 * minute
  return new Date(Math.min(worked <= latest ? worked : at.getTime(), latest))
}

/** This long before a time. */
export function before(time: Date, span: number): Date {
  return new Date(time.getTime() - span)
}
