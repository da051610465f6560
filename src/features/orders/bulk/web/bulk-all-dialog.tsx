import { useCommand } from '#kit/web/client.tsx'
import { ReasonDialog } from '#kit/web/dialog/reason-dialog.tsx'
import type { Everything } from '#kit/web/list/select-all.tsx'
import { matchingOrders } from '../contract.ts'
import { texts } from '../texts.ts'
import { askingWords, type BulkVerb } from './bulk-model.ts'

const effects: Record<BulkVerb, string> = {
  process: texts.processAllText,
  complete: texts.completeAllText,
  decline: texts.declineAllText,
}

/** Asks for confirmation before every matching order is moved: shows the count, and asks for a reason where needed. */
export function BulkAllDialog({
  verb,
  all,
  onClose,
  onBegun,
}: {
  verb: BulkVerb
  all: Everything
  onClose: () => void
  onBegun: (jobId: string) => void
}) {
  const move = useCommand(matchingOrders.moveMatching)
  const decline = useCommand(matchingOrders.declineMatching)
  const send = (reason: string) => {
    const onSuccess = ({ job_id }: { job_id: string }) => onBegun(job_id)
    // The filter names are those of the list; the server refuses names that it does not know.
    const matching = { filter: all.filter as object, except: all.except, count: all.count }
    if (verb === 'decline') decline.mutate({ input: { reason, ...matching } }, { onSuccess })
    else move.mutate({ input: { move: verb, ...matching } }, { onSuccess })
  }
  return (
    <ReasonDialog
      {...askingWords(verb, all.count)}
      text={effects[verb]}
      label={texts.reasonForAll}
      isAsked={verb === 'decline'}
      isDangerous={verb === 'decline'}
      isPending={move.isPending || decline.isPending}
      error={move.error ?? decline.error}
      onClose={onClose}
      onSend={send}
    />
  )
}
