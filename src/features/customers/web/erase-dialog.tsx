import { numberOf } from '#kit/contract/words.ts'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import type { CustomerDetail } from '../contract.ts'

/** Says what an erasure takes and what it leaves, before it does. */
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
  const orders =
    orders_in_all === 0
      ? ''
      : `, also on ${orders_in_all === 1 ? 'their order' : `their ${numberOf(orders_in_all)} orders`}`
  return (
    <ConfirmDialog
      title={`Erase ${username}?`}
      action="Erase for good"
      isPending={isPending}
      error={error}
      onClose={onClose}
      onConfirm={onErase}
    >
      Name, e-mail, phone and address are replaced{orders}, and their picture and the notes about them are
      deleted. They are disabled for good, and cannot be handed in again. Amounts, order numbers and the audit
      log stay. This cannot be taken back: export what is kept first if they ask for it.
    </ConfirmDialog>
  )
}
