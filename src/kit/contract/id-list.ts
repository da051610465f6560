import { z } from 'zod'

/** Ids in a query, separated by commas: each once, in lower case, at least one and at most `most`, with these refusals. */
export const idList = (most: number, words: { format?: string; most?: string } = {}) =>
  z
    .string()
    .transform((text) => [...new Set(text.split(',').map((part) => part.trim().toLowerCase()))])
    .pipe(z.array(z.uuid(words.format)).min(1).max(most, words.most))
