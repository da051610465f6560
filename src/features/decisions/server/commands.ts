import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Actor, Context } from '#kit/server/context.ts'
import { sendWithNext } from '#kit/server/database-driver.ts'
import type { BulkOutcome } from '../contract.ts'
import './tables.ts'

export type SubjectType = 'vendor' | 'vendor_change' | 'product' | 'product_revision' | 'customer'

/** The action of the first of two people who accept changed bank data. Nobody is told of it. */
export const firstAcceptance = 'accept_first'

/** Who a decision is of: a person, or a rule that people have switched on. */
function madeBy({ actor }: Context): { decided_by: string | null; decided_by_rule: string } {
  if (actor.kind === 'system' && actor.rule) return { decided_by: null, decided_by_rule: actor.name }
  if (actor.kind !== 'person') throw new Error('only a person or a rule decides')
  return { decided_by: actor.id, decided_by_rule: '' }
}

/** Only a person decides: an integrator or a job here is a programming error. */
export function decider(ctx: Context): Extract<Actor, { kind: 'person' }> {
  if (ctx.actor.kind !== 'person') throw new Error('only a person decides')
  return ctx.actor
}

/** The end of the undo window of a decision made now; its message is sent at that time. Rules have a longer one of their own. */
export function undoUntil(ctx: Context): Date {
  const { actor } = ctx
  const seconds = (actor.kind === 'system' && actor.rule?.undoSeconds) || ctx.services.outboxHoldSeconds
  return new Date(ctx.now().getTime() + seconds * 1000)
}

/**
 * Stores a decision so that it can be shown and undone. `version` is the record's version after the decision, and Undo
 * restores `before`. A decision without `before` cannot be undone, and its message is sent at once.
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
    before?: {
      reason: string
      since: Date
      /** What the decision replaced, to be restored by Undo; sealed values stay sealed. */
      state?: object
    }
    /** The warnings that were open, in words. */
    overridden?: readonly string[]
  },
): Promise<{ id: string; undoUntil: Date }> {
  const id = uuidv7()
  const until = decision.before ? undoUntil(ctx) : ctx.now()
  const writing = ctx.db.insertInto('decisions').values({
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
    ...madeBy(ctx),
    decided_at: ctx.now(),
    undo_until: until,
    overridden: [...(decision.overridden ?? [])],
  })
  await sendWithNext(ctx.db, writing)
  if (decision.before?.state) await keepState(ctx, id, until, decision.before.state)
  return { id, undoUntil: until }
}

/** Keeps what a decision replaced until it can no longer be undone: what nobody can undo any more is forgotten. */
async function keepState(ctx: Context, decision_id: string, until: Date, state: object): Promise<void> {
  await sql`
    delete from decision_states where decision_id in (
      select decision_id from decision_states where until <= ${ctx.now()} limit 100 for update skip locked)`.execute(
    ctx.db,
  )
  await ctx.db
    .insertInto('decision_states')
    .values({ decision_id, until, state: JSON.stringify(state) })
    .execute()
}

/** The result for one of several records. */
interface Became {
  name: string
  /** Why nothing had to change; null if the record changed. */
  unchanged: string | null
  /** The decision that can be undone: this one, or if nothing had to change the caller's earlier one. */
  decision?: { id: string; undoUntil: Date } | null
}

/**
 * Processes the records one after the other, each in its own transaction. A refused record becomes an outcome with the
 * name from `nameOf` ('' for a record that does not exist) and the others continue; an unexpected error stops the loop.
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
  /** The record's version after the decision. */
  subject_version: number
}

/** No decision that was made after this one is in force. */
const isLast = sql<boolean>`not exists (select from decisions later where later.subject_type = decisions.subject_type
  and later.subject_id = decisions.subject_id and later.undone_at is null and later.id <> decisions.id
  and later.decided_at >= decisions.decided_at)`

/**
 * The caller's own last decision on a record, while it can be undone and if it led to this status: the answer to the call that
 * made it may have been lost. Null if there is none.
 */
export async function readOwnLast(
  ctx: Context,
  subject: { type: SubjectType; id: string },
  status: string,
): Promise<{ id: string; undoUntil: Date } | null> {
  const found = await ctx.db
    .selectFrom('decisions')
    .select(['id', 'undo_until'])
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .where('decided_by', '=', decider(ctx).id)
    .where('to_status', '=', status)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', ctx.now())
    .where(isLast)
    .executeTakeFirst()
  return found ? { id: found.id, undoUntil: found.undo_until } : null
}

/**
 * Marks a decision as undone and returns it; the caller then restores the record, provided that the record still has the
 * status that the decision set. Returns null if the same person has already undone it and nothing was decided since: the
 * answer to the first call was lost, and there is nothing left to do. Refuses (not-found) a decision on another record, and
 * (conflict) a decision whose undo window has passed, that another person has undone, or that a later decision followed.
 */
export async function takeBackDecision(
  ctx: Context,
  subject: { type: SubjectType; id: string },
  decisionId: string,
): Promise<StandingDecision | null> {
  const person = decider(ctx)
  const taken = await ctx.db
    .updateTable('decisions')
    .set({ undone_at: ctx.now(), undone_by: person.id })
    .where('id', '=', decisionId)
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', ctx.now())
    .where(isLast)
    .returning(['id', 'action', 'from_status', 'to_status', 'from_reason', 'from_since', 'subject_version'])
    .executeTakeFirst()
  if (taken) return taken
  const found = await ctx.db
    .selectFrom('decisions')
    .select(['undone_at', 'undone_by', 'undo_until', 'action', isLast.as('is_last')])
    .where('id', '=', decisionId)
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .executeTakeFirst()
  if (!found) throw new Refusal('not-found', 'There is no such decision')
  if (found.undone_by === person.id && found.is_last) {
    ctx.unchanged()
    return null
  }
  if (found.undone_at) throw new Refusal('conflict', 'This decision was already undone')
  throw new Refusal(
    'conflict',
    found.undo_until > ctx.now()
      ? 'A later decision was made, so this decision can no longer be undone'
      : subject.type === 'customer' || found.action === firstAcceptance
        ? 'The time to undo this decision is over'
        : 'The message was already sent, so this decision can no longer be undone',
  )
}
