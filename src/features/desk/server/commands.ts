import { sql } from 'kysely'
import { allows } from '#features/access/contract.ts'
import type { Reviewer } from '#features/claims/contract.ts'
import { assignOneOfMany, recordAssignments } from '#features/claims/server/commands.ts'
import { nameOfClaimed } from '#features/claims/server/queries.ts'
import { eachOf } from '#features/decisions/server/commands.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Context, signedIn } from '#kit/server/context.ts'
import { refuseStale } from '#kit/server/stale.ts'
import {
  type AssignOutcome,
  type DeskKind,
  decidingAccess,
  type desk,
  type ReviewLimits,
  recordKinds,
  type SavedLimits,
} from '../contract.ts'
import { readLimits } from './queries.ts'
import './tables.ts'

/** Saves how long records may wait, and what working hours are. Refuses (stale). */
export async function saveLimits(ctx: Context, draft: ReviewLimits): Promise<SavedLimits> {
  await ctx.db.selectFrom('review_limits').select('id').forUpdate().execute()
  const { version, ...before } = await readLimits(ctx)
  await refuseStale(ctx, { version }, () => ({ ...before, version }))
  const { weekend, holidays, ...rest } = draft
  await ctx.db
    .updateTable('review_limits')
    .set({
      ...rest,
      weekend: JSON.stringify(weekend),
      holidays: JSON.stringify(holidays),
      version: sql<number>`version + 1`,
    })
    .execute()
  await ctx.record({
    action: 'save review limits',
    subject: { type: 'review_limits', id: null, name: 'Review limits' },
    before,
    after: draft,
  })
  return readLimits(ctx)
}

/**
 * Asks a colleague to review each of these records, or nobody, each in a transaction of its own, and tells the colleague
 * once of all. A record that the caller may not decide on is refused like one that does not exist.
 */
export async function assignMany(
  ctx: Context,
  { items, person_id, from }: Input<typeof desk.bulkAssign>,
): Promise<AssignOutcome[]> {
  const { permissions } = signedIn(ctx)
  const kinds = new Map(items.map(({ id, kind }) => [id, kind]))
  const mayDecide = (kind: DeskKind) => allows(permissions, decidingAccess[recordKinds[kind]])
  const nameOf = async (own: Context, id: string) => {
    const kind = kinds.get(id)
    return kind && mayDecide(kind) ? nameOfClaimed(own, recordKinds[kind], id) : ''
  }
  const found = new Map<string, { before: Reviewer | null; assignee: Reviewer | null }>()
  const outcomes = await eachOf(ctx, items, nameOf, async (own, { id, kind }) => {
    if (!mayDecide(kind)) throw new Refusal('forbidden', 'You may not decide on this record')
    const { name, isSame, ...people } = await assignOneOfMany(own, recordKinds[kind], { id, person_id, from })
    found.set(id, people)
    const already = people.before ? `Already assigned to ${people.before.name}` : 'Already open to anybody'
    return { name, unchanged: isSame ? already : null }
  })
  const done = outcomes.filter(({ outcome }) => outcome === 'done')
  const colleague = found.get(done[0]?.id ?? '')?.assignee
  if (colleague) await ctx.transact((own) => recordAssignments(own, colleague, done.length))
  return outcomes.map(({ id, name, outcome, message }) => {
    return { id, name, outcome, message, before: found.get(id)?.before ?? null }
  })
}
