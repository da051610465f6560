import { useEffect, useRef } from 'react'
import { leaveFor } from './leave.ts'

/** An action that the screen offers now. It is made as if it had been pressed there: what it asks for first, it asks. */
export interface Offer {
  words: string
  /** What the action belongs to, where the screen has several groups: "Part 2". */
  about: string
  /** The key that does the same on the screen; empty if there is none. */
  shortcut: string
  run: () => void
}

/** An action that is on the screen only while its menu is open, or that another screen does. */
export type OfferedItem = { words: string } & ({ href: string } | { onPick: () => void })

const regions = new Set<HTMLElement>()
const lists = new Set<{ readonly current: readonly OfferedItem[] }>()

/** Offers every button and link inside this element beyond the screen; for the `ref` of a group of actions. */
export function offersActions(region: HTMLElement | null): (() => void) | undefined {
  if (!region) return undefined
  regions.add(region)
  return () => {
    regions.delete(region)
  }
}

/** Offers these items beyond the screen while the component is shown. */
export function useOffers(items: readonly OfferedItem[]): void {
  const latest = useRef(items)
  latest.current = items
  useEffect(() => {
    lists.add(latest)
    return () => {
      lists.delete(latest)
    }
  }, [])
}

/** What the screen offers now, in its order; what is disabled there is left out. */
export function readOffers(): Offer[] {
  const inOrder = [...regions].sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
  const pressed = inOrder.flatMap((region) =>
    [...region.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]')].flatMap((one) => {
      // The button of a menu is none itself: the menu offers its items.
      if (one.ariaDisabled === 'true' || one.hasAttribute('popovertarget') || !one.checkVisibility())
        return []
      const words = wordsOf(one)
      const shortcut = one.getAttribute('aria-keyshortcuts') ?? ''
      return words ? [{ words, about: region.ariaLabel ?? '', shortcut, run: () => one.click() }] : []
    }),
  )
  const picked = [...lists].flatMap(({ current }) =>
    current.map((item) => ({
      words: item.words,
      about: '',
      shortcut: '',
      run: 'href' in item ? () => leaveFor(item.href) : item.onPick,
    })),
  )
  return [...pressed, ...picked]
}

/** Makes the action as the screen offers it at this moment; nothing happens if the screen no longer does. */
export function runOffer({ words, about }: Pick<Offer, 'words' | 'about'>): void {
  readOffers()
    .find((offer) => offer.words === words && offer.about === about)
    ?.run()
}

function wordsOf(one: HTMLElement): string {
  if (one.ariaLabel) return one.ariaLabel
  const copy = one.cloneNode(true) as HTMLElement
  for (const part of copy.querySelectorAll('kbd, svg, .visually-hidden')) part.remove()
  return copy.textContent.trim()
}
