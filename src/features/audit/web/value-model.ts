/** The fields whose values are words of the product, stored in snake case: states, and kinds of things. */
const wordField = /(^|[._])(status|state|list|kind|method|slot)$/

/**
 * A value of an audit entry as text. A state or a kind is shown in words, and everything else as it was written: a SKU or a
 * file name with underscores is evidence.
 */
export function writtenOrState(field: string, text: string): string {
  return wordField.test(field) && /^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text
}
