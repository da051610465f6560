import type { LetterLanguage } from '#features/messages/language-contract.ts'
import {
  type CodedReasons,
  mostReasons,
  type ReasonChoice,
  type ReasonChoices,
  wordsOf,
} from '../reasons/choice-contract.ts'

/** A chosen reason in the form: its text is null until somebody edits the words of the template. */
export interface Picked {
  code: string
  fields: string[]
  text: string | null
}

/** What is being said with a decision. */
export interface Saying {
  picked: Picked[]
  own: string
  /** Null for the language that the letter is set to. */
  language: LetterLanguage | null
}

/** Nothing said yet. */
export const silent: Saying = { picked: [], own: '', language: null }

/** What is said at the start: what was said before, without the reasons that can no longer be chosen. */
export function begunWith(before: Saying | undefined, { choices }: ReasonChoices): Saying {
  if (!before) return silent
  const picked = before.picked.filter(({ code }) => choices.some((choice) => choice.code === code))
  return { ...before, picked }
}

/** Whether a reason can be chosen: what is against the rules cannot be corrected, so a request never offers it. */
export function isOffered({ kind }: ReasonChoice, isRequest: boolean): boolean {
  return !isRequest || kind !== 'policy'
}

/** The reason that this key chooses, if it is a digit of one that is offered. */
export function choiceAt(
  key: string,
  choices: readonly ReasonChoice[],
  isRequest: boolean,
): ReasonChoice | undefined {
  const choice = /^[1-9]$/.test(key) ? choices[Number(key) - 1] : undefined
  return choice && isOffered(choice, isRequest) ? choice : undefined
}

/** The chosen reasons in a few words, for a row of several records; empty if nothing was said. */
export function summaryOf({ picked, own }: Saying, choices: readonly ReasonChoice[]): string {
  const names = picked.map(({ code }) => choices.find((choice) => choice.code === code)?.name ?? code)
  return [...names, own.trim()].filter(Boolean).join(', ')
}

/**
 * Chooses a reason, or takes it back; a tenth one is not taken. Of the fields that it usually concerns, those of the change
 * at hand are taken, if it concerns any.
 */
export function toggled(
  saying: Saying,
  choice: ReasonChoice,
  known: Readonly<Record<string, string>>,
  marked: readonly string[] = [],
): Saying {
  const { picked } = saying
  if (picked.some(({ code }) => code === choice.code))
    return { ...saying, picked: picked.filter(({ code }) => code !== choice.code) }
  if (picked.length >= mostReasons) return saying
  const usual = choice.fields.filter((path) => known[path] !== undefined)
  const changed = usual.filter((path) => marked.includes(path))
  const fields = changed.length > 0 ? changed : usual
  return { ...saying, picked: [...picked, { code: choice.code, fields, text: null }] }
}

/** The words of a chosen reason as they would be told. */
export function textOf(
  picked: Picked,
  choice: ReasonChoice | undefined,
  labels: Readonly<Record<string, string>>,
  language: LetterLanguage,
): string {
  return picked.text ?? (choice ? wordsOf(choice, picked.fields, labels, language) : '')
}

/** The input of the call. */
export function saidOf({ picked, own, language }: Saying): CodedReasons {
  return {
    reason: own,
    reasons: picked.map(({ code, fields, text }) => ({ code, fields, ...(text === null ? {} : { text }) })),
    ...(language === null ? {} : { language }),
  }
}
