import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Answer } from '#kit/contract/endpoint.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { texts } from '../texts.ts'
import classes from './delivery-panel.module.css'
import { type Entry, type EntryCalls, nameOfEntry, useDeletion } from './use-entries.ts'

/** Reads the entry that a dialog edits; an empty id adds one. */
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
  const read = useEndpoint(calls.get as EntryCalls['get'], { id }, { enabled: id !== '' })
  if (id === '') return children(null)
  if (read.data) return children(read.data as Answer<C['get']>)
  return (
    <Dialog title={texts.edit} size="lg" onClose={onClose}>
      {read.isError ? (
        <ReadFailure of={read} answered="not_created" what={texts.entryNotLoaded} />
      ) : (
        <p className={classes.quiet}>{texts.loading}</p>
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
