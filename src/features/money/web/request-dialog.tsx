import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { PayoutAccount, withdrawals } from '#features/withdrawals/contract.ts'
import { formatRs, parseTypedRupees } from '#kit/contract/money.ts'
import { useCommand, useRefresh } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useFirstInvalid } from '#kit/web/fields/first-invalid.ts'
import { useToast } from '#kit/web/toast.tsx'
import { balances, type OwnerKind } from '../contract.ts'
import { texts } from '../texts.ts'

const noAccount = { account_title: '', ibn_number: '', bank_name: '' }
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
  const show = useToast()
  const refresh = useRefresh()
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const [account, setAccount] = useState(noAccount)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const forVendor = useCommand(withdrawals.vendor.request)
  const forCustomer = useCommand(withdrawals.customer.request)
  const { error, isPending } = kind === 'vendor' ? forVendor : forCustomer
  const errors = { ...fieldErrors(error ?? undefined), ...wrong }
  const isBeside = Object.keys(errors).length > 0
  const correct = (field: string) => setWrong(({ [field]: _, ...others }) => others)
  const form = useFirstInvalid(error)
  const done = {
    onSuccess: ({ number, needs_another }: { number: string; needs_another: boolean }) => {
      show({
        message: texts.waitsFor({
          number,
          needsAnother: needs_another ? texts.theApprovalOfAnotherPerson : texts.approval,
        }),
      })
      void refresh(balances[kind].get)
      onAsked?.()
      onClose()
    },
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const rupees = parseTypedRupees(amount)
    const given = PayoutAccount.safeParse(account)
    const found: Record<string, string> = {
      ...(rupees === null || rupees === '0' ? { amount: texts.writeAnAmountInRupees } : {}),
      ...(kind === 'customer' && !given.success
        ? Object.fromEntries(
            given.error.issues.map(({ path, message }) => [`account.${path[0] as string}`, message]),
          )
        : {}),
    }
    setWrong(found)
    if (Object.keys(found).length > 0) return
    const input = { owner_id: ownerId, amount: rupees as string, note }
    if (kind === 'vendor') forVendor.mutate({ input }, done)
    else forCustomer.mutate({ input: { ...input, account } }, done)
  }
  return (
    <Dialog onClose={onClose} title={texts.withdrawalFor({ name })}>
      <form ref={form} onSubmit={send} noValidate>
        {error && !isBeside && <ChangeFailure error={error} />}
        <TextInput
          label={texts.amountInRupees}
          description={texts.isAvailable({ available: formatRs(available) })}
          data-autofocus
          inputMode="decimal"
          maxLength={30}
          value={amount}
          error={errors.amount}
          onChange={(event) => {
            setAmount(event.currentTarget.value)
            correct('amount')
          }}
        />
        {kind === 'customer' &&
          accountFields.map(({ name: field, label, most, isNumber }) => (
            <TextInput
              key={field}
              label={label}
              mt="sm"
              maxLength={most}
              {...(isNumber ? { dir: 'ltr', autoComplete: 'off', spellCheck: false } : { dir: 'auto' })}
              value={account[field]}
              error={errors[`account.${field}`]}
              onChange={(event) => {
                const { value } = event.currentTarget
                setAccount((before) => ({ ...before, [field]: value }))
                correct(`account.${field}`)
              }}
            />
          ))}
        <TextInput
          label={texts.note}
          mt="sm"
          maxLength={300}
          value={note}
          error={errors.note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <CommandButton type="submit" isPending={isPending}>
            {texts.requestWithdrawal}
          </CommandButton>
        </Group>
      </form>
    </Dialog>
  )
}
