/** The least contrast that text needs to be read, after WCAG 2.2, 1.4.3. */
export const leastContrast = 4.5

/** A part of a picture, in fractions of its width and height. */
export interface Part {
  x: number
  y: number
  width: number
  height: number
}

/** The part of a banner's picture that is behind its texts: they begin where their first letter says, as the window draws them. */
export function partBehind(section: string, texts: readonly unknown[]): Part {
  const [first = ''] = texts.join(' ').match(/\p{L}/u) ?? []
  const isRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(first)
  const isBelow = section === 'center_large_banner'
  return {
    ...{ x: isRightToLeft ? 0.4 : 0, width: 0.6 },
    // Those of the large banner are at its end, all others in the middle of its height.
    ...(isBelow ? { y: 0.6, height: 0.4 } : { y: 0.15, height: 0.7 }),
  }
}

/** The relative luminance of a colour like #C32d2d, from 0 (black) to 1 (white); null if it is no such colour. */
export function luminanceOf(color: string): number | null {
  if (!/^#[\da-f]{6}$/i.test(color)) return null
  const value = Number.parseInt(color.slice(1), 16)
  return luminance((value >> 16) & 255, (value >> 8) & 255, value & 255)
}

/** The relative luminance of a pixel, after WCAG 2.2. */
function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** The contrast of two luminances, from 1 to 21. */
export function contrastOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** The average luminance of pixels, four bytes each; what is transparent shows the white behind it. */
export function averageLuminance(pixels: Uint8ClampedArray): number {
  let sum = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 255] = pixels.slice(at, at + 4)
    const share = alpha / 255
    sum += luminance(red, green, blue) * share + (1 - share)
  }
  return pixels.length === 0 ? 1 : sum / (pixels.length / 4)
}

/** A contrast with one decimal, cut and not rounded: 4.49 must not read as 4.5. */
export function contrastWords(contrast: number): string {
  return (Math.floor(contrast * 10) / 10).toFixed(1)
}
