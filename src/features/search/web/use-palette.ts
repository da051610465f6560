import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { leaveFor } from '#kit/web/leave.ts'
import type { Item, Section } from './palette-model.ts'

interface Given {
  sections: readonly Section[]
  /** While true, the first line may still change: Enter waits for it. */
  isUnsettled: boolean
  /** False while nothing was typed: an action that nobody asked for must not be one Enter away. */
  isChoosing: boolean
  /** Enter was pressed before this code was there. */
  isEntered: boolean
  /** Hears the keys of the field. */
  keys: RefObject<((event: KeyboardEvent) => void) | null>
  list: RefObject<HTMLElement | null>
  /** What was typed; another text begins at the first line again. */
  typed: string
  onPicked: (item: Item) => void
  /** Enter without any line. */
  onNothing: () => void
}

/** The active line of the palette and the keys that move it: up, down, start, end, Enter, and Ctrl+Enter for a new tab. */
export function usePalette(given: Given): { activeKey: string; point: (key: string) => void } {
  const { sections, isUnsettled, isChoosing, keys, list, typed } = given
  const [chosen, setChosen] = useState({ typed, key: '' })
  /** Enter was pressed before the first line had settled; with Ctrl, for a tab of its own. */
  const [waiting, setWaiting] = useState<'here' | 'apart' | null>(given.isEntered ? 'here' : null)
  const items = sections.flatMap((section) => section.items)
  const kept = chosen.typed === typed ? items.findIndex((item) => item.key === chosen.key) : -1
  const at = kept >= 0 || !isChoosing ? kept : 0
  const active = items[at]
  const latest = useRef(given)
  latest.current = given
  const pick = (item: Item, isApart: boolean) => {
    if (isApart && item.href) {
      window.open(item.href, '_blank', 'noopener')
      return
    }
    latest.current.onPicked(item)
    if (item.href) leaveFor(item.href)
  }
  const move = (to: number) => {
    const item = items[((to % items.length) + items.length) % items.length]
    if (!item) return
    setChosen({ typed, key: item.key })
    list.current?.querySelector(`[data-key="${CSS.escape(item.key)}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: at + 1, ArrowUp: Math.max(0, at) - 1, PageDown: at + 8, PageUp: at - 8 }[
      event.key
    ]
    if (step !== undefined) {
      event.preventDefault()
      const isPage = event.key.startsWith('Page')
      move(isPage ? Math.min(items.length - 1, Math.max(0, step)) : step)
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (active && (kept >= 0 || !isUnsettled)) pick(active, event.ctrlKey || event.metaKey)
    else if (isUnsettled) setWaiting(event.ctrlKey || event.metaKey ? 'apart' : 'here')
    else latest.current.onNothing()
  }
  useLayoutEffect(() => {
    keys.current = press
    return () => {
      keys.current = null
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another question
  useEffect(() => setWaiting((was) => (typed === chosen.typed ? was : null)), [typed])
  useEffect(() => {
    if (waiting === null || isUnsettled) return
    setWaiting(null)
    if (active) pick(active, waiting === 'apart')
  })
  return { activeKey: active?.key ?? '', point: (key) => setChosen({ typed, key }) }
}
