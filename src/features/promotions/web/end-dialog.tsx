import { navigate } from 'wouter/use-browser-location'
import { countOf } from '#kit/contract/words.ts'
import { useCommand } from '#kit/web/client.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type PromotionDetail, promotions } from '../contract.ts'

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
      title={`End ${name} now?`}
      action="End campaign"
      isPending={end.isPending}
      error={end.error}
      onClose={onClose}
      onConfirm={() =>
        end.mutate(
          { input: { id } },
          {
            onSuccess: () => {
              onClose()
              show({ message: `${name} has ended` })
            },
          },
        )
      }
    >
      The products of {countOf(seller_count, 'seller')} go back to their prices at once.{' '}
      {orders > 0 &&
        `${countOf(orders, 'order')} ${orders === 1 ? 'keeps what it was' : 'keep what they were'} sold for. `}
      It cannot be started again, only duplicated.
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
      title={`Put ${name} back to a draft?`}
      action="Put back"
      isPending={putBack.isPending}
      error={putBack.error}
      onClose={onClose}
      onConfirm={() =>
        putBack.mutate(
          { input: { id } },
          {
            onSuccess: () => {
              onClose()
              show({ message: `${name} is a draft again` })
            },
          },
        )
      }
    >
      It does not start by itself any more, and its terms can be changed. Its sellers stay in it until they
      are: other terms ask them again.
    </ConfirmDialog>
  )
}

export function DeleteDialog({ promotion, onClose }: Asked) {
  const show = useToast()
  const { id, name, sellers } = promotion
  // Leaves the screen of the deleted campaign before its queries are refetched.
  const remove = useCommand(promotions.remove, () => {
    navigate('/promotions', { replace: true })
    show({ message: `${name} is deleted` })
  })
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action={`Delete ${name}`}
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ input: { id } })}
    >
      {sellers.length > 0 ? `With the invitations of ${countOf(sellers.length, 'seller')}. ` : ''}It has
      changed no price. This cannot be taken back.
    </ConfirmDialog>
  )
}
