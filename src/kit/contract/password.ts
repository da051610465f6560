import { latinDigits } from './typed-number.ts'

export const minPasswordCharacters = 10
export const maxPasswordCharacters = 1000

/** The reason why a chosen password is refused; `message` says what is accepted. */
export interface PasswordFault {
  code: 'short' | 'invisible' | 'common' | 'personal'
  message: string
}

/** Normalises the ways to type the same characters (composed or not, full width or not) to one password. */
export function normalisePassword(typed: string): string {
  return typed.normalize('NFKC')
}

/**
 * Control characters, zero-width characters, the blank braille cell and others that leave no mark. A space is not
 * included.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** The form for comparing passwords with lists and names: normalised, visible, lower case, Latin digits. */
export function foldPassword(typed: string): string {
  return latinDigits(normalisePassword(typed).replace(invisible, '').toLowerCase()).normalize('NFKC')
}

/** A password is still only a name with this many letters or digits added, such as "2026", "786" or "demo". */
const mostAdditions = 5

/**
 * The fault of a chosen password, or null. `words` are what other people know or guess first: the e-mail address, the
 * name, the product. The list of most used passwords is not checked here.
 */
export function passwordFault(typed: string, words: readonly string[]): PasswordFault | null {
  const normal = normalisePassword(typed)
  const seen = normal.replace(invisible, '')
  if (seen.trim() === '' && typed !== '') {
    return {
      code: 'invisible',
      message: 'Password must have visible characters. Spaces alone are not accepted.',
    }
  }
  // Counted in whole characters, as people count: a character outside the first Unicode plane is two units of a string.
  if ([...seen].length < minPasswordCharacters) {
    const ignored = seen === normal ? '' : ' Invisible characters do not count.'
    return {
      code: 'short',
      message: `Password must have at least ${minPasswordCharacters} characters.${ignored}`,
    }
  }
  if (isMadeOf(typed, words)) {
    return {
      code: 'personal',
      message: 'Password must not be your email, your name or the name of this product. Choose other words.',
    }
  }
  return null
}

/** True if hardly anything, or only digits, remains without the words. */
function isMadeOf(typed: string, words: readonly string[]): boolean {
  const bare = bareOf(typed)
  const known = [...new Set(words.flatMap(partsOf))].sort((a, b) => b.length - a.length)
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), bare)
  return rest !== bare && ([...rest].length <= mostAdditions || /^\p{N}*$/u.test(rest))
}

/** A text as a whole and its parts of three letters or more: "ali@shop.pk" also gives "ali" and "shop". */
function partsOf(text: string): string[] {
  return [text, text.split('@')[0] ?? '', ...text.split(/[^\p{L}\p{N}\p{M}]+/u)]
    .map(bareOf)
    .filter((word) => word.length >= 3)
}

function bareOf(text: string): string {
  return foldPassword(text).replace(/[^\p{L}\p{N}\p{M}]/gu, '')
}
