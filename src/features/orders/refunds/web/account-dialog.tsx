import { useState } from 'react'
import { FormDialog, type FormDialogProps } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { RefundAccount } from '../refund-contract.ts'
import { texts } from '../texts.ts'
import { AccountFields, noAccount } from './account-fields-panel.tsx'

/** Enters or replaces the bank account of a refund. */
export function AccountDialog({
  isCorrection,
  customerName,
  onEnter,
  ...dialog
}: Pick<FormDialogProps, 'isPending' | 'error' | 'onClose'> & {
  isCorrection: boolean
  customerName: string
  onEnter: (account: RefundAccount) => void
}) {
  const [account, setAccount] = useState(noAccount)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const refused = fieldErrors(dialog.error ?? undefined)
  const send = () => {
    const given = RefundAccount.safeParse(account)
    if (given.success) onEnter(given.data)
    else setWrong(fieldErrors(given.error.issues))
  }
  return (
    <FormDialog
      {...dialog}
      title={isCorrection ? texts.correctTheAccount : texts.enterTheAccount}
      text={isCorrection ? texts.correctAccountText : texts.enterAccountText}
      verb={isCorrection ? texts.correctAccount : texts.enterAccount}
      isAtField={Boolean(refused.account_title || refused.ibn_number)}
      onSubmit={send}
    >
      <AccountFields
        account={account}
        customerName={customerName}
        errors={{ ...refused, ...wrong }}
        hasFocus
        onChange={(next) => {
          setAccount(next)
          setWrong({})
        }}
      />
    </FormDialog>
  )
}
