import { type ColumnType, type RawBuilder, sql } from 'kysely'

/** SQL types as PostgreSQL names them in its catalogue, each with the type that the driver returns. */
interface Words {
  uuid: string
  text: string
  int4: number
  int8: bigint
  numeric: number
  bool: boolean
  date: string
  timestamptz: Date
  bytea: Buffer
  jsonb: unknown
  _text: string[]
}

type Word = keyof Words
/**
 * A type name, then `?` if null is allowed, then `=` if the database has a default or `!` if it generates the value.
 */
export type ColumnSpec = `${Word}${'' | '?'}${'' | '=' | '!'}`
export type TableSpec = Readonly<Record<string, ColumnSpec>>

type Bare<S extends string> = S extends `${infer R}=` | `${infer R}!` | `${infer R}?` ? Bare<R> : S
type WordOf<S extends string> = Bare<S> extends infer W extends Word ? W : never
type Value<S extends string> = S extends `${string}?${string}` ? Words[WordOf<S>] | null : Words[WordOf<S>]
type Column<S extends string> = S extends `${string}!`
  ? ColumnType<Value<S>, never, never>
  : S extends `${string}=` | `${string}?`
    ? ColumnType<Value<S>, Value<S> | undefined, Value<S>>
    : ColumnType<Value<S>, Value<S>, Value<S>>

/** The row type of a declared table, for Kysely. */
export type TableOf<T extends TableSpec> = { [C in keyof T & string]: Column<T[C]> }

/** Every declared table by name. A test compares them with the migrated database. */
export const declaredTables = new Map<string, TableSpec>()

/** Declares the columns of a table once, for the compiler and for the test that compares them with the database. */
export function table<const T extends TableSpec>(name: string, columns: T): T {
  declaredTables.set(name, columns)
  return columns
}

/** The parts of a statement that writes many rows at once. */
interface ManyRows {
  /** The names of the columns: `insert into t (names) select names from records`. */
  names: RawBuilder<unknown>
  /** The rows as the relation `r`, each column with the type that its table declares. */
  records: RawBuilder<unknown>
}

/** The parts of one statement that writes all these rows. Every row must have the same columns of a declared table. */
export function columnsFor(name: string, rows: readonly object[]): ManyRows {
  const columns = Object.keys(rows[0] ?? {})
  const declared = declaredTables.get(name)
  const typed = columns.map((column) => {
    const spec = declared?.[column]
    if (!spec) throw new Error(`the table ${name} declares no column ${column}`)
    return sql`${sql.ref(column)} ${sql.raw(spec.replace(/[?=!]+$/, ''))}`
  })
  const large = columns.filter((column) => declared?.[column]?.startsWith('int8'))
  const json = JSON.stringify(large.length > 0 ? rows.map((row) => withText(row, large)) : rows)
  return {
    names: sql.join(columns.map((column) => sql.ref(column))),
    records: sql`jsonb_to_recordset(${json}::jsonb) as r (${sql.join(typed)})`,
  }
}

/** JSON numbers cannot hold integers of this size exactly, so they are sent as text. */
function withText(row: object, columns: readonly string[]): object {
  const texts: Record<string, unknown> = { ...row }
  for (const column of columns) texts[column] = texts[column] == null ? null : String(texts[column])
  return texts
}

/** `a = r.a, b = r.b` for the SET of an UPDATE. */
export function assigned(columns: readonly string[], from = 'r'): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`${from}.${column}`)}`))
}

/**
 * `column = anyOf(values)`: the values as one parameter, so that the text of the statement, and with it the plan that a
 * connection keeps, is the same for any number of values.
 */
export function anyOf<T>(values: readonly T[]): RawBuilder<T> {
  return sql<T>`any(${[...values]})`
}
