import { useEffect, useRef, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'

/** What was typed and not saved, since when it stands, and on which version of its record; `values.id` names it. */
export interface KeptDraft<T extends { id: string }> {
  at: string
  version: number
  values: T
}

/** A draft as it lies in the browser, with the tab that works on it. */
type Stored<T extends { id: string }> = KeptDraft<T> & { tab: string }

const quietMs = 400
/** This page, until it is loaded again. */
const thisTab = uuidv7()
const tabKey = 'draft_of_tab'

/**
 * Keeps what is typed in this browser until it is saved, each draft by itself among those of `record` (a key of
 * `draftKey`). A reload goes on with its own at once (`here`); the others that lie there are offered, the newest first,
 * and stay as they are while something else is typed. A draft belongs to one tab: another one that restores it takes it
 * over, and this one is told (`lost`) and writes nothing more into it. `isWhole` tells what can be read from what somebody
 * else wrote there.
 */
export function useKeptDraft<T extends { id: string }>(
  record: string,
  isWhole: (values: unknown) => values is T,
): {
  here: KeptDraft<T> | null
  found: readonly KeptDraft<T>[]
  /** When it was last kept; empty while nothing is. */
  keptAt: string
  /** Another tab goes on with it, or has saved or discarded it. */
  lost: '' | 'taken' | 'gone'
  /** The same, before it is drawn. */
  isLost: () => boolean
  /** Keeps it in a moment; one of another id than before is another draft. */
  keep: (draft: { version: number; values: T }) => void
  /** Keeps it at once; false where the browser keeps nothing. */
  keepNow: () => boolean
  /** Forgets the one that is worked on: it says nothing new, is saved or discarded. */
  drop: () => void
  /** Goes on with one that lies there, as it stands by now; null when it has gone. */
  takeOver: (id: string) => KeptDraft<T> | null
  discard: (id: string) => void
} {
  const read = (key: string) => readStored(key, isWhole)
  const keyOf = (id: string) => `${record}#${id}`
  const [here] = useState(() => {
    const key = sessionStorage.getItem(tabKey) ?? ''
    return key.startsWith(`${record}#`) ? read(key) : null
  })
  /** The one that is worked on, and the last of it that is not written yet. */
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
      // A browser that is full keeps no draft: nothing says that it did.
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
    // One that waits for its first moment was not there yet.
    if (newValue === null) {
      if (keptAt !== '') lose('gone')
    } else if (read(own.current)?.tab !== thisTab) lose('taken')
  }
  const latest = useRef({ flush, hear })
  latest.current = { flush, hear }
  useEffect(() => {
    const leave = () => void latest.current.flush()
    const listen = (event: StorageEvent) => latest.current.hear(event)
    // A tab that is closed within the moment has typed it all the same.
    window.addEventListener('pagehide', leave)
    window.addEventListener('storage', listen)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('storage', listen)
      leave()
      // Whoever has left for another screen is asked when they come back; only a reload goes on by itself.
      sessionStorage.removeItem(tabKey)
    }
  }, [])
  const claim = useRef(() => here && store(here))
  useEffect(() => {
    // A tab that was duplicated brings the draft of the first one along: one of the two has it.
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
    // What was typed here meanwhile is no less worth: it lies beside the others.
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

const time = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Karachi',
  hour: '2-digit',
  minute: '2-digit',
})
const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Karachi', day: 'numeric', month: 'short' })

/** The moment as people say it: 14:02, and the day before it where that is not today. */
export function momentOf(at: string): string {
  const moment = new Date(at)
  const isToday = day.format(moment) === day.format(new Date())
  return isToday ? time.format(moment) : `${day.format(moment)}, ${time.format(moment)}`
}
