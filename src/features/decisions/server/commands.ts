import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Actor, Context } from '#kit/server/context.ts'
import type { BulkOutcome } from '../contract.ts'
import './tables.ts'

export type SubjectType = 'vendor' | 'vendor_change' | 'product' | 'product_revision' | 'customer'

/** Decisions are a person's: an integrator or a job that got here is a fault. */
export function decider(ctx: Context): Extract<Actor, { kind: 'person' }> {
  if (ctx.actor.kind !== 'person') throw new Error('only a person decides')
  return ctx.actor
}

/** The moment until which a decision made now can be taken back, and at which its message leaves. */
export function undoUntil(ctx: Context): Date {
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

/** What became of one of several records. */
interface Became {
  name: string
  /** Why nothing was to be done with it; null where it was done. */
  unchanged: string | null
  /** What can be taken back of it. */
  decision?: { id: string; undoUntil: Date } | null
}

/**
 * Works on each record in a transaction of its own, one after the other. One that is refused becomes an outcome, under
 * the name that `nameOf` finds for it ('' for what there is not), and the others go on; a fault ends it.
 */
export async function eachOf<R extends { id: string }>(
  ctx: Context,
  records: readonly R[],
  nameOf: (ctx: Context, id: string) => Promise<string>,
  work: (own: Context, record: R) => Promise<Became>,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = []
  for (const record of records) {
    const { id } = record
    try {
      const { name, unchanged, decision } = await ctx.transact((own) => work(own, record))
      outcomes.push({
        ...{ id, name, message: unchanged ?? '' },
        outcome: unchanged === null ? 'done' : 'unchanged',
        decision_id: decision?.id ?? null,
        undo_until: decision?.undoUntil.toISOString() ?? null,
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const none = { decision_id: null, undo_until: null }
      outcomes.push({ id, name: await nameOf(ctx, id), message: error.message, outcome: 'refused', ...none })
    }
  }
  return outcomes
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
      : subject.type === 'customer'
        ? 'The time to take it back is over: this decision stands'
        : 'The message has left: this decision stands',
  )
}
