import { banks } from '#kit/contract/pakistan-banks.ts'
import { namesAgree } from '#kit/contract/pakistan-names.ts'
import { texts } from './texts.ts'

/** Returns the name of the bank with this IBAN bank code, or an empty string if the code is not on our list. */
export function bankNameOf(code: string): string {
  return Object.hasOwn(banks, code) ? (banks[code]?.name ?? '') : ''
}

/** Warnings to review before a refund is granted or sent. They do not prove who owns the account. */
export function accountWarnings(code: string, title: string, customerName: string): string[] {
  const isCompared = title.trim() !== '' && customerName.trim() !== ''
  return [
    ...(bankNameOf(code) ? [] : [texts.bankCodeUnknown({ code })]),
    ...(isCompared && !namesAgree(title, customerName) ? [texts.accountTitleDiffers] : []),
  ]
}
