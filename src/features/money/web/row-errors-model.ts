/** Messages by field: `key.name` for the fields of a row, the name alone for any other. */
export type RowErrors = Readonly<Record<string, string>>

/** Names the rows of a refusal by their keys in place of their places, which change when rows are moved or removed. */
export function errorsByRow(errors: RowErrors, list: string, rows: readonly { key: string }[]): RowErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => {
      const [first, at, ...names] = path.split('.')
      const row = first === list ? rows[Number(at)] : undefined
      return [row ? [row.key, ...names].join('.') : path, message]
    }),
  )
}

/** The messages that are left when a row or a field was changed. */
export function errorsWithout(errors: RowErrors, changed: string): RowErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([path]) => path !== changed && !path.startsWith(`${changed}.`)),
  )
}
