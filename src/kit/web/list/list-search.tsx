import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import field from '../fields/field.module.css'
import classes from './list-page.module.css'

/** Searches after a pause in typing, and keeps the typed text while an older answer is pending. */
export function Search({
  ref,
  label,
  value,
  onAsk,
}: {
  ref: React.Ref<HTMLInputElement>
  label: string
  value: string
  onAsk: (q: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  if (value !== asked.current) {
    asked.current = value
    if (value !== typed.trim()) setTyped(value)
  }
  const ask = useRef(onAsk)
  ask.current = onAsk
  useEffect(() => {
    const q = typed.trim()
    if (q === asked.current) return
    const timer = setTimeout(() => {
      asked.current = q
      ask.current(q)
    }, 250)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <span className={`${field.frame} ${classes.search}`}>
      <IconSearch size={15} aria-hidden="true" className={field.icon} />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // The browser would clear the field, and the search with it.
          event.preventDefault()
          event.currentTarget.blur()
        }}
        className={field.field}
      />
    </span>
  )
}
