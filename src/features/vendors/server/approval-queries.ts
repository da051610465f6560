import { type RawBuilder, sql } from 'kysely'

/** When a vendor, as `vendor` is called in the statement, was first approved for good: an approval that was undone is none. */
export function firstApproved(vendor: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`coalesce(
    (select min(d.decided_at) from decisions d where d.subject_type = 'vendor' and d.subject_id = ${vendor}.id
      and d.action = 'approve' and d.undone_at is null),
    ${vendor}.status_since)`
}
