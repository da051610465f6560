import type { ReactNode } from 'react'
import { Avatar, AvatarAndName } from '#kit/web/avatar.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { defaultImages, type ImageSlot } from '../contract.ts'

/**
 * The picture of a customer or a shop; without one, the default picture, and without a default, the initials. Shown
 * beside the name.
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
  const isNone = media === ''
  const saved = useEndpoint(defaultImages.get, {}, { enabled: isNone })
  const shown = media || (saved.data?.[slot] ?? '')
  const src = shown && `/media/${shown}-96.webp`
  return <Avatar name={name} src={src} isLoading={isNone && saved.isPending} size={size} />
}

/** A name with the picture before it; a long name is cut off. */
export function Pictured({
  media,
  slot,
  name,
  children,
}: Omit<Parameters<typeof Picture>[0], 'size'> & { children: ReactNode }) {
  return <AvatarAndName avatar={<Picture media={media} slot={slot} name={name} />}>{children}</AvatarAndName>
}
