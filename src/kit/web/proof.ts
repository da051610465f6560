import { useSyncExternalStore } from 'react'
import type { Proof } from '#kit/contract/refusal.ts'

/** What a refused call requires: that its user signs in again, or proves their identity again. */
export interface Question {
  need: 'sign-in' | 'step-up'
  /** The accepted proof. */
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

/** The number of settled questions. A call that was sent before the latest question was settled uses its outcome. */
export function settledSoFar(): number {
  return settlements
}

/**
 * Asks the user one question for all calls that were refused together. True if the refused call may be repeated, false
 * if the user declined. A sign-in question replaces an open step-up question.
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

/** Settles the open question, if there is one: all calls that depend on it continue or are refused. */
export function settleQuestion(isProven: boolean): void {
  if (!open) return
  const { question, settle } = open
  open = null
  settlements += 1
  latest[question.need] = { number: settlements, isProven }
  // A sign-in is also a proof of identity.
  if (question.need === 'sign-in') latest['step-up'] = { number: settlements, isProven }
  settle(isProven)
  tell()
}

/** The open question, for the one component that shows it. */
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
