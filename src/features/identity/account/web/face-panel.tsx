import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Avatar, AvatarAndName } from '#kit/web/avatar.tsx'
import { useCall } from '#kit/web/client.tsx'
import { account, type Presence } from '../contract.ts'

/** Somebody's photo, or their initials, with a mark while they are away. Their name stands beside it. */
export function Face({
  name,
  presence,
  size = 'small',
}: {
  name: string
  presence: Presence | undefined
  size?: 'small' | 'medium' | 'large'
}) {
  const photo = usePhoto(presence?.photo ?? null)
  return <Avatar name={name} {...photo} isAway={presence?.is_away ?? false} size={size} />
}

/** A name with the face before it; a name that does not fit is cut. */
export function Named({
  name,
  presence,
  children,
}: {
  name: string
  presence: Presence
  children: ReactNode
}) {
  return <AvatarAndName avatar={<Face name={name} presence={presence} />}>{children}</AvatarAndName>
}

/** The address of a photo in memory. It is never public: it travels with the session, once for as long as it stands. */
function usePhoto(id: string | null): { src: string; isLoading: boolean } {
  const call = useCall()
  const { data, isError } = useQuery({
    queryKey: ['photo', id],
    queryFn: ({ signal }) => call(account.photo, { id: id ?? '' }, { signal }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
  const [src, setSrc] = useState('')
  useEffect(() => {
    if (!data) return
    const url = URL.createObjectURL(data)
    setSrc(url)
    return () => {
      URL.revokeObjectURL(url)
      setSrc('')
    }
  }, [data])
  return { src, isLoading: id !== null && !isError }
}
