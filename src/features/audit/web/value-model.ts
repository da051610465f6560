/** The fields whose values are words of the product, stored in snake case: states, kinds of things, and lists of them. */
const wordField = /(^|[._])(status|state|list|kind|method|slot|change|fields|marks)$/
const severalWords = /^[a-z]+(_[a-z]+)+$/

/**
 * A value of an audit entry as text. A state or a kind is shown in words, and everything else as it was written: a SKU or a
 * file name with underscores is evidence.
 */
export function writtenOrState(field: string, text: string): string {
  if (!wordField.test(field)) return text
  const items = text.split(', ')
  return items.map((item) => (severalWords.test(item) ? item.replaceAll('_', ' ') : item)).join(', ')
}
