import type { ReactNode } from 'react'
import classes from './avatar.module.css'
import { texts } from './texts.ts'

/** A round picture of a person or a shop, or the initials of the name. The name is shown next to it. */
export function Avatar({
  name,
  src,
  isLoading = false,
  isAway = false,
  size = 'small',
}: {
  name: string
  /** Address of the picture; empty if there is none. */
  src: string
  /** True while the picture may still arrive: showing initials and then the picture would make every row flicker. */
  isLoading?: boolean
  isAway?: boolean
  size?: 'small' | 'medium' | 'large'
}) {
  return (
    <span className={classes.avatar} data-size={size}>
      <span aria-hidden="true" data-personal="">
        {src || isLoading ? '' : initialsOf(name)}
      </span>
      {src && <img src={src} alt="" loading="lazy" decoding="async" />}
      {isAway && <AwayDot />}
    </span>
  )
}

/** A name with the picture before it. A name that does not fit is truncated. */
export function AvatarAndName({ avatar, children }: { avatar: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.named}>
      {avatar}
      {children}
    </span>
  )
}

function AwayDot() {
  return (
    <span className={classes.away} title={texts.away}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" className="status-shape">
        <circle cx="6" cy="6" r="3.5" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M4 6h4" stroke="currentColor" strokeWidth="1.6" />
      </svg>
      <span className="visually-hidden">{texts.away}</span>
    </span>
  )
}

/** The initials of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  // Splits by character and not by UTF-16 unit: half a surrogate pair is not a letter.
  return [first, last]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
