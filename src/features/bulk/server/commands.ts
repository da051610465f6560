import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import './tables.ts'

/**
 * Begins a job on these records, in the name of whoever asks: it is worked on behind the call. Refuses (conflict) when
 * they are not as many as were confirmed.
 */
export async function beginJob(
  ctx: Context,
  {
    kind,
    input,
    ids,
    count,
    noun,
  }: {
    kind: string
    input: Record<string, unknown>
    ids: readonly string[]
    /** How many were confirmed. */
    count: number
    /** What they are, in the plural, for people. */
    noun: string
  },
): Promise<{ job_id: string }> {
  const { actor } = ctx
  if (actor.kind !== 'person') throw new Refusal('unauthenticated', 'Sign in first')
  if (ids.length !== count) {
    const words = ids.length > count ? `More than ${count} ${noun} match` : `Only ${ids.length} ${noun} match`
    throw new Refusal('conflict', `${words} by now. Look at the list again`)
  }
  const id = uuidv7()
  await ctx.db
    .insertInto('bulk_jobs')
    .values({ id, kind, input: JSON.stringify(input), person_id: actor.id, created_at: ctx.now() })
    .execute()
  await sql`
    insert into bulk_rows (job_id, number, subject_id)
    select ${id}, row_number, subject_id::uuid from unnest(${ids}::text[]) with ordinality as picked(subject_id, row_number)`.execute(
    ctx.db,
  )
  await ctx.record({
    action: 'begin job',
    subject: { type: 'bulk_job', id, name: `${kind.replaceAll('_', ' ')}, ${count} ${noun}` },
    after: { ...input, count },
  })
  return { job_id: id }
}
