import { sql } from 'kysely'
import { type ReadRow, readRow, type SheetForm } from '#features/bulk-upload/server/rules.ts'
import type { Context } from '#kit/server/context.ts'
import type { SheetCell } from '#kit/server/csv-reader.ts'

/** A Map rather than an object, because a group may have the name of a property that every object has. */
export type Groups = Map<string, number>

const mostGroups = 20_000

/** The row that each row belongs to: the first row of its group, or the row that is named by id or SKU. */
export async function headsOf(
  { db }: Context,
  id: string,
  rows: readonly ReadRow[],
  groups: Groups,
  form: SheetForm,
): Promise<Map<number, ReadRow>> {
  const isNamed = form.source === 'woocommerce'
  const headNumbers = new Map<number, number>()
  for (const row of rows) {
    if (isNamed) {
      const parent = row.group ? groups.get(row.group.toLowerCase()) : undefined
      if (parent !== undefined) headNumbers.set(row.number, parent)
      else if (row.group) row.notes.push(`${row.group}, the group of this row, is not in the rows above`)
      if (row.role !== 'heading' || groups.size >= mostGroups) continue
      if (row.rowId) groups.set(`id:${row.rowId}`, row.number)
      if (row.wanted.sku) groups.set(row.wanted.sku.toLowerCase(), row.number)
    } else if (row.group) {
      const first = groups.get(row.group)
      if (first === undefined) {
        // Rows of one group are adjacent, so earlier groups are no longer needed.
        groups.clear()
        groups.set(row.group, row.number)
      } else headNumbers.set(row.number, first)
    }
  }
  const here = new Map(rows.map((row) => [row.number, row]))
  const elsewhere = [...new Set(headNumbers.values())].filter((number) => !here.has(number))
  if (elsewhere.length > 0) {
    const { rows: found } = await sql<{ number: number; cells: SheetCell[] }>`
      select number, cells from import_rows where import_id = ${id} and number = any(${elsewhere}::integer[])`.execute(
      db,
    )
    for (const { number, cells } of found) here.set(number, readRow(number, cells, form))
  }
  // Copies the first rows before their own variants are appended to the names, because the group needs the bare name.
  const heads = new Map<number, ReadRow>()
  for (const [number, head] of headNumbers) {
    const row = here.get(head)
    if (row) heads.set(number, { ...row, wanted: { ...row.wanted } })
  }
  return heads
}
