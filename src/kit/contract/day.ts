import { z } from 'zod'

/** A day of Asia/Karachi as 2026-11-21. The database knows no year 0, and nothing here is older than this century. */
export const day = z.iso
  .date({ error: 'Write the day as 2026-11-21', abort: true })
  .refine((text) => text >= '2000-01-01', 'No day before the year 2000')

const karachi = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Asia/Karachi' })

/** The day that it is, or was, in Karachi at this moment (milliseconds are taken too): 2026-11-21. */
export function karachiDay(at: Date | number): string {
  return karachi.format(at)
}

/** The day so many days later; earlier, where they are below zero. */
export function plusDays(from: string, days: number): string {
  return new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)
}
