import { Alert, Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiRefusal } from '../client.tsx'
import { texts } from './texts.ts'

/** Why nothing is decided on a record that another person has changed since it was opened. */
export const whyOutdated = texts.lookBeforeDeciding

/** A record as it was when the user opened it, regardless of later refetches. */
export interface Opened<T> {
  record: T
  /** Another person has changed the record, so the shown version is outdated. */
  hasChanged: boolean
  showPresent: () => void
  /** The current version of the record. */
  present: T
  /** Marks a version as the user's own change, which is not announced. */
  made: (version: number) => void
  /**
   * The same of a change that the server also makes on top of another person's, as a switch does: then both are announced, and
   * nothing is decided on what nobody has looked at.
   */
  madeNext: (version: number) => void
}

/**
 * Keeps a record as its reader opened it. The record is refetched automatically (on window focus and after every
 * command), but changes by others must not replace the shown record while the reader is about to decide: the reader is
 * notified and chooses when to see them.
 */
export function useOpenedRecord<T extends { version: number }>(fresh: T): Opened<T> {
  const [known, setKnown] = useState(fresh.version)
  const shown = useRef(fresh)
  if (fresh.version <= known) shown.current = fresh
  return {
    record: shown.current,
    hasChanged: fresh.version > known,
    showPresent: () => setKnown(fresh.version),
    present: fresh,
    made: (version) => setKnown((before) => Math.max(before, version)),
    madeNext: (version) => setKnown((before) => (version === before + 1 ? version : before)),
  }
}

/** Shows the present record once a command was refused because somebody has decided before: nothing is left to compare. */
export function usePresentAfterConflict(
  { hasChanged, showPresent }: Pick<Opened<unknown>, 'hasChanged' | 'showPresent'>,
  error: Error | null,
): void {
  const isOver = hasChanged && error instanceof ApiRefusal && error.status === 409
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is shown once, when both have come
  useEffect(() => {
    if (isOver) showPresent()
  }, [isOver])
}

/**
 * Notifies the reader that the record has changed, lists the changes if they are known, and links to the current
 * version.
 */
export function ChangedNotice({ onShow, children }: { onShow: () => void; children?: ReactNode }) {
  return (
    <Alert
      role="alert"
      color="yellow"
      variant="light"
      // The library's own colour has too little contrast on this background.
      styles={{ title: { color: 'var(--text)' } }}
      title={texts.changedSinceOpened}
    >
      <p>{texts.lookBeforeDeciding}</p>
      {children}
      <Button mt="xs" size="xs" variant="default" onClick={onShow}>
        {texts.showCurrent}
      </Button>
    </Alert>
  )
}
