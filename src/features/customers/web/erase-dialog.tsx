import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import type { CustomerDetail } from '../contract.ts'
import { texts } from '../texts.ts'

/** Lists what an erasure deletes and what it keeps, before the customer is erased. */
export function EraseDialog({
  customer,
  isPending,
  error,
  onClose,
  onErase,
}: {
  customer: CustomerDetail
  isPending: boolean
  error: Error | null
  onClose: () => void
  onErase: () => void
}) {
  const { username, orders_in_all } = customer
  return (
    <ConfirmDialog
      title={texts.eraseUsernameQuestion({ username })}
      action={texts.eraseForGood}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onConfirm={onErase}
    >
      {texts.eraseText({ orders: orders_in_all })}
    </ConfirmDialog>
  )
}
