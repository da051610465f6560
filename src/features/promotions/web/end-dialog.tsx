import { navigate } from 'wouter/use-browser-location'
import { useCommand } from '#kit/web/client.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type PromotionDetail, promotions } from '../contract.ts'
import { texts } from '../texts.ts'

interface Asked {
  promotion: PromotionDetail
  onClose: () => void
}

/** Ends a running campaign, after explaining what happens to its prices. */
export function EndDialog({ promotion, onClose }: Asked) {
  const show = useToast()
  const end = useCommand(promotions.end)
  const { id, name, seller_count, orders } = promotion
  return (
    <ConfirmDialog
      title={texts.endNowQuestion({ name })}
      action={texts.endCampaign}
      isPending={end.isPending}
      error={end.error}
      onClose={onClose}
      onConfirm={() =>
        end.mutate(
          { input: { id } },
          {
            onSuccess: () => {
              onClose()
              show({ message: texts.hasEnded({ name }) })
            },
          },
        )
      }
    >
      {texts.theProductsOfSellersGo({ sellerCount: seller_count })}{' '}
      {orders > 0 && texts.ordersKeepWhatTheyWere({ orders })}
      {texts.itCannotBeStartedAgain}
    </ConfirmDialog>
  )
}

/** Turns a scheduled campaign into a draft again. */
export function PutBackDialog({ promotion, onClose }: Asked) {
  const show = useToast()
  const putBack = useCommand(promotions.putBack)
  const { id, name } = promotion
  return (
    <ConfirmDialog
      title={texts.putBackToADraftQuestion({ name })}
      action={texts.putBackHeading}
      isPending={putBack.isPending}
      error={putBack.error}
      onClose={onClose}
      onConfirm={() =>
        putBack.mutate(
          { input: { id } },
          {
            onSuccess: () => {
              onClose()
              show({ message: texts.isADraftAgain({ name }) })
            },
          },
        )
      }
    >
      {texts.itDoesNotStartBy}
    </ConfirmDialog>
  )
}

export function DeleteDialog({ promotion, onClose }: Asked) {
  const show = useToast()
  const { id, name, sellers } = promotion
  // Leaves the screen of the deleted campaign before its queries are refetched.
  const remove = useCommand(promotions.remove, () => {
    navigate('/promotions', { replace: true })
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
      {texts.itHasChangedNoPrice({
        sellers: sellers.length > 0 ? texts.withTheInvitationsOfSellers({ sellers: sellers.length }) : '',
      })}
    </ConfirmDialog>
  )
}
