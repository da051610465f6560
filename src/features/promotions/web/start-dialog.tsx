import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { countOf } from '#kit/contract/words.ts'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type PromotionDetail, promotions, statusWords } from '../contract.ts'
import { momentOf } from '../price/web/name-panel.tsx'
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
  const clashes = useClashes(id, { starts_at: from, ends_at }).data
  const preview = useEndpoint(promotions.preview, { id }).data
  return (
    <ConfirmDialog
      title={isAtOnce ? `Start ${name} now?` : `Schedule ${name}?`}
      action={isAtOnce ? 'Start now' : 'Schedule'}
      isDangerous={false}
      isPending={start.isPending}
      error={start.error}
      onClose={onClose}
      onConfirm={() =>
        start.mutate(
          { input: { id, at_once: isAtOnce }, ifMatch: version },
          {
            onSuccess: ({ status }) => {
              onClose()
              show({ message: `${name}: ${statusWords[status].toLowerCase()}` })
            },
          },
        )
      }
      more={
        <div className={classes.form}>
          <Checkbox
            label="Start at once"
            checked={isAtOnce}
            disabled={isPast}
            onChange={(event) => setAtOnce(event.currentTarget.checked)}
          />
          {preview && (
            <ul className={classes.effects}>
              <li>
                It lowers the prices of at most {countOf(preview.joined, 'product')} of{' '}
                {countOf(promotion.seller_count, 'seller')}.
              </li>
              {preview.left_out > 0 && (
                <li>{countOf(preview.left_out, 'product')} stay out: the discount would not be real.</li>
              )}
              <li>From then on its terms stand; it can be ended early.</li>
            </ul>
          )}
          {clashes && clashes.length > 0 && (
            <>
              <p className={classes.quiet}>
                It clashes with {countOf(clashes.length, 'campaign')}. On one product the lowest price holds.
              </p>
              <ClashList clashes={clashes} />
            </>
          )}
        </div>
      }
    >
      {isAtOnce ? 'From this minute' : `From ${momentOf(starts_at)}`} until {momentOf(ends_at)}, Pakistan
      time. It {isAtOnce ? 'ends' : 'starts and ends'} by itself.
    </ConfirmDialog>
  )
}
