import { Suspense, useState } from 'react'
import type { BulkOutcome } from '#features/decisions/contract.ts'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { wordsOf } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { useToast } from '#kit/web/toast.tsx'
import { type FailedMail, failedMails } from '../contract.ts'
import { texts } from '../texts.ts'

const OutcomesDialog = lazyOf(
  () => import('#features/decisions/bulk/web/outcomes-dialog.tsx'),
  'OutcomesDialog',
)

/** Sends mails again, and says how many are on their way; what was refused is handed to `onRefused`. */
function useResend(onRefused: (outcomes: BulkOutcome[]) => void) {
  const show = useToast()
  const { mutate, isPending } = useCommand(failedMails.resend)
  const send = (rows: readonly FailedMail[]) =>
    mutate(
      { input: { ids: rows.map(({ id }) => id) } },
      {
        onSuccess: (outcomes) => {
          const count = outcomes.filter(({ outcome }) => outcome === 'done').length
          if (count < outcomes.length) onRefused(outcomes)
          else show({ message: texts.queuedAgain({ count }) })
        },
        onError: (error) => show({ message: texts.notQueued({ message: wordsOf(error) }), tone: 'refused' }),
      },
    )
  return { send, isPending }
}

/** Sends one mail again. */
export function ResendOne({ row, name }: { row: FailedMail; name: string }) {
  const show = useToast()
  const { send, isPending } = useResend(([refused]) =>
    show({ message: texts.notQueued({ message: refused?.message ?? '' }), tone: 'refused' }),
  )
  return (
    <CommandButton
      size="compact-xs"
      variant="default"
      isPending={isPending}
      aria-label={texts.sendNameAgain({ name })}
      onClick={() => send([row])}
    >
      {texts.sendAgain}
    </CommandButton>
  )
}

/** Sends the selected mails again, and shows the outcome of each if one was refused. */
export function ResendSelected({
  rows,
  onDone,
  onHold,
}: {
  rows: readonly FailedMail[]
  onDone: () => void
  onHold: (isHeld: boolean) => void
}) {
  const [outcomes, setOutcomes] = useState<BulkOutcome[] | null>(null)
  const { send, isPending } = useResend((found) => {
    setOutcomes(found)
    onHold(true)
  })
  const end = () => {
    setOutcomes(null)
    onHold(false)
    onDone()
  }
  return (
    <>
      <CommandButton size="xs" isPending={isPending} onClick={() => send(rows)}>
        {texts.sendSelectedAgain}
      </CommandButton>
      <Suspense fallback={null}>
        {outcomes && <OutcomesDialog outcomes={outcomes} past={texts.sentAgain} onDone={end} />}
      </Suspense>
    </>
  )
}
