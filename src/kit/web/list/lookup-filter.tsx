import { useState } from 'react'
import { useEndpoint } from '../client.tsx'
import { answersTo, Combobox } from '../fields/combobox.tsx'
import type { Lookup } from './list-filters.tsx'
import { texts } from './texts.ts'

/**
 * A filter that searches by name: the typed text finds options, and one is chosen by pointer or keyboard. The server
 * names the chosen option, so the address only contains its id.
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
  /** Shown as a form field with a label above it, and not as a filter. */
  field?: { isRequired: boolean; error: string | undefined; description?: string }
  onAsk: (value: string) => void
}) {
  const [asked, setAsked] = useState<string | null>(null)
  const { endpoint, isWhole } = lookup
  const found = useEndpoint(endpoint, (isWhole ? {} : { q: asked ?? '' }) as never, {
    enabled: asked !== null,
  })
  const matching = (typed: string) =>
    namesOf(found.data, lookup).filter(isWhole ? answersTo(typed) : () => true)
  const name = useNameOf(lookup, value).name ?? ''
  return (
    <Combobox
      label={label}
      look={
        field
          ? {
              label,
              withAsterisk: field.isRequired,
              ...(field.isRequired ? { 'aria-required': true } : {}),
              description: field.description,
              error: field.error,
              placeholder: texts.searchByName,
            }
          : { size: 'xs', 'aria-label': label, placeholder: texts.labelAll({ label }) }
      }
      name={name}
      options={(typed) => matching(typed).slice(0, mostShown)}
      hidden={Math.max(0, matching(asked ?? '').length - mostShown)}
      isRead={found.data !== undefined}
      read={found}
      {...(!isWhole && { answered: found.data && !found.isPlaceholderData ? asked : null })}
      none={texts.noSuchName}
      focus={focus}
      onAsk={setAsked}
      onPick={({ id }) => onAsk(id)}
      onClear={field && (() => onAsk(''))}
    />
  )
}

/**
 * The name of the chosen option: null until it is known, empty if there is no such option. If it could not be read, `retry`
 * reads it again.
 */
export function useNameOf(
  lookup: Lookup,
  value: string,
): { name: string | null; retry: (() => void) | null } {
  const { endpoint, isWhole } = lookup
  const { data, isError, isPlaceholderData, refetch } = useEndpoint(
    endpoint,
    (isWhole ? {} : { id: value }) as never,
    { enabled: value !== '' },
  )
  if (value === '') return { name: '', retry: null }
  // The answer about another option says nothing of this one.
  if (!data || isPlaceholderData) return { name: null, retry: isError ? () => void refetch() : null }
  return { name: namesOf(data, lookup).find(({ id }) => id === value)?.words ?? '', retry: null }
}

/** Nobody reads through more options; typing more narrows them. */
const mostShown = 100

function namesOf(data: unknown, { nameOf, rowsOf }: Lookup): { id: string; words: string }[] {
  if (data === undefined) return []
  const rows = rowsOf ? rowsOf(data) : (data as { id: string }[])
  return rows.map((row) => ({ id: row.id, words: nameOf(row) }))
}
