import { z } from 'zod'

/** The courier statement that settled the part. */
export const PartSettlement = z.object({
  id: z.uuid(),
  number: z.string(),
  reference: z.string(),
  paid_on: z.string(),
  settled_at: z.string().nullable(),
})
