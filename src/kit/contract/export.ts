import { z } from 'zod'

/** The file formats of an exported table. */
export const tableFormats = ['csv', 'xlsx'] as const
export type TableFormat = (typeof tableFormats)[number]

/** How many rows can be exported by id at once: more than one page of a list. */
const mostSelected = 200

/**
 * A selection of these columns in the given order, separated by commas or as repeated parameters. A repeated column
 * keeps its first position.
 */
export function chosenOf<const Column extends string>(columns: readonly Column[]) {
  return z.preprocess(
    severalOf,
    z
      .array(z.enum(columns))
      .min(1)
      .transform((chosen) => [...new Set(chosen)]),
  )
}

/** The ids of selected rows, separated by commas or as repeated parameters. Narrows a filtered list to these rows. */
export const SelectedIds = z.preprocess(severalOf, z.array(z.uuid().toLowerCase()).min(1).max(mostSelected))

function severalOf(given: unknown): unknown[] {
  return [given].flat().flatMap((text) => (typeof text === 'string' ? text.split(',') : [text]))
}
