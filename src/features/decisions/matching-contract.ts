import { z } from 'zod'
import { BegunJob, matching } from '#kit/contract/bulk-job.ts'
import { type Access, endpoint } from '#kit/contract/endpoint.ts'
import { searchText } from '#kit/contract/page.ts'
import { Holder } from './contract.ts'
import { chosenShape } from './reasons/choice-contract.ts'
import { texts } from './texts.ts'

/** Why some of the records cannot be changed, in words, and how many. */
const Obstacle = z.object({ message: z.string(), count: z.int() })

/** What a job would do with the matching records, before it is begun. */
export const Trial = z.object({
  total: z.int(),
  /** The number of records that the job would change. */
  possible: z.int(),
  /** The reasons of the others, the most frequent first. */
  obstacles: z.array(Obstacle),
  /** Those that would be changed although another person is reviewing them now, at most 100, and who. */
  held: z.array(z.object({ id: z.uuid(), by: Holder })),
  /** The first record that would be changed, as an example. */
  first: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Of the records that were looked into, how many have open warnings, and which: the most frequent first. */
  warned: z.int(),
  warnings: z.array(Obstacle),
  /** How many of the possible records were not looked into for warnings. */
  not_looked_into: z.int(),
})
export type Trial = z.infer<typeof Trial>

/** The verbs that the person must give a reason for. */
export const reasonedVerbs: readonly string[] = ['reject', 'request_update', 'disable']

/**
 * The calls that decide on every record that the filters of a list leave: the count, a trial that changes nothing, and
 * the job. `ids` narrows the records to those that were selected.
 */
export function matchingDecisions<
  const V extends readonly [string, ...string[]],
  const T extends readonly string[],
  F extends z.ZodRawShape,
>(
  path: string,
  { view, decide }: { view: Access; decide: Access },
  { verbs, tried, many }: { verbs: V; tried: T; many: string },
  filters: F,
) {
  const searched = { q: searchText, ...filters }
  const narrowed = { ...searched, ids: z.array(z.uuid()).min(1).max(100).optional() }
  const { count: _, ...named } = matching(narrowed)
  const verb = z.enum(verbs)
  return {
    countMatching: endpoint({
      method: 'GET',
      path: `${path}/matching`,
      summary: texts.countMatchingSummary({ many }),
      access: view,
      query: z.strictObject(searched),
      answer: z.object({ count: z.int(), is_more: z.boolean() }),
    }),
    tryMatching: endpoint({
      method: 'POST',
      path: `${path}/bulk/try-matching`,
      summary: texts.tryMatchingSummary({ many }),
      access: view,
      body: z.strictObject({ verb: z.enum([...verbs, ...tried] as [...V, ...T]), ...named }),
      answer: Trial,
    }),
    decideMatching: endpoint({
      method: 'POST',
      path: `${path}/bulk/decide-matching`,
      summary: texts.decideMatchingSummary({ many }),
      access: decide,
      body: z.strictObject({ verb, ...chosenShape, ...matching(narrowed) }),
      answer: BegunJob,
      status: 202,
      refuses: ['conflict'],
    }),
  }
}
