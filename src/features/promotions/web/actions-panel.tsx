import { Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { wordsOf } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Popover } from '#kit/web/popover.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type PromotionDetail, promotions } from '../contract.ts'
import { promotionHref } from '../price/web/name-panel.tsx'
import { texts } from '../texts.ts'
import classes from './actions-panel.module.css'

const StartDialog = lazyOf(() => import('./start-dialog.tsx'), 'StartDialog')
const EndDialog = lazyOf(() => import('./end-dialog.tsx'), 'EndDialog')
const PutBackDialog = lazyOf(() => import('./end-dialog.tsx'), 'PutBackDialog')
const DeleteDialog = lazyOf(() => import('./end-dialog.tsx'), 'DeleteDialog')

type Asking = 'start' | 'end' | 'putBack' | 'delete'

/** The actions on a whole campaign: start, end, duplicate and the like. */
export function PromotionActions({
  promotion,
  isUnsaved,
}: {
  promotion: PromotionDetail
  /** True while the fields have unsaved changes: starting the campaign would start the saved terms instead. */
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
          show({ message: texts.isAddedAsADraft({ name: made.name }) })
        },
        onError: (error) =>
          show({ message: texts.wasNotCopied({ name, error: wordsOf(error) }), tone: 'refused' }),
      },
    )
  const items = [
    ...(can(promotions.duplicate) ? [{ words: texts.duplicate, run: copy }] : []),
    ...(can(promotions.putBack) && status === 'scheduled'
      ? [{ words: texts.putBackToDraft, run: () => setAsking('putBack') }]
      : []),
    ...(can(promotions.remove) && status === 'draft'
      ? [{ words: texts.delete, run: () => setAsking('delete'), isDangerous: true }]
      : []),
  ]
  return (
    <span className={classes.actions}>
      {status === 'draft' && can(promotions.start) && (
        <Button
          disabled={isUnsaved}
          title={isUnsaved ? texts.saveWhatYouTypedFirst : undefined}
          onClick={() => setAsking('start')}
        >
          {texts.start}
        </Button>
      )}
      {status === 'running' && can(promotions.end) && (
        <Button variant="default" onClick={() => setAsking('end')}>
          {texts.endEarly}
        </Button>
      )}
      {items.length > 0 && (
        <Popover
          label={texts.moreActions}
          words={texts.moreActions}
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
        {asking === 'end' && <EndDialog promotion={promotion} onClose={close} />}
        {asking === 'putBack' && <PutBackDialog promotion={promotion} onClose={close} />}
        {asking === 'delete' && <DeleteDialog promotion={promotion} onClose={close} />}
      </Suspense>
    </span>
  )
}
