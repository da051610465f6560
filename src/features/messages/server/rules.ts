import { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { IncomingMail, MailOutcome } from '../submission-contract.ts'

/** A feature that takes mails. */
export interface MailHandler {
  /**
   * Takes the mail in transactions of its own and says what became of it, or answers null if the mail is none of its
   * concern.
   */
  take: (ctx: Context, mail: IncomingMail) => Promise<MailOutcome | null>
}

/** A file of the store that goes with a mail. */
export const StoredAttachment = z.object({ key: z.string(), name: z.string(), media_type: z.string() })
export type StoredAttachment = z.infer<typeof StoredAttachment>

/** The address of a From, To or Reply-To header in lower case; empty if there is none. */
export function addressOf(header: string): string {
  const inBrackets = /<([^<>]+)>\s*$/.exec(header)?.[1]
  const address = (inBrackets ?? header).trim().toLowerCase()
  return /^[^\s@<>]+@[^\s@<>]+$/.test(address) ? address : ''
}
