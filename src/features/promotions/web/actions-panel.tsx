import { Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { ConfirmDialog } from '#kit/web/confirm-dialog.tsx'
import { wordsOf } from '#kit/web/failure.tsx'
import { Popover } from '#kit/web/popover.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type PromotionDetail, promotions } from '../contract.ts'
import classes from './actions-panel.module.css'
import { countOf, promotionHref } from './name-panel.tsx'

const StartDialog = lazy(async () => ({ default: (await import('./start-dialog.tsx')).StartDialog }))

type Asking = 'start' | 'end' | 'put back' | 'delete'

/** What is decided of a campaign, and what is done with the whole of it. */
export function PromotionActions({
  promotion,
  isUnsaved,
}: {
  promotion: PromotionDetail
  /** What is typed is not saved: it would not be what starts. */
  isUnsaved: boolean
}) {
  const can = useCan()
  const show = useToast()
  const [asking, setAsking] = useState<Asking | null>(null)
  const duplicate = useCommand(promotions.duplicate)
  const close = () => setAsking(null)
  const { id, name, status } = promotion
  const copy = () =>
    duplicate.mutate(
      { input: { id } },
      {
        onSuccess: (made) => {
          navigate(promotionHref(made))
          show({ message: `${made.name} is added as a draft` })
        },
        onError: (error) => show({ message: `${name} was not copied. ${wordsOf(error)}.`, tone: 'refused' }),
      },
    )
  const items = [
    ...(can(promotions.duplicate) ? [{ words: 'Duplicate', run: copy }] : []),
    ...(can(promotions.putBack) && status === 'scheduled'
      ? [{ words: 'Put back to draft…', run: () => setAsking('put back') }]
      : []),
    ...(can(promotions.remove) && status === 'draft'
      ? [{ words: 'Delete…', run: () => setAsking('delete'), isDangerous: true }]
      : []),
  ]
  return (
    <span className={classes.actions}>
      {status === 'draft' && can(promotions.start) && (
        <Button
          disabled={isUnsaved}
          title={isUnsaved ? 'Save what you typed first' : undefined}
          onClick={() => setAsking('start')}
        >
          Start…
        </Button>
      )}
      {status === 'running' && can(promotions.end) && (
        <Button variant="default" onClick={() => setAsking('end')}>
          End early…
        </Button>
      )}
      {items.length > 0 && (
        <Popover
          label="More actions"
          words="More actions"
          icon={<IconDots size={16} aria-hidden="true" />}
          width={180}
        >
          {(hide) => (
            <div className={classes.menu}>
              {items.map(({ words, run, ...item }) => (
                <button
                  key={words}
                  type="button"
                  data-dangerous={'isDangerous' in item || undefined}
                  onClick={() => {
                    hide()
                    run()
                  }}
                >
                  {words}
                </button>
              ))}
            </div>
          )}
        </Popover>
      )}
      <Suspense fallback={null}>
        {asking === 'start' && <StartDialog promotion={promotion} onClose={close} />}
      </Suspense>
      {asking === 'end' && <EndDialog promotion={promotion} onClose={close} />}
      {asking === 'put back' && <PutBackDialog promotion={promotion} onClose={close} />}
      {asking === 'delete' && <DeleteDialog promotion={promotion} onClose={close} />}
    </span>
  )
}

interface Asked {
  promotion: PromotionDetail
  onClose: () => void
}

function EndDialog({ promotion, onClose }: Asked) {
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
      {countOf(orders, 'order')} keep what they were sold for. It cannot be started again, only duplicated.
    </ConfirmDialog>
  )
}

function PutBackDialog({ promotion, onClose }: Asked) {
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

function DeleteDialog({ promotion, onClose }: Asked) {
  const show = useToast()
  const { id, name, sellers } = promotion
  // The screen of what is deleted is left before anything of it is read again.
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
