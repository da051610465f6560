import { useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useCommand } from '../client.tsx'
import { fieldErrors } from '../fields/field-errors.ts'

/**
 * The form of a dialog that runs a command: the typed values and their errors by field, the props of a text field, and
 * the props of its `FormDialog`. Typing clears all errors, and never what is on its way.
 */
export function useCommandForm<E extends Endpoint, Typed extends object>(of: E, initial: () => Typed) {
  const command = useCommand(of)
  const [typed, setTyped] = useState(initial)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const errors = { ...fieldErrors(command.error ?? undefined), ...wrong }
  const change = (next: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...next }))
    setWrong({})
    if (!command.isPending) command.reset()
  }
  const field = <Name extends keyof Typed & string>(name: Name) => ({
    value: typed[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [name]: event.currentTarget.value } as unknown as Partial<Typed>),
  })
  const { isPending, error } = command
  const dialog = { isPending, error, isAtField: Object.keys(errors).length > 0 }
  return { command, typed, change, errors, setWrong, field, dialog }
}
