import { type PromotionDetail, type PromotionSeller, promotions } from '#features/promotions/contract.ts'
import { useCommand } from '#kit/web/client.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { texts } from '../texts.ts'

/** Records that a vendor declines or leaves, after explaining what happens to their products. */
export function LeaveDialog({
  promotion,
  seller,
  onClose,
}: {
  promotion: PromotionDetail
  seller: PromotionSeller
  onClose: () => void
}) {
  const show = useToast()
  const leave = useCommand(promotions.optOut)
  const { shop_name, vendor_id, state } = seller
  const isRunning = promotion.status === 'running' && state === 'in'
  const words = state === 'in' ? 'leaves' : 'declines'
  return (
    <ConfirmDialog
      title={`${shop_name} ${words}?`}
      action={state === 'in' ? texts.recordLeaving : texts.recordDeclining}
      isPending={leave.isPending}
      error={leave.error}
      onClose={onClose}
      onConfirm={() =>
        leave.mutate(
          { input: { id: promotion.id, vendor_id } },
          {
            onSuccess: () => {
              onClose()
              show({ message: `${shop_name} ${state === 'in' ? texts.hasLeft : texts.hasDeclined}` })
            },
          },
        )
      }
    >
      {isRunning ? texts.theirProductsGoBackTo : texts.theirProductsAreNotIn}
    </ConfirmDialog>
  )
}
