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
function chosenOf<const Column extends string>(columns: readonly Column[]) {
  return z.preprocess(
    severalOf,
    z
      .array(z.enum(columns))
      .min(1)
      .transform((chosen) => [...new Set(chosen)]),
  )
}

/** The ids of selected rows, separated by commas or as repeated parameters. Narrows a filtered list to these rows. */
const SelectedIds = z.preprocess(severalOf, z.array(z.uuid().toLowerCase()).min(1).max(mostSelected))

/** What an endpoint that streams a file is, whatever is in it. Its audit row is stored before the first line leaves. */
export const exported = { layout: 'csv', writes: true, transactions: 'own' } as const

/** What a list is asked for by pages, which its export leaves out. */
export const paging = { limit: true, cursor: true, page: true } as const

/** The names of the fields that an export can contain, in their order. */
export const namesOf = <Name extends string>(fields: Readonly<Record<Name, string>>) =>
  Object.keys(fields) as [Name, ...Name[]]

/** What an export is asked for besides the filters of its list. */
export const exportOf = <const Name extends string>(names: readonly Name[]) => ({
  fields: chosenOf(names).optional(),
  format: z.enum(tableFormats).default('csv'),
})

/** The same for a list whose rows can be selected. */
export const selectionOf = <const Name extends string>(names: readonly Name[]) => ({
  ids: SelectedIds.optional(),
  ...exportOf(names),
})

function severalOf(given: unknown): unknown[] {
  return [given].flat().flatMap((text) => (typeof text === 'string' ? text.split(',') : [text]))
}
