import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { fileTypeFromBuffer } from 'file-type'
import type sharpModule from 'sharp'
import type { Metadata, SharpOptions } from 'sharp'
import { noPicture } from '#kit/contract/instead-of.ts'
import { pictureLimits } from '#kit/contract/picture.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { FileStore } from './files.ts'
import { atMost } from './turns.ts'

const { maxBytes, megapixels } = pictureLimits
const maxPixels = megapixels * 1_000_000
const thumbnailPixels = 96
const longestSide = 2000
/** Decoding and encoding one picture takes up to 100 MB and a whole core. Half of the cores are left for other work. */
const inPlace = atMost(Math.max(1, Math.floor(availableParallelism() / 2)))
const accepted = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])

export interface CleanImage {
  /** SHA-256 of the cleaned bytes, in hex. */
  hash: string
  bytes: Buffer
  thumbnail: Buffer
  mediaType: 'image/webp'
  width: number
  height: number
}

/**
 * Detects the image type from the content and re-encodes the image as WebP of at most `side` pixels a side without
 * metadata, with a 96 pixel thumbnail. Refuses (415) content that is not a raster image and (413) images that are too
 * large.
 */
export async function cleanImage(
  upload: Buffer,
  { side, quality }: { side: number; quality: number } = { side: longestSide, quality: 82 },
): Promise<CleanImage> {
  await checkImage(upload)
  const { data, info } = await encode(upload, side, quality)
  const small = await encode(upload, thumbnailPixels, 78)
  return {
    hash: createHash('sha256').update(data).digest('hex'),
    bytes: data,
    thumbnail: small.data,
    mediaType: 'image/webp',
    width: info.width,
    height: info.height,
  }
}

/**
 * A part of a cleaned picture in whole pixels as WebP of this size, with a 96 pixel thumbnail. What is cut for another `place`
 * has another content hash, also if it looks the same: the file says what it was cut for. Without a place it says nothing.
 */
export async function cutImage(
  picture: Buffer,
  part: { left: number; top: number; width: number; height: number },
  size: { width: number; height: number },
  place = '',
): Promise<CleanImage> {
  const data = await inPlace(async () => {
    const cut = (await pipeline(picture))
      .extract(part)
      .resize({ ...size, fit: 'fill' })
      .webp({ quality: 82 })
    return (place ? cut.withExif({ IFD0: { ImageDescription: place } }) : cut).toBuffer()
  })
  const small = await encode(data, thumbnailPixels, 78)
  const hash = createHash('sha256').update(data).digest('hex')
  return { hash, bytes: data, thumbnail: small.data, mediaType: 'image/webp', ...size }
}

/**
 * Keeps the centre of a picture as public media: a square of `side` pixels and a square of 96 pixels. Returns the
 * content hash under which both are served. Refuses as `squareImage` does.
 */
export async function keepSquarePicture(files: FileStore, upload: Buffer, side: number): Promise<string> {
  const bytes = await squareImage(upload, side)
  const media = createHash('sha256').update(bytes).digest('hex')
  await files.putAll({
    [`media/${media}.webp`]: bytes,
    [`media/${media}-96.webp`]: await squareImage(bytes, thumbnailPixels),
  })
  return media
}

/** Refuses (conflict) to change the picture `now` where it is another one than the change was made to. */
export function refuseOtherPicture(now: string, instead_of: string | undefined): void {
  if (instead_of !== undefined && (now || noPicture) !== instead_of)
    throw new Refusal('conflict', 'Somebody else has changed the picture since')
}

/** Keeps a cleaned picture and its thumbnail as public media under the content hash: both or none. */
export function keepWithThumbnail(files: FileStore, { hash, bytes, thumbnail }: CleanImage): Promise<void> {
  return files.putAll({ [`media/${hash}.webp`]: bytes, [`media/${hash}-96.webp`]: thumbnail })
}

/**
 * The centre of the picture as a square WebP of `side` pixels, upright and without metadata. Refuses (415) content that
 * is not a raster image and (413) pictures that are too large.
 */
export async function squareImage(upload: Buffer, side: number): Promise<Buffer> {
  const { autoOrient } = await checkImage(upload)
  const { width, height } = autoOrient
  const edge = Math.min(width, height)
  const [left, top] = [Math.floor((width - edge) / 2), Math.floor((height - edge) / 2)]
  try {
    // The picture is cropped before it is resized, because a picture one pixel wide would otherwise become enormous
    // first.
    return await inPlace(async () =>
      (await pipeline(upload))
        .rotate()
        .extract({ left, top, width: edge, height: edge })
        .resize(side, side)
        .webp({ quality: 82 })
        .toBuffer(),
    )
  } catch {
    throw unreadable()
  }
}

/** The widths, in pixels, in which a kept picture is also served: what a phone shows of a banner. */
export const narrowWidths = [480, 960, 1600] as const

/** The narrow pictures that are being made, by the store that they go to. */
const making = new WeakMap<FileStore, Map<string, Promise<void>>>()

