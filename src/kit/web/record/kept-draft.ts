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
): {
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
} {
  const read = (key: string) => readStored(key, isWhole)
  const keyOf = (id: string) => `${record}#${id}`
  const [here] = useState(() => {
    const key = sessionStorage.getItem(tabKey) ?? ''
    return key.startsWith(`${record}#`) ? read(key) : null
  })
  /** The key of the current draft, and the pending write of its latest values. */
  const own = useRef(here ? keyOf(here.values.id) : '')
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => boolean } | null>(null)
  const isLost = useRef(false)
  const [lost, setLost] = useState<'' | 'taken' | 'gone'>('')
  const [keptAt, setKeptAt] = useState(here?.at ?? '')
  const others = () =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(`${record}#`) && key !== own.current)
      .flatMap((key) => read(key) ?? [])
      .toSorted((one, other) => other.at.localeCompare(one.at))
  const [found, setFound] = useState<readonly KeptDraft<T>[]>(others)

  const forgetWaiting = () => {
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = null
  }
  const lose = (how: 'taken' | 'gone') => {
    forgetWaiting()
    isLost.current = true
    setLost(how)
    setKeptAt('')
    sessionStorage.removeItem(tabKey)
  }
  const store = (draft: KeptDraft<T>): boolean => {
    const key = keyOf(draft.values.id)
    try {
      localStorage.setItem(key, JSON.stringify({ ...draft, tab: thisTab } satisfies Stored<T>))
      sessionStorage.setItem(tabKey, key)
      setKeptAt(draft.at)
      return true
    } catch {
      // If the storage is full, no draft is stored, and the page must not claim that one is.
      setKeptAt('')
      return false
    }
  }
  const flush = (): boolean => {
    const write = waiting.current?.write
    forgetWaiting()
    return write ? write() : keptAt !== ''
  }
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key !== null && !key.startsWith(`${record}#`)) return
    setFound((before) =>
      before.flatMap(({ values }) =>
        keyOf(values.id) === own.current ? [] : (read(keyOf(values.id)) ?? []),
      ),
    )
    if (own.current === '' || isLost.current || (key !== null && key !== own.current)) return
    // A draft whose first write is pending is not in the storage yet.
    if (newValue === null) {
      if (keptAt !== '') lose('gone')
    } else if (read(own.current)?.tab !== thisTab) lose('taken')
  }
  const latest = useRef({ flush, hear })
  latest.current = { flush, hear }
  useEffect(() => {
    const leave = () => void latest.current.flush()
    const listen = (event: StorageEvent) => latest.current.hear(event)
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
  const claim = useRef(() => here && store(here))
  useEffect(() => {
    // A duplicated tab has a copy of the first tab's draft key, so the new tab claims the draft and only one tab edits
    // it.
    claim.current()
  }, [])

  const begin = (key: string) => {
    own.current = key
    isLost.current = false
    setLost('')
  }
  const keep = (draft: { version: number; values: T }) => {
    const key = keyOf(draft.values.id)
    if (key !== own.current) begin(key)
    if (isLost.current) return
    forgetWaiting()
    const write = () => {
      const present = read(key)
      if (present && present.tab !== thisTab) {
        lose('taken')
        return false
      }
      return store({ at: new Date().toISOString(), ...draft })
    }
    waiting.current = { write, timer: setTimeout(() => latest.current.flush(), quietMs) }
  }
  const drop = () => {
    forgetWaiting()
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
