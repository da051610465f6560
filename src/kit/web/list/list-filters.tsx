import { Button, CloseButton } from '@mantine/core'
import { useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { formatRs, parseTypedRupees } from '#kit/contract/money.ts'
import { dayOf } from '#kit/contract/words.ts'
import { Choice } from '../fields/choice.tsx'
import classes from './list-filters.module.css'
import { LookupFilter } from './lookup-filter.tsx'
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
  const chips = Object.entries(asked)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => {
      const filter = filters.find((candidate) => candidate.name === name)
      return {
        name,
        // What was typed may name somebody, and is masked in screenshots.
        isTyped: !filter?.options,
        words: filter ? `${filter.label}: ${wordsOf(filter, value)}` : texts.searchValue({ value }),
      }
    })
  return (
    <ul className={classes.chips} aria-label={texts.filters}>
      {chips.map(({ name, words, isTyped }) => (
        <li key={name}>
          <span data-personal={isTyped || undefined}>{words}</span>
          <CloseButton
            size="xs"
            aria-label={texts.removeWords({ words })}
            onClick={() => onAsk({ [name]: '' })}
          />
        </li>
      ))}
      <li>
        <Button size="compact-xs" variant="subtle" onClick={() => onAsk(cleared(asked))}>
          {texts.clearAll}
        </Button>
      </li>
    </ul>
  )
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
