import { z } from 'zod'

/** The result of a form check: an error blocks, a warning explains, and a passed check is reported as ok. */
export const Finding = z.object({
  level: z.enum(['error', 'warning', 'ok']),
  code: z.string(),
  /** The field that the finding is about, in dotted form. */
  path: z.string().optional(),
  message: z.string(),
})
export type Finding = z.infer<typeof Finding>

/** A finding that blocks. */
export function error(code: string, message: string): Finding {
  return { level: 'error', code, message }
}

/** A finding that a person decides on. */
export function warning(code: string, message: string): Finding {
  return { level: 'warning', code, message }
}

/** A check that passed. */
export function fine(code: string, message: string): Finding {
  return { level: 'ok', code, message }
}
