import { type Kysely, sql } from 'kysely'
import { takeOverIfHeld } from '#features/claims/server/commands.ts'
import type { DecisionLetter } from '#features/messages/kinds-contract.ts'
import type { LetterLanguage } from '#features/messages/language-contract.ts'
import { queueMessage, resendMessage, withdrawMessages } from '#features/messages/server/commands.ts'
import { type DecidedKind, queueDecided, withdrawDecided } from '#features/webhooks/server/commands.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Context, recorded } from '#kit/server/context.ts'
import { refuseStale } from '#kit/server/stale.ts'
import type { BulkOutcome, Decision } from '../contract.ts'
import { keepReasons, type Said, settleReasons, type Told } from '../reasons/server/commands.ts'
import { eachOf, readOwnLast, recordDecision, takeBackDecision } from './commands.ts'
import { type Moved, moveRow } from './move-commands.ts'
import { readRows } from './queries.ts'
import { type Fields, fingerprintsOf } from './rules.ts'

/** The columns of a record whose decisions can be undone. */
export interface Decided extends Moved {
  status_reason: string
  status_since: Date
}

export type DecisionVerb = 'approve' | 'reject' | 'request_update' | 'disable' | 'enable' | 'reopen' | 'close'

export const pastWords: Readonly<Record<DecisionVerb, string>> = {
  approve: 'approved',
  reject: 'rejected',
  request_update: 'sent back',
  disable: 'disabled',
  enable: 'enabled',
  reopen: 'reopened',
  close: 'closed',
}

/** Why somebody approved in spite of warnings, or reopened a record, is not for the other side. */
function isInternal(verb: DecisionVerb): boolean {
  return verb === 'approve' || verb === 'reopen'
}

export interface Review {
  decision: Decision | null
}

interface DecisionRef {
  id: string
  undoUntil: Date
}

/** A field that a decision has changed, as the audit log tells it. */
export interface FieldChange {
  path: string
  before: string
  after: string
}

/** The settings of a kind of record that a person approves, rejects or disables. */
export interface DecidedNoun<Verb extends DecisionVerb, Row extends Decided, Answer extends Review> {
  noun: 'vendor' | 'product' | 'customer'
  table: 'vendors' | 'products' | 'customers'
  /** The refusal text for an unknown record. */
  none: string
  moves: Readonly<Record<Verb, { from: readonly string[]; to: string }>>
  read: (ctx: Context, input: { id: string }) => Promise<Answer>
  /** The name of a record in the outcome of a bulk decision. */
  nameOf: (row: Row) => string
  /** The name in the audit log; defaults to `nameOf`. */
  loggedAs?: (row: Row) => string
  /** The webhook event of each move. */
  events: Readonly<Record<Verb, DecidedKind>>
  /** The letter to the vendor about each move; omitted if the vendor gets no letters. */
  letters?: {
    kinds: Readonly<Record<Verb, DecisionLetter>>
    /** The letter about a declined change of a record in force. */
    declined?: DecisionLetter
    addressOf: (ctx: Context, row: Row) => Promise<LetterAddress>
  }
  /** Records that cannot be decided on any more, and the refusal text. */
  closed?: { is: (row: Row) => boolean; words: string }
  /** Refuses moves by rules of this kind of record. */
  guard?: (ctx: Context, row: Row, verb: Verb) => Promise<void>
  /** The fields that reasons can concern. */
  fields: Fields<Row>
  /** The open warnings about a record, in words: an approval in spite of them is recorded with them. */
  warnings?: (ctx: Context, row: Row) => Promise<readonly string[]>
  /** Additional columns that a move sets. */
  columns?: (verb: Verb) => Record<string, unknown>
  /** Takes locks before a decision is undone. */
  holdForUndo?: (ctx: Context) => Promise<void>
  /** Follow-up work after an approval was undone. */
  afterUndoneApproval?: (ctx: Context, row: Row) => Promise<readonly FieldChange[]>
}

/** The recipient, and the names in the letter. */
interface LetterAddress {
  recipient: string
  vendorName: string
  productName?: string
}

