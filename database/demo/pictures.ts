import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { FileStore } from '#kit/server/files.ts'
import { type ColourCode, colourOf, type Draw, type Drawing, pictureOf } from './drawing.ts'
import { clothDrawings } from './drawings-cloth.ts'
import { foodDrawings } from './drawings-food.ts'
import { goodsDrawings } from './drawings-goods.ts'
import { homeDrawings } from './drawings-home.ts'
import { textileDrawings } from './drawings-textiles.ts'
import { wearDrawings } from './drawings-wear.ts'

const drawings = {
  ...clothDrawings,
  ...textileDrawings,
  ...wearDrawings,
  ...homeDrawings,
  ...goodsDrawings,
  ...foodDrawings,
} as const satisfies Record<string, Draw>
export type DrawingName = keyof typeof drawings

/** A picture to be made: an SVG, and a small one where shoppers see thumbnails. */
export interface PictureOrder {
  /** How the generated records name it until its content hash is known. */
  name: string
  /** Public pictures go to `media/`, a vendor's papers to `vendors/`. */
  shelf: 'media' | 'vendors'
  svg: () => string
  thumbnail?: () => string
}

export interface MadePicture {
  /** SHA-256 of the WebP bytes, in hex. */
  hash: string
  width: number
  height: number
  bytes: number
}

/** Draws these many at once: sharp works in threads, and more would only wait for the cores. */
const atOnce = 4
/**
 * Where the make of most drawings can be seen from close by. Twice the size exactly: patterns at another scale take
 * ten times as long to draw.
 */
const detailView = '160 180 320 320'

function productPicture(drawing: DrawingName, code: ColourCode, isDetail: boolean): PictureOrder {
  const colour = colourOf(code)
  const view = isDetail ? detailView : '0 0 640 640'
  return {
    name: productPictureName(drawing, code, isDetail),
    shelf: 'media',
    svg: () => pictureOf(colour, drawings[drawing](colour), view, 640),
    thumbnail: () => pictureOf(colour, drawings[drawing](colour), view, 96),
  }
}

/** One of the goods in a colourway, for pictures that show several. */
export function drawingOf(drawing: DrawingName, code: ColourCode): Drawing {
  return drawings[drawing](colourOf(code))
}

/** The order for a picture by its name, as listings carry it. */
export function orderNamed(name: string): PictureOrder {
  const [drawing, code, detail] = name.split('/')
  return productPicture(drawing as DrawingName, code as ColourCode, detail === 'detail')
}

export function productPictureName(drawing: DrawingName, code: ColourCode, isDetail: boolean): string {
  return `${drawing}/${code}${isDetail ? '/detail' : ''}`
}

/** Draws, encodes and stores pictures. Answers them by name; the same picture ordered twice is made once. */
export async function makePictures(
  files: FileStore,
  orders: readonly PictureOrder[],
): Promise<Map<string, MadePicture>> {
  const left = [...new Map(orders.map((order) => [order.name, order])).values()]
  const made = new Map<string, MadePicture>()
  const worker = async () => {
    for (let order = left.shift(); order; order = left.shift()) made.set(order.name, await make(files, order))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return made
}

async function make(files: FileStore, order: PictureOrder): Promise<MadePicture> {
  const { data, info } = await encode(order.svg())
  const hash = createHash('sha256').update(data).digest('hex')
  const stored = [files.put(`${order.shelf}/${hash}.webp`, data)]
  if (order.thumbnail)
    stored.push(files.put(`${order.shelf}/${hash}-96.webp`, (await encode(order.thumbnail())).data))
  await Promise.all(stored)
  return { hash, width: info.width, height: info.height, bytes: data.length }
}

function encode(svg: string) {
  return sharp(Buffer.from(svg))
    .removeAlpha()
    .webp({ quality: 76, effort: 0 })
    .toBuffer({ resolveWithObject: true })
}
