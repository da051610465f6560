import { TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { numberOf } from '#kit/contract/words.ts'
import classes from './combobox.module.css'

export interface ComboboxOption {
  id: string
  words: string
  /** Tells it from others of the same name. */
  more?: ReactNode
}

/**
 * A field that is searched by name: what is typed is asked for, and one of what is found is chosen by pointer or keys. One
 * without a `name` adds what is chosen to something and is empty again.
 */
export function Combobox<T extends ComboboxOption>({
  label,
  look,
  name,
  options,
  hidden = 0,
  isRead,
  answered,
  none,
  focus = null,
  onAsk,
  onPick,
  onClear,
}: {
  label: string
  /** How the field looks: with its label above it, or without. */
  look: TextInputProps & { 'aria-required'?: boolean }
  /** What is chosen, in words. */
  name?: string
  /** What answers to what is typed. */
  options: (typed: string) => readonly T[]
  /** How many more answer that are not offered before more is typed. */
  hidden?: number
  isRead: boolean
  /** To what the options answer, where they are asked for; null before they do. Enter waits for those of what is typed. */
  answered?: string | null
  /** In words, when nothing is found. */
  none: string
  focus?: ((field: HTMLElement | null) => void) | null
  /** Told of what is typed when it rests for a moment; null when nothing is looked for any more. */
  onAsk: (q: string | null) => void
  onPick: (option: T) => void
  /** Told when what was chosen is deleted and the field is left; a field without it keeps what was chosen. */
  onClear?: (() => void) | undefined
}) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  /** Something else was typed than what is chosen, and be it nothing. */
  const [isTyped, setIsTyped] = useState(false)
  const [active, setActive] = useState(0)
  const [isPicking, setIsPicking] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const tell = useRef(onAsk)
  tell.current = onAsk
  useEffect(() => {
    if (typed === null) return tell.current(null)
    const timer = setTimeout(() => tell.current(typed.trim()), typed === '' ? 0 : 200)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const isOpen = typed !== null
  const found = isOpen ? options(typed) : []
  const type = (text: string | null, byKeys = false) => {
    setTyped(text)
    setIsTyped(byKeys)
    setActive(0)
    setIsPicking(false)
  }
  const pick = (option: T | undefined) => {
    if (!option) return
    type(null)
    onPick(option)
  }
  const isAnswered = answered === undefined || answered === typed?.trim()
  useEffect(() => {
    if (!isPicking || !isAnswered) return
    setIsPicking(false)
    pick(found[active])
  })
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return type('')
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive(Math.min(Math.max(active + step, 0), found.length - 1))
    } else if (event.key === 'Enter' && (isOpen || name === undefined)) {
      // It chooses, and does not send the form around it.
      event.preventDefault()
      // What is offered may still be what was typed before.
      if (isOpen) setIsPicking(true)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      type(null)
    }
  }
  const offer = isOpen && (
    <div id={id} ref={list} role="listbox" aria-label={label} className={classes.offer}>
      {found.map((option, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active one
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field
        <div
          key={option.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => pick(option)}
        >
          <bdi>{option.words}</bdi>
          {option.more && <small>{option.more}</small>}
        </div>
      ))}
      {hidden > 0 && <p>{numberOf(hidden)} more: type to find them</p>}
      {found.length === 0 && <p>{isRead ? none : 'Loading...'}</p>}
    </div>
  )
  return (
    <>
      <TextInput
        ref={focus}
        {...look}
        inputContainer={(field) => (
          <div className={classes.field}>
            {field}
            {offer}
          </div>
        )}
        role="combobox"
        aria-expanded={isOpen && found.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found[active] ? `${id}-${active}` : undefined}
        // The first Escape closes the offer; only the next one closes a dialog around it.
        data-mantine-stop-propagation={isOpen}
        autoComplete="off"
        maxLength={100}
        dir="auto"
        // What is chosen stands there, selected, until something is typed over it.
        value={isTyped ? (typed ?? '') : (name ?? '')}
        onChange={(event) => type(event.currentTarget.value, true)}
        onFocus={(event) => event.currentTarget.select()}
        onClick={(event) => {
          if (isOpen) return
          event.currentTarget.select()
          type('')
        }}
        onBlur={() => {
          if (isTyped && typed?.trim() === '' && name) onClear?.()
          type(null)
        }}
        onKeyDown={press}
      />
      <span className="visually-hidden" role="status">
        {isOpen && isRead ? `${found.length + hidden} found` : ''}
      </span>
    </>
  )
}

/** True of what has every typed word somewhere in its name; the sign between the names of a path is none. */
export function answersTo(typed: string): (option: { words: string }) => boolean {
  const asked = typed.toLowerCase().split(/[\s›>]+/)
  return ({ words }) => asked.every((word) => words.toLowerCase().includes(word))
}
