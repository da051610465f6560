/** A view as it was opened in this tab: what is saved over it must have been seen. */
export interface OpenedView {
  id: string
  version: number
}

/** The view at hand as it was opened: a newer version counts as seen once its own parameters are shown. */
export function openedOf(
  before: OpenedView | null,
  view: OpenedView | undefined,
  isAsSaved: boolean,
): OpenedView | null {
  if (!view) return null
  const isNewer = before?.id !== view.id || (isAsSaved && view.version > before.version)
  return isNewer ? { id: view.id, version: view.version } : before
}

/** After a change by the reader. If a colleague changed the view before, the reader has not seen that. */
export function withMade(before: OpenedView | null, made: OpenedView): OpenedView | null {
  const isNext = before?.id === made.id && made.version === before.version + 1
  return isNext ? { id: made.id, version: made.version } : before
}
