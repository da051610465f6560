/** Lines that mail programs put before the mail that is answered. */
const attribution = [
  /^(?:on|am|le|el|il)\b.{4,300}(?:wrote|schrieb|a écrit|escribió|ha scritto)\s*:$/i,
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}.{0,200}<[^<>\s]+@[^<>\s]+>:?$/,
  /^-{2,}\s*(?:original message|forwarded message|reply above this line)\s*-{2,}$/i,
  /^_{20,}$/,
]
const outlookHeader = /^\*?from:\*?\s.+/i
const outlookNext = /^\*?(?:sent|date|to|subject|cc):\*?\s.+/i
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
  const kept = trimmedEnd(end === -1 ? lines : [...lines.slice(0, end), ...answeredWithin(lines, end)])
  const unsigned = kept.findIndex((line) => signature.test(line))
  const written = (unsigned > 0 ? kept.slice(0, unsigned) : kept).join('\n').trim()
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
  return outlookHeader.test(line) && outlookNext.test(next)
}

/** The quoted lines with what is written between them, if something is and the mail begins with words of its own. */
function answeredWithin(lines: readonly string[], end: number): readonly string[] {
  const isBegun = lines.slice(0, end).some((line) => line.trim() !== '')
  const first = lines.findIndex((line, at) => at > end && isQuoted(line))
  if (!isBegun || first === -1) return []
  const quote = lines.slice(first)
  const last = quote.findIndex((line) => signature.test(line))
  const answers = quote.slice(0, last === -1 ? quote.length : last)
  return answers.some((line) => line.trim() !== '' && !isQuoted(line)) ? quote : []
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
