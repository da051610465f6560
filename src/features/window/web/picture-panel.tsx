import type { Picture } from '../contract.ts'
import { mediaUrl, pictureOf, widthsOf } from './window-model.ts'

interface PictureProps {
  picture: Picture | null | undefined
  /** In the first screen: loaded at once, before what is below. */
  isFirst?: boolean
  className?: string
  /** How wide it is shown, as `sizes` says it; the room of the page if nothing is said. */
  sizes?: string
  marks?: Record<string, string>
}

/** A picture of the library in its own proportion: its room is kept before it has arrived. */
export function WindowPicture({ picture, isFirst = false, className, sizes, marks }: PictureProps) {
  const shown = pictureOf(picture)
  if (!shown) return null
  const srcSet = widthsOf(shown.media, shown.width)
  return (
    <img
      {...marks}
      className={className}
      {...(srcSet ? { srcSet, sizes: sizes ?? '(min-width: 1408px) 1360px, 100vw' } : {})}
      src={mediaUrl(shown.media)}
      width={shown.width}
      height={shown.height}
      alt={shown.is_decorative ? '' : (shown.alt ?? '')}
      {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      decoding="async"
    />
  )
}

/** A square picture of a store or product; a quiet ground where there is none. */
export function MediaSquare({
  media,
  size,
  alt,
}: {
  media: string | null | undefined
  size: number
  alt: string
}) {
  const src = mediaUrl(media)
  if (!src) return <span className="no-picture" aria-hidden="true" />
  return <img src={src} width={size} height={size} alt={alt} loading="lazy" decoding="async" />
}
