import type { RequestKind, RequestStatus } from './contract.ts'
import { texts } from './texts.ts'

export const kindWords: Readonly<Record<RequestKind, string>> = {
  report: texts.problemReport,
  idea: texts.idea,
  praise: texts.praise,
  problem: texts.complaint,
}

export const statusWords: Readonly<Record<RequestStatus, string>> = {
  open: texts.open,
  answered: texts.answered,
  closed: texts.closed,
}

/** In the order of the moods, from 1 to 5. */
export const moodWords = [
  texts.veryUnhappy,
  texts.unhappy,
  texts.neutral,
  texts.happy,
  texts.veryHappy,
] as const
