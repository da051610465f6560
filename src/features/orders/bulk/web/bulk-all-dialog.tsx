import { numberOf } from '#kit/contract/words.ts'
import { useCommand } from '#kit/web/client.tsx'
import { ReasonDialog } from '#kit/web/dialog/reason-dialog.tsx'
import type { Everything } from '#kit/web/list/select-all.tsx'
import { matchingOrders } from '../contract.ts'
import { texts } from '../texts.ts'
import type { BulkVerb } from './bulk-all-panel.tsx'

const effects: Record<BulkVerb, string> = {
  process: texts.oneThatCannotBeMoved,
  complete: texts.onlyAnOrderThatHas,
  decline: texts.theStockOfEachGoes,
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
  const count = `${numberOf(all.count)} ${all.count === 1 ? 'order' : 'orders'}`
  const action =
    verb === 'process'
      ? texts.moveToProcessing({ count })
      : `${verb === 'decline' ? texts.decline : texts.complete} ${count}`
  const send = (reason: string) => {
    const onSuccess = ({ job_id }: { job_id: string }) => onBegun(job_id)
    // The filter names are those of the list; the server refuses names that it does not know.
    const matching = { filter: all.filter as object, except: all.except, count: all.count }
    if (verb === 'decline') decline.mutate({ input: { reason, ...matching } }, { onSuccess })
    else move.mutate({ input: { move: verb, ...matching } }, { onSuccess })
  }
  return (
    <ReasonDialog
      title={`${action}?`}
      text={texts.theyAreWorkedOnOne({ effect: effects[verb] })}
      label={texts.reasonForAllOfThem}
      verb={action}
      isAsked={verb === 'decline'}
      isDangerous={verb === 'decline'}
      isPending={move.isPending || decline.isPending}
      error={move.error ?? decline.error}
      onClose={onClose}
      onSend={send}
    />
  )
}
