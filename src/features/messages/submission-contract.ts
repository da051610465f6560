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
  from: z.string().min(3).max(1_000).describe('The From header: `Sana Malik <sana@shop.pk>`'),
  to: z
    .array(z.string().min(3).max(1_000))
    .min(1)
    .max(50)
    .describe('The addresses that the mail was delivered to, with those of To and Cc'),
  subject: z.string().max(2_000).default(''),
  text: z.string().max(mailLimits.textLength).default('').describe('The plain text of the mail'),
  message_id: z
    .string()
    .min(3)
    .max(998)
    .describe('The Message-ID header. The same mail again changes nothing'),
  in_reply_to: z.string().max(998).default('').describe('The In-Reply-To header'),
  auto_submitted: z
    .string()
    .max(200)
    .default('')
    .describe('The Auto-Submitted header (RFC 3834). Automatic answers are not taken as replies'),
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
