import { latinDigits } from './typed-number.ts'

export const minPasswordCharacters = 10
export const maxPasswordCharacters = 1000

/** Of what a chosen password is refused for; `message` says what is accepted. */
export interface PasswordFault {
  code: 'short' | 'invisible' | 'common' | 'personal'
  message: string
}

/** Two ways to type the same characters (composed or not, full width or not) are one password. */
export function normalisePassword(typed: string): string {
  return typed.normalize('NFKC')
}

/** Control characters, zero-width ones, the braille cell without a dot and others that leave no mark; a space is none of them. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** The form in which passwords are compared with lists and names: normalised, visible, in lower case, digits as Latin ones. */
export function foldPassword(typed: string): string {
  return latinDigits(normalisePassword(typed).replace(invisible, '').toLowerCase()).normalize('NFKC')
}

/** Letters and digits that may stand beside a name and leave it what it is: "2026", "786", "demo". */
const mostAdditions = 5

/**
 * What is wrong with a password that somebody chooses, or null. `words` are what others know or guess first: the
 * e-mail address, the name, the product. Whether it is one of the most used is not known here.
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
  // Counted as people count, in whole characters: one outside of the first plane is two units of a string.
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

/** Whether hardly anything is left of it without the words, or digits alone. */
function isMadeOf(typed: string, words: readonly string[]): boolean {
  const bare = bareOf(typed)
  const known = [...new Set(words.flatMap(partsOf))].sort((a, b) => b.length - a.length)
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), bare)
  return rest !== bare && ([...rest].length <= mostAdditions || /^\p{N}*$/u.test(rest))
}

/** A text as a whole and its parts, of three letters or more: "ali@shop.pk" is also "ali" and "shop". */
function partsOf(text: string): string[] {
  return [text, text.split('@')[0] ?? '', ...text.split(/[^\p{L}\p{N}\p{M}]+/u)]
    .map(bareOf)
    .filter((word) => word.length >= 3)
}

function bareOf(text: string): string {
  return foldPassword(text).replace(/[^\p{L}\p{N}\p{M}]/gu, '')
}
