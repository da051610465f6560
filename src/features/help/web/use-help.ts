import { useSyncExternalStore } from 'react'

/** What the help shows: the article of the screen, one that was asked for by name, or nothing when it is closed. */
export type HelpState = { isOpen: false } | ({ isOpen: true } & Asked)

/** What the help was opened for; each time it is asked for has its own turn, also if it is for the same. */
export interface Asked {
  asked: string | null
  turn: number
}

const closed: HelpState = { isOpen: false }
let state: HelpState = closed
let opener: Element | null = null
let turns = 0
const listeners = new Set<() => void>()

/** Opens the help about the current screen, or this article of it. */
export function openHelp(asked: string | null = null): void {
  if (!state.isOpen) opener = document.activeElement
  turns += 1
  tell({ isOpen: true, asked, turn: turns })
}

/** Closes the help. */
export function closeHelp(): void {
  tell(closed)
}

/** Gives the focus back to what opened the help, once it is closed. */
export function returnFocus(): void {
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
  opener = null
}

/** Whether the help is open, and what was asked for. Nothing of it is stored. */
export function useHelp(): HelpState {
  return useSyncExternalStore(listen, () => state)
}

function tell(next: HelpState): void {
  state = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
