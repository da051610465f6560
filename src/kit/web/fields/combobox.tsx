import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { texts as general } from '../texts.ts'
import classes from './combobox.module.css'
import { texts } from './texts.ts'

export interface ComboboxOption {
  id: string
  words: string
  /** Distinguishes this option from others with the same name. */
  more?: ReactNode
}

interface Props<T extends ComboboxOption> {
  label: string
  /** The props of the text input, with a label above it or without. */
  look: TextInputProps & { 'aria-required'?: boolean }
  /** The name of the chosen option. */
  name?: string
  /** The options that match the typed text. */
  options: (typed: string) => readonly T[]
  /** The number of further matches, which are not offered until more is typed. */
  hidden?: number
  isRead: boolean
  /** The read that finds the options: if it fails without any, that is said with a way to try again. */
  read?: { isError: boolean; refetch: () => unknown }
  /**
   * The text that the options match, if the server searches; null before the first answer. Enter is pending until the
   * options for the typed text have arrived.
   */
  answered?: string | null
  /** The message when nothing is found. */
  none: string
  focus?: ((field: HTMLElement | null) => void) | null
  /** Receives the typed text after a short pause in typing, and null when the search ends. */
  onAsk: (q: string | null) => void
  onPick: (option: T) => void
  /** Called when the chosen option was deleted and the field loses the focus. Without it the field keeps the option. */
  onClear?: (() => void) | undefined
}

/**
 * A field that searches by name: the typed text is searched for, and one of the results is chosen by pointer or
 * keyboard. Without a `name`, the field adds the chosen option to something and is cleared.
 */
export function Combobox<T extends ComboboxOption>(props: Props<T>) {
  const { label, look, name, hidden = 0, isRead, read, none, focus = null, onClear } = props
  const id = useId()
  const { typed, type, isTyped, isOpen, found, active, list, pick, press } = useCombobox(props)
  const hasFailed = !isRead && read?.isError
  const offer = isOpen && !hasFailed && (
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
      {hidden > 0 && <p>{texts.moreOptions({ hidden })}</p>}
      {found.length === 0 && <p>{isRead ? none : texts.loading}</p>}
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
            {isOpen && hasFailed && <Unread onRetry={() => void read.refetch()} />}
          </div>
        )}
        role="combobox"
        aria-expanded={isOpen && found.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found[active] ? `${id}-${active}` : undefined}
        // The first Escape closes the options; only the next one closes a dialog around the field.
        data-mantine-stop-propagation={isOpen}
        autoComplete="off"
        maxLength={100}
        dir="auto"
        // The chosen option is shown and selected until the user types over it.
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
        {isOpen && isRead ? texts.optionsFound({ options: found.length + hidden }) : ''}
      </span>
    </>
  )
}

/** Says that the options could not be read. Enter in the field reads them again too, because Tab would close this. */
function Unread({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.offer} role="alert">
      {texts.optionsNotLoaded}
      <Button
        size="compact-xs"
        variant="subtle"
        tabIndex={-1}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onRetry}
      >
        {general.tryAgain}
      </Button>
    </div>
  )
}

/** The typed text, the options for it, and the active one of them. */
function useCombobox<T extends ComboboxOption>(props: Props<T>) {
  const { name, options, isRead, read, answered, onAsk, onPick } = props
  const [typed, setTyped] = useState<string | null>(null)
  /** The text differs from the chosen option; an empty text counts as well. */
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
      // Enter chooses an option and must not submit the surrounding form.
      event.preventDefault()
      if (isOpen && !isRead && read?.isError) void read.refetch()
      // The options may still be those for the previous text.
      else if (isOpen) setIsPicking(true)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      type(null)
    }
  }
  return { typed, type, isTyped, isOpen, found, active, list, pick, press }
}

/** Matches options whose name contains every typed word. The separator between the names of a path is not a word. */
export function answersTo(typed: string): (option: { words: string }) => boolean {
  const asked = typed.toLowerCase().split(/[\s›>]+/)
  return ({ words }) => asked.every((word) => words.toLowerCase().includes(word))
}
