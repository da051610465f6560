import { navigate } from 'wouter/use-browser-location'
import { useCommand } from '#kit/web/client.tsx'
import { CommandDialog } from '#kit/web/dialog/command-dialog.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type PromotionDetail, promotions } from '../contract.ts'
import { texts } from '../texts.ts'
import { promotionList } from './links.ts'

interface Asked {
  promotion: PromotionDetail
  onClose: () => void
}

/** Ends a running campaign, after explaining what happens to its prices. */
export function EndDialog({ promotion, onClose }: Asked) {
  const { name, seller_count, orders } = promotion
  return (
    <CommandDialog
      of={promotions.end}
      input={{ id: promotion.id }}
      title={texts.endNowQuestion({ name })}
      action={texts.endCampaign}
      done={texts.hasEnded({ name })}
      onClose={onClose}
    >
      {texts.pricesReturn({ sellerCount: seller_count })} {orders > 0 && texts.ordersKeepPrice({ orders })}{' '}
      {texts.cannotRestart}
    </CommandDialog>
  )
}

/** Turns a scheduled campaign into a draft again. */
export function PutBackDialog({ promotion: { id, name }, onClose }: Asked) {
  return (
    <CommandDialog
      of={promotions.putBack}
      input={{ id }}
      title={texts.returnQuestion({ name })}
      action={texts.returnAction}
      done={texts.nowDraft({ name })}
      onClose={onClose}
    >
      {texts.returnEffects}
    </CommandDialog>
  )
}

export function DeleteDialog({ promotion, onClose }: Asked) {
  const show = useToast()
  const { id, name, sellers } = promotion
  // Leaves the screen of the deleted campaign before its queries are refetched.
  const remove = useCommand(promotions.remove, () => {
    navigate(promotionList(), { replace: true })
    show({ message: texts.isDeleted({ name }) })
  })
  return (
    <ConfirmDialog
      title={texts.deleteNameQuestion({ name })}
      action={texts.deleteName({ name })}
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ input: { id } })}
    >
      {sellers.length > 0 ? texts.deleteInvitations({ sellers: sellers.length }) : texts.deleteEffects}
    </ConfirmDialog>
  )
}
