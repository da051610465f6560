import { useSyncExternalStore } from 'react'
import type { Proof } from '#kit/contract/refusal.ts'

/** What a refused call waits for: that its person signs in again, or proves once more who they are. */
export interface Question {
  need: 'sign-in' | 'step-up'
  /** What proves it. */
  by: Proof
}

interface OpenQuestion {
  question: Question
  outcome: Promise<boolean>
  settle: (isProven: boolean) => void
}

let open: OpenQuestion | null = null
let settlements = 0
const latest: Record<Question['need'], { number: number; isProven: boolean }> = {
  'sign-in': { number: 0, isProven: false },
  'step-up': { number: 0, isProven: false },
}
const listeners = new Set<() => void>()

/** How many questions were settled by now; a call that was sent before the latest takes its outcome. */
export function settledSoFar(): number {
  return settlements
}

/**
 * Asks the person, one question at a time for all the calls that were refused together. True when the refused call may
 * be repeated, false when the person would not. A question for a new sign-in takes the place of a lesser one.
 */
export function askForProof(question: Question, settledAtSending: number): Promise<boolean> {
  const known = latest[question.need]
  if (known.number > settledAtSending) return Promise.resolve(known.isProven)
  if (open) {
    if (question.need === 'sign-in' && open.question.need === 'step-up') {
      open = { ...open, question }
      tell()
    }
    return open.outcome
  }
  let settle: OpenQuestion['settle'] = () => {}
  const outcome = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  open = { question, outcome, settle }
  tell()
  return outcome
}

/** Settles the question that is open, if one is: everything that waits for it goes on, or is refused. */
export function settleQuestion(isProven: boolean): void {
  if (!open) return
  const { question, settle } = open
  open = null
  settlements += 1
  latest[question.need] = { number: settlements, isProven }
  // Who has just signed in has proved who they are.
  if (question.need === 'sign-in') latest['step-up'] = { number: settlements, isProven }
  settle(isProven)
  tell()
}

/** The question that is open, for the one place that shows it. */
export function useQuestion(): Question | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open?.question ?? null,
  )
}

function tell(): void {
  for (const listener of listeners) listener()
}
