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
  return (ctx: Context, { ids, verb: asked }: { ids: string[]; verb: string }): Promise<CheckedRecord[]> => {
    const verb = asked as Verb
    return checkEach(ctx, ids, {
      ...{ noun: of.noun, none: of.none, nameOf: of.nameOf },
      rows: () => readRows<Row>(ctx.db, of.table, ids),
      whyNot: (row) => whyNotOf(ctx, of, row, verb),
      warnings: async (row) => (verb === 'approve' ? ((await of.warnings?.(ctx, row)) ?? []) : []),
    })
  }
}

/**
 * The dry run of a decision on several records, or on what waits beside them. A decision that `whyNot` refuses or has words
 * about would not be made.
 */
export async function checkEach<Row extends { id: string }>(
  ctx: Context,
  ids: readonly string[],
  of: {
    noun: 'vendor' | 'product' | 'customer'
    none: string
    nameOf: (row: Row) => string
    rows: () => Promise<readonly Row[]>
    whyNot: (row: Row) => Promise<string>
    warnings: (row: Row) => Promise<readonly string[]>
  },
): Promise<CheckedRecord[]> {
  const rows = await of.rows()
  const held = await readHeld(ctx, of.noun, ids)
  const checked: CheckedRecord[] = []
  for (const id of ids) {
    const row = rows.find((one) => one.id === id)
    const message = row ? await wordsOf(() => of.whyNot(row)) : of.none
    checked.push({
      ...{ id, name: row ? of.nameOf(row) : '', message, held_by: held.get(id) ?? null },
      warnings: row && !message ? [...(await of.warnings(row))] : [],
    })
  }
  return checked
}

async function wordsOf(whyNot: () => Promise<string>): Promise<string> {
  try {
    return await whyNot()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message
  }
}

/** Why this record would not be moved; empty if it would. Refuses what its guard refuses. */
async function whyNotOf<Verb extends DecisionVerb, Row extends Decided, Answer extends Review>(
  ctx: Context,
  of: DecidedNoun<Verb, Row, Answer>,
  row: Row,
  verb: Verb,
): Promise<string> {
  const move = of.moves[verb] as { from: readonly string[]; to: string } | undefined
  if (!move) return `A ${of.noun} cannot be ${pastWords[verb]}`
  const state = row.status.replaceAll('_', ' ')
  if (of.closed?.is(row)) return of.closed.words
  if (row.status === move.to) return `Already ${state}`
  if (!move.from.includes(row.status)) return `It is ${state} and cannot be ${pastWords[verb]} now`
  await of.guard?.(ctx, row, verb)
  return ''
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
type LetterVerb = 'reject' | 'request_update' | 'disable' | 'close' | 'decline'

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
      letter: kind,
    })
    const { recipient: _, ...names } = await of.letters.addressOf(ctx, row)
    const { subject, text, language } = await writeDecision(ctx, {
      ...{ kind, reason: told.text, language: told.language },
      ...names,
    })
    return { subject, text, language }
  }
}
