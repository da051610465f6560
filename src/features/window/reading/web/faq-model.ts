import type { Answers, Content, FaqGroups } from '#features/window/contract.ts'
import { sectionOf, textIn } from '#features/window/web/window-model.ts'

type Groups = FaqGroups['groups']

/** The questions that are shown, in their groups: those of a working copy where a preview has one. */
export function faqGroupsOf(content: Content, answers: Answers): Groups {
  const { items } = sectionOf(content, 'faqs')
  if (!Array.isArray(items)) return answers.faqs?.groups ?? []
  const groups = new Map<string, Groups[number]>()
  for (const { id, title, details, group, is_active } of items) {
    if (is_active === false || !textIn(title)) continue
    const name = textIn(group)
    const found = groups.get(name) ?? { name, faqs: [] }
    found.faqs.push({ id, title: textIn(title), details: textIn(details) })
    groups.set(name, found)
  }
  return [...groups.values()]
}

/** Words as they are compared: without case, marks and the two forms of letters that keyboards write. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('\u064a', '\u06cc')
    .replaceAll('\u0643', '\u06a9')

/** The questions in which every word that was searched for appears. */
export function matchingFaqs(groups: Groups, search: string): Groups {
  const words = folded(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return groups
  return groups.flatMap(({ name, faqs }) => {
    const found = faqs.filter(({ title, details }) => {
      const text = folded(`${title} ${details} ${name}`)
      return words.every((word) => text.includes(word))
    })
    return found.length > 0 ? [{ name, faqs: found }] : []
  })
}
