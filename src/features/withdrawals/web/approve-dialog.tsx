import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { BulkOutcome } from '#features/decisions/contract.ts'
import { OutcomesDialog } from '#features/decisions/web/outcomes-dialog.tsx'
import { formatRs, parseRupees } from '#kit/contract/money.ts'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { type OwnerKind, type Withdrawal, withdrawals } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './dialogs.module.css'

/** Approves several withdrawals: shows their count and total amount, and then each outcome. */
export function ApproveDialog({
  kind,
  rows,
  onClose,
  onDone,
}: {
  kind: OwnerKind
  rows: readonly Withdrawal[]
  onClose: () => void
  onDone: () => void
}) {
  const call = useCall()
  const refresh = useRefresh()
  // Keeps the selection from when the dialog opened, even if the list changes meanwhile.
  const [items] = useState(rows)
  const [failure, setFailure] = useState<Error | null>(null)
  const [isPending, setPending] = useState(false)
  const [outcomes, setOutcomes] = useState<BulkOutcome[] | null>(null)
  const endpoint = withdrawals[kind].bulkApprove
  const total = formatRs(items.reduce((sum, { amount }) => sum + parseRupees(amount), 0n))
  const values = { count: items.length, total }
  const send = async () => {
    setPending(true)
    setFailure(null)
    try {
      setOutcomes(await call(endpoint, { ids: items.map(({ id }) => id) }))
    } catch (error) {
      setFailure(error as Error)
    }
    setPending(false)
    void refresh(endpoint)
  }
  if (outcomes) return <OutcomesDialog outcomes={outcomes} past="approved" onDone={onDone} />
  return (
    <Dialog isHeld={isPending} onClose={onClose} title={texts.approveQuestion(values)}>
      <div className={classes.form}>
        <p className={classes.text}>{texts.approveText}</p>
        {failure && <ChangeFailure error={failure} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isPending} onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          <CommandButton color="green" isPending={isPending} onClick={() => void send()}>
            {texts.approveCount(values)}
          </CommandButton>
        </Group>
      </div>
    </Dialog>
  )
}
