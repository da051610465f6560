import type { ReactNode } from 'react'
import classes from './status-mark.module.css'

export type Tone = 'waiting' | 'good' | 'refused' | 'off' | 'info'

/** Shapes distinguish the tones for people who cannot see the colours. */
const shapes: Record<Tone, ReactNode> = {
  waiting: <circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeWidth="2" />,
  good: <circle cx="5" cy="5" r="4" fill="currentColor" />,
  refused: <path d="M2 2l6 6M8 2l-6 6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />,
  off: <path d="M1.5 5h7" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />,
  info: <path d="M5 1l4 4-4 4-4-4z" fill="currentColor" />,
}

/** A status, shown as a word, a shape and a colour. */
export function StatusMark({
  tone,
  isLong = false,
  children,
}: {
  tone: Tone
  /** For a sentence with names in it, which takes more than one line where there is no room. */
  isLong?: boolean
  children: ReactNode
}) {
  return (
    <span className={classes.mark} data-tone={tone} data-long={isLong || undefined}>
      <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true" className="status-shape">
        {shapes[tone]}
      </svg>
      <span>{children}</span>
    </span>
  )
}
