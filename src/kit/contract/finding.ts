import { z } from 'zod'

/** What a check of a form found: an error blocks, a warning explains, ok is said aloud too. */
export const Finding = z.object({
  level: z.enum(['error', 'warning', 'ok']),
  code: z.string(),
  /** The field it is about, in dotted form. */
  path: z.string().optional(),
  message: z.string(),
})
export type Finding = z.infer<typeof Finding>
