import { useEffect, useRef, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'

/** An unsaved draft with its time and the version of its record; `values.id` identifies the draft. */
export interface KeptDraft<T extends { id: string }> {
  at: string
  version: number
  values: T
}

/** A draft as stored in the browser, with the tab that is editing it. */
type Stored<T extends { id: string }> = KeptDraft<T> & { tab: string }

const quietMs = 400
/** Identifies this page until it is reloaded. */
const thisTab = uuidv7()
const tabKey = 'draft_of_tab'

/** The stored drafts of a record, and what a tab does with them. */
export interface KeptDrafts<T extends { id: string }> {
  here: KeptDraft<T> | null
  found: readonly KeptDraft<T>[]
  /** The time of the last write; empty while no draft is stored. */
  keptAt: string
  /** Another tab has taken over the draft, or has saved or discarded it. */
  lost: '' | 'taken' | 'gone'
  /** The same as a boolean, available before the next render. */
  isLost: () => boolean
  /** Stores the draft after a short pause. A different id starts a different draft. */
  keep: (draft: { version: number; values: T }) => void
  /** Stores the draft at once; false if the browser cannot store it. */
  keepNow: () => boolean
  /** Removes the current draft because it has no changes, is saved or discarded. */
  drop: () => void
  /** Continues with a stored draft in its latest form; null if the draft no longer exists. */
  takeOver: (id: string) => KeptDraft<T> | null
  discard: (id: string) => void
}

/**
 * Keeps unsaved input in this browser. The drafts of one `record` (a key of `draftKey`) are stored separately. After a
 * reload, the tab continues with its own draft at once (`here`); the other stored drafts are offered, newest first, and
 * stay unchanged while something else is typed. A draft belongs to one tab: if another tab restores the draft, that tab
 * takes it over, and this tab is notified (`lost`) and stops writing to it. `isWhole` checks stored data, which may
 * have been written by other code.
 */
export function useKeptDraft<T extends { id: string }>(
  record: string,
  isWhole: (values: unknown) => values is T,
): KeptDrafts<T> {
  const read = (key: string) => readStored(key, isWhole)
  const keyOf = (id: string) => `${record}#${id}`
  const [here] = useState(() => {
    const key = sessionStorage.getItem(tabKey) ?? ''
    return key.startsWith(`${record}#`) ? read(key) : null
  })
  /** The key of the current draft. */
  const own = useRef(here ? keyOf(here.values.id) : '')
  const waiting = useWaitingWrite()
  const isLost = useRef(false)
  const [lost, setLost] = useState<'' | 'taken' | 'gone'>('')
  const [keptAt, setKeptAt] = useState(here?.at ?? '')
  const others = () => storedDrafts(record, own.current, isWhole)
  const [found, setFound] = useState<readonly KeptDraft<T>[]>(others)

  const lose = (how: 'taken' | 'gone') => {
    waiting.forget()
    isLost.current = true
    setLost(how)
    setKeptAt('')
    sessionStorage.removeItem(tabKey)
  }
  const store = (draft: KeptDraft<T>): boolean => {
    const key = keyOf(draft.values.id)
    const isStored = wasWritten(key, { ...draft, tab: thisTab } satisfies Stored<T>)
    // If the storage is full, no draft is stored, and the page must not claim that one is.
    setKeptAt(isStored ? draft.at : '')
    return isStored
  }
  const flush = (): boolean => waiting.flush() ?? keptAt !== ''
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key !== null && !key.startsWith(`${record}#`)) return
    setFound((before) =>
      before.flatMap(({ values }) =>
        keyOf(values.id) === own.current ? [] : (read(keyOf(values.id)) ?? []),
      ),
    )
    if (own.current === '' || isLost.current || (key !== null && key !== own.current)) return
    // A draft whose first write is pending is not in the storage yet.
    if (newValue === null && keptAt !== '') lose('gone')
    if (newValue !== null && read(own.current)?.tab !== thisTab) lose('taken')
  }
  useTabEvents({ flush, hear, claim: () => here && store(here) })

  const begin = (key: string) => {
    own.current = key
    isLost.current = false
    setLost('')
  }
  const keep = (draft: { version: number; values: T }) => {
    const key = keyOf(draft.values.id)
    if (key !== own.current) begin(key)
    if (isLost.current) return
    waiting.put(() => {
      const present = read(key)
      if (!present || present.tab === thisTab) return store({ at: new Date().toISOString(), ...draft })
      lose('taken')
      return false
    })
  }
  const drop = () => {
    waiting.forget()
    if (own.current && !isLost.current) localStorage.removeItem(own.current)
    sessionStorage.removeItem(tabKey)
    begin('')
    setKeptAt('')
  }
  const takeOver = (id: string) => {
    // The text typed in this tab is stored as a draft of its own before the other draft is restored.
    flush()
    const draft = read(keyOf(id))
    if (draft) {
      begin(keyOf(id))
      store({ at: draft.at, version: draft.version, values: draft.values })
    }
    setFound(others())
    return draft
  }
  const discard = (id: string) => {
    localStorage.removeItem(keyOf(id))
    setFound(others())
  }
  return {
    here,
    found,
    keptAt,
    lost,
    isLost: () => isLost.current,
    keep,
    keepNow: flush,
    drop,
    takeOver,
    discard,
  }
}

/** A write that happens after a short pause, in its latest form. */
function useWaitingWrite() {
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => boolean } | null>(null)
  const forget = () => {
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = null
  }
  /** Writes at once; null if nothing is waiting. */
  const flush = (): boolean | null => {
    const write = waiting.current?.write
    forget()
    return write ? write() : null
  }
  const put = (write: () => boolean) => {
    forget()
    waiting.current = { write, timer: setTimeout(flush, quietMs) }
  }
  return { put, flush, forget }
}

function wasWritten(key: string, draft: object): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
    sessionStorage.setItem(tabKey, key)
    return true
  } catch {
    return false
  }
}

/** Calls these on events of the tab and of the storage. */
function useTabEvents(given: {
  flush: () => boolean
  hear: (event: StorageEvent) => void
  claim: () => void
}) {
  const latest = useRef(given)
  latest.current = given
  useEffect(() => {
    const leave = () => void latest.current.flush()
    const listen = (event: StorageEvent) => latest.current.hear(event)
    // A duplicated tab has a copy of the first tab's draft key, so the new tab claims the draft and only one tab edits
    // it.
    latest.current.claim()
    // The pending draft must be written even if the tab is closed before the pause ends.
    window.addEventListener('pagehide', leave)
    window.addEventListener('storage', listen)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('storage', listen)
      leave()
      // After navigation to another screen, the draft is offered on return; only a reload restores it automatically.
      sessionStorage.removeItem(tabKey)
    }
  }, [])
}

/** The stored drafts of a record except one, newest first. */
function storedDrafts<T extends { id: string }>(
  record: string,
  but: string,
  isWhole: (values: unknown) => values is T,
): KeptDraft<T>[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(`${record}#`) && key !== but)
    .flatMap((key) => readStored(key, isWhole) ?? [])
    .toSorted((one, other) => other.at.localeCompare(one.at))
}

function readStored<T extends { id: string }>(
  key: string,
  isWhole: (values: unknown) => values is T,
): Stored<T> | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Stored<{ id: string }>> | null
    const isDraft =
      typeof draft?.at === 'string' && typeof draft.version === 'number' && isWhole(draft.values)
    return isDraft ? (draft as Stored<T>) : null
  } catch {
    return null
  }
}
