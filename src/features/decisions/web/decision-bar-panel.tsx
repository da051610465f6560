import { Button, Kbd } from '@mantine/core'
import { useShortcuts } from '#kit/web/shortcuts.ts'
import classes from './decision-bar-panel.module.css'

/** Approve, Request update and Reject, always in view, with their keys; off while one of them is on its way. */
export function DecisionBar({
  canApprove,
  canRequest,
  canReject,
  blockedBy,
  isPending,
  onApprove,
  onRequest,
  onReject,
}: {
  canApprove: boolean
  canRequest: boolean
  canReject: boolean
  /** Why an approval is not possible, in words; empty when it is. */
  blockedBy?: string
  isPending: boolean
  onApprove: () => void
  onRequest: () => void
  onReject: () => void
}) {
  useShortcuts({
    ...(canApprove && !isPending ? { a: onApprove } : {}),
    ...(canRequest && !isPending ? { u: onRequest } : {}),
    ...(canReject && !isPending ? { r: onReject } : {}),
  })
  return (
    <fieldset className={classes.bar} aria-label="Decision">
      <Button
        onClick={onApprove}
        disabled={!canApprove || isPending}
        rightSection={<Kbd size="xs">A</Kbd>}
        aria-keyshortcuts="a"
      >
        {isPending ? 'Loading...' : 'Approve'}
      </Button>
      <Button
        variant="default"
        onClick={onRequest}
        disabled={!canRequest || isPending}
        rightSection={<Kbd size="xs">U</Kbd>}
        aria-keyshortcuts="u"
      >
        Request update
      </Button>
      <Button
        variant="default"
        onClick={onReject}
        disabled={!canReject || isPending}
        rightSection={<Kbd size="xs">R</Kbd>}
        aria-keyshortcuts="r"
      >
        Reject
      </Button>
      {blockedBy && <p className={classes.blocked}>{blockedBy}</p>}
    </fieldset>
  )
}
