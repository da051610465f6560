import { z } from 'zod'

/** The statement of the courier that a part stands in. */
export const PartSettlement = z.object({
  id: z.uuid(),
  number: z.string(),
  reference: z.string(),
  paid_on: z.string(),
  settled_at: z.string().nullable(),
})
