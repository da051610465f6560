import { readHeld } from '#features/claims/server/queries.ts'
import { writeDecision } from '#features/messages/server/commands.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { CheckedRecord, DecisionLetter } from '../contract.ts'
import type { Requested } from '../reasons/choice-contract.ts'
import { type Said, settleReasons } from '../reasons/server/commands.ts'
import { readChoices, readRequested } from '../reasons/server/queries.ts'
import { readRows } from './queries.ts'
import { fingerprintsOf } from './rules.ts'
import {
  type Decided,
  type DecidedNoun,
  type Decisions,
  type DecisionVerb,
  pastWords,
  type Review,
} from './status-commands.ts'

type ReviewVerb = 'approve' | 'reject' | 'request_update'

/** The handlers of the calls that `reviewEndpoints` declares. */
export function reviewHandlers<Row extends Decided, Answer extends Review>(
  decisions: Decisions<ReviewVerb, Row, Answer>,
) {
  const { by, each, undo, resend, of } = decisions
  return {
    approveByGet: by('approve'),
    approve: by('approve'),
    approveDespite: by('approve'),
    reject: by('reject'),
    requestUpdate: by('request_update'),
    undo,
    bulkApprove: each('approve'),
    bulkReject: each('reject'),
    bulkRequestUpdate: each('request_update'),
    bulkCheck: checkOf<ReviewVerb, Row, Answer>(of),
    choices: (ctx: Context) => readChoices(ctx, of.noun),
    requested: requestedOf(of),
    letter: letterOf(of),
    resendMessage: resend,
  }
}

/**
 * The dry run of a decision on several records: why each would be refused, which warnings would be overridden, and who is
 * reviewing it now. It asks what the decision itself asks, and writes nothing.
 */
export function checkOf<Verb extends DecisionVerb, Row extends Decided, Answer extends Review>(
  of: DecidedNoun<Verb, Row, Answer>,
) {
  return async (ctx: Context, { ids, verb }: { ids: string[]; verb: string }): Promise<CheckedRecord[]> => {
    const move = of.moves[verb as Verb] as { from: readonly string[]; to: string } | undefined
    const rows = await readRows<Row>(ctx.db, of.table, ids)
    const held = await readHeld(ctx, of.noun, ids)
    const checked: CheckedRecord[] = []
    for (const id of ids) {
      const row = rows.find((one) => one.id === id)
      const held_by = held.get(id) ?? null
      const none = { id, name: row ? of.nameOf(row) : '', warnings: [], held_by }
      if (!row) checked.push({ ...none, message: of.none })
      else if (!move) checked.push({ ...none, message: `A ${of.noun} cannot be ${pastWords[verb as Verb]}` })
      else checked.push({ ...(await checkOne(ctx, of, row, verb as Verb)), held_by })
    }
    return checked
  }
}

async function checkOne<Verb extends DecisionVerb, Row extends Decided, Answer extends Review>(
  ctx: Context,
  of: DecidedNoun<Verb, Row, Answer>,
  row: Row,
  verb: Verb,
): Promise<Omit<CheckedRecord, 'held_by'>> {
  const { from, to } = of.moves[verb]
  const state = row.status.replaceAll('_', ' ')
  const answer = (message: string, warnings: readonly string[] = []) => ({
    ...{ id: row.id, name: of.nameOf(row), message },
    warnings: [...warnings],
  })
  if (of.closed?.is(row)) return answer(of.closed.words)
  if (row.status === to) return answer(`Already ${state}`)
  if (!from.includes(row.status)) return answer(`It is ${state} and cannot be ${pastWords[verb]} now`)
  try {
    await of.guard?.(ctx, row, verb)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return answer(error.message)
  }
  return answer('', verb === 'approve' ? await of.warnings?.(ctx, row) : [])
}

/** What the last decision asked of a record, and what has been touched since. Refuses (not-found). */
function requestedOf<Verb extends DecisionVerb, Row extends Decided, Answer extends Review>(
  of: DecidedNoun<Verb, Row, Answer>,
) {
  return async (ctx: Context, { id }: { id: string }): Promise<Requested | null> => {
    const [row] = await readRows<Row>(ctx.db, of.table, [id])
    if (!row) throw new Refusal('not-found', of.none)
    return readRequested(ctx.db, { type: of.noun, id }, await fingerprintsOf(ctx, of.fields, row))
  }
}

/** What is declined is the change that waits beside a record in force. */
type LetterVerb = 'reject' | 'request_update' | 'disable' | 'decline'

/** The letter of a decision that was not made yet, made as the decision makes it. Refuses (not-found, invalid). */
function letterOf<Verb extends DecisionVerb, Row extends Decided, Answer extends Review>(
  of: DecidedNoun<Verb, Row, Answer>,
) {
  return async (
    ctx: Context,
    { id, verb, ...said }: { id: string; verb: LetterVerb } & Said,
  ): Promise<DecisionLetter> => {
    const [row] = await readRows<Row>(ctx.db, of.table, [id])
    if (!row) throw new Refusal('not-found', of.none)
    const kind = verb === 'decline' ? of.letters?.declined : of.letters?.kinds[verb as Verb]
    const past = verb === 'decline' ? 'declined' : pastWords[verb]
    if (!of.letters || !kind) throw fieldRefusal('verb', `A ${of.noun} cannot be ${past}`)
    const told = await settleReasons(ctx, of.noun, of.fields.labels, said, {
      isRequest: verb === 'request_update',
    })
    const { recipient: _, ...names } = await of.letters.addressOf(ctx, row)
    const { subject, text } = await writeDecision(ctx, {
      ...{ kind, reason: told.text, language: told.language },
      ...names,
    })
    return { subject, text, language: told.language ?? 'en' }
  }
}
