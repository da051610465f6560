import { z } from 'zod'

/** The forms in which a table is handed out. */
export const tableFormats = ['csv', 'xlsx'] as const
export type TableFormat = (typeof tableFormats)[number]

/** How many rows of a list are handed out by their ids at once: more than a page of it holds. */
const mostSelected = 200

/** Several of these columns in their order, with commas between or given again; one that is named twice stands where it was first. */
export function chosenOf<const Column extends string>(columns: readonly Column[]) {
  return z.preprocess(
    severalOf,
    z
      .array(z.enum(columns))
      .min(1)
      .transform((chosen) => [...new Set(chosen)]),
  )
}

/** The ids of the rows that were selected, with commas between or given again: of what a list is narrowed to, these alone. */
export const SelectedIds = z.preprocess(severalOf, z.array(z.uuid().toLowerCase()).min(1).max(mostSelected))

function severalOf(given: unknown): unknown[] {
  return [given].flat().flatMap((text) => (typeof text === 'string' ? text.split(',') : [text]))
}
