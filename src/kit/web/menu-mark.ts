import { useEffect, useSyncExternalStore } from 'react'

const watchers = new Set<() => void>()
let marked: string | null = null

/** The path of the menu entry that the screen marks instead of its own; null for its own. */
export function useMarkedEntry(): string | null {
  return useSyncExternalStore(watch, () => marked)
}

/** Marks another entry of the menu while the screen is open: a form of a record belongs to the list of the record. */
export function useMarkEntry(path: string | null): void {
  useEffect(() => {
    mark(path)
    return () => mark(null)
  }, [path])
}

function mark(path: string | null): void {
  marked = path
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