type Deciding = { id: string } & Said
/** One reason was given for many approvals: those among them without open warnings do without it. */
type OneOfMany = { isOneOfMany?: boolean }
type One<Answer> = (ctx: Context, input: Deciding) => Promise<Answer>
type Many = (
  ctx: Context,
  input: { ids: string[]; reason?: string | undefined } | { items: Deciding[] },
) => Promise<BulkOutcome[]>

/** The decisions on one kind of record, for its routes and its other commands. */
export interface Decisions<Verb extends DecisionVerb, Row extends Decided, Answer extends Review> {
  /** The settings that this machine was made of. */
  of: DecidedNoun<Verb, Row, Answer>
  /**
   * Decides on one record. The same decision again, in the same words, returns the record unchanged. Refuses (not-found,
   * conflict, stale).
   */
  by: (verb: Verb) => One<Answer>
  /** Decides on one record in the caller's transaction; the decision is null if nothing had to change. Refuses as `by`. */
  move: (
    ctx: Context,
    verb: Verb,
    input: Deciding & OneOfMany,
  ) => Promise<{ row: Row; decision: { id: string; undoUntil: Date } | null }>
  /** Decides on each record in its own transaction and returns an outcome for each. */
  each: (verb: Verb) => Many
  /**
   * Undoes the last decision and withdraws its message. The same Undo again returns the record unchanged. Refuses
   * (not-found), and (conflict) if the message was sent, the undo window has passed, or the record changed since.
   */
  undo: (ctx: Context, input: { id: string; decision_id: string }) => Promise<Answer>
  /** Sends a failed message about a record again, to the present address. Refuses (not-found), and (conflict) a message that has not failed. */
  resend: (ctx: Context, input: { id: string; message_id: string }) => Promise<Answer>
  /** The row, locked until the transaction ends. Refuses (not-found). */
  lock: (ctx: Context, id: string) => Promise<Row>
  /** Refuses (stale) a row that changed after the person read it. */
  refuseStale: (ctx: Context, row: Row) => Promise<void>
  /** The open warnings of each of these records that exists. */
  warningsOf: (ctx: Context, ids: readonly string[]) => Promise<readonly (readonly string[])[]>
  /** The name of a record; '' if it does not exist. */
  nameOfId: (ctx: Context, id: string) => Promise<string>
  /** Queues a letter about a record, to be sent when its decision can no longer be undone. */
  tell: (
    ctx: Context,
    row: Row,
    letter: { kind: DecisionLetter; reason: string; language?: LetterLanguage | undefined },
    decision: DecisionRef,
  ) => Promise<void>
}

