import { z } from 'zod'

/** The forms in which a table is handed out. */
export const tableFormats = ['csv', 'xlsx'] as const
export type TableFormat = (typeof tableFormats)[number]

/** Several of these columns in their order, with commas between or given again; one that is named twice stands where it was first. */
export function chosenOf<const Column extends string>(columns: readonly Column[]) {
  return z.preprocess(
    (given) => [given].flat().flatMap((text) => (typeof text === 'string' ? text.split(',') : [text])),
    z
      .array(z.enum(columns))
      .min(1)
      .transform((chosen) => [...new Set(chosen)]),
  )
}
