import { Button, Kbd } from '@mantine/core'
import { useEffect, useState } from 'react'
import '@mantine/core/styles/Kbd.css'
import { numberOf } from '#kit/contract/words.ts'
import { useSecondsUntil } from '../countdown.ts'
import { leaveFor } from '../leave.ts'
import { Link } from '../link.tsx'
import { useShortcuts, useSingleKeys } from '../list/shortcuts.ts'
import classes from './queue-bar.module.css'
import { type LastDecision, useLastDecision } from './queue-store.ts'
import { texts } from './texts.ts'
import type { ShownQueue } from './use-queue.ts'
import { useUndoing } from './use-undoing.ts'

/** The place of the record in its queue, and links to its neighbours; its height is the same while the list is read. */
export function QueueBar({ queue }: { queue: ShownQueue }) {
  const { place, nextHref, previousHref, rest, skip } = queue
  const hasKeys = useSingleKeys()
  const canSkip = Boolean(nextHref)
  useWays(queue)
  const key = (name: string) => (hasKeys ? { rightSection: <Kbd size="xs">{name}</Kbd> } : {})
  const way = (href: string | null | undefined, label: string, name: string) =>
    href ? (
      <Button component={Link} href={href} size="compact-sm" variant="default" {...key(name)}>
        {label}
      </Button>
    ) : (
      <Button size="compact-sm" variant="default" disabled {...key(name)}>
        {label}
      </Button>
    )
  if (queue.isRefused && !place) return <RefusedQueue title={queue.title} />
  const notes = place
    ? [
        ...(place.skipped > 0 ? [texts.skipped({ count: numberOf(place.skipped) })] : []),
        ...(place.gone > 0 ? [texts.decidedByOthers({ count: numberOf(place.gone) })] : []),
        ...(nextHref === null ? [rest?.words ?? texts.queueDone] : []),
      ]
    : []
  return (
    <nav className={classes.bar} aria-label={texts.queue}>
      <span className={classes.notes} role="status">
        {notes.join(' · ')}
      </span>
      <span className={classes.place}>
        {place &&
          texts.place({
            position: place.position === null ? '–' : numberOf(place.position),
            total: numberOf(place.total) + (place.isExact ? '' : '+'),
          })}
      </span>
      {way(previousHref, texts.previous, 'K')}
      {rest ? (
        <Button component={Link} href={rest.href} size="compact-sm" variant="default">
          {texts.openHeld}
        </Button>
      ) : (
        way(nextHref, texts.next, 'J')
      )}
      <Button size="compact-sm" variant="default" disabled={!canSkip} onClick={skip} {...key('S')}>
        {texts.skip}
      </Button>
    </nav>
  )
}

/** Says why there is no next record, and leads to the list without what it cannot be asked for. */
function RefusedQueue({ title }: { title: string }) {
  const from = new URLSearchParams(window.location.search).get('from') ?? ''
  return (
    <nav className={classes.bar} aria-label={texts.queue}>
      <span className={classes.refused} role="status">
        {texts.queueNotRead}
      </span>
      <Button component={Link} href={from.split('?')[0] ?? ''} size="compact-sm" variant="default">
        {texts.goTo({ title })}
      </Button>
    </nav>
  )
}

/** The keys to the neighbours. What is pressed before the list was read is done when it has been read. */
function useWays({ id, place, nextHref, previousHref, skip }: ShownQueue): void {
  const [wanted, setWanted] = useState<{ id: string; key: string } | null>(null)
  const isRead = place !== null
  const ways: Record<string, (() => void) | undefined> = {
    j: nextHref ? () => leaveFor(nextHref) : undefined,
    k: previousHref ? () => leaveFor(previousHref) : undefined,
    s: nextHref ? skip : undefined,
  }
  useShortcuts(
    Object.fromEntries(
      Object.entries(ways).map(([key, go]) => [key, isRead ? go : () => setWanted({ id, key })]),
    ),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the arrival of the list goes on
  useEffect(() => {
    if (!isRead || !wanted) return
    setWanted(null)
    if (wanted.id === id) ways[wanted.key]?.()
  }, [isRead])
}

/** Whether the decided record and the present screen belong to one queue, or are of one kind. */
function isSameWork(href: string, asked: URLSearchParams): boolean {
  const [path, search] = href.split('?')
  const from = new URLSearchParams(search).get('from')
  return path === window.location.pathname || (from !== null && from === asked.get('from'))
}

const undoKey = 'Z'

/** Undoes the last decision, from whichever record. */
export function UndoLast() {
  const last = useLastDecision()
  const seconds = useSecondsUntil(last?.until ?? null)
  const hasKeys = useSingleKeys()
  const { isPending, undo } = useUndoLast(last)
  const asked = new URLSearchParams(window.location.search)
  // The screen of the decided record has an Undo of its own, and the key must not undo anything from a form or another work.
  const isShown = last !== null && seconds > 0 && last.id !== asked.get('id') && isSameWork(last.href, asked)
  useShortcuts(isShown && !isPending ? { z: undo } : {})
  if (!isShown) return null
  return (
    <Button
      className={classes.undo}
      size="compact-sm"
      variant="light"
      disabled={isPending}
      onClick={undo}
      {...(hasKeys ? { rightSection: <Kbd size="xs">{undoKey}</Kbd>, 'aria-keyshortcuts': 'z' } : {})}
    >
      <bdi>{texts.undoLast({ name: last.name })}</bdi>
      <span className={classes.seconds}>{texts.seconds({ seconds })}</span>
    </Button>
  )
}

function useUndoLast(last: LastDecision | null) {
  const undoOf = useUndoing()
  const [isPending, setPending] = useState(false)
  const undo = async () => {
    if (!last || isPending) return
    setPending(true)
    await undoOf(last, () => setPending(false))
  }
  return { isPending, undo: () => void undo() }
}
