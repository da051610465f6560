/** The languages that a letter can be written in. */
export const letterLanguages = ['en', 'ur'] as const
export type LetterLanguage = (typeof letterLanguages)[number]
