import { formatRs } from '#kit/contract/money.ts'
import { useCommand } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type Settlement, type SettlementCheck, settlements } from '../contract.ts'
import { texts } from '../texts.ts'
import { StatementRows } from './rows-panel.tsx'

/** Shows what the rows without effect would do now, and settles those that can be settled. */
export function CheckAgainDialog({
  settlement: { id, number },
  check: { settled, rows, cash, lines, seen },
  onClose,
}: {
  settlement: Settlement
  check: SettlementCheck
  onClose: () => void
}) {
  const show = useToast()
  const settle = useCommand(settlements.settleRows)
  const done = () => {
    onClose()
    show({ message: texts.rowsSettled({ number, settled }) })
  }
  return (
    <FormDialog
      title={texts.rowsCheckedAgain({ number })}
      text={settled > 0 ? texts.rowsCanBeSettled({ settled, rows }) : texts.noRowCanBeSettled}
      verb={texts.settleRows({ settled, cash: formatRs(cash) })}
      isWide
      isOff={settled === 0}
      isPending={settle.isPending}
      error={settle.error}
      onClose={onClose}
      onSubmit={() => settle.mutate({ input: { id, seen } }, { onSuccess: done })}
    >
      <StatementRows title={texts.rowsLeft} rows={lines} />
    </FormDialog>
  )
}
