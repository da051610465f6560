import { Alert, Button } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'

/** A record as it was opened, whatever is read of it since. */
export interface Opened<T> {
  record: T
  /** Somebody else has changed it: what is shown is not what stands. */
  hasChanged: boolean
  showPresent: () => void
  /** As it stands by now. */
  present: T
  /** Says that the reader made this version: it is no news to them. */
  made: (version: number) => void
}

/**
 * Holds a record as its reader opened it. It is read again by itself (when the window is looked at, after every
 * command), and what others changed must not be swapped in under somebody who is about to decide: they are told, and
 * look at it when they want.
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
  }
}

/** Tells that the record has changed, where it is known what others did, with the way to what stands. */
export function ChangedNotice({
  noun,
  onShow,
  children,
}: {
  noun: string
  onShow: () => void
  children?: ReactNode
}) {
  return (
    <Alert
      role="alert"
      color="yellow"
      variant="light"
      // The library's own tone is too light to be read on its ground.
      styles={{ title: { color: 'var(--text)' } }}
      title={`This ${noun} was changed since you opened it`}
    >
      <p>What you see is what you opened. Look at what stands now before you decide.</p>
      {children}
      <Button mt="xs" size="xs" variant="default" onClick={onShow}>
        Show what stands now
      </Button>
    </Alert>
  )
}
