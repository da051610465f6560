import type { Crop, Slot } from './contract.ts'

interface Size {
  width: number
  height: number
}
interface Part extends Size {
  left: number
  top: number
}

/** A rendition has at most this many times the pixels of its slot a side, for screens with small pixels. */
const mostPerPixel = 2
/** The longest side of a rendition without a slot. */
const longestSide = 2_000
/** Fractions come back a little off, and must not cost a whole pixel. */
const sliver = 1e-6

/** The largest part of a picture in the ratio of a slot, as near to the focal point as the edges allow. */
export function cropAround(picture: Size, slot: Slot, focal: { x: number; y: number }): Crop {
  const ratio = slot.width / slot.height
  const width = Math.min(picture.width, picture.height * ratio)
  const share = {
    width: Math.min(1, width / picture.width),
    height: Math.min(1, width / ratio / picture.height),
  }
  const startOf = (middle: number, part: number) => Math.min(Math.max(middle - part / 2, 0), 1 - part)
  return {
    x: startOf(focal.x, share.width),
    y: startOf(focal.y, share.height),
    ...share,
  }
}

/** The part of a picture in whole pixels; it is inside of the picture and has at least one pixel. */
export function partOf(picture: Size, crop: Crop | null): Part {
  if (!crop) return { left: 0, top: 0, ...picture }
  const across = along(picture.width, crop.x, crop.width)
  const down = along(picture.height, crop.y, crop.height)
  return { left: across.start, top: down.start, width: across.length, height: down.length }
}

function along(side: number, from: number, share: number): { start: number; length: number } {
  const length = Math.min(side, Math.max(1, Math.round(side * share)))
  return { start: Math.min(Math.round(side * from), side - length), length }
}

/** True if the part has the ratio of the slot, as far as whole pixels can have it. */
export function isInRatio(part: Size, slot: Slot): boolean {
  const ratio = slot.width / slot.height
  return Math.abs(part.width - part.height * ratio) <= 1 + ratio + sliver
}

/** The size in which a part is stored: at most twice the slot, in its ratio, and never larger than the part. */
export function renditionSize(part: Size, slot: Slot | null): Size {
  const scale = slot
    ? Math.min(mostPerPixel, part.width / slot.width, part.height / slot.height)
    : Math.min(1, longestSide / Math.max(part.width, part.height))
  const { width, height } = slot ?? part
  const whole = (side: number) => Math.max(1, Math.floor(side * scale + sliver))
  return { width: whole(width), height: whole(height) }
}

/** True if the slot is larger than what is shown in it. */
export function isSmallerThan(size: Size, slot: Slot | null): boolean {
  return slot !== null && (size.width < slot.width || size.height < slot.height)
}
