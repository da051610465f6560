import { type RawBuilder, sql } from 'kysely'
import './tables.ts'

/** SQL that is true for a mail about a record that is decided on: a later letter about it can tell otherwise. */
export function isDecided(alias: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${alias}.subject_type`)} in ('vendor', 'product', 'customer', 'withdrawal')`
}

/**
 * SQL of what a letter about a record tells of: its status, or what became of a change or an edit. A later letter about the
 * same replaces it.
 */
export function topicOf(alias: string): RawBuilder<string> {
  const kind = sql.ref(`${alias}.kind`)
  return sql`case when ${kind} like 'vendor change %' then 'change' when ${kind} like 'product edit %' then 'edit'
    else 'status' end`
}
