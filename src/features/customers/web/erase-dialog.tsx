import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import type { CustomerDetail } from '../contract.ts'
import { texts } from '../texts.ts'

/** Lists what an erasure deletes and what it keeps, before the customer is erased, or what an erasure left of them. */
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
  const { username, orders_in_all, erased_at } = customer
  return (
    <ConfirmDialog
      title={erased_at ? texts.eraseWhatIsLeftQuestion : texts.eraseUsernameQuestion({ username })}
      action={erased_at ? texts.eraseWhatIsLeft : texts.eraseForGood}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onConfirm={onErase}
    >
      {erased_at ? texts.eraseWhatIsLeftText : texts.eraseText({ orders: orders_in_all })}
    </ConfirmDialog>
  )
}
