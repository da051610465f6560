import { takeOverIfHeld } from '#features/claims/server/commands.ts'
import type { DecisionLetter } from '#features/messages/kinds-contract.ts'
import { withdrawMessages } from '#features/messages/server/commands.ts'
import { type DecidedKind, queueDecided, withdrawDecided } from '#features/webhooks/server/commands.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { keepReasons, type Told } from '../reasons/server/commands.ts'
import { recordDecision, type StandingDecision, takeBackDecision } from './commands.ts'
import { fingerprintsOf } from './rules.ts'
import type { Decided, Decisions, DecisionVerb, Review } from './status-commands.ts'

type ChangeType = 'vendor_change' | 'product_revision'

/** Nothing is said with an acceptance. */
export const silent: Told = { text: '', reasons: [], language: undefined }

/** The warnings that were open when a change was accepted, in words, and why it was accepted all the same. */
export interface Despite {
  warnings: readonly string[]
  reason: string
}

/** A decision on what waits beside a record in force: on changed data of a vendor, or on an edit of a listing. */
interface ChangeDecision<Row, State extends object> {
  type: ChangeType
  action: string
  from: string
  to: string
  /** Since when the change had waited. */
  since: Date
  /** What Undo needs to bring the change back. */
  state: State
  told: Told
  /** Of an acceptance alone; the other side does not read it. */
  despite?: Despite
  /** The record as it would be with the change: the fields that reasons concern are those of what was sent. */
  proposed: Row
  /** One of many that are decided on together, so that a colleague who is reviewing this record was not asked on its screen. */
  isOneOfMany?: boolean
  /** Omitted where nobody is told. */
  tells?: { letter: DecisionLetter; event: DecidedKind }
}

/**
 * Records a decision on a change of this record, which is in force as `row`, with its reasons, and returns it. As one of many it
 * takes the record over from a colleague who is reviewing it. The letter and the event leave when the decision can no longer be
 * undone.
 */
export async function recordChange<
  Verb extends DecisionVerb,
  Row extends Decided,
  Answer extends Review,
  State extends object,
>(
  ctx: Context,
  { of, tell }: Decisions<Verb, Row, Answer>,
  row: Row,
  done: ChangeDecision<Row, State>,
): Promise<{ id: string; undoUntil: Date }> {
  const { told, tells, despite } = done
  const name = (of.loggedAs ?? of.nameOf)(row)
  if (done.isOneOfMany) await takeOverIfHeld(ctx, of.noun, { id: row.id, name })
  const decision = await recordDecision(ctx, {
    subject: { type: done.type, id: row.id, name },
    action: done.action,
    reason: despite?.reason ?? told.text,
    from: done.from,
    to: done.to,
    version: row.version,
    before: { reason: '', since: done.since, state: done.state },
    overridden: despite?.warnings ?? [],
  })
  const codes = told.reasons.map(({ code }) => code)
  if (codes.length > 0) {
    const fingerprintOf = await fingerprintsOf(ctx, of.fields, done.proposed)
    await keepReasons(ctx, { id: decision.id, subject: of.noun }, told.reasons, fingerprintOf)
  }
  if (!tells) return decision
  await tell(ctx, row, { kind: tells.letter, reason: told.text, language: told.language }, decision)
  await queueDecided(ctx, tells.event, { noun: of.noun, id: row.id, status: done.to, codes }, decision)
  return decision
}

/** The codes of what was told, for the audit log; empty if there are none. */
export function codesOf({ reasons }: Told): { reasons?: string } {
  return reasons.length > 0 ? { reasons: reasons.map(({ code }) => code).join(', ') } : {}
}

/** The warnings that an acceptance overrode, for the audit log; empty if there are none. */
export function overriddenOf({ warnings }: Despite): { approved_despite?: string } {
  return warnings.length > 0 ? { approved_despite: warnings.join('. ') } : {}
}

/** The reason of a decision, for the audit log; empty if there is none. */
export function loggedReason(reason: string): { reason?: string } {
  return reason ? { reason } : {}
}

/**
 * Takes back a decision on a change with its letter and its event, and returns what the caller restores; null if the same
 * person has done so before and there is nothing left to restore. The caller has locked the record. Refuses (not-found) a decision on another record, and (conflict) a decision whose time to undo is
 * over, that another person has undone, or after which anything else has changed the record.
 */
export async function takeBackChange<State>(
  ctx: Context,
  type: ChangeType,
  row: { id: string; version: number },
  decisionId: string,
): Promise<(StandingDecision & { state: State }) | null> {
  const noun = type === 'vendor_change' ? 'vendor' : 'product'
  const taken = await takeBackDecision(ctx, { type, id: row.id }, decisionId)
  if (!taken) return null
  const kept = await ctx.db
    .deleteFrom('decision_states')
    .where('decision_id', '=', taken.id)
    .returning('state')
    .executeTakeFirst()
  if (!kept || taken.subject_version !== row.version) {
    throw new Refusal('conflict', `The ${noun} has changed since, so this decision can no longer be undone`)
  }
  await withdrawMessages(ctx, taken.id)
  const event = type === 'vendor_change' ? 'vendor_change.undone' : 'product_edit.undone'
  await withdrawDecided(ctx, taken.id, event, { noun, id: row.id, status: 'waiting', codes: [] })
  return { ...taken, state: kept.state as State }
}
