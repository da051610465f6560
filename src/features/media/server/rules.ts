import { UsedPicture } from '../contract.ts'

/** What replaces the earlier renditions of a picture whose file was replaced, by their hashes. */
export interface ReplacedPicture {
  media_id: string
  renditions: ReadonlyMap<string, Pick<UsedPicture, 'media' | 'width' | 'height' | 'crop'>>
}

/** All pictures in a value, at any depth, in their order, each with the path of its field. */
export function picturesIn(value: unknown, path = ''): { path: string; picture: UsedPicture }[] {
  if (typeof value !== 'object' || value === null) return []
  const picture = pictureOf(value)
  if (picture) return [{ path, picture }]
  return Object.entries(value).flatMap(([key, member]) => picturesIn(member, path ? `${path}.${key}` : key))
}

/** The picture that a value is; null for any other value. */
function pictureOf(value: object): UsedPicture | null {
  return 'media_id' in value ? (UsedPicture.safeParse(value).data ?? null) : null
}

/** The value with the new renditions of the replaced picture; the same value if it has none of the earlier ones. */
export function withReplaced<T>(value: T, { media_id, renditions }: ReplacedPicture): T {
  return withEachPicture(value, (picture) => {
    const next = picture.media_id === media_id ? renditions.get(picture.media) : undefined
    return next ? { ...picture, ...next } : picture
  }) as T
}

/** A value without a changed picture in it is returned as it is, so that comparing tells whether anything changed. */
function withEachPicture(value: unknown, change: (picture: UsedPicture) => UsedPicture): unknown {
  if (Array.isArray(value)) {
    const members = value.map((member) => withEachPicture(member, change))
    return members.some((member, index) => member !== value[index]) ? members : value
  }
  if (typeof value !== 'object' || value === null) return value
  const picture = pictureOf(value)
  if (picture) {
    const next = change(picture)
    return next === picture ? value : next
  }
  const entries = Object.entries(value).map(([key, member]) => [key, member, withEachPicture(member, change)])
  return entries.some(([, before, after]) => before !== after)
    ? Object.fromEntries(entries.map(([key, , after]) => [key, after]))
    : value
}
