import { useState } from 'react'
import type { z } from 'zod'
import { useCommand } from '#kit/web/client.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useToast } from '#kit/web/toast.tsx'
import { texts } from '../texts.ts'
import { type Entry, type EntryCalls, nameOfEntry } from './use-entries.ts'

/**
 * The form of a dialog that adds an entry or changes the given one: the typed values and their errors, and the props of
 * its `FormDialog`. It keeps the version from when it was opened, so that a change that somebody made meanwhile is told
 * and not overwritten.
 */
export function useEntryForm<T extends object>({
  calls,
  entry,
  initial,
  meantBy,
  draft,
  onClose,
}: {
  calls: EntryCalls
  entry: Entry | null
  initial: () => T
  /** The fields as they are sent; what cannot be read is passed on, so that the schema reports it. */
  meantBy: (typed: T) => object
  draft: z.ZodType
  onClose: () => void
}) {
  const [opened] = useState(entry)
  const [typed, setTyped] = useState(initial)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const show = useToast()
  const create = useCommand(calls.create)
  const save = useCommand(calls.change)
  const { error, isPending } = opened ? save : create
  const errors = { ...fieldErrors(error ?? undefined), ...wrong }
  const change = (next: Partial<T>) => {
    setTyped((before) => ({ ...before, ...next }))
    setWrong({})
    // What is on its way is stored all the same: its answer has to be heard.
    for (const command of [create, save]) if (!command.isPending) command.reset()
  }
  const submit = () => {
    const meant = meantBy(typed)
    const read = draft.safeParse(meant)
    setWrong(fieldErrors(read.error?.issues))
    if (!read.success) return
    if (!opened) {
      create.mutate(
        { input: meant as never },
        {
          onSuccess: (made) => {
            onClose()
            show({ message: texts.nameAdded({ name: nameOfEntry(made) }) })
          },
        },
      )
      return
    }
    save.mutate(
      { input: { id: opened.id, ...meant } as never, ifMatch: opened.version },
      {
        onSuccess: (saved) => {
          onClose()
          show({ message: texts.nameSaved({ name: nameOfEntry(saved) }) })
        },
      },
    )
  }
  const number = (name: keyof T & string, unit: string) => ({
    unit,
    value: String(typed[name]),
    error: errors[name],
    onType: (text: string) => change({ [name]: text } as unknown as Partial<T>),
  })
  const text = (name: keyof T & string) => ({
    value: String(typed[name]),
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [name]: event.currentTarget.value } as unknown as Partial<T>),
  })
  const dialog = {
    isPending,
    error,
    isAtField: Object.keys(errors).length > 0,
    onClose,
    onSubmit: submit,
  }
  return { typed, change, errors, number, text, dialog }
}
