/** The screen and the record that the address shows; tabs, filters and open dialogs do not count. */
export function screenAtHand(): string {
  const { pathname, search } = window.location
  return `${pathname} ${new URLSearchParams(search).get('id') ?? ''}`
}
