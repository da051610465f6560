import { Button, Group } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiRefusal } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { ReasonField } from '#kit/web/reason-field.tsx'
import { maxReasonLength, Rejection } from '../contract.ts'
import classes from './dialogs.module.css'

/** Asks for the words that go with a refusal or a request; blank ones are refused here as on the server. */
export function ReasonDialog({
  title,
  text,
  label,
  verb,
  isDangerous = false,
  isPending,
  error,
  onClose,
  onSend,
}: {
  title: string
  text: string
  label: string
  verb: string
  isDangerous?: boolean
  isPending: boolean
  error: Error | null
  onClose: () => void
  onSend: (reason: string) => void
}) {
  const [reason, setReason] = useState('')
  const [blank, setBlank] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    const result = Rejection.safeParse({ reason })
    if (result.success) onSend(result.data.reason)
    else setBlank(result.error.issues[0]?.message ?? '')
  }
  const fieldError =
    error instanceof ApiRefusal ? error.problem.errors?.find(({ path }) => path === 'reason')?.message : ''
  return (
    <Dialog onClose={onClose} title={title}>
      <form onSubmit={send} noValidate className={classes.form}>
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