/**
 * A kept picture in one of the narrow widths, never enlarged; null if there is no such picture. It is made when it is first
 * asked for and kept under its hash and width; requests that come meanwhile wait for the same one.
 */
export async function readNarrow(
  files: FileStore,
  media: string,
  width: (typeof narrowWidths)[number],
): ReturnType<FileStore['read']> {
  const key = `media/${media}-${width}.webp`
  const kept = await files.read(key)
  if (kept) return kept
  const ofStore = making.get(files) ?? new Map<string, Promise<void>>()
  making.set(files, ofStore)
  const made = ofStore.get(key) ?? makeNarrow(files, media, width, key).finally(() => ofStore.delete(key))
  ofStore.set(key, made)
  await made
  return files.read(key)
}

async function makeNarrow(files: FileStore, media: string, width: number, key: string): Promise<void> {
  // It may have been made between the look of this caller and now.
  if (await isKept(files, key)) return
  const whole = await files.read(wholeKeyOf(media))
  if (!whole) return
  const bytes = await buffer(whole.stream)
  const narrow = await inPlace(async () =>
    (await pipeline(bytes)).resize({ width, withoutEnlargement: true }).webp({ quality: 78 }).toBuffer(),
  )
  await files.put(key, narrow)
  // The picture may have been removed meanwhile, after this width was.
  if (!(await isKept(files, wholeKeyOf(media)))) await files.remove(key)
}

/**
 * Removes a kept picture in every size in which it was served; an empty hash removes nothing. The whole picture goes first, so
 * that no width is made of it any more: an instance that makes one at this moment removes it again.
 */
export async function removePicture(files: FileStore, media: string): Promise<void> {
  if (media === '') return
  await files.remove(wholeKeyOf(media))
  for (const width of [thumbnailPixels, ...narrowWidths]) await files.remove(`media/${media}-${width}.webp`)
}

function wholeKeyOf(media: string): string {
  return `media/${media}.webp`
}

async function isKept(files: FileStore, key: string): Promise<boolean> {
  const file = await files.read(key)
  file?.stream.destroy()
  return file !== null
}

/**
 * A stored picture as PNG for programs that do not show WebP: within this size on a transparent ground, or no larger than
 * the picture itself if it is only to fit (`inside`).
 */
export function pngImage(
  picture: Buffer,
  size: { width: number; height: number },
  fit: 'contain' | 'inside' = 'contain',
): Promise<Buffer> {
  return inPlace(async () =>
    (await pipeline(picture))
      .resize({
        ...size,
        fit,
        withoutEnlargement: fit === 'inside',
        background: { r: 0, g: 0, b: 0, alpha: 0 },
      })
      .png()
      .toBuffer(),
  )
}

/** A stored picture as grey pixels of this size, line by line, on a white ground and not in its own proportions. */
export async function greyPixels(picture: Buffer, width: number, height: number): Promise<Buffer> {
  return inPlace(async () =>
    (await pipeline(picture))
      .flatten({ background: '#ffffff' })
      .resize(width, height, { fit: 'fill' })
      .greyscale()
      .raw()
      .toBuffer(),
  )
}

/** The metadata in the header. Refuses bytes that are not an acceptable picture. */
async function checkImage(upload: Buffer): Promise<Metadata> {
  if (upload.length > maxBytes) throw new Refusal('too-large', 'The picture is larger than 10 MB')
  const type = await fileTypeFromBuffer(upload)
  if (!type || !accepted.has(type.mime)) {
    throw new Refusal('wrong-type', 'Only JPEG, PNG, WebP, GIF and AVIF pictures are accepted')
  }
  const facts = await readFacts(upload)
  if (facts.width * facts.height > maxPixels) {
    throw new Refusal('too-large', 'The picture has more than 25 megapixels')
  }
  return facts
}

function unreadable(): Refusal {
  return new Refusal('wrong-type', 'The picture cannot be read')
}

let loaded: Promise<typeof sharpModule> | null = null

/** sharp is loaded for the first picture, not at every start. */
async function sharpOf(upload: Buffer, options: SharpOptions) {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // sharp caches up to 50 MB of processed pictures by default, but pictures never repeat here.
    sharp.cache(false)
    // Several pictures are already processed in parallel, so threads for each picture would only use more memory.
    sharp.concurrency(1)
    return sharp
  })
  return (await loaded)(upload, options)
}

function pipeline(upload: Buffer) {
  return sharpOf(upload, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
}

async function readFacts(upload: Buffer): Promise<Metadata> {
  try {
    // Only the header is read: its values are checked before any pixel is decoded.
    const image = await sharpOf(upload, { limitInputPixels: false })
    return await image.metadata()
  } catch {
    throw unreadable()
  }
}

async function encode(upload: Buffer, side: number, quality: number) {
  try {
    return await inPlace(async () =>
      (await pipeline(upload))
        .rotate()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .webp({ quality })
        .toBuffer({ resolveWithObject: true }),
    )
  } catch {
    throw unreadable()
  }
}
