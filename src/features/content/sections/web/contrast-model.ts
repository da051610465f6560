/** The least contrast that text needs to be read, after WCAG 2.2, 1.4.3. */
export const leastContrast = 4.5

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
