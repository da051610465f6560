import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import classes from './kept-draft.module.css'

/** What was typed and not saved, since when it stands, and on which version of its record. */
export interface KeptDraft<T> {
  at: string
  version: number
  values: T
}

const quietMs = 400

/**
 * Keeps what is typed in this browser until it is saved, under a key of `draftKey`; null is nothing to keep. A reload goes
 * on with it at once (`here`); a tab that is opened anew is offered it (`found`), and keeps nothing over it before somebody
 * has chosen. `isWhole` tells what can be read from what somebody else wrote there.
 */
export function useKeptDraft<T>(
  key: string,
  isWhole: (values: unknown) => values is T,
): {
  here: KeptDraft<T> | null
  found: KeptDraft<T> | null
  /** When it was last kept; empty while nothing is. */
  keptAt: string
  keep: (draft: { version: number; values: T } | null) => void
  settle: () => void
} {
  const [first] = useState(() => {
    const draft = read(key, isWhole)
    return { draft, isHere: draft !== null && sessionStorage.getItem(tabKey) === key }
  })
  const [found, setFound] = useState(first.isHere ? null : first.draft)
  const [keptAt, setKeptAt] = useState(first.isHere ? (first.draft?.at ?? '') : '')
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void } | null>(null)
  const isOffered = useRef(found !== null)
  const flush = () => {
    if (!waiting.current) return
    clearTimeout(waiting.current.timer)
    const { write } = waiting.current
    waiting.current = null
    write()
  }
  const latest = useRef(flush)
  latest.current = flush
  useEffect(() => {
    // A tab that is closed within the moment has typed it all the same.
    const leave = () => latest.current()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
      // Whoever has left for another screen is asked when they come back; only a reload goes on by itself.
      sessionStorage.removeItem(tabKey)
    }
  }, [])
  const drop = () => {
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = null
    localStorage.removeItem(key)
    sessionStorage.removeItem(tabKey)
    setKeptAt('')
  }
  const keep = (draft: { version: number; values: T } | null) => {
    if (isOffered.current) return
    if (draft === null) return drop()
    if (waiting.current) clearTimeout(waiting.current.timer)
    const write = () => {
      const at = new Date().toISOString()
      try {
        localStorage.setItem(key, JSON.stringify({ at, ...draft } satisfies KeptDraft<T>))
        sessionStorage.setItem(tabKey, key)
        setKeptAt(at)
      } catch {
        // A browser that is full keeps no draft: nothing says that it did.
        setKeptAt('')
      }
    }
    waiting.current = { write, timer: setTimeout(flush, quietMs) }
  }
  const settle = () => {
    isOffered.current = false
    setFound(null)
  }
  return { here: first.isHere ? first.draft : null, found, keptAt, keep, settle }
}

const tabKey = 'draft_of_tab'

function read<T>(key: string, isWhole: (values: unknown) => values is T): KeptDraft<T> | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<KeptDraft<unknown>> | null
    const isDraft =
      typeof draft?.at === 'string' && typeof draft.version === 'number' && isWhole(draft.values)
    return isDraft ? (draft as KeptDraft<T>) : null
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

/** Offers what was typed and not saved. */
export function DraftQuestion({
  draft,
  note,
  onRestore,
  onDiscard,
}: {
  draft: KeptDraft<unknown>
  /** What has become of the record since. */
  note?: string
  onRestore: () => void
  onDiscard: () => void
}) {
  return (
    <section className={classes.question} aria-label="Unsaved changes of before">
      <div>
        <strong>Restore unsaved changes from {momentOf(draft.at)}?</strong>
        {note && <p>{note}</p>}
      </div>
      <div className={classes.choice}>
        <Button size="xs" onClick={onRestore}>
          Restore
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard them
        </Button>
      </div>
    </section>
  )
}
