/**
 * Text as the search compares it: lower case, without accents, Arabic vowel marks, dashes, apostrophes and brackets, with
 * one form for the letters and digits that Arabic, Persian and Urdu keyboards write differently. The function `search_fold` of the
 * database is the same; a test holds them against each other.
 *
 * Signs are dropped or become a space, whatever is beside them. So a part of a text folds to a part of the folded text, and
 * what a search for the plain text finds, a search for the folded text finds too.
 */
export function folded(text: string): string {
  return [...text.normalize('NFKD').toLowerCase().replace(dropped, '')]
    .map((letter) => same.get(letter) ?? letter)
    .join('')
    .replace(/ +/g, ' ')
}

/** The folded words of a search. Empty if the search has only signs. */
export function searchWords(q: string): string[] {
  return folded(q)
    .split(' ')
    .filter((word) => word !== '')
}

/** A number as it is compared: without the signs and spaces that people put between its parts. */
export function searchCode(text: string): string {
  return folded(text).replace(/[ !-/:-@[-`{-~]+/g, '')
}

/**
 * The national digits of a phone number typed in any form (0300…, +92 300…, 0092…), or the digits of another number; null if
 * the text is not a number of five digits and more. A number that only begins like a phone number is left as it is: one
 * without a plus has seven digits after its prefix.
 */
export function searchDigits(q: string): string | null {
  const digits = folded(q).replaceAll(' ', '')
  if (!/^\d{5,}$/.test(digits)) return null
  return digits.replace(/^\s*\+/.test(q) ? /^(?:0092|92|0)0?(?=\d{3})/ : /^(?:0092|92|0(?!0))0?(?=\d{7})/, '')
}

/** A word of this length may have one typo. */
const leastWithTypo = 5

/** Whether a typo in the word is looked for: five letters and more, and no digits. */
export function mayHaveTypo(word: string): boolean {
  return word.length >= leastWithTypo && !/[\d.@%&$]/.test(word)
}

/** Every text with one letter left out, added, replaced, or swapped with the next; letters of the script of the word. */
export function typosOf(word: string): Set<string> {
  const letters = /[a-z]/.test(word) ? latin : arabic
  const found = new Set<string>()
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    found.add(before + after.slice(1))
    if (after.length > 1) found.add(`${before}${after[1]}${after[0]}${after.slice(2)}`)
    for (const letter of letters) {
      found.add(before + letter + after)
      if (after !== '') found.add(before + letter + after.slice(1))
    }
  }
  found.delete(word)
  return found
}

/** A piece of a text, and whether the search matched it. */
export interface Piece {
  text: string
  isMarked: boolean
}

/**
 * The text in pieces, with what the search matched marked: each word wherever it occurs, a number also across the spaces
 * in it, and, where no word occurs, whole words that differ from a word of the search by one typo.
 */
export function markedPieces(text: string, q: string): Piece[] {
  const words = searchWords(q)
  if (words.length === 0 || text === '') return [{ text, isMarked: false }]
  const { letters, from } = lettersOf(text)
  const isMarked = new Array<boolean>(text.length).fill(false)
  const mark = (start: number, end: number) =>
    isMarked.fill(true, from[start], end < from.length ? from[end] : text.length)
  const found = words.filter((word) => markEach(letters, word, mark) > 0)
  const digits = searchDigits(q)
  const numbers = digits === null ? 0 : markNumber(letters, digits, mark)
  if (found.length === 0 && numbers === 0) markTypos(letters, words.filter(mayHaveTypo), mark)
  return piecesOf(text, isMarked)
}

type Mark = (start: number, end: number) => void

/** The folded letters of a text, and where in the text each of them begins. */
function lettersOf(text: string): { letters: string; from: number[] } {
  let letters = ''
  const from: number[] = []
  let at = 0
  for (const sign of text) {
    const part = folded(sign)
    letters += part
    for (let n = 0; n < part.length; n += 1) from.push(at)
    at += sign.length
  }
  return { letters, from }
}

function markEach(letters: string, word: string, mark: Mark): number {
  let times = 0
  for (let at = letters.indexOf(word); at >= 0; at = letters.indexOf(word, at + word.length)) {
    mark(at, at + word.length)
    times += 1
  }
  return times
}

function markNumber(letters: string, digits: string, mark: Mark): number {
  const spaced = new RegExp(`0?${[...digits].join(' ?')}`, 'g')
  const found = [...letters.matchAll(spaced)]
  for (const { index, 0: match } of found) mark(index, index + match.length)
  return found.length
}

function markTypos(letters: string, words: readonly string[], mark: Mark): void {
  for (const word of words) {
    const typos = typosOf(word)
    for (const { index, 0: match } of letters.matchAll(/[^ !-/:-@[-`{-~]+/g)) {
      if (typos.has(match)) mark(index, index + match.length)
    }
  }
}

function piecesOf(text: string, isMarked: readonly boolean[]): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < text.length; at += 1) {
    const last = pieces.at(-1)
    const piece = { text: text[at] ?? '', isMarked: isMarked[at] ?? false }
    if (last && last.isMarked === piece.isMarked) last.text += piece.text
    else pieces.push(piece)
  }
  return pieces
}

const latin = [...'abcdefghijklmnopqrstuvwxyz']
const arabic = [...'ابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنوہءیے']

// Accents and vowel marks, the tatweel, signs without width or of direction, and the signs inside words and numbers.
const dropped =
  /[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0640\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\-_'`‘’ʼ()+#\u2010-\u2015\u2212]/g

const from = 'يىكڪهةۃەھںٱ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹øłđðħıŧßς\t\n\r/\\|,;:"!?*=<>~^[]{}«»“”„•·،؛؟۔'
// What has no letter here becomes a space.
const to = 'ییککہہہہہنا01234567890123456789olddhitsσ'
const same = new Map([...from].map((letter, at) => [letter, to[at] ?? ' ']))
