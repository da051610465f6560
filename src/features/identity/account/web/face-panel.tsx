import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useCall } from '#kit/web/client.tsx'
import { account, type Presence } from '../contract.ts'
import classes from './face-panel.module.css'

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
  return (
    <span className={classes.face} data-size={size}>
      <span aria-hidden="true">{photo.isExpected ? '' : initialsOf(name)}</span>
      {photo.src && <img src={photo.src} alt="" />}
      {presence?.is_away && <AwayDot />}
    </span>
  )
}

/** A name with the face before it; what cannot be shown of the name is cut. */
export function Named({
  name,
  presence,
  children,
}: {
  name: string
  presence: Presence
  children: ReactNode
}) {
  return (
    <span className={classes.named}>
      <Face name={name} presence={presence} />
      {children}
    </span>
  )
}

function AwayDot() {
  return (
    <span className={classes.away} title="Away">
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" className="status-shape">
        <circle cx="6" cy="6" r="3.5" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M4 6h4" stroke="currentColor" strokeWidth="1.6" />
      </svg>
      <span className="visually-hidden">Away</span>
    </span>
  )
}

/** The address of a photo in memory. It is never public: it travels with the session, once for as long as it stands. */
function usePhoto(id: string | null): { src: string; isExpected: boolean } {
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
  return { src, isExpected: id !== null && !isError }
}

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  // By character and not by unit: half of one is no letter.
  return [first, last]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
