import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '#kit/web/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'

/** Asks for the reference under which the bank has paid. */
export function ReferenceDialog({
  number,
  isPending,
  error,
  onClose,
  onSend,
}: {
  number: string
  isPending: boolean
  error: Error | null
  onClose: () => void
  onSend: (reference: string) => void
}) {
  const [reference, setReference] = useState('')
  const [blank, setBlank] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (reference.trim() === '') setBlank('The reference of the bank is required')
    else onSend(reference)
  }
  return (
    <Dialog onClose={onClose} title={`Mark ${number} as paid`}>
      <form onSubmit={send} noValidate>
        {error && <ChangeFailure error={error} />}
        <TextInput
          label="Bank reference"
          data-autofocus
          maxLength={120}
          value={reference}
          error={blank || undefined}
          onChange={(event) => {
            setReference(event.currentTarget.value)
            setBlank('')
          }}
        />
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isPending}>
            {isPending ? 'Loading...' : 'Mark as paid'}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
