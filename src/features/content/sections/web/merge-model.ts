import type { SectionName } from '#features/content/section-contract.ts'
import {
  entriesOf,
  filledEntries,
  meantBy,
  meantEntry,
  sectionOf,
  type Typed,
  type TypedEntry,
} from './section-model.ts'

export type Side = 'theirs' | 'mine'
/** Which side was chosen for the paths where both differ. */
export type Choices = Readonly<Record<string, Side>>

/** The path of the order of the entries, where both people have changed it. */
export const orderPath = 'items.order'
/** The field of an entry that one person has changed and the other has removed. */
export const wholeEntry = '*'

/**
 * Joins what two people made of the same section: each field of each entry on its own. Where both have changed the same
 * to something else, the path is a conflict, and the chosen side counts, without a choice one's own.
 */
export function mergedSection(
  name: SectionName,
  base: Typed,
  mine: Typed,
  theirs: Typed,
  choices: Choices = {},
): { typed: Typed; conflicts: string[] } {
  const { fields, items } = sectionOf(name)
  const conflicts: string[] = []
  const pick = (path: string, values: { base: unknown; mine: unknown; theirs: unknown }): Side => {
    const [first, own, other] = [values.base, values.mine, values.theirs].map((value) =>
      JSON.stringify(value),
    )
    if (own === other || other === first) return 'mine'
    if (own === first) return 'theirs'
    conflicts.push(path)
    return choices[path] ?? 'mine'
  }
  const sides = { base, mine, theirs }
  const meant = { base: meantBy(name, base), mine: meantBy(name, mine), theirs: meantBy(name, theirs) }
  const own = Object.keys(fields).map((field) => [
    field,
    sides[pick(field, { base: meant.base[field], mine: meant.mine[field], theirs: meant.theirs[field] })][
      field
    ],
  ])
  const typed = Object.fromEntries(own)
  if (!items) return { typed, conflicts }
  return { typed: { ...typed, items: mergedEntries(name, sides, pick) }, conflicts }
}

type Pick = (path: string, values: { base: unknown; mine: unknown; theirs: unknown }) => Side

function mergedEntries(
  name: SectionName,
  { base, mine, theirs }: { base: Typed; mine: Typed; theirs: Typed },
  pick: Pick,
): TypedEntry[] {
  const [before, own, other] = [base, mine, theirs].map(
    (typed) => new Map(filledEntries(name, typed).map((entry) => [entry.id, entry])),
  ) as [Map<string, TypedEntry>, Map<string, TypedEntry>, Map<string, TypedEntry>]
  const kept = new Map<string, TypedEntry>()
  for (const id of new Set([...own.keys(), ...other.keys()])) {
    const entry = mergedEntry(
      name,
      id,
      { base: before.get(id), mine: own.get(id), theirs: other.get(id) },
      pick,
    )
    if (entry) kept.set(id, entry)
  }
  const ids = [before, own, other].map((entries) => [...entries.keys()]) as [string[], string[], string[]]
  const ordered = mergedOrder(ids, pick).flatMap((id) => kept.get(id) ?? [])
  // The empty entries of the form stay where a person may be about to type.
  return [...ordered, ...entriesOf(mine).filter(({ id }) => !own.has(id))]
}

function mergedEntry(
  name: SectionName,
  id: string,
  sides: Readonly<Record<'base' | Side, TypedEntry | undefined>>,
  pick: Pick,
): TypedEntry | undefined {
  const { base, mine, theirs } = sides
  if (mine && theirs) {
    const from = base ?? { id }
    const meant = { base: meantOf(name, from), mine: meantOf(name, mine), theirs: meantOf(name, theirs) }
    const fields = Object.keys(sectionOf(name).items?.fields ?? {}).map((field) => {
      const side = pick(`${id}.${field}`, {
        base: meant.base[field],
        mine: meant.mine[field],
        theirs: meant.theirs[field],
      })
      return [field, (side === 'mine' ? mine : theirs)[field]]
    })
    return { id, ...Object.fromEntries(fields) }
  }
  if (!base) return mine ?? theirs
  const side = pick(`${id}.${wholeEntry}`, {
    base: meantOf(name, base),
    mine: mine ? meantOf(name, mine) : null,
    theirs: theirs ? meantOf(name, theirs) : null,
  })
  return side === 'mine' ? mine : theirs
}

function meantOf(name: SectionName, entry: TypedEntry): Record<string, unknown> {
  return Object.keys(entry).length === 1 ? {} : meantEntry(name, entry)
}

/** One order of all entries: the one that was changed, and what the other side has added after what it followed there. */
function mergedOrder([before, own, other]: [string[], string[], string[]], pick: Pick): string[] {
  const common = (ids: string[]) => ids.filter((id) => own.includes(id) && other.includes(id))
  const side = pick(orderPath, { base: common(before), mine: common(own), theirs: common(other) })
  const [first, second] = side === 'mine' ? [own, other] : [other, own]
  const order = [...first]
  for (const [index, id] of second.entries()) {
    if (order.includes(id)) continue
    const after = second.slice(0, index).findLast((one) => order.includes(one))
    order.splice(after === undefined ? 0 : order.indexOf(after) + 1, 0, id)
  }
  return order
}
