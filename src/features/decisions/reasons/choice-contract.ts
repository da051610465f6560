import { z } from 'zod'
import { type LetterLanguage, letterLanguages } from '#features/messages/language-contract.ts'
import { maxReasonLength } from '#kit/contract/reason.ts'
import { line, paragraph } from '#kit/contract/text.ts'
import { texts } from '../texts.ts'

/** The records that reasons are about. */
export const reasonSubjects = ['product', 'vendor', 'customer'] as const
export type ReasonSubject = (typeof reasonSubjects)[number]

/** A fixable reason asks for something to be corrected; a policy reason does not. */
export const reasonKinds = ['fixable', 'policy'] as const
export type ReasonKind = (typeof reasonKinds)[number]

/** One decision names at most this many reasons: one for each digit. */
export const mostReasons = 9
/** The longest text of one reason, in characters. */
export const longestReasonText = 500

export const reasonCode = z.string().regex(/^[a-z][a-z0-9_]{1,39}$/, texts.codeFormat)

/** A reason as a person chose it. Without a text it has the words of its template. */
export const ChosenReason = z.strictObject({
  code: reasonCode,
  /** The paths of the fields and pictures that it concerns. Without them, those of its template. */
  fields: z.array(line(80)).max(20).optional(),
  text: paragraph(longestReasonText).default(''),
})
export type ChosenReason = z.input<typeof ChosenReason>

export const chosenShape = {
  /** What the person wrote besides the chosen reasons, or instead of them. */
  reason: paragraph(maxReasonLength).default(''),
  reasons: z.array(ChosenReason).max(mostReasons).default([]),
  /** The language of the letter; without it, the one that this letter is set to. */
  language: z.enum(letterLanguages).optional(),
}

/** True if something was said: a blank reason tells its reader nothing. */
export function saysSomething({ reason, reasons }: { reason: string; reasons: readonly unknown[] }): boolean {
  return reasons.length > 0 || /(?![\u115F\u1160\u3164\uFFA0\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(reason)
}

/** Words that have to be said: `path` is where a form shows that they are missing. */
export const mustBeSaid = { path: ['reason'], error: texts.reasonRequired }

/** The reasons of a decision that the other side reads: chosen ones, words of one's own, or both. */
export const CodedReasons = z.strictObject(chosenShape).refine(saysSomething, mustBeSaid)
export type CodedReasons = z.input<typeof CodedReasons>

/** A reason as it was told. */
export const ToldReason = z.object({
  code: z.string(),
  kind: z.enum(reasonKinds),
  text: z.string(),
  /** The paths of the fields and pictures that it concerns. */
  fields: z.array(z.string()),
})
export type ToldReason = z.infer<typeof ToldReason>

/** Stands in the texts of a reason for the labels of the fields that it concerns. */
export const whatMark = '{what}'

/** A reason that can be chosen. `{what}` in its texts becomes the labels of the chosen fields. */
export const ReasonChoice = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(reasonKinds),
  text_en: z.string(),
  /** Empty where nobody has translated it: the letter has the English words then. */
  text_ur: z.string(),
  fields: z.array(z.string()),
})
export type ReasonChoice = z.infer<typeof ReasonChoice>

export const ReasonChoices = z.object({
  choices: z.array(ReasonChoice),
  /** The codes of the last decision of the person who asks; those that can still be chosen. */
  last_used: z.array(z.string()),
  /** The language of all letters. */
  language: z.enum(letterLanguages),
})
export type ReasonChoices = z.infer<typeof ReasonChoices>

/** What was asked of a record, and what has been touched since. */
export const Requested = z.object({
  /** The last decision that gave reasons, if it has not been followed by another one. */
  decided_by: z.string(),
  decided_at: z.string(),
  reasons: z.array(ToldReason),
  /** The fields of these reasons, each once: whether their value is another one than at the decision. */
  fields: z.array(z.object({ path: z.string(), is_touched: z.boolean() })),
})
export type Requested = z.infer<typeof Requested>

/** The labels of fields in one phrase. */
function inWords(labels: readonly string[], language: LetterLanguage): string {
  if (labels.length < 2) return labels[0] ?? ''
  const [comma, and] = language === 'ur' ? ['، ', ' اور '] : [', ', ' and ']
  return labels.slice(0, -1).join(comma) + and + labels.at(-1)
}

/** The words of a template for the fields that it concerns; the English ones, if there are none in the language. */
export function wordsOf(
  choice: Pick<ReasonChoice, 'text_en' | 'text_ur'>,
  fields: readonly string[],
  labels: Readonly<Record<string, string>>,
  language: LetterLanguage,
): string {
  const words = (language === 'ur' && choice.text_ur) || choice.text_en
  const what = inWords(
    fields.map((path) => labels[path] ?? path),
    language,
  )
  return words.replaceAll(
    whatMark,
    () => what || (language === 'ur' ? texts.allDetailsUrdu : texts.allDetails),
  )
}

/** The whole reason as its reader gets it: each chosen one a line, then the person's own words. */
export function joinReasons(told: readonly { text: string }[], own: string): string {
  const lines =
    told.length > 1 ? told.map(({ text }, at) => `${at + 1}. ${text}`) : told.map(({ text }) => text)
  return [...lines, ...(own ? [own] : [])].join('\n')
}
