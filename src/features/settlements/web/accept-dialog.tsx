import { formatRs } from '#kit/contract/money.ts'
import { useCommand } from '#kit/web/client.tsx'
import { ReasonDialog } from '#kit/web/dialog/reason-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type Settlement, type SettlementRow, settlements } from '../contract.ts'
import { texts } from '../texts.ts'

/** Asks for the reason to write off a difference or to keep an excess payment. */
export function AcceptDialog({
  settlement,
  row,
  onClose,
}: {
  settlement: Settlement
  row: SettlementRow
  onClose: () => void
}) {
  const show = useToast()
  const accept = useCommand(settlements.accept)
  const done = () => {
    onClose()
    show({ message: texts.differenceAccepted({ trackingNumber: row.tracking_number }) })
  }
  const gap = row.gap ?? '0'
  const isShort = gap.startsWith('-')
  const amount = formatRs(isShort ? gap.slice(1) : gap)
  const text = isShort
    ? texts.writeOffText({ amount, courier: settlement.courier })
    : texts.keepExcessText({ amount })
  return (
    <ReasonDialog
      title={texts.acceptTheDifferenceOf({ orderNumber: row.order?.order_number ?? row.tracking_number })}
      text={text}
      verb={texts.accept}
      isPending={accept.isPending}
      error={accept.error}
      onClose={onClose}
      onSend={(reason) =>
        accept.mutate({ input: { id: settlement.id, row_id: row.id, reason } }, { onSuccess: done })
      }
    />
  )
}
