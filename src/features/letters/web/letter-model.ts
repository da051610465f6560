import { z } from 'zod'
import type { LetterKind } from '#features/messages/kinds-contract.ts'
import { type LetterLanguage, letterLanguages } from '#features/messages/language-contract.ts'
import { problemsOf, type Template } from '#features/messages/template-contract.ts'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import {
  LetterChange,
  type LetterContent,
  type LetterContentField,
  letterContentFields,
} from '../contract.ts'
import { texts } from '../texts.ts'
import { languageWords } from './words-model.ts'

export const contentLabels: Readonly<Record<LetterContentField, string>> = {
  language: texts.sentIn,
  subject_en: texts.subjectIn({ language: texts.english }),
  body_en: texts.textIn({ language: texts.english }),
  subject_ur: texts.subjectIn({ language: texts.urdu }),
  body_ur: texts.textIn({ language: texts.urdu }),
}

/** The labels of the history, which also names a restored version. */
export const historyLabels = { ...contentLabels, version: texts.versionNumber }

/** The values in the fields of the screen. */
export const Typed = z.object({
  language: z.string(),
  subject_en: z.string(),
  body_en: z.string(),
  subject_ur: z.string(),
  body_ur: z.string(),
})
export type Typed = z.infer<typeof Typed>

export function typedOf({ language, subject_en, body_en, subject_ur, body_ur }: LetterContent): Typed {
  return { language, subject_en, body_en, subject_ur, body_ur }
}

/** The field values in the format of the API. */
export function contentTyped(typed: Typed): LetterContent {
  return {
    language: typed.language as LetterContent['language'],
    subject_en: typed.subject_en.trim(),
    body_en: typed.body_en.trim(),
    subject_ur: typed.subject_ur.trim(),
    body_ur: typed.body_ur.trim(),
  }
}

export function textIn(language: LetterLanguage, typed: Typed): Template {
  return { subject: typed[`subject_${language}`], body: typed[`body_${language}`] }
}

/** A field of the content in words, for comparisons. */
export function wordsOf(field: LetterContentField, typed: Typed): string {
  if (field !== 'language') return typed[field]
  return typed.language === '' ? texts.languageOfLetters : languageWords[typed.language as LetterLanguage]
}

/** What is wrong with the changed fields. A text in Urdu may be absent, but not half written. */
export function problemsIn(
  kind: LetterKind,
  changes: Partial<Record<LetterContentField, unknown>>,
  typed: Typed,
): Record<string, string> {
  const found: Record<string, string> = fieldErrors(LetterChange.safeParse(changes).error?.issues)
  for (const language of letterLanguages) {
    const text = textIn(language, contentTyped(typed))
    if (language === 'ur' && text.subject === '' && text.body === '') continue
    for (const { part, message } of problemsOf(kind, text)) {
      const field = `${part}_${language}` as const
      if (field in changes) found[field] ??= message
    }
  }
  return found
}

/** The fields in which two contents differ. */
export function differingFields(one: Typed, other: Typed): LetterContentField[] {
  return letterContentFields.filter((field) => one[field] !== other[field])
}
