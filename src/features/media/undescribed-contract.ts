import type { UsedPicture } from './contract.ts'

/** True for a picture that nothing is said of, and that is not decorative. */
export function isUndescribed({ alt, is_decorative }: Pick<UsedPicture, 'alt' | 'is_decorative'>): boolean {
  return alt.trim() === '' && !is_decorative
}

/** The places, from 1, of the pictures in a text that nothing is said of. */
export function undescribedInText(html: string): number[] {
  const tags = html.match(/<img [^>]*>/g) ?? []
  return tags.flatMap((tag, index) => (/ alt="[^"]*[^"\s][^"]*"/.test(tag) ? [] : [index + 1]))
}
