import { useState } from 'react'
import { formatRs } from '#kit/contract/money.ts'
import { useCommand } from '#kit/web/client.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import type { OwnerKind } from '../contract.ts'
import { type PayoutRun, payouts } from '../payout-contract.ts'
import { texts } from '../texts.ts'

/**
 * Shows the number and total amount of the payments; the run closes only if it has not changed since the dialog opened.
 */
export function CloseDialog({
  kind,
  run,
  onClose,
}: {
  kind: OwnerKind
  run: PayoutRun
  onClose: () => void
}) {
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
