import { buffer } from 'node:stream/consumers'
import type { Context } from '#kit/server/context.ts'
import { pngImage } from '#kit/server/images.ts'
import { type IconSide, iconSides } from '../contract.ts'
import { readLivePictures } from './queries.ts'
import { askedOf, icoOf, manifestOf } from './rules.ts'

/** An icon, logo or manifest with its type, and whether its path names its content. */
export interface IconFile {
  bytes: Buffer
  mediaType: string
  isImmutable: boolean
}

const inIco: readonly IconSide[] = iconSides.filter((side) => side <= 48)
const mailLogoPixels = { width: 400, height: 96 }

/**
 * The icon or logo of a path with a hash; null for any other path. All sizes are made of one picture when they are first
 * asked for, and kept. Only what is live is made: earlier ones are answered as long as they are kept.
 */
export async function readIcon(ctx: Context, path: string): Promise<IconFile | null> {
  const asked = askedOf(path)
  if (!asked) return null
  const { files } = ctx.services
  const mediaType = asked.kind === 'ico' ? 'image/x-icon' : 'image/png'
  const key = `icons${path}`
  const kept = await files.read(key)
  if (kept) return { bytes: await buffer(kept.stream), mediaType, isImmutable: true }
  const live = await readLivePictures(ctx)
  if (asked.media !== (asked.kind === 'logo' ? live.logo : live.favicon)) return null
  const picture = await pictureOf(ctx, asked.media)
  if (!picture) return null
  const bytes =
    asked.kind === 'icon'
      ? await pngImage(picture, { width: asked.side, height: asked.side })
      : asked.kind === 'logo'
        ? await pngImage(picture, mailLogoPixels, 'inside')
        : await icoFile(picture)
  await files.put(key, bytes)
  return { bytes, mediaType, isImmutable: true }
}

/** The favicon of the shop for the back office itself, in 48 pixels; null if the shop has none. */
export async function readOwnIcon(ctx: Context): Promise<IconFile | null> {
  const { favicon } = await readLivePictures(ctx)
  const found = favicon ? await readIcon(ctx, `/favicon-${favicon}-48.png`) : null
  return found && { ...found, isImmutable: false }
}

/** The web manifest of the shop; null where its address is not known. */
export async function readManifest(ctx: Context): Promise<IconFile | null> {
  const { publicUrl, shopUrl } = ctx.services
  if (shopUrl === null) return null
  // A shop of this server is named by its path, which holds under every name that the server has.
  const address = shopUrl.startsWith(`${publicUrl}/`) ? shopUrl.slice(publicUrl.length) : shopUrl
  const manifest = manifestOf(await readLivePictures(ctx), address)
  return {
    bytes: Buffer.from(JSON.stringify(manifest)),
    mediaType: 'application/manifest+json; charset=utf-8',
    isImmutable: false,
  }
}

async function icoFile(picture: Buffer): Promise<Buffer> {
  const made = inIco.map(async (side) => ({
    side,
    png: await pngImage(picture, { width: side, height: side }),
  }))
  return icoOf(await Promise.all(made))
}

async function pictureOf({ services }: Context, media: string): Promise<Buffer | null> {
  const found = await services.files.read(`media/${media}.webp`)
  return found && buffer(found.stream)
}
