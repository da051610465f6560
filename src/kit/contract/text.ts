import { z } from 'zod'

/**
 * Letters, digits, signs and symbols that a reader can see. The four excluded characters are letters without a shape.
 */
const visible = /(?![\u115F\u1160\u3164\uFFA0\u2800])[\p{L}\p{N}\p{P}\p{S}]/u
/** Characters that move the cursor, break a line or change the reading direction of the following text. */
const unfitForALine = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u
const unfitForText = /(?![\t\n\r])[\p{Cc}\u202A-\u202E\u2066-\u2069]/u

const tooLong = (max: number) => `At most ${max.toLocaleString('en')} characters`

/**
 * A name or another single-line value of at most `max` characters; may be empty. Refuses characters that break the
 * line.
 */
export function line(max: number) {
  return z
    .string()
    .trim()
    .max(max, tooLong(max))
    .refine((text) => !unfitForALine.test(text), 'No line breaks, control characters or turned text')
    .refine((text) => text === '' || visible.test(text), 'Must show something, or be empty')
}

/** The same, with at least one visible character: spaces and letters without a shape do not count. */
export function filledLine(max: number, ifEmpty = 'Must not be empty') {
  return line(max).refine((text) => visible.test(text), ifEmpty)
}

/** Text of several lines, at most `max` characters; may be empty. */
export function paragraph(max: number) {
  return z
    .string()
    .trim()
    .max(max, tooLong(max))
    .refine((text) => !unfitForText.test(text), 'No control characters or turned text')
}

/** The same, with at least one visible character. */
export function filledParagraph(max: number, ifEmpty = 'Must not be empty') {
  return paragraph(max).refine((text) => visible.test(text), ifEmpty)
}

/** A field that may be left out or empty. */
export function optional<S extends z.ZodType>(schema: S) {
  return z.union([z.literal(''), schema]).default('' as never)
}

/** An e-mail address, typed or submitted by another system. */
export const email = z.email('This is not an e-mail address').max(320)

/** The first `most` UTF-16 units of a text, without half of a surrogate pair at the end, which cannot be stored as text. */
export function cut(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
}
