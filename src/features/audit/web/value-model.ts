/** The fields that hold a state: only their values are words of the product, stored in snake case. */
const stateField = /(^|[._])(status|state|list)$/

/**
 * A value of an audit entry as text. The name of a state is shown in words, and everything else as it was written: a SKU or a
 * file name with underscores is evidence.
 */
export function writtenOrState(field: string, text: string): string {
  return stateField.test(field) && /^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text
}
