import type { AssignOutcome, DeskItem } from '../contract.ts'

type Person = { id: string; name: string }

/** The people who are in all of these lists, in the order of the first. */
export function commonTo(lists: readonly (readonly Person[])[]): Person[] {
  const [first = [], ...others] = lists
  return first.filter(({ id }) => others.every((people) => people.some((one) => one.id === id)))
}

/**
 * The calls that give what was assigned together to this person, or to nobody, back to whom it was assigned before: one for
 * each person, and for nobody.
 */
export function waysBack(
  items: readonly Pick<DeskItem, 'id' | 'kind'>[],
  outcomes: readonly Pick<AssignOutcome, 'id' | 'outcome' | 'before'>[],
  from: string | null,
): { items: Pick<DeskItem, 'id' | 'kind'>[]; person_id: string | null; from: string | null }[] {
  const backs = new Map<string | null, Pick<DeskItem, 'id' | 'kind'>[]>()
  for (const { id, outcome, before } of outcomes) {
    const item = items.find((one) => one.id === id)
    if (outcome !== 'done' || !item) continue
    const person = before?.id ?? null
    backs.set(person, [...(backs.get(person) ?? []), { id, kind: item.kind }])
  }
  return [...backs].map(([person_id, some]) => ({ items: some, person_id, from }))
}
