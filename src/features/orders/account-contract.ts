import { banks } from '#kit/contract/pakistan-banks.ts'
import { namesAgree } from '#kit/contract/pakistan-names.ts'

/** The name of the bank with this code of an IBAN; empty where it is not on our list. */
export function bankNameOf(code: string): string {
  return Object.hasOwn(banks, code) ? (banks[code]?.name ?? '') : ''
}

/** What whoever grants or sends a refund should look at again. Nothing here says whose the account is. */
export function accountWarnings(code: string, title: string, customerName: string): string[] {
  const isCompared = title.trim() !== '' && customerName.trim() !== ''
  return [
    ...(bankNameOf(code) ? [] : [`The bank code ${code} is not on our list; look it up`]),
    ...(isCompared && !namesAgree(title, customerName)
      ? ['The account title does not look like the name of the customer']
      : []),
  ]
}
