import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { Dialog } from '#kit/web/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/field-errors.ts'
import { useFirstInvalid } from '#kit/web/first-invalid.ts'
import classes from './dialogs.module.css'

/** Asks under which reference money came in or went out. */
export function ReferenceDialog({
  isPending,
  error,
  onClose,
  title,
  text,
  effect,
  verb,
  check,
  onSend,
}: {
  isPending: boolean
  error: Error | null
  onClose: () => void
  title: string
  text: string
  /** What it would do, for whoever is about to. */
  effect?: ReactNode
  verb: string
  check: z.ZodType<{ reference: string }>
  onSend: (reference: string) => void
}) {
  const [reference, setReference] = useState('')
  const [wrong, setWrong] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    const given = check.safeParse({ reference })
    if (given.success) onSend(given.data.reference)
    else setWrong(fieldErrors(given.error.issues).reference ?? '')
  }
  const form = useFirstInvalid(error)
  const atField = wrong || fieldErrors(error ?? undefined).reference
  return (
    <Dialog onClose={onClose} title={title}>
      <form ref={form} onSubmit={send} noValidate className={classes.form}>
        <p className={classes.text}>{text}</p>
        {effect}
        {error && !atField && <ChangeFailure error={error} />}
        <TextInput
          label="Reference"
          description="Such as the number of the bank transfer"
          data-autofocus
          dir="auto"
          autoComplete="off"
          maxLength={120}
          value={reference}
          onChange={(event) => {
            setReference(event.currentTarget.value)
            setWrong('')
          }}
          error={atField || undefined}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isPending}>
            {isPending ? 'Loading...' : verb}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
