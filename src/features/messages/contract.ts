import { z } from 'zod'

const messageStatuses = ['queued', 'sending', 'sent', 'failed', 'withdrawn'] as const

/** A message to a vendor with its delivery status; it is sent only after the undo window. */
export const Message = z.object({
  id: z.uuid(),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  status: z.enum(messageStatuses),
  send_at: z.string(),
  sent_at: z.string().nullable(),
  attempts: z.int(),
  last_error: z.string(),
})
export type Message = z.infer<typeof Message>
