import { type RawBuilder, sql } from 'kysely'

/** The start of a day in Asia/Karachi, or of the day that is `after` days later. */
function startOfDay(day: string, after = 0): RawBuilder<unknown> {
  return sql`((${day}::date + ${after}::int)::timestamp at time zone 'Asia/Karachi')`
}

/**
 * Conditions that the time in this column is within a range of days in Asia/Karachi, both days included. A missing
 * bound is open.
 */
export function withinDays(
  column: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): RawBuilder<unknown>[] {
  return [
    ...(from ? [sql`${sql.ref(column)} >= ${startOfDay(from)}`] : []),
    ...(to ? [sql`${sql.ref(column)} < ${startOfDay(to, 1)}`] : []),
  ]
}
