import type { Context } from '#kit/server/context.ts'

/** The fields of a kind of record that reasons can concern, pictures included, by path. */
export interface Fields<Row> {
  labels: Readonly<Record<string, string>>
  /** The present values as text: two values are the same text only if nobody touched them. */
  values: (ctx: Context, row: Row) => Promise<Readonly<Record<string, string>>>
}

/** The keyed hashes of a record's present values: they tell whether a value was touched, and nothing of the value. */
export async function fingerprintsOf<Row>(
  ctx: Context,
  fields: Fields<Row>,
  row: Row,
): Promise<(field: string) => Buffer> {
  const values = await fields.values(ctx, row)
  return (field) => ctx.services.keys.blind('requested field', values[field] ?? '')
}
