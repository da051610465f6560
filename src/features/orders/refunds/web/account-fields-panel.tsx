import { TextInput } from '@mantine/core'
import { normaliseIban } from '#kit/contract/pakistan.ts'
import { accountWarnings, bankNameOf } from '../account-contract.ts'
import type { RefundAccount } from '../refund-contract.ts'
import { texts } from '../texts.ts'
import { Doubts } from './refund-account-panel.tsx'

export const noAccount: RefundAccount = { account_title: '', ibn_number: '' }

/** The fields of a bank account, with warnings shown as soon as the IBAN is complete. */
export function AccountFields({
  account,
  customerName,
  errors,
  hasFocus = false,
  onChange,
}: {
  account: RefundAccount
  customerName: string
  /** Errors by field name. */
  errors: Readonly<Record<string, string | undefined>>
  hasFocus?: boolean
  onChange: (account: RefundAccount) => void
}) {
  const { account_title, ibn_number } = account
  const code = normaliseIban(ibn_number)?.slice(4, 8)
  const bank = code && bankNameOf(code)
  return (
    <>
      <TextInput
        label={texts.accountTitle}
        description={texts.accountTitleHint}
        dir="auto"
        maxLength={120}
        autoComplete="off"
        {...(hasFocus ? { 'data-autofocus': true } : {})}
        value={account_title}
        error={errors.account_title}
        onChange={(event) => onChange({ ...account, account_title: event.currentTarget.value })}
      />
      <TextInput
        label={texts.iban}
        description={bank || texts.ibanHint}
        dir="ltr"
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        value={ibn_number}
        error={errors.ibn_number}
        onChange={(event) => onChange({ ...account, ibn_number: event.currentTarget.value })}
      />
      {code && <Doubts words={accountWarnings(code, account_title, customerName)} />}
    </>
  )
}
