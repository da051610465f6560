/** Where a photo lies in the file store. Its name is random: no two people share a file, so each can be deleted. */
export function photoKeyOf(id: string): string {
  return `people/${id}.webp`
}
