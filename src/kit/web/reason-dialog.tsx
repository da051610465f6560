import { Button, Group } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { maxReasonLength } from '#kit/contract/reason.ts'
import { ApiRefusal } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { useFirstInvalid } from '#kit/web/first-invalid.ts'
import { ReasonField } from '#kit/web/reason-field.tsx'
import { Rejection } from '../contract.ts'
import classes from './dialogs.module.css'

/** Asks for the words that go with a refusal or a request; blank ones are refused here as on the server. */
export function ReasonDialog({
  title,
  text,
  label,
  verb,
  ifBlank,
  isDangerous = false,
  check = Rejection,
  isPending,
  error,
  onClose,
  onSend,
}: {
  title: string
  text: string
  label: string
  verb: string
  /** What is said of a reason that says nothing, where it is not the vendor who reads it. */
  ifBlank?: string
  isDangerous?: boolean
  /** What the words are checked by, where the vendor is not who reads them. */
  check?: typeof Rejection
  isPending: boolean
  error: Error | null
  onClose: () => void
  onSend: (reason: string) => void
}) {
  const [reason, setReason] = useState('')
  const [blank, setBlank] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    const result = check.safeParse({ reason })
    if (result.success) onSend(result.data.reason)
    else setBlank((reason.trim() === '' && ifBlank) || (result.error.issues[0]?.message ?? ''))
  }
  const fieldError =
    error instanceof ApiRefusal ? error.problem.errors?.find(({ path }) => path === 'reason')?.message : ''
  const form = useFirstInvalid(error)
  return (
    <Dialog onClose={onClose} title={title}>
      <form ref={form} onSubmit={send} noValidate className={classes.form}>
        <p className={classes.text}>{text}</p>
        {error && !fieldError && <ChangeFailure error={error} />}
        <ReasonField
          label={label}
          value={reason}
          error={blank || fieldError || ''}
          maxLength={maxReasonLength}
          onChange={(value) => {
            setReason(value)
            setBlank('')
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color={isDangerous ? 'red' : 'green'} disabled={isPending}>
            {isPending ? 'Loading...' : verb}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