/** The state machine for decisions on one kind of record. */
export function decisionsOf<Verb extends DecisionVerb, Row extends Decided, Answer extends Review>(
  of: DecidedNoun<Verb, Row, Answer>,
): Decisions<Verb, Row, Answer> {
  const { noun, read, nameOf } = of
  const store = storeOf(of)
  const { subjectOf, lock, nameOfId, tell } = store
  const stale = `This ${noun} was changed since you read it. Check the current values and decide again`

  /** Names the person who decided, so the second of two people knows whose decision counts. */
  function whyNot({ status }: Row, verb: Verb, { decision }: Answer): string {
    const is = status.replaceAll('_', ' ')
    const now = decision ? `Already ${is} by ${decision.decided_by}` : `This ${noun} is ${is}`
    if (status === of.moves[verb].to) return `${now} with another reason. Yours was not recorded`
    return `${now}. It cannot be ${pastWords[verb]} now`
  }

  /** Moves a record; the decision is null if the record already had the target status, with the same reason. */
  async function move(
    ctx: Context,
    verb: Verb,
    { id, isOneOfMany = false, ...said }: Deciding & OneOfMany,
  ): Promise<{ row: Row; decision: DecisionRef | null }> {
    const { from, to } = of.moves[verb]
    const told = await settleReasons(ctx, noun, of.fields.labels, said, {
      isRequest: verb === 'request_update',
      letter: of.letters?.kinds[verb],
    })
    const before = await lock(ctx, id)
    const current = () => read(ctx, { id })
    if (of.closed?.is(before)) {
      throw new Refusal('conflict', of.closed.words, { current: await current() })
    }
    // A second reason would reach nobody: no record, no letter, no log. Callers that name no version are promised an answer
    // to the same decision by anybody, in whatever words.
    const isPromised = verb === 'reject' && ctx.ifMatch === null && !isOneOfMany
    if (before.status === to && (isInternal(verb) || isPromised || told.text === before.status_reason)) {
      ctx.unchanged()
      return { row: before, decision: null }
    }
    const overridden = verb === 'approve' ? ((await of.warnings?.(ctx, before)) ?? []) : []
    // Somebody who approved this record alone may have been asked why before anything could be known of it.
    const isForOthers = verb === 'approve' && isOneOfMany && overridden.length === 0
    const reason = isForOthers ? '' : told.text
    const row = await moveRow(ctx, of.table, before, {
      ...{ from, to, current, stale },
      whyNot: (found) => whyNot(before, verb, found),
      guard: async () => of.guard?.(ctx, before, verb),
      columns: {
        ...of.columns?.(verb),
        status_reason: isInternal(verb) ? '' : told.text,
        status_since: ctx.now(),
      },
    })
    const decision = await recordDecision(ctx, {
      subject: subjectOf(row),
      action: verb,
      reason,
      from: before.status,
      to,
      version: row.version,
      before: { reason: before.status_reason, since: before.status_since },
      overridden,
    })
    const saying = { ...told, text: reason }
    await tellOf(of, store, ctx, { verb, row, before, decision, told: saying, overridden, isOneOfMany })
    return { row, decision }
  }

  return {
    move,
    by: (verb) => async (ctx, input) => {
      await move(ctx, verb, input)
      return read(ctx, { id: input.id })
    },
    each: (verb) => (ctx, input) => {
      const records: Deciding[] =
        'items' in input ? input.items : input.ids.map((id) => ({ id, reason: input.reason }))
      return eachOf(ctx, records, nameOfId, async (own, record) => {
        const { row, decision } = await move(own, verb, { ...record, isOneOfMany: true })
        if (decision) return { name: nameOf(row), unchanged: null, decision }
        const earlier = await readOwnLast(own, subjectOf(row), row.status)
        return { name: nameOf(row), unchanged: `Already ${row.status}`, decision: earlier }
      })
    },
    async resend(ctx, { id, message_id }) {
      const row = await lock(ctx, id)
      const { recipient = '' } = (await of.letters?.addressOf(ctx, row)) ?? {}
      await resendMessage(ctx, subjectOf(row), message_id, recipient)
      return read(ctx, { id })
    },
    refuseStale: (ctx, row) => refuseStale(ctx, row, () => read(ctx, row), stale),
    undo: undoOf(of, store),
    warningsOf: async (ctx, ids) => {
      const found: (readonly string[])[] = []
      for (const row of of.warnings ? await readRows<Row>(ctx.db, of.table, ids) : [])
        found.push((await of.warnings?.(ctx, row)) ?? [])
      return found
    },
    of,
    ...{ lock, nameOfId, tell },
  }
}

/**
 * Keeps the reasons of a decision, and tells it: to a colleague who was reviewing the record, to the other side, to other
 * systems and to the audit log.
 */
async function tellOf<Verb extends DecisionVerb, Row extends Decided, Answer extends Review>(
  of: DecidedNoun<Verb, Row, Answer>,
  { subjectOf, tell }: ReturnType<typeof storeOf<Verb, Row, Answer>>,
  ctx: Context,
  done: {
    verb: Verb
    row: Row
    before: Row
    decision: DecisionRef
    told: Told
    overridden: readonly string[]
    isOneOfMany: boolean
  },
): Promise<void> {
  const { verb, row, before, decision, told, overridden, isOneOfMany } = done
  const { noun } = of
  // Who decides on one record takes it over on its screen; of many records nothing but the decision itself can.
  if (isOneOfMany) await takeOverIfHeld(ctx, noun, subjectOf(row))
  const codes = told.reasons.map(({ code }) => code)
  if (codes.length > 0) {
    const fingerprintOf = await fingerprintsOf(ctx, of.fields, before)
    await keepReasons(ctx, { id: decision.id, subject: noun }, told.reasons, fingerprintOf)
  }
  const { text: reason, language } = told
  if (of.letters) {
    const said = isInternal(verb) ? '' : reason
    await tell(ctx, row, { kind: of.letters.kinds[verb], reason: said, language }, decision)
  }
  await queueDecided(ctx, of.events[verb], { noun, id: row.id, status: row.status, codes }, decision)
  await ctx.record({
    action: verb,
    subject: subjectOf(row),
    before: { status: before.status },
    after: {
      status: row.status,
      ...(codes.length > 0 ? { reasons: codes.join(', ') } : {}),
      ...(overridden.length > 0 ? { approved_despite: overridden.join('. ') } : {}),
    },
    ...(reason ? { reason } : {}),
  })
}

