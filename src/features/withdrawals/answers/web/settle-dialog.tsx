import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { OwnerKind } from '#features/withdrawals/contract.ts'
import {
  type ExceptionChoice,
  ExceptionDecision,
  type PayoutAnswer,
  payouts,
} from '#features/withdrawals/payout-contract.ts'
import { texts } from '#features/withdrawals/texts.ts'
import { formatRs, parseRupees } from '#kit/contract/money.ts'
import { useCommand } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { ReasonField } from '#kit/web/fields/reason-field.tsx'
import { useToast } from '#kit/web/toast.tsx'

const noAction: { value: ExceptionChoice; label: string } = {
  value: 'no_action',
  label: texts.noActionKeepTheRecord,
}

/** The ways to settle, each with the amount that it books: always the amount that was sent. */
function choicesOf(sent: string | null) {
  if (sent === null) return [noAction]
  const amount = formatRs(sent)
  return [
    noAction,
    { value: 'paid', label: texts.bookAmountAsPaid({ amount }) },
    { value: 'returned', label: texts.bookAmountAsReturned({ amount }) },
  ]
}

/** What a choice does with the money, and with the difference to what the bank says. */
function effectOf(choice: ExceptionChoice, sent: string | null, said: string | null): string {
  if (sent === null) return ''
  const amount = formatRs(sent)
  if (choice === 'no_action') return texts.noActionEffect({ amount })
  if (choice === 'returned') return texts.returnedEffect({ amount })
  const difference = said === null ? 0n : parseRupees(sent) - parseRupees(said)
  if (said === null || difference === 0n) return texts.paidEffect({ amount })
  const values = {
    amount,
    said: formatRs(said),
    difference: formatRs(difference > 0n ? difference : -difference),
  }
  return difference > 0n ? texts.paidLessEffect(values) : texts.paidMoreEffect(values)
}

/** Asks how to settle an exception, and why. */
export function SettleDialog({
  kind,
  runId,
  exception,
  sent,
  onClose,
}: {
  kind: OwnerKind
  runId: string
  exception: PayoutAnswer
  /** The amount of the payment that the exception names; null if it names none of this run. */
  sent: string | null
  onClose: () => void
}) {
  const settle = useCommand(payouts[kind].settle)
  const show = useToast()
  const { reference, row_number: row } = exception
  const [given, setGiven] = useState({
    choice: 'no_action' as ExceptionChoice,
    bank_reference: exception.bank_reference,
    reason: '',
  })
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const errors: Record<string, string | undefined> = { ...fieldErrors(settle.error ?? undefined), ...wrong }
  const isField = Object.keys(fieldErrors(settle.error ?? undefined)).some((field) => field in given)
  const change = (changes: Partial<typeof given>) => {
    setGiven((before) => ({ ...before, ...changes }))
    setWrong({})
  }
  const send = () => {
    const found = ExceptionDecision.safeParse(given)
    if (!found.success) {
      setWrong(Object.fromEntries(found.error.issues.map(({ path, message }) => [String(path[0]), message])))
      return
    }
    settle.mutate(
      { input: { id: runId, answer_id: exception.id, ...found.data } },
      {
        onSuccess: () => {
          onClose()
          show({
            message: reference
              ? texts.exceptionOfSettled({ reference })
              : texts.exceptionInRowSettled({ row }),
          })
        },
      },
    )
  }
  return (
    <FormDialog
      title={reference ? texts.settleException({ reference }) : texts.settleExceptionInRow({ row })}
      text={`${exception.message}.`}
      verb={texts.settle}
      isPending={settle.isPending}
      error={settle.error}
      isAtField={isField}
      onClose={onClose}
      onSubmit={send}
    >
      <NativeSelect
        label={texts.decision}
        data={choicesOf(sent)}
        description={effectOf(given.choice, sent, exception.amount)}
        value={given.choice}
        onChange={(event) => change({ choice: event.currentTarget.value as ExceptionChoice })}
      />
      {given.choice === 'paid' && (
        <TextInput
          label={texts.bankReference}
          maxLength={120}
          value={given.bank_reference}
          error={errors.bank_reference}
          onChange={(event) => change({ bank_reference: event.currentTarget.value })}
        />
      )}
      <ReasonField
        label={texts.reason}
        value={given.reason}
        error={errors.reason ?? ''}
        maxLength={1_000}
        onChange={(reason) => change({ reason })}
      />
    </FormDialog>
  )
}
