/**
 * The path of a photo in the file store. Its name is random, so no two people share a file and each file can be
 * deleted. Key rotation relies on this path format too.
 */
export function photoKeyOf(id: string): string {
  return `people/${id}.webp`
}
