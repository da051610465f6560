import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useEndpoint } from './client.tsx'
import type { Lookup } from './list-filters.tsx'
import classes from './lookup-filter.module.css'

/**
 * A filter that is searched for by name: what is typed finds what can be meant, and one of them is chosen by pointer or
 * keys. What is chosen is named by the server, so that an address alone is enough.
 */
export function LookupFilter({
  label,
  value,
  lookup,
  focus = null,
  field,
  onAsk,
}: {
  label: string
  value: string
  lookup: Lookup
  focus?: ((field: HTMLElement | null) => void) | null
  /** It is a field of a form, with its label above it, and not a filter. */
  field?: { isRequired: boolean; error: string | undefined; description?: string }
  onAsk: (value: string) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [asked, setAsked] = useState('')
  const [active, setActive] = useState(0)
  const { endpoint, isWhole } = lookup
  const chosen = useEndpoint(endpoint, (isWhole ? {} : { id: value }) as never, { enabled: value !== '' })
  const found = useEndpoint(endpoint, (isWhole ? {} : { q: asked }) as never, { enabled: typed !== null })
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => setAsked(typed.trim()), 200)
    return () => clearTimeout(timer)
  }, [typed])
  const matching =
    typed === null ? [] : namesOf(found.data, lookup).filter(isWhole ? answersTo(typed) : () => true)
  const options = matching.slice(0, mostShown)
  const name =
    value === '' ? '' : (namesOf(chosen.data, lookup).find((option) => option.value === value)?.label ?? '')
  const isOpen = typed !== null
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const pick = (option: { value: string } | undefined) => {
    if (!option) return
    setTyped(null)
    onAsk(option.value)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return setTyped('')
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive(Math.min(Math.max(active + step, 0), options.length - 1))
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      pick(options[active])
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setTyped(null)
    }
  }
  const look = field
    ? {
        label,
        withAsterisk: field.isRequired,
        'aria-required': field.isRequired || undefined,
        description: field.description,
        error: field.error,
        placeholder: 'Search by name',
        dir: 'auto',
      }
    : { size: 'xs', 'aria-label': label, placeholder: `${label}: all` }
  return (
    <span className={classes.lookup} data-field={field ? '' : undefined}>
      <TextInput
        ref={focus}
        {...look}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        role="combobox"
        aria-expanded={isOpen && options.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && options[active] ? `${id}-${active}` : undefined}
        autoComplete="off"
        maxLength={100}
        value={typed ?? name}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setActive(0)
        }}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => typed === null && setTyped('')}
        onBlur={() => setTyped(null)}
        onKeyDown={press}
      />
      {isOpen && (
        <div id={id} ref={list} role="listbox" aria-label={label} className={classes.offer}>
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active one
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field
            <div
              key={option.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(option)}
            >
              <bdi>{option.label}</bdi>
            </div>
          ))}
          {matching.length > options.length && (
            <p>{(matching.length - options.length).toLocaleString('en-PK')} more: type to find them</p>
          )}
          {options.length === 0 && (
            <p>{found.isFetching ? 'Loading...' : `No ${label.toLowerCase()} of this name`}</p>
          )}
        </div>
      )}
      <span className="visually-hidden" role="status">
        {isOpen && found.data ? `${matching.length} found` : ''}
      </span>
    </span>
  )
}

/** More are not read through: whoever does not see theirs types on. */
const mostShown = 100

/** True of what has every typed word somewhere in its name; the sign between the names of a path is none. */
function answersTo(typed: string): (option: { label: string }) => boolean {
  const words = typed.toLowerCase().split(/[\s›>]+/)
  return ({ label }) => words.every((word) => label.toLowerCase().includes(word))
}

function namesOf(data: unknown, { nameOf }: Lookup): { value: string; label: string }[] {
  return ((data as { id: string }[] | undefined) ?? []).map((row) => ({ value: row.id, label: nameOf(row) }))
}
