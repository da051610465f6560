/** Lines that mail programs put before the mail that is answered. */
const attribution = [
  /^(?:on|am|le|el|il)\b.{4,300}(?:wrote|schrieb|a écrit|escribió|ha scritto)\s*:$/i,
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}.{0,200}<[^<>\s]+@[^<>\s]+>:?$/,
  /^-{2,}\s*(?:original message|forwarded message|reply above this line)\s*-{2,}$/i,
  /^_{20,}$/,
]
const outlookHeader = /^\*?from:\*?\s.+/i
const outlookNext = /^\*?(?:sent|date|to|subject|cc):\*?\s.+/i
const outlookDate = /^\*?(?:sent|date):\*?\s.+/i
/** The delimiter of a signature (RFC 3676, 4.3), with or without its space at the end. */
const signature = /^--\s?$/

/**
 * What somebody wrote in a mail, without the mail that it answers and without the signature. Where lines are written
 * between the quoted ones, they are answers to them, and the quote stays. Where nothing would be left, the lines that are not
 * quoted.
 */
export function withoutQuote(mail: string): string {
  const lines = mail.replace(/\r\n?/g, '\n').split('\n')
  const end = lines.findIndex((_, at) => beginsQuote(lines, at))
  const own = unsigned(end === -1 ? lines : lines.slice(0, end))
  const kept = end === -1 ? own : [...own, ...answeredWithin(lines, end)]
  const written = trimmedEnd(kept).join('\n').trim()
  if (written !== '') return written
  return lines
    .filter((line) => !isQuoted(line) && !isAttribution(line))
    .join('\n')
    .trim()
}

function beginsQuote(lines: readonly string[], at: number): boolean {
  const line = lines[at]?.trim() ?? ''
  const next = lines[at + 1]?.trim() ?? ''
  if (isAttribution(line)) return true
  // A long attribution is broken into two lines.
  if (line !== '' && next !== '' && isAttribution(`${line} ${next}`)) return true
  if (!outlookHeader.test(line)) return false
  // People write From and To of a parcel too: the header of a mail has a date and more.
  const header = lines.slice(at + 1, at + 6).map((one) => one.trim())
  return (
    header.some((one) => outlookDate.test(one)) && header.filter((one) => outlookNext.test(one)).length > 1
  )
}

/** The quoted lines with what is written between them, if something is and the mail begins with words of its own. */
function answeredWithin(lines: readonly string[], end: number): readonly string[] {
  const isBegun = lines.slice(0, end).some((line) => line.trim() !== '')
  const first = lines.findIndex((line, at) => at > end && isQuoted(line))
  if (!isBegun || first === -1) return []
  const answers = unsigned(lines.slice(first))
  return answers.some((line) => line.trim() !== '' && !isQuoted(line)) ? answers : []
}

/** Without the signature, which may be above the quote or below it. */
function unsigned(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => signature.test(line))
  return at > 0 ? lines.slice(0, at) : lines
}

function isQuoted(line: string): boolean {
  return /^\s*>/.test(line)
}

function isAttribution(line: string): boolean {
  return attribution.some((pattern) => pattern.test(line.trim()))
}

/** Without the quoted and empty lines at the end; those between written lines are what is being answered. */
function trimmedEnd(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '' && !isQuoted(line))
  return lines.slice(0, last + 1)
}
