import { Face } from '#features/identity/account/web/face-panel.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { defaultImages, type ImageSlot } from '../contract.ts'
import classes from './picture-panel.module.css'

/**
 * The picture of a customer or a shop; where there is none, the default one, and where none of these was saved, the
 * initials. The name stands beside it.
 */
export function Picture({
  media,
  slot,
  name,
  size = 'small',
}: {
  media: string
  slot: ImageSlot
  name: string
  size?: 'small' | 'medium'
}) {
  const saved = useEndpoint(defaultImages.get, {}, { enabled: media === '' })
  const shown = media || (saved.data?.[slot] ?? '')
  if (shown) {
    return (
      <img
        className={classes.picture}
        data-size={size}
        src={`/media/${shown}-96.webp`}
        alt=""
        loading="lazy"
        decoding="async"
      />
    )
  }
  // Initials that gave way to a picture a moment later would flicker in every row.
  if (saved.isPending) return <span className={classes.picture} data-size={size} />
  return <Face name={name} presence={undefined} size={size} />
}

/** A name with the picture before it; what cannot be shown of the name is cut. */
export function Pictured({
  media,
  slot,
  name,
  children,
}: Omit<Parameters<typeof Picture>[0], 'size'> & { children: React.ReactNode }) {
  return (
    <span className={classes.pictured}>
      <Picture media={media} slot={slot} name={name} />
      {children}
    </span>
  )
}
