import { useSyncExternalStore } from 'react'
import { lastRequestId } from '#kit/web/client.tsx'

/** What somebody wants to send, with the id of the call that went before. */
export interface Ask {
  kind: 'report' | 'feedback'
  requestId: string
}

let asked: Ask | null = null
const listeners = new Set<() => void>()

/** Opens the dialog of this kind. It is drawn by `AskPanel`, so that it outlives the menu that opened it. */
export function ask(kind: Ask['kind']): void {
  tell({ kind, requestId: lastRequestId() })
}

export function endAsk(): void {
  tell(null)
}

export function useAsk(): Ask | null {
  return useSyncExternalStore(follow, () => asked)
}

function tell(next: Ask | null): void {
  asked = next
  for (const listener of listeners) listener()
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
