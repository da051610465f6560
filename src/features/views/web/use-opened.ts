import { useEffect, useState } from 'react'
import { type OpenedView, openedOf, withMade } from './opened-model.ts'

/** The current view as it was opened in this tab, also after a reload, and what tells it of the reader's own changes. */
export function useOpened(
  view: OpenedView | undefined,
  isAsSaved: boolean,
): { opened: OpenedView | null; onMade: (made: OpenedView) => void } {
  const [before, setOpened] = useState<OpenedView | null>(null)
  const opened = openedOf(before, view, isAsSaved, keptVersion(view?.id))
  if (opened !== before) setOpened(opened)
  useEffect(() => {
    if (opened) sessionStorage.setItem(keyOf(opened.id), String(opened.version))
  }, [opened])
  return { opened, onMade: (made) => setOpened((known) => withMade(known, made)) }
}

const keyOf = (id: string) => `munshi-view-${id}`

function keptVersion(id: string | undefined): number | null {
  return Number(id && sessionStorage.getItem(keyOf(id))) || null
}
