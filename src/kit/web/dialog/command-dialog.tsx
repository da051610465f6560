import type { ReactNode } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { type Result, type Sent, useCommand } from '../client.tsx'
import { useToast } from '../toast.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Confirms a command and runs it; on success the dialog closes and shows a message. */
export function CommandDialog<E extends Endpoint>({
  of,
  input,
  ifMatch,
  done,
  onDone,
  onClose,
  ...dialog
}: {
  of: E
  input: Sent<E>
  /** The version that the person looked at, where a later one is to be refused. */
  ifMatch?: number
  title: string
  action: string
  isDangerous?: boolean
  /** The message after the command; none if `onDone` shows the result. */
  done?: string
  onDone?: (answer: Result<E>) => void
  onClose: () => void
  more?: ReactNode
  children: ReactNode
}) {
  const show = useToast()
  const { mutate, isPending, error } = useCommand(of)
  const onSuccess = (answer: Result<E>) => {
    onClose()
    onDone?.(answer)
    if (done) show({ message: done })
  }
  return (
    <ConfirmDialog
      {...dialog}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onConfirm={() => mutate({ input, ...(ifMatch === undefined ? {} : { ifMatch }) }, { onSuccess })}
    />
  )
}
