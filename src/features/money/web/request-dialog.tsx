import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { type OwnerKind, PayoutAccount, withdrawals } from '#features/withdrawals/contract.ts'
import { formatRs, parseTypedRupees } from '#kit/contract/money.ts'
import { useCommand, useRefresh } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useToast } from '#kit/web/toast.tsx'
import { balances } from '../contract.ts'
import { texts } from '../texts.ts'

const accountFields = [
  { name: 'account_title', label: texts.accountTitle, most: 120, isNumber: false },
  { name: 'ibn_number', label: texts.iban, most: 40, isNumber: true },
  { name: 'bank_name', label: texts.bankNameOptional, most: 120, isNumber: false },
] as const

/** Requests a withdrawal for a vendor, or for a customer, who names the account. */
export function RequestDialog({
  kind,
  ownerId,
  name,
  available,
  onAsked,
  onClose,
}: {
  kind: OwnerKind
  ownerId: string
  name: string
  available: string
  onAsked?: () => void
  onClose: () => void
}) {
  const { given, change, errors, error, isPending, send } = useRequest(kind, ownerId, () => {
    onAsked?.()
    onClose()
  })
  return (
    <FormDialog
      title={texts.withdrawalFor({ name })}
      verb={texts.requestWithdrawal}
      isPending={isPending}
      error={error}
      isAtField={Object.keys(errors).length > 0}
      onClose={onClose}
      onSubmit={send}
    >
      <TextInput
        label={texts.amountInRupees}
        description={texts.isAvailable({ available: formatRs(available) })}
        data-autofocus
        inputMode="decimal"
        maxLength={30}
        value={given.amount}
        error={errors.amount}
        onChange={(event) => change('amount', event.currentTarget.value)}
      />
      {kind === 'customer' &&
        accountFields.map(({ name: field, label, most, isNumber }) => (
          <TextInput
            key={field}
            label={label}
            maxLength={most}
            {...(isNumber ? { dir: 'ltr', autoComplete: 'off', spellCheck: false } : { dir: 'auto' })}
            value={given[field]}
            error={errors[`account.${field}`]}
            onChange={(event) => change(field, event.currentTarget.value)}
          />
        ))}
      <TextInput
        label={texts.note}
        maxLength={300}
        value={given.note}
        error={errors.note}
        onChange={(event) => change('note', event.currentTarget.value)}
      />
    </FormDialog>
  )
}

const blank = { amount: '', note: '', account_title: '', ibn_number: '', bank_name: '' }

/** The form of a withdrawal: its fields, what is wrong in them, and the request. */
function useRequest(kind: OwnerKind, owner_id: string, onDone: () => void) {
  const show = useToast()
  const refresh = useRefresh()
  const [given, setGiven] = useState(blank)
  // A second press after an answer that was lost must not take the amount twice.
  const [id] = useState(() => uuidv7())
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const forVendor = useCommand(withdrawals.vendor.request)
  const forCustomer = useCommand(withdrawals.customer.request)
  const { error, isPending } = kind === 'vendor' ? forVendor : forCustomer
  const done = {
    onSuccess: ({ number, needs_another }: { number: string; needs_another: boolean }) => {
      show({
        message: needs_another ? texts.awaitingAnother({ number }) : texts.awaitingApproval({ number }),
      })
      void refresh(balances[kind].get)
      onDone()
    },
  }
  return {
    given,
    error,
    isPending,
    errors: { ...fieldErrors(error ?? undefined), ...wrong } as Record<string, string | undefined>,
    change: (field: keyof typeof blank, value: string) => {
      setGiven((before) => ({ ...before, [field]: value }))
      const path = field === 'amount' || field === 'note' ? field : `account.${field}`
      setWrong(({ [path]: _, ...others }) => others)
    },
    send: () => {
      const { amount, note, ...account } = given
      const rupees = parseTypedRupees(amount)
      const found = kind === 'customer' ? PayoutAccount.safeParse(account) : null
      const missing: Record<string, string> = {
        ...(rupees === null || rupees === '0' ? { amount: texts.amountExpected } : {}),
        ...Object.fromEntries(
          (found?.error?.issues ?? []).map(({ path, message }) => [`account.${path[0] as string}`, message]),
        ),
      }
      setWrong(missing)
      if (Object.keys(missing).length > 0) return
      const input = { id, owner_id, amount: rupees as string, note }
      if (kind === 'vendor') forVendor.mutate({ input }, done)
      else forCustomer.mutate({ input: { ...input, account } }, done)
    },
  }
}
