import type { FailedMail } from '../contract.ts'
import { texts } from '../texts.ts'

/** What mail servers and the connection to them say, by what it means for the reader of the list. */
const meanings: readonly [RegExp, string][] = [
  [/^Restored from a backup$/, texts.restored],
  [/EAUTH|\b53[0458]\b|invalid login|authentication/i, texts.signInRefused],
  [/\b(?:552|5\.2\.2|4\.2\.2)\b|mailbox (?:is )?full|over ?quota/i, texts.mailboxFull],
  [
    /\b5\.1\.\d\b|\b55[01]\b.*(?:user|mailbox|recipient|address)|user unknown|no such (?:user|mailbox)/i,
    texts.addressUnknown,
  ],
  [
    /ECONN|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|EDNS|ESOCKET|timeout|greeting never received|connection closed/i,
    texts.unreachable,
  ],
  [/(?<![\d.])5\d\d(?![\d.])/, texts.mailRefused],
  [/(?<![\d.])4\d\d(?![\d.])/, texts.askedLater],
]

/** The words of the mail server in plain English. */
export function meaningOf(lastError: string): string {
  return meanings.find(([pattern]) => pattern.test(lastError))?.[1] ?? texts.otherError
}

/** Why a mail has no button, and what to do about it; empty for one that can be sent again. */
export function hintOf({ again, kind }: Pick<FailedMail, 'again' | 'kind'>): string {
  if (again === 'replaced') return texts.replacedHint
  if (again === 'not_permitted') return texts.mayNot
  if (again === 'retrying') return texts.triedAgain
  if (again === 'yes') return ''
  if (kind === 'invitation') return texts.inviteAgain
  if (kind === 'reset') return texts.askAgain
  return kind === 'subscription' ? texts.confirmAgain : texts.notHere
}
