import { Button, CloseButton } from '@mantine/core'
import { type MouseEvent, useRef, useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { formatRs, parseTypedRupees } from '#kit/contract/money.ts'
import { dayOf } from '#kit/contract/words.ts'
import { Choice } from '../fields/choice.tsx'
import { texts as general } from '../texts.ts'
import classes from './list-filters.module.css'
import { LookupFilter, useNameOf } from './lookup-filter.tsx'
import { texts } from './texts.ts'
import { TypedFilter } from './typed-filter.tsx'

/** The endpoint that finds the options: it accepts `q`, or the `id` of one option, and answers rows with ids. */
export interface Lookup {
  endpoint: Endpoint
  nameOf: (row: { id: string }) => string
  /**
   * The endpoint accepts no parameters and answers all rows. The browser searches them, each word anywhere in the name.
   */
  isWhole?: boolean
  /** Picks the options out of an answer that has more than them. */
  rowsOf?: (answer: unknown) => readonly { id: string }[]
  /** What a chosen option is called that is no longer found. */
  unknown?: string
}

export interface Filter {
  /** The name of the query parameter. */
  name: string
  label: string
  /** A choice of options by default. A filter that only links set is shown only as a chip. */
  control?: 'choice' | 'day' | 'amount' | 'city' | 'link' | 'lookup'
  lookup?: Lookup
  options?: { value: string; label: string }[]
  /** Listed behind "Add filter" until the user adds it: a list shows two or three filters from the start. */
  isExtra?: boolean
}

/** Changes the query of the list. */
export type Ask = (changes: Record<string, string>, options?: { replace?: boolean }) => void

/** The controls of the filters. Extra filters are shown after they are added, or if the address sets them. */
export function FilterControls({
  filters,
  asked,
  onAsk,
}: {
  filters: Filter[]
  asked: Record<string, string>
  onAsk: Ask
}) {
  const [added, setAdded] = useState<string[]>([])
  const isShown = ({ name, isExtra }: Filter) => !isExtra || added.includes(name) || Boolean(asked[name])
  const controls = filters.filter(({ control }) => control !== 'link')
  const waiting = controls.filter((filter) => !isShown(filter))
  const latest = added.at(-1)
  return (
    <>
      {controls.filter(isShown).map((filter) => {
        const { name } = filter
        const ask = (value: string, options?: { replace: boolean }) => onAsk({ [name]: value }, options)
        return (
          <span key={name} className={classes.filter}>
            <Control filter={filter} value={asked[name] ?? ''} isAdded={name === latest} onAsk={ask} />
          </span>
        )
      })}
      {waiting.length > 0 && (
        <span className={classes.add}>
          <Choice
            label={texts.addFilter}
            options={[
              { value: '', label: texts.addFilter },
              ...waiting.map(({ name, label }) => ({ value: name, label })),
            ]}
            value=""
            onChoose={(name) => setAdded([...added, name])}
          />
        </span>
      )}
    </>
  )
}

/** Moves the focus to the filter that the user has just added. */
function takeFocus(control: HTMLElement | null): void {
  control?.focus()
}

interface ControlProps {
  filter: Filter
  value: string
  /** The user has just added this filter, so its control takes the focus. */
  isAdded: boolean
  onAsk: (value: string, options?: { replace: boolean }) => void
}

function Control({ filter, value, isAdded, onAsk }: ControlProps) {
  const { label, control, options = [] } = filter
  const focus = isAdded ? takeFocus : null
  const askQuietly = (next: string) => onAsk(next, { replace: true })
  if (filter.lookup)
    return <LookupFilter label={label} value={value} lookup={filter.lookup} focus={focus} onAsk={onAsk} />
  if (control && control !== 'choice' && control !== 'link' && control !== 'lookup')
    return <TypedFilter control={control} label={label} value={value} focus={focus} onAsk={askQuietly} />
  return (
    <Choice
      label={label}
      ref={focus}
      options={[{ value: '', label: texts.labelAll({ label }) }, ...options]}
      value={value}
      onChoose={onAsk}
    />
  )
}

/** The active filters, each with a button that removes it. */
export function FilterChips({
  filters,
  asked,
  onAsk,
}: {
  filters: Filter[]
  asked: Record<string, string>
  onAsk: Ask
}) {
  const list = useRef<HTMLUListElement>(null)
  const active = Object.entries(asked).filter(([, value]) => value !== '')
  /** The focus goes on to the chip beside the removed one, and from the last one to the search and the filters. */
  const passFocus = (event: MouseEvent) => {
    const chip = event.currentTarget.closest('li')
    const ways = [...(list.current?.querySelectorAll('li > button') ?? [])] as HTMLElement[]
    const at = ways.findIndex((way) => way.closest('li') === chip)
    const isLast = active.length === 1 || at === ways.length - 1
    const next = isLast
      ? list.current?.previousElementSibling?.querySelector<HTMLElement>('input, select, button')
      : ways[at + 1 < active.length ? at + 1 : at - 1]
    next?.focus()
  }
  return (
    <ul ref={list} className={classes.chips} aria-label={texts.filters}>
      {active.map(([name, value]) => {
        const filter = filters.find((candidate) => candidate.name === name)
        const onRemove = (event: MouseEvent) => {
          passFocus(event)
          onAsk({ [name]: '' })
        }
        if (filter?.lookup)
          return <LookupChip key={name} {...{ filter, value, onRemove }} lookup={filter.lookup} />
        const words = filter ? `${filter.label}: ${wordsOf(filter, value)}` : texts.searchValue({ value })
        // What was typed may name somebody, and is masked in screenshots.
        return <Chip key={name} words={words} isTyped={!filter?.options} onRemove={onRemove} />
      })}
      <li>
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={(event) => {
            passFocus(event)
            onAsk(cleared(asked))
          }}
        >
          {texts.clearAll}
        </Button>
      </li>
    </ul>
  )
}

interface ChipProps {
  words: string
  isTyped: boolean
  /** Reads again what the chip says, if it could not be read. */
  onRetry?: (() => void) | null
  onRemove: (event: MouseEvent) => void
}

function Chip({ words, isTyped, onRetry, onRemove }: ChipProps) {
  return (
    <li>
      <span data-personal={isTyped || undefined}>{words}</span>
      {onRetry && (
        // The buttons that the focus goes on to are those that remove a chip.
        <span>
          <Button size="compact-xs" variant="subtle" onClick={onRetry}>
            {general.tryAgain}
          </Button>
        </span>
      )}
      <CloseButton size="xs" aria-label={texts.removeWords({ words })} onClick={onRemove} />
    </li>
  )
}

/** The address has the id of what was chosen, which says nothing to anybody: the chip has its name. */
function LookupChip({
  filter: { label },
  lookup,
  value,
  onRemove,
}: {
  filter: Filter
  lookup: Lookup
  value: string
  onRemove: ChipProps['onRemove']
}) {
  const { name, retry } = useNameOf(lookup, value)
  const unread = retry ? texts.nameNotLoaded : '…'
  const words = `${label}: ${name === null ? unread : name || (lookup.unknown ?? texts.unknownName)}`
  return <Chip words={words} isTyped={false} onRetry={retry} onRemove={onRemove} />
}

function wordsOf({ control, options = [] }: Filter, value: string): string {
  // The address may contain any text; an invalid day or amount is shown as written.
  if (control === 'day') return Number.isNaN(Date.parse(value)) ? value : dayOf(value)
  if (control === 'amount') return parseTypedRupees(value) === value ? formatRs(value) : value
  return options.find((option) => option.value === value)?.label ?? value
}

/** The changes that remove every filter. */
export function cleared(asked: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(asked).map((name) => [name, '']))
}
