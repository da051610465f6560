import { pictureLimits } from '#kit/contract/picture.ts'

/** The accepted types of a submitted picture. */
export const accepted = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
/** The same types in words, with the size limits. */
export const limitsOf = (maxBytes: number) =>
  `JPEG, PNG, WebP, GIF or AVIF, at most ${megabytesOf(maxBytes)} MB and ${pictureLimits.megapixels} megapixels.`
export const limits = limitsOf(pictureLimits.maxBytes)

/**
 * Checks a file before it is sent. `why` is the reason for a refusal; `warning` only states that the picture has fewer
 * pixels than preferred. Also answers the size of the picture.
 */
export async function lookAt(
  file: File,
  width: number,
  height: number,
  maxBytes: number = pictureLimits.maxBytes,
): Promise<{ why: string; warning: string; size: { width: number; height: number } }> {
  const refuse = (words: string) => ({
    why: `“${file.name}” ${words}`,
    warning: '',
    size: { width: 0, height: 0 },
  })
  if (!accepted.includes(file.type)) return refuse('is no picture of these kinds.')
  if (file.size > maxBytes) return refuse(`is larger than ${megabytesOf(maxBytes)} MB.`)
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return refuse('cannot be read as a picture.')
  const size = { width: picture.width, height: picture.height }
  picture.close()
  if (size.width * size.height > pictureLimits.megapixels * 1_000_000)
    return refuse(`has more than ${pictureLimits.megapixels} megapixels.`)
  const isSmaller = size.width < width || size.height < height
  return {
    why: '',
    size,
    warning: isSmaller
      ? `It has ${size.width}x${size.height} pixels, fewer than preferred: it will look blurred.`
      : '',
  }
}

function megabytesOf(bytes: number): number {
  return bytes / 1024 / 1024
}
