export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
const karachi = 5 * hour

/**
 * The time moved into working hours in Karachi (9 to 18, Monday to Saturday), where staff decide: after `since`, and
 * never later than twenty minutes before `now`, so that no undo window of the demo is still open.
 */
export function officeTime(at: Date, since: Date, now: Date): Date {
  const local = at.getTime() + karachi
  let midnight = Math.floor(local / day) * day
  const within = 9 * hour + ((local - midnight) / day) * 9 * hour - karachi
  const isSunday = () => new Date(midnight).getUTCDay() === 0
  while (isSunday() || midnight + within <= since.getTime()) midnight += day
  const latest = now.getTime() - 20 * minute
  if (midnight + within <= latest) return new Date(midnight + within)
  return at.getTime() <= latest ? at : new Date((since.getTime() + latest) / 2)
}

/** This long before a time. */
export function before(time: Date, span: number): Date {
  return new Date(time.getTime() - span)
}
