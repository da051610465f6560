import { Button, Group } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import classes from '#features/orders/web/dialogs.module.css'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useFirstInvalid } from '#kit/web/fields/first-invalid.ts'
import { RefundAccount } from '../refund-contract.ts'
import { texts } from '../texts.ts'
import { AccountFields, noAccount } from './account-fields-panel.tsx'

/** Enters or replaces the bank account of a refund. */
export function AccountDialog({
  isCorrection,
  customerName,
  isPending,
  error,
  onClose,
  onEnter,
}: {
  isCorrection: boolean
  customerName: string
  isPending: boolean
  error: Error | null
  onClose: () => void
  onEnter: (account: RefundAccount) => void
}) {
  const [account, setAccount] = useState(noAccount)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const form = useFirstInvalid(error)
  const refused = fieldErrors(error ?? undefined)
  const errors = { ...refused, ...wrong }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const given = RefundAccount.safeParse(account)
    if (given.success) onEnter(given.data)
    else setWrong(fieldErrors(given.error.issues))
  }
  return (
    <Dialog onClose={onClose} title={isCorrection ? texts.correctTheAccount : texts.enterTheAccount}>
      <form ref={form} onSubmit={send} noValidate className={classes.form}>
        <p className={classes.text}>
          {isCorrection ? texts.theRefundGoesToThis : texts.theRefundGoesToThisAccount}
        </p>
        {error && !(refused.account_title || refused.ibn_number) && <ChangeFailure error={error} />}
        <AccountFields
          account={account}
          customerName={customerName}
          errors={errors}
          hasFocus
          onChange={(next) => {
            setAccount(next)
            setWrong({})
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <CommandButton type="submit" isPending={isPending}>
            {isCorrection ? texts.correctAccount : texts.enterAccount}
          </CommandButton>
        </Group>
      </form>
    </Dialog>
  )
}
