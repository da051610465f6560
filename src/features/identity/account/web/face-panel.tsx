import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Avatar, AvatarAndName } from '#kit/web/avatar.tsx'
import { useCall } from '#kit/web/client.tsx'
import { account, type Presence } from '../contract.ts'

/** A person's photo or initials, with a mark while the person is away. Shown beside the person's name. */
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

/** A name with the photo before it; a long name is cut off. */
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

/** An object URL for a photo. Photos are not public: each is fetched once with the session and never refetched. */
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
