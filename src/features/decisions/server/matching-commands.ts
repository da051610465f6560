import { sql } from 'kysely'
import { readHeld } from '#features/claims/server/queries.ts'
import { mostOfAJob } from '#kit/contract/bulk-job.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { type BulkWork, beginJob, undoMinutes } from '#kit/server/bulk-jobs.ts'
import type { Context } from '#kit/server/context.ts'
import { countMatching, pickIds } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import { reasonedVerbs, type Trial } from '../matching-contract.ts'
import { saysSomething } from '../reasons/choice-contract.ts'
import type { Said } from '../reasons/server/commands.ts'
import { texts } from '../texts.ts'
import type { Decisions } from './status-commands.ts'

type Source = ListSource<unknown>

export interface Matching<Filter> {
  filter: Filter
  except: readonly string[]
}

/** The records that the filters of a list leave, for jobs on all of them. */
export function matchesOf<Filter extends object>(
  source: (ctx: Context, filter: Filter) => Source | Promise<Source>,
) {
  return {
    /** Counts the records exactly, up to the most that one job may process. */
    async count(ctx: Context, filter: Filter): Promise<{ count: number; is_more: boolean }> {
      const count = await countMatching(ctx.db, await source(ctx, filter), mostOfAJob + 1)
      return { count: Math.min(count, mostOfAJob), is_more: count > mostOfAJob }
    },
    /** The ids of the records except the excluded ones; one id more than a job may process means too many. */
    async pick(ctx: Context, { filter, except }: Matching<Filter>): Promise<string[]> {
      const left = new Set(except)
      const ids = await pickIds(ctx.db, await source(ctx, filter), mostOfAJob + 1 + left.size)
      return ids.filter((id) => !left.has(id))
    },
  }
}

/** Counts how many of these records have which obstacle; a record that is not named has none. */
export function trialOf(ids: readonly string[], obstacles: ReadonlyMap<string, string>): Trial {
  return {
    held: [],
    total: ids.length,
    possible: ids.length - obstacles.size,
    obstacles: counted([...obstacles.values()]),
    ...{ first: null, warned: 0, warnings: [], not_looked_into: 0 },
  }
}

/** How often each of these words occurs, the most frequent first. */
function counted(words: readonly string[]): Trial['obstacles'] {
  const counts = new Map<string, number>()
  for (const message of words) counts.set(message, (counts.get(message) ?? 0) + 1)
  return [...counts]
    .map(([message, count]) => ({ message, count }))
    .sort((a, b) => b.count - a.count || (a.message < b.message ? -1 : 1))
}

/** A trial looks into the warnings of so many records one by one: each takes some queries. */
const mostWarnings = 50

/** So many records that others are reviewing are named: they have to fit into the exceptions of the job. */
const mostHeld = 100

/** Which of these records another person is reviewing now, at most 100, and who. */
export async function heldAmong(
  ctx: Context,
  noun: 'vendor' | 'product' | 'customer',
  ids: readonly string[],
): Promise<Trial['held']> {
  const held = await readHeld(ctx, noun, ids)
  return [...held].slice(0, mostHeld).map(([id, by]) => ({ id, by }))
}

