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

/** What blocks. */
export function error(code: string, message: string): Finding {
  return { level: 'error', code, message }
}

/** What is left to a person. */
export function warning(code: string, message: string): Finding {
  return { level: 'warning', code, message }
}

/** What was looked at and is right. */
export function fine(code: string, message: string): Finding {
  return { level: 'ok', code, message }
}
