/** Whether text runs from right to left, as in Urdu. Only code that works with screen pixels needs this. */
export function isRightToLeft(): boolean {
  return document.documentElement.dir === 'rtl'
}
