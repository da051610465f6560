import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import classes from './search-panel.module.css'

export interface Found {
  id: string
  name: string
  /** What stands in the offer, when it is more than the name. */
  words: string
}

/** A field that is searched by name: what is typed is asked for, and one of what is found is chosen by pointer or keys. */
export function Searched({
  label,
  description,
  error,
  options,
  isRead,
  none,
  onAsk,
  onChoose,
}: {
  label: string
  description?: string
  error?: string | undefined
  options: readonly Found[]
  isRead: boolean
  none: string
  /** Null while nothing is looked for. */
  onAsk: (q: string | null) => void
  onChoose: (one: Found) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => onAsk(typed.trim()), 200)
    return () => clearTimeout(timer)
  }, [typed, onAsk])
  const isOpen = typed !== null
  const close = () => {
    setTyped(null)
    setActive(0)
  }
  const pick = (one: Found | undefined) => {
    if (!one) return
    close()
    onChoose(one)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return setTyped('')
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive(Math.min(Math.max(active + step, 0), options.length - 1))
    } else if (event.key === 'Enter') {
      // Enter in this field chooses; it never sends the form around it.
      event.preventDefault()
      if (isOpen) pick(options[active])
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
  }
  return (
    <div className={classes.search}>
      <TextInput
        label={label}
        description={description}
        error={error}
        role="combobox"
        aria-expanded={isOpen && options.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && options[active] ? `${id}-${active}` : undefined}
        data-mantine-stop-propagation={isOpen}
        autoComplete="off"
        placeholder="Search by name"
        maxLength={100}
        dir="auto"
        value={typed ?? ''}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setActive(0)
        }}
        onClick={() => typed === null && setTyped('')}
        onBlur={close}
        onKeyDown={press}
      />
      {isOpen && (
        <div id={id} role="listbox" aria-label={label} className={classes.offer}>
          {options.map((one, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active one
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field
            <div
              key={one.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(one)}
            >
              <bdi>{one.words}</bdi>
            </div>
          ))}
          {options.length === 0 && <p>{isRead ? none : 'Loading...'}</p>}
        </div>
      )}
      <span className="visually-hidden" role="status">
        {isOpen && isRead ? `${options.length} found` : ''}
      </span>
    </div>
  )
}
