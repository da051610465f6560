import { fieldsOf, isRequired, type LetterField, type LetterKind } from './kinds-contract.ts'
import type { LetterLanguage } from './language-contract.ts'
import { texts } from './texts.ts'

/** The direction of the script of each language. */
export const directionOf = { en: 'ltr', ur: 'rtl' } as const satisfies Record<LetterLanguage, string>

/** The text of a letter: plain text with paragraphs, in which `{{vendor_name}}` is replaced by a value. */
export interface Template {
  subject: string
  body: string
}

/** A part of a filled text: what was written, or the value of a field. */
export interface Segment {
  field: LetterField | null
  text: string
}

export interface FilledLetter {
  subject: string
  paragraphs: Segment[][]
}

export type Filling = Readonly<Partial<Record<LetterField, string>>>

const field = /\{\{[ \t]*([A-Za-z0-9_]+)[ \t]*\}\}/g

/**
 * Fills a text with values, in one pass: a value that looks like a field stays what it is. Each paragraph of the text
 * remains one paragraph, whatever its values contain, and an empty value leaves its place empty.
 */
export function filledLetter({ subject, body }: Template, values: Filling): FilledLetter {
  return {
    subject: segmentsOf(subject, values)
      .map(({ text }) => text)
      .join(''),
    paragraphs: paragraphsOf(body).map((paragraph) => segmentsOf(paragraph, values)),
  }
}

/** What is wrong with a text of this kind; a text with a problem is never sent. */
export function problemsOf(
  kind: LetterKind,
  { subject, body }: Template,
): { part: keyof Template; message: string }[] {
  const known = fieldsOf(kind)
  const named = new Set(namedIn(body))
  const wrongIn = (part: keyof Template, text: string) => [
    ...namedIn(text)
      .filter((name) => !known.includes(name as LetterField))
      .map((name) => ({ part, message: texts.unknownField({ field: braced(name) }) })),
    ...(/\{\{|\}\}/.test(text.replace(field, ''))
      ? [{ part, message: texts.brokenField({ field: braced(known[0] ?? '') }) }]
      : []),
  ]
  return [
    ...(subject.trim() ? [] : [{ part: 'subject' as const, message: texts.subjectIsRequired }]),
    ...wrongIn('subject', subject),
    ...(namedIn(subject).includes('link')
      ? [{ part: 'subject' as const, message: texts.linkNotInSubject }]
      : []),
    ...(body.trim() ? [] : [{ part: 'body' as const, message: texts.textIsRequired }]),
    ...wrongIn('body', body),
    ...known
      .filter((name) => isRequired(kind, name) && !named.has(name))
      .map((name) => ({ part: 'body' as const, message: texts.fieldIsMissing({ field: braced(name) }) })),
  ]
}

/** A field as it is written in a text. */
export function braced(name: string): string {
  return `{{${name}}}`
}

function namedIn(text: string): string[] {
  return [...text.matchAll(field)].map(([, name = '']) => name)
}

function paragraphsOf(body: string): string[] {
  return body
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n(?:[ \t]*\n)+/)
}

function segmentsOf(text: string, values: Filling): Segment[] {
  const segments: Segment[] = []
  let end = 0
  for (const match of text.matchAll(field)) {
    const name = match[1] as LetterField
    if (match.index > end) segments.push({ field: null, text: text.slice(end, match.index) })
    segments.push({ field: name, text: Object.hasOwn(values, name) ? (values[name] ?? '') : '' })
    end = match.index + match[0].length
  }
  if (end < text.length) segments.push({ field: null, text: text.slice(end) })
  return segments
}
