import { useEffect, useMemo } from 'react'
import { useEndpoint } from '#kit/web/client.tsx'
import { labelled, type Named, type NoteKind, notes } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './notes-panel.module.css'

const mostOffered = 6

/**
 * Suggests colleagues whose name matches the typed text. The field above keeps the focus and announces the active
 * suggestion.
 */
export function MentionBox({
  kind,
  recordId,
  listId,
  query,
  active,
  onOffer,
  onPick,
}: {
  kind: NoteKind
  recordId: string
  listId: string
  query: string
  active: number
  /** Receives the suggested people in order. */
  onOffer: (people: readonly Named[]) => void
  onPick: (person: Named) => void
}) {
  const { data } = useEndpoint(notes[kind].colleagues, { id: recordId })
  const offered = useMemo(() => matching(labelled(data ?? []), query), [data, query])
  useEffect(() => onOffer(offered), [offered, onOffer])
  useEffect(() => {
    if (offered.length > 0)
      document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [offered, listId, active])
  const words =
    data === undefined
      ? ''
      : offered.length === 0
        ? texts.noColleague
        : texts.colleaguesFound({ count: offered.length })
  return (
    <>
      <p role="status" className="visually-hidden">
        {words}
      </p>
      {offered.length > 0 && (
        <div role="listbox" id={listId} aria-label={texts.colleagues} className={classes.offer}>
          {offered.map((person, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active one
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field
            <div
              key={person.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              // Pressing a suggestion must not take the focus out of the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(person)}
            >
              <bdi>{person.label}</bdi>
            </div>
          ))}
        </div>
      )}
    </>
  )
}

/**
 * At most six people with a word in their name that starts with the query; people whose full name starts with the query
 * come first.
 */
function matching(people: readonly Named[], query: string): Named[] {
  const begun = query.toLocaleLowerCase()
  const names = people.map((person) => ({ person, name: person.label.toLocaleLowerCase() }))
  const first = names.filter(({ name }) => name.startsWith(begun))
  const then = names.filter(({ name }) => !name.startsWith(begun) && name.includes(` ${begun}`))
  return [...first, ...then].slice(0, mostOffered).map(({ person }) => person)
}
