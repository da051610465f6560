import { type TextEncoding, textEncodingNames, textEncodings } from '#kit/contract/encodings.ts'
import { Refusal } from '#kit/contract/refusal.ts'

/** The encoding of a text, and how reliably it is known. */
export interface FoundEncoding {
  encoding: TextEncoding
  /**
   * `certain`: known by the byte order mark, or because the bytes allow nothing else. `unsure`: a person has to choose.
   */
  how: 'certain' | 'guessed' | 'unsure'
  /**
   * The line with the most non-ASCII letters, decoded in each encoding that has a letter for every byte of the file,
   * best first.
   */
  choices: { encoding: TextEncoding; sample: string }[]
}

type Opened = () => Promise<AsyncIterable<Uint8Array>>

const oneByte = textEncodingNames.filter((name) => !name.startsWith('utf'))
/** Only these encodings are guessed. For the others a few names are too little evidence. */
const guessable: readonly TextEncoding[] = [
  'windows-1252',
  'windows-1256',
  'iso-8859-6',
  'windows-1251',
  'macintosh',
]
const heldBytes = 128 * 1024
const longestSample = 120

/**
 * Finds the encoding of a text from all of its bytes. UTF-8 and UTF-16 are recognised by their form. Other encodings
 * are scored by whether their letters form words, because the n-grams of the usual detectors know Arabic and mistake
 * Urdu for Portuguese. Refuses (invalid) bytes that are not text, and text that mixes two encodings, naming the first
 * such line.
 */
export async function findEncoding(open: Opened): Promise<FoundEncoding> {
  const seen = await look(open)
  if (seen.wide) return { encoding: seen.wide, how: 'certain', choices: [] }
  if (seen.nulLine) throw notText(seen.nulLine)
  if (!seen.brokenLine) return { encoding: 'utf-8', how: 'certain', choices: [] }
  if (seen.foreign > seen.broken) throw damaged(seen.brokenLine, seen.broken)
  const fitting = oneByte.filter((encoding) => firstWithout(encoding, seen) === 0)
  const text = Buffer.concat(seen.held)
  const scored = fitting
    .map((encoding) => {
      const words = guessable.includes(encoding) ? wordsIn(text, encoding) : []
      return { encoding, words, share: shareOf(words) }
    })
    .sort((a, b) => b.share - a.share)
  const [best] = scored
  if (!best) throw damaged(seen.brokenLine, seen.broken)
  // Words that both encodings read alike are no evidence for either.
  const alike = new Set(best.words)
  const isRival = ({ words }: { words: string[] }) => shareOf(words.filter((word) => !alike.has(word))) > 0.5
  const isLikely = best.share >= 0.8 && !scored.slice(1).some(isRival)
  const line = lineToShow(text)
  return {
    encoding: best.encoding,
    how: isLikely ? 'guessed' : 'unsure',
    choices: scored.map(({ encoding }) => ({ encoding, sample: sampleIn(line, encoding) })),
  }
}

/** Refuses (invalid) text that is not written in this encoding, naming the first unreadable line. */
export async function refuseOtherThan(open: Opened, encoding: TextEncoding): Promise<void> {
  const seen = await look(open)
  const line =
    seen.wide || encoding.startsWith('utf-16')
      ? Number(seen.wide !== encoding)
      : encoding === 'utf-8'
        ? seen.nulLine || seen.brokenLine
        : seen.nulLine || firstWithout(encoding, seen)
  if (line > 0) {
    const words = `Line ${line} cannot be read as ${textEncodings[encoding]}. Choose another encoding, or save the sheet as CSV UTF-8 and upload the new file`
    throw refused(words)
  }
}

interface Seen {
  wide: TextEncoding | null
  /** The first line with a zero byte, and the first line that is not valid UTF-8; 0 if there is none. */
  nulLine: number
  brokenLine: number
  /** The number of invalid UTF-8 characters, and of valid characters beyond ASCII. */
  broken: number
  foreign: number
  /** The line on which each byte value first appears; 0 if it never does. */
  firstLine: Uint32Array
  /** Lines with non-ASCII bytes, up to the buffer limit. */
  held: Buffer[]
}

async function look(open: Opened): Promise<Seen> {
  const strict = new TextDecoder('utf-8', { fatal: true })
  const lenient = new TextDecoder('utf-8')
  const seen: Seen = {
    ...{ wide: null, nulLine: 0, brokenLine: 0, broken: 0, foreign: 0 },
    ...{ firstLine: new Uint32Array(256), held: [] },
  }
  let [isFirst, line, room] = [true, 1, heldBytes]
  for await (const bytes of await open()) {
    if (isFirst) {
      seen.wide = wideEncoding(bytes)
      if (seen.wide) return seen
      isFirst = false
    }
    const began = line
    line = countLines(bytes, line, seen.firstLine)
    seen.nulLine ||= seen.firstLine[0] ?? 0
    if (seen.nulLine) return seen
    if (!seen.brokenLine) {
      try {
        strict.decode(bytes, { stream: true })
      } catch {
        seen.brokenLine = began + linesBefore(bytes)
      }
    }
    // The counts of valid and invalid characters distinguish a damaged file from another encoding.
    if (!bytes.some((byte) => byte > 127)) continue
    for (const sign of lenient.decode(bytes, { stream: true }).match(/[^\u0000-\u007f]/g) ?? []) {
      if (sign === '\uFFFD') seen.broken += 1
      else seen.foreign += 1
    }
    if (room > 0) {
      const kept = linesBeyondAscii(bytes, room)
      seen.held.push(kept)
      room -= kept.length
    }
  }
  if (!seen.brokenLine) {
    try {
      strict.decode()
    } catch {
      seen.brokenLine = line
      seen.broken += 1
    }
  }
  return seen
}

