import { CommandButton } from '#kit/web/command-button.tsx'
import { texts } from '../texts.ts'
import '@mantine/core/styles/Kbd.css'
import { Button, Kbd } from '@mantine/core'
import { useShortcuts, useSingleKeys } from '#kit/web/list/shortcuts.ts'
import classes from './decision-bar-panel.module.css'

/**
 * Approve, Request update and Reject with their keys, always visible; disabled while a decision is being sent. A record
 * that nothing can be requested of has no Request update, and may name its approval and its refusal otherwise.
 */
export function DecisionBar({
  approval = texts.approve,
  canApprove,
  canRequest = false,
  canReject,
  refusal = { label: texts.reject, key: 'r' },
  blockedBy,
  isPending,
  onApprove,
  onRequest,
  onReject,
}: {
  approval?: string
  canApprove: boolean
  canRequest?: boolean
  canReject: boolean
  refusal?: { label: string; key: string }
  /** Why the record cannot be approved, in words; empty if it can. */
  blockedBy?: string
  isPending: boolean
  onApprove: () => void
  onRequest?: () => void
  onReject: () => void
}) {
  const hasKeys = useSingleKeys()
  /** Shows the key only where it works. */
  const named = (key: string) =>
    hasKeys ? { rightSection: <Kbd size="xs">{key.toUpperCase()}</Kbd>, 'aria-keyshortcuts': key } : {}
  useShortcuts({
    ...(canApprove && !isPending ? { a: onApprove } : {}),
    ...(canRequest && onRequest && !isPending ? { u: onRequest } : {}),
    ...(canReject && !isPending ? { [refusal.key]: onReject } : {}),
  })
  return (
    <fieldset className={classes.bar} aria-label={texts.decision}>
      <CommandButton onClick={onApprove} isPending={isPending} disabled={!canApprove} {...named('a')}>
        {approval}
      </CommandButton>
      {onRequest && (
        <Button variant="default" onClick={onRequest} disabled={!canRequest || isPending} {...named('u')}>
          {texts.requestUpdate}
        </Button>
      )}
      <Button variant="default" onClick={onReject} disabled={!canReject || isPending} {...named(refusal.key)}>
        {refusal.label}
      </Button>
      {blockedBy && <p className={classes.blocked}>{blockedBy}</p>}
    </fieldset>
  )
}
