/** Words that a reader takes in a minute. */
const wordsAMinute = 200

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** The text of HTML, one space where an element ends a word. */
export function textOf(html: string): string {
  return html
    .replace(/<\/?(?:strong|b|em|i|u|s|a)\b[^>]*>/gi, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** How many words the text of HTML has, in any script that puts spaces between words. */
export function wordCountOf(html: string): number {
  return textOf(html)
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** Minutes to read so many words: 0 without words, and never less than 1 with some. */
export function readingMinutesOf(words: number): number {
  return Math.ceil(words / wordsAMinute)
}
