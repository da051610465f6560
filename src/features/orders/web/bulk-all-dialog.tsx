import { Button, Group } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { maxReasonLength, Reason } from '#kit/contract/reason.ts'
import { useCommand } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { ReasonField } from '#kit/web/reason-field.tsx'
import type { Everything } from '#kit/web/select-all.tsx'
import { matchingOrders } from '../matching-contract.ts'
import type { BulkVerb } from './bulk-all-panel.tsx'
import classes from './dialogs.module.css'

const texts: Record<BulkVerb, string> = {
  process: 'One that cannot be moved is told of, the others go on.',
  complete: 'Only an order that has arrived and is paid is completed: each other one is told of.',
  decline: 'The stock of each goes back, and what was paid for it is owed to its customer.',
}

/** Asks once more before every order that matches is moved: how many, and the reason where one is needed. */
export function BulkAllDialog({
  verb,
  all,
  onClose,
  onBegun,
}: {
  verb: BulkVerb
  all: Everything
  onClose: () => void
  onBegun: (jobId: string) => void
}) {
  const move = useCommand(matchingOrders.moveMatching)
  const decline = useCommand(matchingOrders.declineMatching)
  const [reason, setReason] = useState('')
  const [blank, setBlank] = useState('')
  const isPending = move.isPending || decline.isPending
  const failure = move.error ?? decline.error
  const count = `${all.count.toLocaleString('en-PK')} ${all.count === 1 ? 'order' : 'orders'}`
  const action =
    verb === 'process'
      ? `Move ${count} to processing`
      : `${verb === 'decline' ? 'Decline' : 'Complete'} ${count}`
  const send = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = ({ job_id }: { job_id: string }) => onBegun(job_id)
    // The names are those of the list; the server refuses what it does not know.
    const matching = { filter: all.filter as object, except: all.except, count: all.count }
    if (verb !== 'decline') return move.mutate({ input: { move: verb, ...matching } }, { onSuccess })
    const given = Reason.safeParse({ reason })
    if (!given.success) return setBlank(given.error.issues[0]?.message ?? '')
    decline.mutate({ input: { reason, ...matching } }, { onSuccess })
  }
  return (
    <Dialog onClose={onClose} title={`${action}?`}>
      <form onSubmit={send} noValidate className={classes.form}>
        <p className={classes.text}>They are worked on one by one, behind this screen. {texts[verb]}</p>
        {failure && <ChangeFailure error={failure} />}
        {verb === 'decline' && (
          <ReasonField
            label="Reason for all of them"
            value={reason}
            error={blank}
            maxLength={maxReasonLength}
            onChange={(value) => {
              setReason(value)
              setBlank('')
            }}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            color={verb === 'decline' ? 'red' : 'green'}
            disabled={isPending}
            data-autofocus={verb === 'decline' ? undefined : true}
          >
            {isPending ? 'Loading...' : action}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
