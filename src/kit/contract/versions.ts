import { z } from 'zod'

/** What a list of versions shows of each: its number, what was done, when, and by whom. */
export const Version = z.object({
  number: z.int(),
  action: z.string(),
  saved_at: z.string(),
  saved_by_name: z.string(),
})
export type Version = z.infer<typeof Version>

/** The number of a version in an address: 1 is the oldest. */
export const versionNumber = z.coerce.number().int().min(1).max(1_000_000)

/** A list of versions ends after this many, the newest first. */
export const mostVersionsListed = 100