/** The rows of a kind of record, and the letters about them. */
function storeOf<Verb extends DecisionVerb, Row extends Decided, Answer extends Review>(
  of: DecidedNoun<Verb, Row, Answer>,
) {
  const { noun, nameOf } = of
  const table = of.table as 'decided'
  const rows = (ctx: Context) => ctx.db as unknown as Kysely<{ decided: Decided }>
  const subjectOf = (row: Row) => ({ type: noun, id: row.id, name: (of.loggedAs ?? nameOf)(row) })

  async function lock(ctx: Context, id: string): Promise<Row> {
    const row = await rows(ctx)
      .selectFrom(table)
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Refusal('not-found', of.none)
    return row as Row
  }

  async function nameOfId(ctx: Context, id: string): Promise<string> {
    const row = await rows(ctx).selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()
    return row ? nameOf(row as Row) : ''
  }

  async function tell(
    ctx: Context,
    row: Row,
    letter: { kind: DecisionLetter; reason: string; language?: LetterLanguage | undefined },
    decision: DecisionRef,
  ): Promise<void> {
    if (!of.letters) return
    const { recipient, ...names } = await of.letters.addressOf(ctx, row)
    await queueMessage(ctx, {
      letter: { ...letter, ...names },
      recipient,
      about: { type: noun, id: row.id },
      decisionId: decision.id,
      sendAt: decision.undoUntil,
    })
  }

  return { rows, table, subjectOf, lock, nameOfId, tell }
}

function undoOf<Verb extends DecisionVerb, Row extends Decided, Answer extends Review>(
  of: DecidedNoun<Verb, Row, Answer>,
  { rows, table, subjectOf }: ReturnType<typeof storeOf<Verb, Row, Answer>>,
) {
  const { noun, read } = of
  return async (ctx: Context, { id, decision_id }: { id: string; decision_id: string }): Promise<Answer> => {
    await of.holdForUndo?.(ctx)
    const taken = await takeBackDecision(ctx, { type: noun, id }, decision_id)
    if (!taken) return read(ctx, { id })
    if (of.letters) await withdrawMessages(ctx, taken.id)
    const told = { noun, id, status: taken.from_status, codes: [] }
    await withdrawDecided(ctx, taken.id, `${noun}.undone`, told)
    const row = (await rows(ctx)
      .updateTable(table)
      .set({
        status: taken.from_status,
        status_reason: taken.from_reason,
        // Restores the time of the previous status, so an accidental decision does not cost the record its place in the
        // queue.
        status_since: taken.from_since ?? ctx.now(),
        updated_at: ctx.now(),
        version: sql<number>`version + 1`,
      })
      .where('id', '=', id)
      .where('status', '=', taken.to_status)
      .returningAll()
      .executeTakeFirst()) as Row | undefined
    if (!row || of.closed?.is(row)) {
      throw new Refusal('conflict', `The ${noun} has changed since, so this decision can no longer be undone`)
    }
    const moved = (taken.action === 'approve' && (await of.afterUndoneApproval?.(ctx, row))) || []
    await ctx.record({
      action: 'undo',
      subject: subjectOf(row),
      ...recorded([{ path: 'status', before: taken.to_status, after: taken.from_status }, ...moved]),
      reason: `${taken.action} was undone`,
    })
    return read(ctx, { id })
  }
}
