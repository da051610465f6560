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
  const { shop_name: shopName, vendor_id } = seller
  const isIn = seller.state === 'in'
  const isRunning = promotion.status === 'running' && isIn
  return (
    <ConfirmDialog
      title={isIn ? texts.leaveTitle({ shopName }) : texts.declineTitle({ shopName })}
      action={isIn ? texts.recordLeaving : texts.recordDeclining}
      isPending={leave.isPending}
      error={leave.error}
      onClose={onClose}
      onConfirm={() =>
        leave.mutate(
          { input: { id: promotion.id, vendor_id } },
          {
            onSuccess: () => {
              onClose()
              show({ message: isIn ? texts.sellerLeft({ shopName }) : texts.sellerDeclined({ shopName }) })
            },
          },
        )
      }
    >
      {isRunning ? texts.leaveEffects : texts.declineEffects}
    </ConfirmDialog>
  )
}
