import { useSyncExternalStore } from 'react'

/** Nouns with how many of their records have changed; null when everything may have. */
export type Changed = Readonly<Record<string, number>> | null

/** Known to every tab, while the code that keeps the stream is loaded after the first paint. */
const followers = new Set<(changed: Changed) => void>()
const watchers = new Set<() => void>()
let isUp = false

/**
 * True while changes are told at once, so that nothing has to be asked for again and again. Always false for what is not
 * live: it is not drawn again when the stream comes or goes.
 */
export function useIsStreamUp(isLive: boolean): boolean {
  return useSyncExternalStore(watch, () => isLive && isUp)
}

export function setStreamUp(now: boolean): void {
  if (now === isUp) return
  isUp = now
  for (const watcher of watchers) watcher()
}

/** Calls the follower for each change. Returns a function that removes it. */
export function followChanges(follower: (changed: Changed) => void): () => void {
  followers.add(follower)
  return () => followers.delete(follower)
}

export function tellFollowers(changed: Changed): void {
  for (const follower of followers) follower(changed)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
