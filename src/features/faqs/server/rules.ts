import { longestRise } from '#kit/contract/kept-order.ts'
import type { ReleasedFaqs, WaitingFaqs } from '../contract.ts'

/** Every question by its group, both in their order. A group without questions does not exist. */
export type Order = readonly { name: string; ids: readonly string[] }[]

/** Where a question is: the place of its group and its own within it, from 1. */
export interface Place {
  id: string
  group: string
  group_place: number
  position: number
}

/** Groups are the same whatever the case of their letters. */
const isNamed = (name: string) => (group: { name: string }) => group.name.toLowerCase() === name.toLowerCase()

/** The places of all questions. */
export function placesOf(order: Order): Place[] {
  return order.flatMap(({ name, ids }, group) =>
    ids.map((id, index) => ({ id, group: name, group_place: group + 1, position: index + 1 })),
  )
}

/** The order that these places describe; they come in their order. */
export function orderOf(places: readonly Place[]): Order {
  const groups = Map.groupBy(places, ({ group_place }) => group_place)
  return [...groups.values()].map((own) => ({ name: own[0]?.group ?? '', ids: own.map(({ id }) => id) }))
}

/**
 * The question added to a group, at a position from 1 or as the last; a new group gets this place among the groups, from
 * 1, or becomes the last.
 */
export function withAdded(
  order: Order,
  group: string,
  id: string,
  { position, group_place }: { position?: number; group_place?: number | undefined } = {},
): Order {
  const at = order.findIndex(isNamed(group))
  if (at < 0) return order.toSpliced((group_place ?? order.length + 1) - 1, 0, { name: group, ids: [id] })
  return order.map((one, index) =>
    index === at
      ? {
          ...one,
          ids: one.ids.toSpliced(Math.min((position ?? Number.POSITIVE_INFINITY) - 1, one.ids.length), 0, id),
        }
      : one,
  )
}

/** The order without a question; its group goes with its last question. */
export function without(order: Order, id: string): Order {
  return order
    .map(({ name, ids }) => ({ name, ids: ids.filter((one) => one !== id) }))
    .filter(({ ids }) => ids.length > 0)
}

/** The question at another position of its group, from 1; a position past the end means last. */
export function withMoved(order: Order, id: string, position: number): Order {
  return order.map((group) => {
    if (!group.ids.includes(id)) return group
    const others = group.ids.filter((one) => one !== id)
    return { ...group, ids: others.toSpliced(position - 1, 0, id) }
  })
}

/** The question in another group, as its last; in its own group it stays where it is. */
export function withRegrouped(order: Order, id: string, group: string): Order {
  const own = order.find(({ ids }) => ids.includes(id))
  if (!own || !isNamed(group)(own)) return withAdded(without(order, id), group, id)
  return order.map((one) => (one === own ? { ...one, name: group } : one))
}

/**
 * The name of a group that a question goes to, as the questions in it spell it. As it was typed, if there are none, or if
 * the question is one of them: then all of them are spelled so.
 */
export function spellingOf(order: Order, group: string, id: string): string {
  const known = order.find(isNamed(group))
  return known && !known.ids.includes(id) ? known.name : group
}

/** The group at another position, from 1; null if there is no such group. */
export function withGroupMoved(order: Order, group: string, position: number): Order | null {
  const own = order.find(isNamed(group))
  return own ? order.filter((one) => one !== own).toSpliced(position - 1, 0, own) : null
}

/**
 * The group under another name, at its place; null if there is no such group, and `taken` if another group has the name.
 */
export function withGroupRenamed(order: Order, group: string, name: string): Order | 'taken' | null {
  const own = order.find(isNamed(group))
  if (!own) return null
  const other = order.find(isNamed(name))
  if (other && other !== own) return 'taken'
  return order.map((one) => (one === own ? { ...one, name } : one))
}

type Released = ReleasedFaqs['items'][number]

/** Whether a question differs from what was released of it. */
export function isChanged(one: Omit<Released, 'id'>, live: Omit<Released, 'id'>): boolean {
  const fields = ['title', 'details', 'group', 'is_active'] as const
  return fields.some((field) => one[field] !== live[field])
}

/** What a release of these questions would change. Questions count as moved if those before them have changed places. */
export function waitingOf(draft: readonly Released[], live: readonly Released[]): WaitingFaqs {
  const [drafted, released] = [new Set(draft.map(({ id }) => id)), new Map(live.map((one) => [one.id, one]))]
  const stayed = draft.flatMap((one) => {
    const before = released.get(one.id)
    return before ? [{ one, before }] : []
  })
  const changed = stayed.filter(({ one, before }) => isChanged(one, before))
  const differs = new Set(changed.map(({ one }) => one.id))
  const places = new Map(live.filter(({ id }) => drafted.has(id)).map(({ id }, index) => [id, index]))
  const kept = longestRise(stayed.map(({ one }) => places.get(one.id) ?? 0))
  const moved = stayed.filter(({ one }, index) => !kept.has(index) && !differs.has(one.id))
  return {
    added: draft.length - stayed.length,
    changed: changed.length,
    removed: live.length - stayed.length,
    moved: moved.length,
  }
}

/** What shoppers read of a release: only what is on, by group; a group without such a question is left out. */
export function groupsOf({ items }: ReleasedFaqs) {
  const groups = Map.groupBy(
    items.filter(({ is_active }) => is_active),
    ({ group }) => group,
  )
  return {
    groups: [...groups].map(([name, faqs]) => ({
      name,
      faqs: faqs.map(({ id, title, details }) => ({ id, title, details })),
    })),
  }
}
