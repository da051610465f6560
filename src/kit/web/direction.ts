/** Whether lines of text run from right to left, as they do in Urdu. Only measures in pixels of the screen must ask. */
export function isRightToLeft(): boolean {
  return document.documentElement.dir === 'rtl'
}
