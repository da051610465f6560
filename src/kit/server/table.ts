import type { ColumnType } from 'kysely'

/** SQL types as PostgreSQL names them in its catalogue, each with what the driver gives for it. */
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
/** A word, then `?` when null is allowed, then `=` when the database has a default or `!` when it generates it. */
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

/** Every declared table by name: a test holds them against the migrated database. */
export const declaredTables = new Map<string, TableSpec>()

/** Declares a table's columns once, for the compiler and for the test that compares them with the database. */
export function table<const T extends TableSpec>(name: string, columns: T): T {
  declaredTables.set(name, columns)
  return columns
}
