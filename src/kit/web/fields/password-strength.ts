import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

// Loaded after the field that uses it: with its word lists this module is larger than the rest of the first load.
const estimate = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** The cost grows with the square of the length, and nobody types a longer password by hand. */
const longestLookedAt = 64

/** How hard a password is to guess, from 0 to 4, for an attacker who knows these words about the person. */
export function strengthOf(password: string, words: readonly string[]): number {
  return estimate.check(password.slice(0, longestLookedAt), [...words]).score
}
