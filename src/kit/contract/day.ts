import { z } from 'zod'

/** A day in Asia/Karachi as 2026-11-21. PostgreSQL has no year 0, and no record here is older than this century. */
export const day = z.iso
  .date({ error: 'Write the day as 2026-11-21', abort: true })
  .refine((text) => text >= '2000-01-01', 'No day before the year 2000')

const karachi = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Asia/Karachi' })

/** The day in Karachi at this moment, given as a Date or in milliseconds: 2026-11-21. */
export function karachiDay(at: Date | number): string {
  return karachi.format(at)
}

/** The day this many days later, or earlier if `days` is negative. */
export function plusDays(from: string, days: number): string {
  return new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)
}
