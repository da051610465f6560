import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import type { Answer } from '#kit/contract/endpoint.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { Loading, ReadFailure } from '#kit/web/read-failure.tsx'
import { texts } from '../texts.ts'
import classes from './delivery-panel.module.css'
import { type Entry, type EntryCalls, nameOfEntry, useDeletion } from './use-entries.ts'

/**
 * Reads the entry that a dialog edits; an empty id adds one. The form opens on what is stored now: the version that was
 * kept of an earlier visit may be older than a change from the row, and saving on top of it would be refused.
 */
export function OpenedEntry<C extends EntryCalls>({
  calls,
  id,
  onClose,
  children,
}: {
  calls: C
  id: string
  onClose: () => void
  children: (entry: Answer<C['get']> | null) => ReactNode
}) {
  const read = useEndpoint(
    calls.get as EntryCalls['get'],
    { id },
    { enabled: id !== '', refetchOnMount: 'always' },
  )
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    if (read.isSuccess && !read.isFetching) setRead(true)
  }, [read.isSuccess, read.isFetching])
  if (id === '') return children(null)
  if (read.data && isRead) return children(read.data as Answer<C['get']>)
  return (
    <Dialog title={texts.edit} size="lg" onClose={onClose}>
      {read.isError && !read.isFetching ? (
        <ReadFailure
          of={{ error: read.error, data: undefined, refetch: read.refetch }}
          what={texts.entryNotLoaded}
        />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

/** Deletes the entry of a dialog, or switches it off if an order names it. */
export function DeleteButton({
  calls,
  entry,
  onClose,
}: {
  calls: EntryCalls
  entry: Entry | null
  onClose: () => void
}) {
  const remove = useDeletion(calls)
  if (!entry) return null
  return (
    <Button
      variant="subtle"
      color="red"
      size="xs"
      className={classes.start ?? ''}
      onClick={() => {
        onClose()
        void remove(entry)
      }}
    >
      {texts.deleteName({ name: nameOfEntry(entry) })}
    </Button>
  )
}
