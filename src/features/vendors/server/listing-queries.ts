import { sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'

/** To write so many listings takes about a second. */
const mostInTime = 2_000

/** True if a change that writes every listing of this vendor takes longer than a request has time for. */
export async function hasManyListings({ db }: Context, vendorId: string): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from (
      select from products where vendor_id = ${vendorId} limit ${mostInTime + 1}) counted`.execute(db)
  return (rows[0]?.n ?? 0) > mostInTime
}
