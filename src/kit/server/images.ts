import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fileTypeFromBuffer } from 'file-type'
import type sharpModule from 'sharp'
import type { Metadata, SharpOptions } from 'sharp'
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
 * Detects the image type from the content and re-encodes the image as WebP of at most 2,000 pixels a side without
 * metadata, with a 96 pixel thumbnail. Refuses (415) content that is not a raster image and (413) images that are too
 * large.
 */
export async function cleanImage(upload: Buffer): Promise<CleanImage> {
  await checkImage(upload)
  const { data, info } = await encode(upload, longestSide, 82)
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
