import type { Ref } from 'react'
import classes from './field.module.css'

/** A native select styled like the library's fields, for parts that are loaded before the first rows. */
export function Choice({
  ref,
  label,
  value,
  options,
  onChoose,
}: {
  ref?: Ref<HTMLSelectElement> | null
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChoose: (value: string) => void
}) {
  return (
    <span className={classes.frame}>
      <select
        ref={ref}
        aria-label={label}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
        className={classes.field}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <svg viewBox="0 0 16 16" aria-hidden="true" className={classes.chevron}>
        <path d="m5.5 6.2 2.5-2.5 2.5 2.5m0 3.6L8 12.3 5.5 9.8" />
      </svg>
    </span>
  )
}