interface MatchingNoun<Verb extends string, Filter extends object> {
  noun: 'vendor' | 'product' | 'customer'
  table: 'vendors' | 'products' | 'customers'
  /** The plural of the noun, in the kinds of its jobs and in what people read. */
  many: string
  moves: Readonly<Record<Verb, { from: readonly string[]; to: string }>>
  /**
   * Where what waits beside the records is decided on: the id of the change that waits beside each, by the id of the record. A
   * job decides on these changes and on none that replaces them.
   */
  waiting?: (ctx: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  decisions: Pick<Decisions<Verb & never, never, never>, 'nameOfId'> & {
    of: { warnings?: unknown }
    warningsOf: (ctx: Context, ids: readonly string[]) => Promise<readonly (readonly string[])[]>
    move: (
      ctx: Context,
      verb: Verb,
      input: { id: string; isOneOfMany?: boolean; change_id: string } & Said,
    ) => Promise<{ row: { id: string; status: string }; decision: { id: string } | null }>
    undo: (ctx: Context, input: { id: string; decision_id: string }) => Promise<unknown>
  }
  begunBy: Endpoint
  matches: ReturnType<typeof matchesOf<Filter>>
  /** How the rows of a job name a record; defaults to its name. */
  loggedAs?: (id: string) => string
  /** Why the rules of this noun refuse records whose status allows the move, by id. */
  obstacles?: (ctx: Context, verb: Verb, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** The open warnings of all these records at once; omitted where each record has to be looked into by itself. */
  warned?: (ctx: Context, ids: readonly string[]) => Promise<Pick<Trial, 'warned' | 'warnings'>>
}

/** Decisions on every record that the filters of a list leave: a trial, a job, and the way back. */
export function matchingDecisionsOf<Verb extends string, Filter extends object>(
  of: MatchingNoun<Verb, Filter>,
) {
  const { noun, many, moves, decisions, matches, begunBy } = of
  const nameOf = async (ctx: Context, id: string) => of.loggedAs?.(id) ?? decisions.nameOfId(ctx, id)

  /** What a job with this verb would do now. It changes nothing. */
  async function attempt(ctx: Context, { verb, ...matching }: Matching<Filter> & { verb: Verb }) {
    ctx.unchanged()
    const ids = await matches.pick(ctx, matching)
    const { from, to } = moves[verb]
    const rows = await statesOf(ctx, ids)
    const obstacles = new Map<string, string>()
    for (const { id, status } of rows) {
      if (!from.includes(status)) obstacles.set(id, notAllowed(status, to))
    }
    const movable = ids.filter((id) => !obstacles.has(id))
    for (const [id, message] of (await of.obstacles?.(ctx, verb, movable)) ?? []) obstacles.set(id, message)
    const possible = ids.filter((id) => !obstacles.has(id))
    const [first] = possible
    return {
      ...trialOf(ids, obstacles),
      held: await heldAmong(ctx, noun, possible),
      first: first === undefined ? null : { id: first, name: await decisions.nameOfId(ctx, first) },
      ...(verb === 'approve' && decisions.of.warnings ? await warnedOf(ctx, possible) : {}),
    }
  }

  async function statesOf(ctx: Context, ids: readonly string[]): Promise<{ id: string; status: string }[]> {
    const waiting = await of.waiting?.(ctx, ids)
    if (waiting) return [...waiting.keys()].map((id) => ({ id, status: 'waiting' }))
    const { rows } = await sql<{ id: string; status: string }>`
      select id, status from ${sql.table(of.table)} where id = any(${ids}::uuid[])`.execute(ctx.db)
    return rows
  }

  async function warnedOf(ctx: Context, ids: readonly string[]) {
    if (of.warned) return { ...(await of.warned(ctx, ids)), not_looked_into: 0 }
    const looked = ids.slice(0, mostWarnings)
    const warnings = await decisions.warningsOf(ctx, looked)
    return {
      warned: warnings.filter((some) => some.length > 0).length,
      warnings: counted(warnings.flat()),
      not_looked_into: ids.length - looked.length,
    }
  }

  function notAllowed(status: string, to: string): string {
    const word = status.replaceAll('_', ' ')
    return status === to ? texts.alreadyStatus({ status: word }) : texts.cannotFrom({ status: word, noun })
  }

  /**
   * Starts a job that decides on every matching record. Refuses (invalid) a missing reason, and (conflict) when their
   * number differs from the confirmed count.
   */
  async function begin(
    ctx: Context,
    input: Matching<Filter> & Said & { verb: Verb; count: number },
  ): Promise<{ job_id: string }> {
    const { verb, reason = '', reasons = [], language, count } = input
    const isReasoned = reasonedVerbs.includes(verb)
    if (isReasoned && !saysSomething({ reason, reasons })) throw fieldRefusal('reason', texts.reasonRequired)
    const ids = await matches.pick(ctx, input)
    const kept = isReasoned ? { reason, reasons, language } : verb === 'approve' ? { reason } : {}
    const marks = await of.waiting?.(ctx, ids)
    return beginJob(ctx, {
      ...{ kind: `${verb}_${many}`, input: kept, ids, count, noun: many, isUndoable: true },
      ...(marks ? { marks } : {}),
    })
  }

  const work = (verb: Verb): BulkWork => ({
    begunBy,
    nameOf,
    async act(ctx, id, said: Said, change_id) {
      const deciding = { id, ...said, isOneOfMany: true, change_id }
      const { row, decision } = await decisions.move(holdingLetters(ctx), verb, deciding)
      if (!decision) {
        throw new Refusal('conflict', texts.alreadyStatus({ status: row.status.replaceAll('_', ' ') }))
      }
      return { name: await nameOf(ctx, id), mark: decision.id }
    },
    async undo(ctx, id, mark) {
      await decisions.undo(ctx, { id, decision_id: mark })
      return nameOf(ctx, id)
    },
  })
  const jobs: Readonly<Record<string, BulkWork>> = Object.fromEntries(
    (Object.keys(moves) as Verb[]).map((verb) => [`${verb}_${many}`, work(verb)]),
  )
  return { count: matches.count, attempt, begin, jobs }
}

/** The undoing job takes its time too, so a decision stays open a little longer than the job that made it. */
const graceMinutes = 10

/** Letters about the decisions of a job wait as long as the whole job can be undone. */
function holdingLetters(ctx: Context): Context {
  const outboxHoldSeconds = Math.max(ctx.services.outboxHoldSeconds, (undoMinutes + graceMinutes) * 60)
  return { ...ctx, services: { ...ctx.services, outboxHoldSeconds } }
}