/** Records the line on which each byte value first appears, and returns the number of the line that is still open. */
function countLines(bytes: Uint8Array, from: number, firstLine: Uint32Array): number {
  let line = from
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (firstLine[byte] === 0) firstLine[byte] = line
    if (byte === 10 || (byte === 13 && bytes[at + 1] !== 10)) line += 1
  }
  return line
}

/** The number of line breaks before the first byte that is not valid UTF-8. */
function linesBefore(bytes: Uint8Array): number {
  const text = new TextDecoder().decode(bytes)
  const at = text.indexOf('\uFFFD')
  return at < 0 ? 0 : text.slice(0, at).split(/\r\n?|\n/).length - 1
}

function linesBeyondAscii(bytes: Uint8Array, most: number): Buffer {
  const lines: Buffer[] = []
  let held = 0
  for (let from = 0; from < bytes.length && held < most; ) {
    let to = from
    let isBeyond = false
    for (; to < bytes.length && bytes[to] !== 10 && bytes[to] !== 13; to += 1) {
      if ((bytes[to] ?? 0) > 127) isBeyond = true
    }
    if (isBeyond) {
      const line = Buffer.from(bytes.subarray(from, Math.min(to, from + most - held)))
      lines.push(line, Buffer.from('\n'))
      held += line.length + 1
    }
    from = to + 1
  }
  return Buffer.concat(lines)
}

/** The first line with a byte that this encoding does not define; 0 if there is none. */
function firstWithout(encoding: TextEncoding, { firstLine }: Seen): number {
  const lines = unused(encoding).flatMap((byte) => (firstLine[byte] ? [firstLine[byte]] : []))
  return lines.length === 0 ? 0 : Math.min(...lines)
}

/** Bytes that this encoding does not define: the standard maps them to control characters or to nothing. */
function unused(encoding: TextEncoding): number[] {
  const decoder = new TextDecoder(encoding)
  return Array.from({ length: 128 }, (_, n) => n + 128).filter((byte) =>
    /[\u0080-\u009f\ufffd]/.test(decoder.decode(new Uint8Array([byte]))),
  )
}

/** The non-ASCII words of a text, as decoded in this encoding. */
function wordsIn(bytes: Buffer, encoding: TextEncoding): string[] {
  const text = new TextDecoder(encoding).decode(bytes)
  const words = text.match(/[^\s\p{Cf}!-/:-@[-`{-~\d،؛؟–—“”…]+/gu) ?? []
  return words.filter((word) => /[^\u0000-\u007f]/.test(word))
}

/**
 * The share of the text that looks like words: in one script, with natural letter case, and not broken by signs. Urdu
 * read as Western European is "ÔáæÇÑ": capitals after small letters, and not a single plain letter. A long word counts
 * more than a single sign.
 */
function shareOf(words: readonly string[]): number {
  const lengthOf = (some: readonly string[]) => some.reduce((sum, word) => sum + word.length, 0)
  const good = words.filter(
    (word) => isArabicWord(word) || isLatinWord(word) || isCyrillicWord(word) || isSign(word),
  )
  return words.length === 0 ? 0 : lengthOf(good) / lengthOf(words)
}

function isArabicWord(word: string): boolean {
  return /^[\p{Script=Arabic}\u0640\p{M}\u200c\u200d]+$/u.test(word) && /\p{L}/u.test(word)
}

function isLatinWord(word: string): boolean {
  if (!/^[\p{Script=Latin}\p{M}’‘]+$/u.test(word)) return false
  const isCased = /^\p{Lu}?[\p{Ll}\p{M}’‘ªº]+$/u.test(word) || /^[\p{Lu}’‘ªº]+$/u.test(word)
  return isCased && (/[a-z]/i.test(word) || word.length === 1)
}

function isCyrillicWord(word: string): boolean {
  return /^\p{Script=Cyrillic}+$/u.test(word) && /^(\p{Lu}?\p{Ll}+|\p{Lu}+)$/u.test(word)
}

/** A character that may appear by itself, such as a currency sign, a bullet or a degree sign. */
function isSign(word: string): boolean {
  return /^[€£¥°•·«»‘’†®©™½¼¾²³×±]$/u.test(word)
}

function lineToShow(text: Buffer): Buffer {
  let best: Buffer = Buffer.alloc(0)
  let most = 0
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf(10, from)
    const line = text.subarray(from, end < 0 ? text.length : end)
    const beyond = line.filter((byte) => byte > 127).length
    if (beyond > most && line.length < 2_000) [best, most] = [line, beyond]
    from += line.length + 1
  }
  return best
}

function sampleIn(line: Buffer, encoding: TextEncoding): string {
  const text = new TextDecoder(encoding).decode(line)
  return text.length > longestSample ? `${text.slice(0, longestSample).toWellFormed()}…` : text
}

function wideEncoding(bytes: Uint8Array): TextEncoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const top = bytes.subarray(0, 1000)
  const zeros = [0, 0]
  for (const [at, byte] of top.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > top.length / 4 && even === 0) return 'utf-16le'
  if (even > top.length / 4 && odd === 0) return 'utf-16be'
  return null
}

function damaged(line: number, count: number): Refusal {
  return refused(
    `Line ${line} holds letters of two encodings: ${count} ${count === 1 ? 'character' : 'characters'} of the file are damaged. Save the sheet as CSV UTF-8 and upload the new file`,
  )
}

function notText(line: number): Refusal {
  return refused(
    `This file is not text (line ${line}). Save the sheet as CSV UTF-8 or as XLSX and upload the new file`,
  )
}

function refused(message: string): Refusal {
  return new Refusal('invalid', message, { errors: [{ path: 'file', code: 'unreadable', message }] })
}
