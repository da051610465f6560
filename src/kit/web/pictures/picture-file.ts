import { pictureLimits } from '#kit/contract/picture.ts'
import { texts } from './texts.ts'

/** The accepted types of a submitted picture. */
export const accepted = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
/** The same types in words, with the size limits. */
export const limitsOf = (maxBytes: number) =>
  texts.limits({ megabytes: megabytesOf(maxBytes), megapixels: pictureLimits.megapixels })
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
  const { name } = file
  const refuse = (why: string) => ({ why, warning: '', size: { width: 0, height: 0 } })
  if (!accepted.includes(file.type)) return refuse(texts.wrongKind({ name }))
  if (file.size > maxBytes) return refuse(texts.tooLarge({ name, megabytes: megabytesOf(maxBytes) }))
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return refuse(texts.notReadable({ name }))
  const size = { width: picture.width, height: picture.height }
  picture.close()
  if (size.width * size.height > pictureLimits.megapixels * 1_000_000)
    return refuse(texts.tooManyPixels({ name, megapixels: pictureLimits.megapixels }))
  const isSmaller = size.width < width || size.height < height
  return { why: '', size, warning: isSmaller ? texts.fewPixels(size) : '' }
}

function megabytesOf(bytes: number): number {
  return bytes / 1024 / 1024
}
