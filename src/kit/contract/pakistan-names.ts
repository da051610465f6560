/**
 * Whether two names may belong to one person or firm, allowing for how banks and people write them: any case and order,
 * titles and company forms left out, initials for names, Muhammad in its spellings or absent, vowels as they sound
 * (Ahmed, Ahmad; Hussain, Hussein). A single word matches a longer name only as its first word. Names in different
 * scripts never match.
 */
export function namesAgree(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (a.length === 0 || b.length === 0) return false
  if (a.join('') === b.join('')) return true
  return covers(a, b) || covers(a.filter(isTelling), b.filter(isTelling))
}

/** Words that do not identify a person or firm: titles and company forms. */
const silentWords = new Set(
  (
    'mr mrs ms miss dr prof engr capt haji hajji hafiz begum messrs the and co company corp corporation inc ' +
    'limited llc llp ltd private pvt smc'
  ).split(' '),
)

/** Name parts that people spell differently or leave out. A single M mostly means Muhammad. */
const optionalWords = new Set(['muhammad', 'syed', 'm'])
const spellings: readonly [RegExp, string][] = [
  [/^(?:m[ou]h?amm?[ae]d|m[ou]hd|mhd|md)$/, 'muhammad'],
  [/^s(?:y|ay|ayy)[ei]d$/, 'syed'],
]

function wordsOf(name: string): string[] {
  const plain = name.slice(0, 200).toLowerCase().normalize('NFKD')
  const letters = plain.replaceAll(/[\u0300-\u036f]|\bm\/s\b/g, '')
  const words = letters.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const heard = words.map((word) => spellings.find(([form]) => form.test(word))?.[1] ?? asHeard(word))
  const telling = heard.filter((_, index) => !silentWords.has(words[index] ?? ''))
  return telling.length > 0 ? telling : heard
}

/** Unifies Latin spellings of one Urdu word. Hassan and Hussain remain two names. */
function asHeard(word: string): string {
  return word
    .replaceAll('ee', 'i')
    .replaceAll('oo', 'u')
    .replaceAll('e', 'a')
    .replaceAll('o', 'u')
    .replaceAll('y', 'i')
    .replaceAll(/(.)\1+/gu, '$1')
    .replace(/(..)h$/, '$1')
}

function isTelling(word: string): boolean {
  return !optionalWords.has(word)
}

/** True if every word of the shorter name is in the longer name, whole or as an initial, and at least one is whole. */
function covers(a: string[], b: string[]): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  if (shorter.length === 0) return false
  if (shorter.length === 1 && longer.length > 1) return isWhole(shorter[0]) && shorter[0] === longer[0]
  const left = [...longer]
  const take = (index: number) => index >= 0 && left.splice(index, 1).length === 1
  const unmatched = shorter.filter((word) => !take(left.indexOf(word)))
  if (unmatched.length === shorter.length) return false
  return unmatched.every((word) => take(left.findIndex((other) => isInitialOf(word, other))))
}

function isWhole(word: string | undefined): boolean {
  return word !== undefined && word.length > 1
}

function isInitialOf(word: string, candidate: string): boolean {
  return (word.length === 1 || candidate.length === 1) && word[0] === candidate[0]
}
