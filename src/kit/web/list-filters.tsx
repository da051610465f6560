import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import classes from './list-filters.module.css'
import { dayOf } from './values.tsx'

export interface Filter {
  /** The name of the query parameter. */
  name: string
  label: string
  /** A choice of options unless it says otherwise; one that only links set is shown as a chip alone. */
  control?: 'choice' | 'day' | 'link'
  options?: { value: string; label: string }[]
}

/** Asks the list for something else. */
export type Ask = (changes: Record<string, string>, options?: { replace?: boolean }) => void

/** The controls of the filters. */
export function FilterControls({
  filters,
  asked,
  onAsk,
}: {
  filters: Filter[]
  asked: Record<string, string>
  onAsk: Ask
}) {
  return filters.map(({ name, label, control, options = [] }) => {
    if (control === 'link') return null
    const value = asked[name] ?? ''
    if (control === 'day') {
      const ask = (day: string) => onAsk({ [name]: day }, { replace: true })
      return <DayField key={name} label={label} value={value} onAsk={ask} />
    }
    return (
      <NativeSelect
        key={name}
        size="xs"
        aria-label={label}
        data={[{ value: '', label: `${label}: all` }, ...options]}
        value={value}
        onChange={(event) => onAsk({ [name]: event.currentTarget.value })}
        className={classes.filter}
      />
    )
  })
}

const firstDay = '2000-01-01'

/** Keeps what is typed until it is a day: while the year is typed, the browser tells of the years 2, 20 and 202. */
function DayField({ label, value, onAsk }: { label: string; value: string; onAsk: (day: string) => void }) {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  if (value !== asked.current) {
    asked.current = value
    setTyped(value)
  }
  return (
    <TextInput
      size="xs"
      type="date"
      aria-label={label}
      leftSection={<span className={classes.dayLabel}>{label}</span>}
      leftSectionWidth={42}
      leftSectionPointerEvents="none"
      min={firstDay}
      value={typed}
      onChange={(event) => {
        const day = event.currentTarget.value
        setTyped(day)
        if (day !== '' && day < firstDay) return
        asked.current = day
        onAsk(day)
      }}
      className={classes.filter}
    />
  )
}

/** What is asked for, each with a way to take it back. */
export function FilterChips({
  filters,
  asked,
  onAsk,
}: {
  filters: Filter[]
  asked: Record<string, string>
  onAsk: Ask
}) {
  const chips = Object.entries(asked)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => {
      const filter = filters.find((candidate) => candidate.name === name)
      return { name, words: filter ? `${filter.label}: ${wordsOf(filter, value)}` : `Search: ${value}` }
    })
  return (
    <ul className={classes.chips} aria-label="Filters">
      {chips.map(({ name, words }) => (
        <li key={name}>
          <span>{words}</span>
          <CloseButton size="xs" aria-label={`Remove ${words}`} onClick={() => onAsk({ [name]: '' })} />
        </li>
      ))}
      <li>
        <Button size="compact-xs" variant="subtle" onClick={() => onAsk(cleared(asked))}>
          Clear all
        </Button>
      </li>
    </ul>
  )
}

function wordsOf({ control, options = [] }: Filter, value: string): string {
  // The address may hold anything; what is no day is shown as it is written.
  if (control === 'day') return Number.isNaN(Date.parse(value)) ? value : dayOf(value)
  return options.find((option) => option.value === value)?.label ?? value
}

/** The changes that ask for nothing. */
export function cleared(asked: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(asked).map((name) => [name, '']))
}
