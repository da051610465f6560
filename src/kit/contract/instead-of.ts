import { z } from 'zod'

/** Names that there is no picture, where a picture is named by its hash. */
export const noPicture = 'none'

/** The picture that a change is made to, or none: another one, which somebody has set since, stays. */
export const InsteadOf = z.strictObject({
  instead_of: z.union([z.literal(noPicture), z.string().regex(/^[0-9a-f]{64}$/)]).optional(),
})
export type InsteadOf = z.output<typeof InsteadOf>
