import { buffer } from 'node:stream/consumers'
import type { Context } from '#kit/server/context.ts'
import type { FileStore } from '#kit/server/files.ts'
import { cleanImage } from '#kit/server/images.ts'

/** The pictures that are public already, by the store that they are in. */
const published = new WeakMap<FileStore, Map<string, Promise<boolean>>>()

/**
 * The public name of a picture of an approved shop, or `instead` without one. Vendors submit their pictures sealed, like
 * their documents: a picture is copied to the public ones when shoppers first ask for its shop. Its name is the keyed hash
 * that it is stored under, so that nobody confirms a guessed picture.
 */
export async function publishPicture(
  { services: { files } }: Context,
  storageKey: string | null,
  instead: string,
): Promise<string> {
  const media = /^vendors\/([0-9a-f]{64})\.webp$/.exec(storageKey ?? '')?.[1]
  if (storageKey === null || !media) return instead
  const known = published.get(files) ?? new Map<string, Promise<boolean>>()
  published.set(files, known)
  const isPublic = known.get(media) ?? copy(files, storageKey, media)
  known.set(media, isPublic)
  try {
    if (await isPublic) return media
  } catch (error) {
    known.delete(media)
    throw error
  }
  known.delete(media)
  return instead
}

/** Copies a picture with its thumbnail, if that was not done before. False if its file is gone. */
async function copy(files: FileStore, storageKey: string, media: string): Promise<boolean> {
  const [whole, small] = [`media/${media}.webp`, `media/${media}-96.webp`]
  const there = await files.read(small)
  there?.stream.destroy()
  if (there) return true
  const sealed = await files.read(storageKey)
  if (!sealed) return false
  const { bytes, thumbnail } = await cleanImage(await buffer(sealed.stream))
  await files.putAll({ [whole]: bytes, [small]: thumbnail })
  return true
}
