import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Actor, Context } from '#kit/server/context.ts'
import './tables.ts'

export type SubjectType = 'vendor' | 'vendor_change' | 'product' | 'product_revision'

/** Decisions are a person's: an integrator or a job that got here is a fault. */
export function decider(ctx: Context): Extract<Actor, { kind: 'person' }> {
  if (ctx.actor.kind !== 'person') throw new Error('only a person decides')
  return ctx.actor
}

/** The moment until which a decision made now can be taken back, and at which its message leaves. */
function undoUntil(ctx: Context): Date {
  return new Date(ctx.now().getTime() + ctx.services.outboxHoldSeconds * 1000)
}

/**
 * Keeps a decision, so that it can be shown and taken back. `version` is the record's after the decision, `before`
 * what Undo puts back; one without it cannot be taken back, and its message leaves at once.
 */
export async function recordDecision(
  ctx: Context,
  decision: {
    subject: { type: SubjectType; id: string; name: string }
    action: string
    reason: string
    from: string
    to: string
    version: number
    before?: { reason: string; since: Date }
  },
): Promise<{ id: string; undoUntil: Date }> {
  const id = uuidv7()
  const until = decision.before ? undoUntil(ctx) : ctx.now()
  await ctx.db
    .insertInto('decisions')
    .values({
      id,
      subject_type: decision.subject.type,
      subject_id: decision.subject.id,
      subject_name: decision.subject.name,
      action: decision.action,
      reason: decision.reason,
      from_status: decision.from,
      to_status: decision.to,
      subject_version: decision.version,
      from_reason: decision.before?.reason ?? '',
      from_since: decision.before?.since ?? null,
      decided_by: decider(ctx).id,
      decided_at: ctx.now(),
      undo_until: until,
    })
    .execute()
  return { id, undoUntil: until }
}

export interface StandingDecision {
  id: string
  action: string
  from_status: string
  to_status: string
  from_reason: string
  from_since: Date | null
}

/**
 * Marks a decision as taken back and answers what it was. Refuses (not-found) one that is not this record's and
 * (conflict) one whose window has passed, that was taken back before, or that another one followed. The caller then
 * restores the record, on condition that it still stands where the decision put it.
 */
export async function takeBackDecision(
  ctx: Context,
  subject: { type: SubjectType; id: string },
  decisionId: string,
): Promise<StandingDecision> {
  const person = decider(ctx)
  const taken = await ctx.db
    .updateTable('decisions')
    .set({ undone_at: ctx.now(), undone_by: person.id })
    .where('id', '=', decisionId)
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', ctx.now())
    .where(
      sql<boolean>`not exists (select from decisions later where later.subject_type = decisions.subject_type
        and later.subject_id = decisions.subject_id and later.undone_at is null and later.id <> decisions.id
        and later.decided_at >= decisions.decided_at)`,
    )
    .returning(['id', 'action', 'from_status', 'to_status', 'from_reason', 'from_since'])
    .executeTakeFirst()
  if (taken) return taken
  const found = await ctx.db
    .selectFrom('decisions')
    .select(['undone_at', 'undo_until'])
    .where('id', '=', decisionId)
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .executeTakeFirst()
  if (!found) throw new Refusal('not-found', 'There is no such decision')
  if (found.undone_at) throw new Refusal('conflict', 'This decision was taken back already')
  throw new Refusal(
    'conflict',
    found.undo_until > ctx.now()
      ? 'Another decision followed: this one stands'
      : 'The message has left: this decision stands',
  )
}
