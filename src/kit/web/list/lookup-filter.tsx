import { useState } from 'react'
import { useEndpoint } from '../client.tsx'
import { answersTo, Combobox } from '../fields/combobox.tsx'
import type { Lookup } from './list-filters.tsx'

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
  const [asked, setAsked] = useState<string | null>(null)
  const { endpoint, isWhole } = lookup
  const chosen = useEndpoint(endpoint, (isWhole ? {} : { id: value }) as never, { enabled: value !== '' })
  const found = useEndpoint(endpoint, (isWhole ? {} : { q: asked ?? '' }) as never, {
    enabled: asked !== null,
  })
  const matching = (typed: string) =>
    namesOf(found.data, lookup).filter(isWhole ? answersTo(typed) : () => true)
  const name = value && (namesOf(chosen.data, lookup).find(({ id }) => id === value)?.words ?? '')
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
              placeholder: 'Search by name',
            }
          : { size: 'xs', 'aria-label': label, placeholder: `${label}: all` }
      }
      name={name}
      options={(typed) => matching(typed).slice(0, mostShown)}
      hidden={Math.max(0, matching(asked ?? '').length - mostShown)}
      isRead={found.data !== undefined}
      {...(!isWhole && { answered: found.data && !found.isPlaceholderData ? asked : null })}
      none={`No ${label.toLowerCase()} of this name`}
      focus={focus}
      onAsk={setAsked}
      onPick={({ id }) => onAsk(id)}
      onClear={field && (() => onAsk(''))}
    />
  )
}

/** More are not read through: whoever does not see theirs types on. */
const mostShown = 100

function namesOf(data: unknown, { nameOf }: Lookup): { id: string; words: string }[] {
  return ((data as { id: string }[] | undefined) ?? []).map((row) => ({ id: row.id, words: nameOf(row) }))
}
