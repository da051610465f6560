import { momentOf } from '#kit/contract/words.ts'
import { texts } from '../texts.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type PromotionDetail, promotions } from '../contract.ts'
import { ClashList, useClashes } from './clashes-panel.tsx'
import classes from './dialogs.module.css'

/** Starts a draft at its start time or at once, and shows the affected products and the clashes first. */
export function StartDialog({ promotion, onClose }: { promotion: PromotionDetail; onClose: () => void }) {
  const show = useToast()
  const start = useCommand(promotions.start)
  const { id, name, starts_at, ends_at, version } = promotion
  const isPast = Date.parse(starts_at) < Date.now() - 60_000
  const [isAtOnce, setAtOnce] = useState(isPast)
  const from = isAtOnce ? new Date().toISOString().replace(/:\d\d\.\d{3}/, ':00.000') : starts_at
  const clashes = useClashes(id, { starts_at: from, ends_at })
  // Which products are left out goes by the start that is confirmed.
  const preview = useEndpoint(promotions.preview, { id, ...(isAtOnce ? { starts_at: from } : {}) })
  return (
    <ConfirmDialog
      title={isAtOnce ? texts.startNowQuestion({ name }) : texts.scheduleNameQuestion({ name })}
      action={isAtOnce ? texts.startNow : texts.schedule}
      isDangerous={false}
      isPending={start.isPending}
      // What is started cannot be undone, so nobody starts what has not been seen.
      isOff={!clashes.data || clashes.isPlaceholderData || !preview.data || preview.isPlaceholderData}
      error={start.error}
      onClose={onClose}
      onConfirm={() =>
        start.mutate(
          { input: { id, at_once: isAtOnce }, ifMatch: version },
          {
            onSuccess: ({ status }) => {
              onClose()
              show({
                message:
                  status === 'running' ? texts.startedMessage({ name }) : texts.scheduledMessage({ name }),
              })
            },
          },
        )
      }
      more={
        <div className={classes.form}>
          <Checkbox
            label={texts.startAtOnce}
            checked={isAtOnce}
            disabled={isPast}
            onChange={(event) => setAtOnce(event.currentTarget.checked)}
          />
          <ReadFailure of={preview} what={texts.effectsNotLoaded} />
          <ReadFailure of={clashes} what={texts.clashesNotLoaded} />
          {preview.data && (
            <ul className={classes.effects}>
              <li>
                {texts.startEffects({ joined: preview.data.joined, sellerCount: promotion.seller_count })}
              </li>
              {preview.data.left_out > 0 && (
                <li>{texts.leftOutEffects({ leftOut: preview.data.left_out })}</li>
              )}
              <li>{texts.termsAreFixed}</li>
            </ul>
          )}
          {clashes.data && clashes.data.length > 0 && (
            <>
              <p className={classes.quiet}>{texts.clashCount({ clashes: clashes.data.length })}</p>
              <ClashList clashes={clashes.data} />
            </>
          )}
        </div>
      }
    >
      {isAtOnce
        ? texts.startNowPeriod({ endsAt: momentOf(ends_at) })
        : texts.scheduledPeriod({ startsAt: momentOf(starts_at), endsAt: momentOf(ends_at) })}
    </ConfirmDialog>
  )
}
