import { karachiDay } from './day.ts'

/** The file name of an export made at this time, by the day in Karachi: audit-log-2026-11-21.csv. */
export function csvName(of: string, now: Date): string {
  return `${of}-${karachiDay(now)}.csv`
}
