import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

// Loaded behind the field that it is for: with its lists it is larger than the rest of the first load.
const estimate = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** The work grows with the square of the length, and nobody types a longer one by hand. */
const longestLookedAt = 64

/** How hard a password is to guess, 0 to 4, for somebody who knows these words of its person. */
export function strengthOf(password: string, words: readonly string[]): number {
  return estimate.check(password.slice(0, longestLookedAt), [...words]).score
}
