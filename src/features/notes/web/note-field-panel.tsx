import { Button, Textarea } from '@mantine/core'
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { ApiRefusal, useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { readCurrentUser } from '#kit/web/current-user.ts'
import { wordsOf } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useSentOnce } from '#kit/web/sent-once.ts'
import {
  asStored,
  asTyped,
  labelled,
  type Named,
  Note,
  type NoteKind,
  NoteText,
  nameBegun,
  noteLength,
  notes,
} from '../contract.ts'
import { texts } from '../texts.ts'
import { MentionBox } from './mention-panel.tsx'
import classes from './notes-panel.module.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

interface Props {
  kind: NoteKind
  recordId: string
  /** The note to change; if omitted, a new note is written. */
  note?: Note | undefined
  onDone?: (() => void) | undefined
}

/**
 * Writes a note on a record, or changes one. The text is kept in this tab until it is sent, so following a link does
 * not lose the text. The field is a text box with a list, as ARIA requires for multi-line text; a combobox has only one
 * line.
 */
export function NoteField({ kind, recordId, note, onDone }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { draft, setDraft, error, isSent, isPending, send, type } = useSending({
    kind,
    recordId,
    note,
    onDone,
    onRefused: () => field.current?.focus(),
  })
  const mention = useMention(field, draft, type)
  const left = noteLength - draft.text.trim().length
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (!isPending) send()
    } else mention.onKeyDown(event)
  }
  return (
    <form
      className={classes.field}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className={classes.typing}>
        <Textarea
          ref={field}
          label={note ? texts.editNote : texts.writeANote}
          name="note"
          dir="auto"
          rows={2}
          classNames={{ input: classes.input ?? '' }}
          autoFocus={note !== undefined}
          readOnly={note !== undefined && isPending}
          value={draft.text}
          error={error || undefined}
          aria-keyshortcuts={isApple ? 'Meta+Enter' : 'Control+Enter'}
          {...mention.aria}
          onChange={mention.onChange}
          onSelect={mention.onSelect}
          onBlur={mention.close}
          onKeyDown={onKeyDown}
        />
        {mention.begun && (
          <MentionBox
            kind={kind}
            recordId={recordId}
            listId={mention.listId}
            query={mention.begun.query}
            active={mention.active}
            onOffer={mention.onOffer}
            onPick={mention.pick}
          />
        )}
      </div>
      <div className={classes.below}>
        <p className={classes.quiet}>
          {left < 200
            ? texts.charactersLeft({ left })
            : texts.mentionHint({
                key: isApple ? '⌘' : texts.ctrl,
                keys: (words) => <span className={classes.keys}>{words}</span>,
              })}
        </p>
        {note && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setDraft(null)
              onDone?.()
            }}
          >
            {texts.cancel}
          </Button>
        )}
        <CommandButton size="xs" type="submit" variant={note ? 'filled' : 'default'} isPending={isPending}>
          {note ? texts.save : texts.addNote}
        </CommandButton>
      </div>
      <p role="status" className="visually-hidden">
        {isSent ? texts.noteAdded : ''}
      </p>
    </form>
  )
}

/** The typed note, its error, and the command that sends it. */
function useSending({ kind, recordId, note, onDone, onRefused }: Props & { onRefused: () => void }) {
  const [base, setBase] = useState(note)
  const key = draftKey(kind, recordId, note?.id)
  const [draft, setDraft] = useDraft(key, note)
  const [error, setError] = useState('')
  const [isSent, setSent] = useState(false)
  const sent = useRef('')
  // Also when the screen was left before the answer came: a note that was sent is no draft.
  const forget = () => {
    setDraft(note ? null : typedSince(readDraft(key), sent.current))
    drafts.dispatchEvent(new Event(key))
  }
  const once = useSentOnce()
  const write = useCommand(notes[kind].write, forget)
  const change = useCommand(notes[kind].change, forget)
  const finish = () => {
    setSent(true)
    once.forget()
    onDone?.()
  }
  const refuse = (failure: Error) => {
    // The id is of another note: what is sent next is one of its own.
    if (failure instanceof ApiRefusal && failure.status === 409) once.forget()
    const standing =
      failure instanceof ApiRefusal && failure.status === 412
        ? Note.safeParse(failure.problem.results).data
        : null
    if (standing) setBase(standing)
    const now = standing && asTyped(standing.text, labelled(standing.mentions))
    setError(
      fieldErrors(failure).text ??
        (now ? texts.noteNowSays({ failure: wordsOf(failure), now }) : wordsOf(failure)),
    )
    onRefused()
  }
  const send = () => {
    const text = asStored(draft.text.trim(), draft.people)
    const wrong = NoteText.safeParse(text).error?.issues[0]?.message ?? ''
    setError(wrong)
    if (wrong) return
    sent.current = draft.text
    const outcome = { onSuccess: finish, onError: refuse }
    if (base)
      change.mutate({ input: { id: recordId, note_id: base.id, text }, ifMatch: base.version }, outcome)
    else write.mutate({ input: { id: recordId, text, note_id: once.idOf(text) } }, outcome)
  }
  const type = (next: Draft) => {
    setError('')
    setSent(false)
    setDraft(next)
  }
  return { draft, setDraft, error, isSent, isPending: write.isPending || change.isPending, send, type }
}

