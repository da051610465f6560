import { Button, Group } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { maxReasonLength } from '#kit/contract/reason.ts'
import { useCommand } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/field-errors.ts'
import { ReasonField } from '#kit/web/reason-field.tsx'
import { SecondFactorReset, type StaffMember, staff } from '../contract.ts'
import classes from './staff-panel.module.css'

/** Says what ends with the second factor of somebody, and asks why, before it does. */
export function FactorDialog({
  person,
  onClose,
  onDone,
}: {
  person: StaffMember
  onClose: () => void
  onDone: () => void
}) {
  const reset = useCommand(staff.resetSecondFactor)
  const [reason, setReason] = useState('')
  const [error, setError] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = SecondFactorReset.safeParse({ reason })
    setError(given.success ? '' : (given.error.issues[0]?.message ?? ''))
    if (!given.success) return
    reset.mutate(
      { input: { id: person.id, ...given.data } },
      { onSuccess: onDone, onError: (refused) => setError(fieldErrors(refused).reason ?? '') },
    )
  }
  return (
    <Dialog onClose={onClose} title={`Switch off the second factor of ${person.username}?`}>
      <form className={classes.dialog} onSubmit={submit} noValidate>
        <p className={classes.quiet}>
          Their authenticator app, passkeys and recovery codes end, and they are signed out everywhere. Until
          they set up a new one, their password alone signs them in. Make sure that it is {person.username}{' '}
          who asks. They get a mail with your name and the reason.
        </p>
        {reset.error && !error && <ChangeFailure error={reset.error} />}
        <ReasonField
          label="Reason"
          value={reason}
          error={error}
          maxLength={maxReasonLength}
          onChange={(value) => {
            setReason(value)
            setError('')
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" disabled={reset.isPending}>
            {reset.isPending ? 'Loading...' : 'Switch off'}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
