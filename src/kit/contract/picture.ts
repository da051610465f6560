/**
 * Limits of an uploaded picture: large enough for a photo from a current phone, small enough to decode quickly on two
 * cores.
 */
export const pictureLimits = { maxBytes: 10 * 1024 * 1024, megapixels: 25 } as const

/** A picture of the library within a text. */
export interface TextPicture {
  media_id: string
  media: string
  width: number
  height: number
  alt: string
}
