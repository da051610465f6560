import { Button } from '@mantine/core'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { failedWords } from '#kit/web/failure.tsx'
import { RecordMenu } from '#kit/web/record/record-menu.tsx'
import { offersActions } from '#kit/web/record-actions.ts'
import { useToast } from '#kit/web/toast.tsx'
import { type PromotionDetail, promotions } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './actions-panel.module.css'
import { DeleteDialog, EndDialog, PutBackDialog } from './end-dialog.tsx'
import { promotionRecord } from './links.ts'
import { StartDialog } from './start-dialog.tsx'

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
          navigate(promotionRecord(made))
          show({ message: texts.addedAsDraft({ name: made.name }) })
        },
        onError: (error) =>
          show({
            message: failedWords(error, (why) => texts.notDuplicated({ name, ...why })),
            tone: 'refused',
          }),
      },
    )
  const items = [
    ...(can(promotions.duplicate) ? [{ words: texts.duplicate, onPick: copy }] : []),
    ...(can(promotions.putBack) && status === 'scheduled'
      ? [{ words: texts.returnToDraft, onPick: () => setAsking('putBack') }]
      : []),
    ...(can(promotions.remove) && status === 'draft'
      ? [{ words: texts.delete, onPick: () => setAsking('delete'), isDangerous: true }]
      : []),
  ]
  return (
    <span ref={offersActions} className={classes.actions}>
      {status === 'draft' && can(promotions.start) && (
        <Button
          disabled={isUnsaved}
          title={isUnsaved ? texts.saveFirst : undefined}
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
      {items.length > 0 && <RecordMenu items={items} />}

      {asking === 'start' && <StartDialog promotion={promotion} onClose={close} />}
      {asking === 'end' && <EndDialog promotion={promotion} onClose={close} />}
      {asking === 'putBack' && <PutBackDialog promotion={promotion} onClose={close} />}
      {asking === 'delete' && <DeleteDialog promotion={promotion} onClose={close} />}
    </span>
  )
}
