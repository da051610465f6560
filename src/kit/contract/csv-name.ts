import { karachiDay } from './day.ts'

/** The name of an export made at this time: audit-log-2026-11-21.csv, by the day in Karachi. */
export function csvName(of: string, now: Date): string {
  return `${of}-${karachiDay(now)}.csv`
}
