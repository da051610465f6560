import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { useToast } from '#kit/web/toast.tsx'
import { texts } from '../texts.ts'
import { countedEntries, entriesOf, entryName, moved, newEntry, sectionOf } from './section-model.ts'
import type { SectionForm } from './use-section.tsx'

export type Entries = ReturnType<typeof useEntries>

/** What can be done with the entries of a section, each with what is read out about it. */
export function useEntries({ name, typed, putEntries }: SectionForm, onOpen: (id: string | null) => void) {
  const show = useToast()
  const [told, setTold] = useState('')
  const entries = entriesOf(typed)
  const nameOf = (id: string) => {
    const index = entries.findIndex((entry) => entry.id === id)
    return entryName(name, entries[index], index)
  }
  return {
    told,
    isFull: countedEntries(name, typed) >= (sectionOf(name).items?.atMost ?? 0),
    add: () => {
      const entry = newEntry(name)
      putEntries((before) => [...before, entry])
      onOpen(entry.id)
      setTold(texts.added({ name: entryName(name, entry, entries.length) }))
    },
    duplicate: (id: string) => {
      const copy = uuidv7()
      putEntries((before) => {
        const index = before.findIndex((entry) => entry.id === id)
        return before.toSpliced(
          index + 1,
          0,
          ...before.slice(index, index + 1).map((one) => ({ ...one, id: copy })),
        )
      })
      onOpen(copy)
      setTold(texts.duplicated({ name: nameOf(id) }))
    },
    remove: (id: string) => {
      const index = entries.findIndex((entry) => entry.id === id)
      const removed = entries.slice(index, index + 1)
      const message = texts.removedName({ name: nameOf(id) })
      putEntries((before) => before.filter((entry) => entry.id !== id))
      setTold(message)
      show({
        message,
        isOfScreen: true,
        undo: () => putEntries((before) => before.toSpliced(Math.min(index, before.length), 0, ...removed)),
      })
    },
    place: (from: number, to: number) => {
      const entry = entries[from]
      if (!entry || from === to || to < 0 || to >= entries.length) return
      putEntries((before) => moved(before, from, to))
      setTold(texts.nowAt({ name: nameOf(entry.id), position: to + 1, count: entries.length }))
    },
  }
}
