import { Suspense, useState } from 'react'
import type { BulkOutcome } from '#features/decisions/contract.ts'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { failedWords } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { useToast } from '#kit/web/toast.tsx'
import { type FailedMail, failedMails } from '../contract.ts'
import { texts } from '../texts.ts'

const OutcomesDialog = lazyOf(
  () => import('#features/decisions/bulk/web/outcomes-dialog.tsx'),
  'OutcomesDialog',
)

/** What follows an attempt: all are on their way, some were refused, or it is not known that any is. */
interface Follows {
  onSent?: () => void
  onRefused: (outcomes: BulkOutcome[]) => void
  onFailed?: () => void
}

/** Sends mails again, and says how many are on their way. */
function useResend({ onSent, onRefused, onFailed }: Follows) {
  const show = useToast()
  const { mutate, isPending } = useCommand(failedMails.resend)
  const send = (rows: readonly FailedMail[]) =>
    mutate(
      { input: { ids: rows.map(({ id }) => id) } },
      {
        onSuccess: (outcomes) => {
          const count = outcomes.filter(({ outcome }) => outcome === 'done').length
          if (count < outcomes.length) return onRefused(outcomes)
          show({ message: texts.queuedAgain({ count }) })
          onSent?.()
        },
        onError: (error) => {
          show({
            message: failedWords(error, ({ error: message }) => texts.notQueued({ message })),
            tone: 'refused',
          })
          onFailed?.()
        },
      },
    )
  return { send, isPending }
}

/** Sends one mail again. */
export function ResendOne({ row, name }: { row: FailedMail; name: string }) {
  const show = useToast()
  const { send, isPending } = useResend({
    onRefused: ([refused]) =>
      show({ message: texts.notQueued({ message: refused?.message ?? '' }), tone: 'refused' }),
  })
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
  const end = () => {
    setOutcomes(null)
    onHold(false)
    onDone()
  }
  const { send, isPending } = useResend({
    onSent: end,
    onRefused: setOutcomes,
    onFailed: () => onHold(false),
  })
  // The rows leave the list as soon as they are sent, and would take the outcome of the others with them.
  const sendAll = () => {
    onHold(true)
    send(rows)
  }
  return (
    <>
      <CommandButton size="xs" isPending={isPending} onClick={sendAll}>
        {texts.sendSelectedAgain}
      </CommandButton>
      <Suspense fallback={null}>
        {outcomes && <OutcomesDialog outcomes={outcomes} past={texts.sentAgain} onDone={end} />}
      </Suspense>
    </>
  )
}
