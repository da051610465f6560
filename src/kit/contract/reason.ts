import { z } from 'zod'
import { filledParagraph } from './text.ts'

export const maxReasonLength = 1000

/** Why somebody does something, in their words: something to read, at most 1,000 characters. */
export function reasonText(ifBlank = 'A reason is required') {
  return filledParagraph(maxReasonLength, ifBlank)
}

export const Reason = z.strictObject({ reason: reasonText() })
