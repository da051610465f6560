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

/** Keeps a decision, so that it can be shown and taken back. `version` is the record's after the decision. */
export async function recordDecision(
  ctx: Context,
  decision: {
    subject: { type: SubjectType; id: string; name: string }
    action: string
    reason: string
    from: string
    to: string
    version: number
  },
): Promise<{ id: string; undoUntil: Date }> {
  const id = uuidv7()
  const until = undoUntil(ctx)
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
  subject_version: number
}

/**
 * Marks a decision as taken back and answers what it was. Refuses (not-found) one that is not this record's and
 * (conflict) one whose window has passed or that was taken back before. The caller then restores the record, on
 * condition that its version is still `subject_version`.
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
    .returning(['id', 'action', 'from_status', 'to_status', 'subject_version'])
    .executeTakeFirst()
  if (taken) return taken
  const found = await ctx.db
    .selectFrom('decisions')
    .select('undone_at')
    .where('id', '=', decisionId)
    .where('subject_id', '=', subject.id)
    .executeTakeFirst()
  if (!found) throw new Refusal('not-found', 'There is no such decision')
  throw new Refusal(
    'conflict',
    found.undone_at ? 'This decision was taken back already' : 'The message has left: this decision stands',
  )
}
