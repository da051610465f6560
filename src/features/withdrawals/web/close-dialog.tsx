import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { formatRs } from '#kit/contract/money.ts'
import { useCommand } from '#kit/web/client.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import type { OwnerKind } from '../contract.ts'
import { type PayoutRun, payouts } from '../payout-contract.ts'
import { texts } from '../texts.ts'
import { placesOf } from './owner-panel.tsx'

interface Asked {
  kind: OwnerKind
  run: PayoutRun
  onClose: () => void
}

/**
 * Shows the number and total amount of the payments; the run closes only if it has not changed since the dialog opened.
 */
export function CloseDialog({ kind, run, onClose }: Asked) {
  const [{ id, number, count, total, version }] = useState(run)
  const close = useCommand(payouts[kind].close)
  return (
    <ConfirmDialog
      title={texts.closeQuestion({ number, count, total: formatRs(total) })}
      action={texts.closeRun}
      isPending={close.isPending}
      error={close.error}
      onClose={onClose}
      onConfirm={() => close.mutate({ input: { id }, ifMatch: version }, { onSuccess: onClose })}
    >
      {texts.closeText}
    </ConfirmDialog>
  )
}

/** Shows the number of payments; the run is discarded only if it has not changed since the dialog opened. */
export function DiscardDialog({ kind, run, onClose }: Asked) {
  const [{ id, number, count, version }] = useState(run)
  const show = useToast()
  // Leaves the screen of the discarded run before its queries are refetched.
  const discard = useCommand(payouts[kind].discard, () => {
    navigate(placesOf[kind].runs, { replace: true })
    show({ message: texts.runDiscarded({ number }) })
  })
  return (
    <ConfirmDialog
      title={texts.discardQuestion({ number, count })}
      action={texts.discardRun}
      isPending={discard.isPending}
      error={discard.error}
      onClose={onClose}
      onConfirm={() => discard.mutate({ input: { id }, ifMatch: version })}
    >
      {texts.discardText}
    </ConfirmDialog>
  )
}
