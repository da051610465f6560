/** A question as the preview of its page shows it. */
export interface ShownFaq {
  id: string
  title: string
  details: string
  group: string
  is_active: boolean
}

/** More questions than these are drawn too slowly to follow each key. */
export const mostAround = 200

/** The questions of the page, of what may be anything. */
export function questionsOf(section: unknown): ShownFaq[] {
  const { items } = (section ?? {}) as { items?: unknown }
  return Array.isArray(items) ? items : []
}

/**
 * The questions with one of them as it is typed, shown even if it is off. Shoppers see no question that is off, so its
 * place is found by `order`, the ids of all questions of its group; in another group it becomes the last.
 */
export function withTyped(
  questions: readonly ShownFaq[],
  typed: ShownFaq,
  order: readonly string[],
): ShownFaq[] {
  const shown = { ...typed, is_active: true }
  const at = questions.findIndex(({ id }) => id === typed.id)
  if (questions[at]?.group === typed.group) return questions.with(at, shown)
  const others = questions.filter(({ id }) => id !== typed.id)
  const later = new Set(order.slice(order.indexOf(typed.id) + 1))
  const isKnown = order.includes(typed.id)
  const next = isKnown ? others.findIndex(({ id, group }) => group === typed.group && later.has(id)) : -1
  if (next >= 0) return others.toSpliced(next, 0, shown)
  const last = others.findLastIndex(({ group }) => group === typed.group)
  return others.toSpliced(last >= 0 ? last + 1 : others.length, 0, shown)
}

/** The questions with those of a group in the order of these ids. */
export function inOrder(questions: readonly ShownFaq[], group: string, order: readonly string[]): ShownFaq[] {
  const places = new Map(order.map((id, index) => [id, index]))
  const placeOf = ({ id }: ShownFaq) => places.get(id) ?? order.length
  const sorted = questions.filter((one) => one.group === group).toSorted((a, b) => placeOf(a) - placeOf(b))
  return questions.map((one) => (one.group === group ? (sorted.shift() ?? one) : one))
}

/** All questions, or those of the group alone where there are too many. */
export function around(questions: readonly ShownFaq[], group: string): ShownFaq[] {
  return questions.length <= mostAround ? [...questions] : questions.filter((one) => one.group === group)
}
