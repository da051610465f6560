import { type RawBuilder, sql } from 'kysely'

/** When a day of Asia/Karachi begins, or one some days after it. */
function startOfDay(day: string, after = 0): RawBuilder<unknown> {
  return sql`((${day}::date + ${after}::int)::timestamp at time zone 'Asia/Karachi')`
}

/** That the time in this column lies within days of Asia/Karachi, both included; an end that is not given is open. */
export function withinDays(
  column: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): RawBuilder<unknown>[] {
  return [
    ...(from ? [sql`${sql.ref(column)} >= ${startOfDay(from)}`] : []),
    ...(to ? [sql`${sql.ref(column)} < ${startOfDay(to, 1)}`] : []),
  ]
}
