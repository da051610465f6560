import { allows } from '#features/access/contract.ts'
import type { Access, Answer, Input } from '#kit/contract/endpoint.ts'
import { type Context, signedIn } from '#kit/server/context.ts'
import type { FindRecords } from '#kit/server/found.ts'
import {
  type FoundGroup,
  type FoundGroupName,
  type FoundKind,
  type FoundRecord,
  foundGroups,
  groupNames,
  type search,
} from '../contract.ts'

/** How records of a kind are found, and who may: the access of the call that opens them. */
export interface Finder {
  access: Access
  find: FindRecords
}

declare module '#kit/server/context.ts' {
  interface Services {
    /** How each kind of record is found; the application collects the finders from the features. */
    finders: Readonly<Record<FoundKind, Finder>>
  }
}

/** What is found in each group, as far as the person may open it. A group without results is left out. */
export async function findRecords(
  ctx: Context,
  { q, groups = groupNames, limit }: Input<typeof search.find>,
): Promise<Answer<typeof search.find>> {
  const answers: FoundGroup[] = []
  for (const group of groupNames) {
    if (!groups.includes(group)) continue
    const answer = await findGroup(ctx, group, { q, limit })
    if (answer.rows.length > 0) answers.push(answer)
  }
  return answers
}

/** The present names of records. What is gone and what the person may not open is left out, and looks the same. */
export async function nameRecords(
  ctx: Context,
  { records }: Input<typeof search.name>,
): Promise<Answer<typeof search.name>> {
  const named = new Map<string, FoundRecord>()
  const asked = records.map((record) => record.split(':') as [FoundKind, string])
  for (const kind of new Set(asked.map(([kind]) => kind))) {
    const finder = finderFor(ctx, kind)
    if (!finder) continue
    const ids = new Set(asked.flatMap(([of, id]) => (of === kind ? [id] : [])))
    const { rows } = await finder.find(ctx, { ids: [...ids] })
    for (const row of rows) named.set(`${kind}:${row.id}`, { kind, ...row, notes: [...row.notes] })
  }
  return [...new Set(records)].flatMap((record) => named.get(record) ?? [])
}

/**
 * Of a group with several kinds of record, the kind with the fewest results comes first: a number is found in one of them,
 * and the name of its owner in many.
 */
async function findGroup(
  ctx: Context,
  group: FoundGroupName,
  sought: { q: string; limit: number },
): Promise<FoundGroup> {
  const pages: { rows: FoundRecord[]; total: number; total_is_exact: boolean }[] = []
  for (const kind of foundGroups[group]) {
    const finder = finderFor(ctx, kind)
    if (!finder) continue
    const { rows, total, total_is_exact } = await finder.find(ctx, sought)
    pages.push({
      rows: rows.map((row) => ({ kind, ...row, notes: [...row.notes] })),
      total,
      total_is_exact,
    })
  }
  pages.sort((a, b) => a.total - b.total)
  return {
    group,
    rows: pages.flatMap((page) => page.rows).slice(0, sought.limit),
    total: pages.reduce((sum, page) => sum + page.total, 0),
    total_is_exact: pages.every((page) => page.total_is_exact),
  }
}

/** The finder of a kind; undefined where the person may not open records of this kind. */
function finderFor(ctx: Context, kind: FoundKind): Finder | undefined {
  const finder = ctx.services.finders[kind]
  return allows(signedIn(ctx).permissions, finder.access) ? finder : undefined
}
