/** A view as it was opened in this tab: what is saved over it must have been seen. */
export interface OpenedView {
  id: string
  version: number
}

/**
 * The current view as it was opened: a newer version counts as seen once its own parameters are shown. `kept` is the version with
 * which the tab opened it before a reload, or before the reader went to another view.
 */
export function openedOf(
  before: OpenedView | null,
  view: OpenedView | undefined,
  isAsSaved: boolean,
  kept: number | null = null,
): OpenedView | null {
  if (!view) return null
  const { id, version } = view
  const known = before?.id === id ? before.version : kept
  const seen = known !== null && (!isAsSaved || version <= known) ? known : version
  return before?.id === id && before.version === seen ? before : { id, version: seen }
}

/** After a change by the reader. If a colleague changed the view before, the reader has not seen that. */
export function withMade(before: OpenedView | null, made: OpenedView): OpenedView | null {
  const isNext = before?.id === made.id && made.version === before.version + 1
  return isNext ? { id: made.id, version: made.version } : before
}