interface Draft {
  text: string
  people: readonly Named[]
}

function draftKey(kind: NoteKind, recordId: string, noteId = 'new'): string {
  // The key contains the user's id, so another person who signs in on this machine does not see the draft.
  return ['note', readCurrentUser()?.id ?? '', kind, recordId, noteId].join(' ')
}

/** True if the screen was left while this note was being changed. */
export function hasDraft(kind: NoteKind, recordId: string, noteId: string): boolean {
  return sessionStorage.getItem(draftKey(kind, recordId, noteId)) !== null
}

/** Tells the field that was drawn while the note was on its way that its draft has changed. */
const drafts = new EventTarget()

/** Keeps the typed text in this tab and asks before the tab is closed, because closing would lose the text. */
function useDraft(key: string, note: Note | undefined): [Draft, (draft: Draft | null) => void] {
  const [unsent, setUnsent] = useState(() => readDraft(key))
  const people = labelled(note?.mentions ?? [])
  const isUnsent = unsent !== null
  useEffect(() => {
    if (!isUnsent) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [isUnsent])
  useEffect(() => {
    const readAgain = () => setUnsent(readDraft(key))
    drafts.addEventListener(key, readAgain)
    return () => drafts.removeEventListener(key, readAgain)
  }, [key])
  const keep = (draft: Draft | null) => {
    const isNothing = draft === null || (draft.text.trim() === '' && !note)
    if (isNothing) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(draft))
    setUnsent(isNothing && !draft?.text ? null : draft)
  }
  return [unsent ?? { text: note ? asTyped(note.text, people) : '', people }, keep]
}

function readDraft(key: string): Draft | null {
  return JSON.parse(sessionStorage.getItem(key) ?? 'null')
}

/** What was typed into the field of a new note while the text before it was being sent. */
function typedSince(draft: Draft | null, sent: string): Draft | null {
  if (!draft || draft.text === sent) return null
  return draft.text.startsWith(sent) ? { ...draft, text: draft.text.slice(sent.length).trimStart() } : draft
}

/** The name being typed, the suggested people, and the keys that select one. */
function useMention(
  field: React.RefObject<HTMLTextAreaElement | null>,
  draft: Draft,
  onDraft: (draft: Draft) => void,
) {
  const listId = useId()
  const [begun, setBegun] = useState<ReturnType<typeof nameBegun>>(null)
  const [offered, setOffered] = useState<readonly Named[]>([])
  const [active, setActive] = useState(0)
  /** The position of the @ whose list was closed with Escape; that list stays closed. */
  const closedAt = useRef(-1)
  const caret = useRef<number | null>(null)
  useEffect(() => {
    if (caret.current === null) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const look = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    const found = selectionStart === selectionEnd ? nameBegun(value.slice(0, selectionStart)) : null
    const isClosed = found !== null && found.start === closedAt.current
    if (!found) closedAt.current = -1
    if (found?.query !== begun?.query || found?.start !== begun?.start) setActive(0)
    setBegun(isClosed ? null : found)
  }
  const close = () => setBegun(null)
  const pick = (person: Named) => {
    if (!begun) return
    const end = begun.start + 1 + begun.query.length
    const before = `${draft.text.slice(0, begun.start)}@${person.label} `
    caret.current = before.length
    const others = draft.people.filter(({ id, label }) => id !== person.id && label !== person.label)
    onDraft({ text: before + draft.text.slice(end).replace(/^ /, ''), people: [...others, person] })
    close()
  }
  const isOpen = begun !== null && offered.length > 0
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const chosen = offered[active]
    if (!isOpen || !chosen || event.shiftKey || event.altKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setActive((active + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(chosen)
    else if (event.key === 'Escape') {
      closedAt.current = begun.start
      close()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    ...{ begun, active, listId, pick, close, onKeyDown },
    onOffer: useCallback((people: readonly Named[]) => setOffered(people), []),
    onSelect: (event: React.SyntheticEvent<HTMLTextAreaElement>) => look(event.currentTarget),
    onChange: (event: React.ChangeEvent<HTMLTextAreaElement>) => {
      onDraft({ text: event.currentTarget.value, people: draft.people })
      look(event.currentTarget)
    },
    aria: {
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      ...(isOpen ? { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${active}` } : {}),
    },
  }
}
