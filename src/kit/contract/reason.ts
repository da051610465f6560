import { z } from 'zod'
import { filledParagraph } from './text.ts'

export const maxReasonLength = 1000

/** The reason a person gives for an action: must not be blank, at most 1,000 characters. */
export function reasonText(ifBlank = 'A reason is required') {
  return filledParagraph(maxReasonLength, ifBlank)
}

export const Reason = z.strictObject({ reason: reasonText() })
