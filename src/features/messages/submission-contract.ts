import { z } from 'zod'

/** Limits of a mail that arrives: its text, the number of its files and the bytes of each. */
export const mailLimits = {
  textLength: 200_000,
  attachments: 10,
  attachmentBytes: 10 * 1024 * 1024,
  /** The bytes of the whole call. */
  callBytes: 16 * 1024 * 1024,
} as const

const base64Length = Math.ceil(mailLimits.attachmentBytes / 3) * 4

/** A mail that the marketplace’s mail system received for Munshi. */
export const IncomingMail = z.strictObject({
  /** The From header. */
  from: z.string().min(3).max(1_000),
  /** The addresses that the mail was delivered to, with those of To and Cc. */
  to: z.array(z.string().min(3).max(1_000)).min(1).max(50),
  subject: z.string().max(2_000).default(''),
  /** The plain text of the mail. */
  text: z.string().max(mailLimits.textLength).default(''),
  /** The Message-ID header. The same mail again changes nothing. */
  message_id: z.string().min(3).max(998),
  /** The In-Reply-To header. */
  in_reply_to: z.string().max(998).default(''),
  /** The Auto-Submitted header (RFC 3834): automatic answers are not taken as replies. */
  auto_submitted: z.string().max(200).default(''),
  attachments: z
    .array(
      z.strictObject({
        name: z.string().max(500).default(''),
        media_type: z.string().max(200).default(''),
        content: z.base64().min(1).max(base64Length),
      }),
    )
    .max(mailLimits.attachments)
    .default([]),
})
export type IncomingMail = z.output<typeof IncomingMail>

export const MailOutcome = z.object({
  status: z.enum(['accepted', 'repeated', 'ignored']),
  /** What became of the mail, in words. */
  detail: z.string(),
})
export type MailOutcome = z.infer<typeof MailOutcome>
