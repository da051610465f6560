import { type PromotionDetail, type PromotionSeller, promotions } from '#features/promotions/contract.ts'
import { CommandDialog } from '#kit/web/dialog/command-dialog.tsx'
import { texts } from '../texts.ts'

/** Records that a vendor declines or leaves, after explaining what happens to their products. */
export function LeaveDialog({
  promotion,
  seller: { shop_name: shopName, vendor_id, state },
  onClose,
}: {
  promotion: PromotionDetail
  seller: PromotionSeller
  onClose: () => void
}) {
  const isIn = state === 'in'
  return (
    <CommandDialog
      of={promotions.optOut}
      input={{ id: promotion.id, vendor_id }}
      title={isIn ? texts.leaveTitle({ shopName }) : texts.declineTitle({ shopName })}
      action={isIn ? texts.recordLeaving : texts.recordDeclining}
      done={isIn ? texts.sellerLeft({ shopName }) : texts.sellerDeclined({ shopName })}
      onClose={onClose}
    >
      {promotion.status !== 'running'
        ? texts.declineEffects
        : isIn
          ? texts.leaveEffects
          : texts.declineRunningEffects}
    </CommandDialog>
  )
}
