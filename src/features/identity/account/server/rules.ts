/**
 * Where a photo lies in the file store. Its name is random: no two people share a file, so each can be deleted. The
 * rotation of keys knows this form too.
 */
export function photoKeyOf(id: string): string {
  return `people/${id}.webp`
}
