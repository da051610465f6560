import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiRefusal } from '../client.tsx'
import { ChangeFailure } from '../failure.tsx'
import { fieldErrors } from '../fields/field-errors.ts'
import { useFirstInvalid } from '../fields/first-invalid.ts'
import { useFocusGoesOn } from '../history-moves.ts'
import { useToast } from '../toast.tsx'
import { type Arrivals, noArrivals, useAwaitedSave, useNextSave } from './arrivals.ts'
import { useAutosave } from './autosave.ts'
import { Clash } from './clash.tsx'
import { DraftNotices } from './draft-notices.tsx'
import { type Address, useLeaveGuard } from './leave-guard.tsx'
import { SaveBar, useSaveKey } from './save-bar.tsx'
import { standingOf } from './standing.ts'
import { texts } from './texts.ts'
import { rebased, useWork, type Values, type Work } from './work.ts'

/**
 * The refusal of a save that nobody asked for, as of a record that somebody deleted meanwhile; what failed for another reason is tried
 * again, and what somebody else saved is compared.
 */
function refused(autosave: { error: Error | null } | undefined): Error | null {
  const error = autosave?.error
  if (!(error instanceof ApiRefusal) || error.status === 412) return null
  return error.status < 500 ? error : null
}

interface Changed {
  id: string
  name?: string
  version: number
}

/** The command that saves, as returned by `useCommand`. */
interface Saving<R> {
  error: Error | null
  isPending: boolean
  reset: () => void
  mutate: (
    given: { input: never; ifMatch: number },
    told: { onSuccess: (saved: R) => void; onError: (error: Error) => void },
  ) => void
}

type Problems = Record<string, string>

/** Describes the fields of a record, and how they are read and displayed. */
export interface RecordFields<R extends Changed, S extends R, T extends Values, F extends keyof T & string> {
  /** Null for a new record, which is added by a command of its own. */
  record: R | null
  /** The first values of a new record. */
  begun?: T
  /** The kind and the id of the record, to keep its drafts by. */
  draftOf: readonly string[]
  /** The name of a draft where several are offered; empty if all of them belong to the open record. */
  nameOf?: (typed: T) => string
  /** The fields that can be edited now, in the order of the screen. */
  fields: readonly F[]
  labels: Readonly<Record<F, string>>
  mayChange: boolean
  /** The user has something else to finish before saving. */
  isBlocked?: boolean
  /** What is still on its way into the fields; saving waits for it. */
  arrivals?: Arrivals
  save: Saving<S>
  /** Saves changes without a word while somebody types; left out where only a person saves. */
  autosave?: Saving<S> | undefined
  /** The values of the fields. A stored draft that does not match the schema is ignored. */
  schema: z.ZodType<T>
  typedOf: (record: R) => T
  /** The typed values in wire format. Invalid text is passed unchanged, so that `problemsIn` can report it. */
  meantBy: (typed: T) => Readonly<Record<F, unknown>>
  /** The value of a field in words, for a comparison; left out by a screen that shows `clash` itself. */
  wordsOf?: (field: F, typed: T) => string
  /** The problems of a change, by field. */
  problemsIn: (change: Partial<Record<F, unknown>>, work: Work<T>) => Problems
  /** The body of a call that takes the whole record; else the changed fields alone are sent. */
  wholeOf?: (work: Work<T>) => object
  /** Fields that are checked and sent together if any of them has changed. */
  together?: readonly F[]
  /** A side effect of saving these fields, shown in the save bar. */
  noteOf?: (touched: readonly F[]) => string
  /** The toast message after saving. */
  savedWords?: (saved: S) => ReactNode
  /** Called with the errors that prevented saving. */
  onWrong?: (problems: Problems) => void
  /** Runs on Enter in a field, in place of saving. */
  onSubmit?: () => void
  /** True for the addresses of other parts of the same work. */
  isWithin?: (address: Address) => boolean
}

/**
 * The fields of a record that are edited in place: their values and errors, the bar that is shown while there are
 * unsaved changes, the question before the changes would be lost, and the draft kept in this browser. Changes that
 * others save in the meantime are applied to fields that the user has not edited. For edited fields both values are
 * shown side by side, and nothing is saved until the user has chosen.
 */
export function useRecordFields<R extends Changed, S extends R, T extends Values, F extends keyof T & string>(
  given: RecordFields<R, S, T, F>,
) {
  const { record, labels, mayChange, save, typedOf, wordsOf, arrivals = noArrivals } = given
  const form = useFirstInvalid(save.error)
  const standing = record && { version: record.version, values: typedOf(record) }
  const begun = given.begun ?? typedOf(record as R)
  const isSaving = save.isPending || given.autosave?.isPending === true
  const sending = useRef<Work<T> | null>(null)
  const sent = isSaving ? sending.current : null
  /** What was on its way when the changes were discarded, and then what takes it back: nothing of these is unsaved. */
  const dropped = useRef<Work<T> | null>(null)
  const isDropped = sent !== null && sent === dropped.current
  const editing = useWork({ ...given, standing, begun, sent, isDropped, onChoose: save.reset })
  const { work, draft, touched, clash } = editing
  const isUnsaved = mayChange && !isDropped && (touched.length > 0 || arrivals.isWaiting)
  const guard = useLeaveGuard(isUnsaved, {
    ...(given.isWithin ? { isWithin: given.isWithin } : {}),
    ...(draft.keptAt ? { words: texts.draftIsKept } : {}),
  })
  const { wrong, setWrong, check, refuse, submit, awaited, next } = useSaving(given, editing, {
    ...{ isSaving, sending, dropped },
  })
  const press = () => (given.onSubmit ? submit() : form.current?.requestSubmit())
  useSaveKey(mayChange && record !== null, press)
  useFocusGoesOn([draft.found.length, draft.lost, clash?.fields.length, isUnsaved].join(), form)
  const restore = (id: string) => {
    setWrong({})
    editing.restore(id)
  }
  const failure = !clash && Object.keys(wrong).length === 0 ? (save.error ?? refused(given.autosave)) : null
  return {
    /** Identifies a new record before it is added. */
    id: work.id,
    typed: work.typed,
    stood: work.stood,
    isUnsaved,
    wrong,
    /** The save that was asked for runs as soon as all has arrived. */
    isAwaited: awaited.isAsked,
    saveWords: awaited.saveWords,
    change: (what: Partial<T> | ((before: T) => Partial<T>)) => {
      dropped.current = null
      const changed = editing.change(what)
      setWrong((told) => without(told, [...changed, ...(given.together ?? [])]))
      if (save.error) save.reset()
    },
    /** Shows the error of a field when it loses the focus. */
    leave: (field: F) => {
      if (touched.includes(field)) check([field])
    },
    check,
    refuse,
    draft,
    startOver: (values: T) => {
      setWrong({})
      return editing.startOver(values)
    },
    form: {
      ref: form,
      tabIndex: -1,
      noValidate: true,
      onSubmit: ownSubmit(given.onSubmit ?? submit),
    } as const,
    /** The unsaved drafts and the notice about another tab, for the place above the fields. */
    drafts: mayChange && (draft.lost || draft.found.length > 0) && (
      <DraftNotices
        draft={draft}
        nameOf={({ typed }) => given.nameOf?.(typed) ?? ''}
        noteOf={(ofVersion) => (record && ofVersion < record.version ? texts.changedSinceDraft : '')}
        onRestore={restore}
        onTakeBack={() => restore(work.id)}
        onGoOn={editing.goOn}
      />
    ),
    clash,
    /** A refusal that belongs to no field. */
    failure,
    /** The clash and the refusal, for the place among the fields. */
    notices: (
      <>
        {clash && wordsOf && <Clash clash={clash} labels={labels} wordsOf={wordsOf} />}
        {failure && <ChangeFailure error={failure} />}
      </>
    ),
    bar:
      isUnsaved && record ? (
        <SaveBar
          unsaved={touched.map((field) => labels[field])}
          note={given.noteOf?.(touched) ?? ''}
          isPending={save.isPending}
          isBlocked={clash !== null || draft.lost !== '' || given.isBlocked === true}
          isWaiting={arrivals.isWaiting}
          isAsked={awaited.isAsked}
          saveWords={awaited.saveWords}
          onSave={press}
          onDiscard={() => {
            setWrong({})
            awaited.forget()
            next.forget()
            arrivals.stopAll()
            dropped.current = sent
            editing.discard()
          }}
        />
      ) : undefined,
    question: guard.dialog,
  }
}

/** The forms of dialogs over this one bubble up to it in React, and must not save it. */
function ownSubmit(submit: () => void): (event: FormEvent) => void {
  return (event) => {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    submit()
  }
}

/** The errors of the fields, and the change that saves them. */
function useSaving<R extends Changed, S extends R, T extends Values, F extends keyof T & string>(
  {
    record,
    fields,
    labels,
    mayChange,
    isBlocked = false,
    arrivals = noArrivals,
    save,
    typedOf,
    meantBy,
    problemsIn,
    wholeOf,
    together = [],
    savedWords = (saved) => texts.isSaved({ name: saved.name ?? '' }),
    onWrong,
    autosave,
  }: RecordFields<R, S, T, F>,
  { work, version, draft, latest, touched, clash, differing, clashOf, put }: Editing<T, F>,
  {
    isSaving,
    sending,
    dropped,
  }: { isSaving: boolean } & Record<'sending' | 'dropped', RefObject<Work<T> | null>>,
) {
  const show = useToast()
  const [wrong, setWrong] = useState<Problems>({})
  const changesOf = ({ typed }: Work<T>, names: readonly F[]) => {
    const meant = meantBy(typed)
    return Object.fromEntries(names.map((field) => [field, meant[field]])) as Partial<Record<F, unknown>>
  }
  /** Shows the errors of these fields, and returns them. */
  const check = (names: readonly F[] = fields): Problems => {
    const found = problemsIn(changesOf(work, names), work)
    setWrong((before) => ({ ...without(before, names), ...found }))
    return found
  }
  /** Shows the errors of a refusal at their fields. */
  const refuse = (error: Error) => {
    const told: Problems = {}
    for (const [path, message] of Object.entries(fieldErrors(error))) {
      const field = path.split('.')[0] ?? ''
      if (field in labels) told[field] ??= message
    }
    setWrong(told)
    if (Object.keys(told).length > 0) onWrong?.(told)
  }
  const send = (id: string, sent: Work<T>, names: readonly F[], ofVersion: number, by: Saving<S> = save) => {
    const isQuiet = by === autosave
    sending.current = sent
    const input = { id, ...(wholeOf?.(sent) ?? changesOf(sent, names)) } as never
    by.mutate(
      { input, ifMatch: ofVersion },
      {
        onSuccess: (saved) => {
          // Text typed while the save was pending is kept.
          const since = differing(latest.current.typed, work.typed)
          // A draft that was restored meanwhile is compared with what was saved, like with any newer version.
          if (latest.current.id === sent.id) {
            const next = rebased(latest.current, typedOf(saved), since)
            put(next, saved.version)
            const back = differing(next.typed, next.stood)
            if (dropped.current === sent && back.length > 0) {
              // What was discarded while it was on its way is saved now: the earlier values are saved over it at once.
              dropped.current = next
              send(id, next, back, saved.version, by)
            }
          }
          if (!isQuiet) show({ message: savedWords(saved) })
        },
        onError: (error) => {
          if (dropped.current === sent) return
          const standing = standingOf<R>(error)
          const theirs = standing && typedOf(standing)
          // The other person changed different fields, so sending the change again overwrites none of theirs.
          if (theirs && clashOf(sent, theirs, names).length === 0) {
            send(id, rebased(sent, theirs, differing(sent.typed, sent.stood)), names, standing.version, by)
          } else {
            // What a person has asked for meanwhile is not part of what failed by itself.
            if (!isQuiet) next.forget()
            refuse(error)
          }
        },
      },
    )
  }
  const isHeld = clash !== null || draft.lost !== '' || isBlocked
  const isQuietlySaved = record !== null && mayChange && touched.length > 0 && !isHeld && !isSaving
  useAutosave(work, autosave !== undefined && isQuietlySaved, () => {
    if (!autosave || !record) return
    const isWrong = Object.keys(problemsIn(changesOf(work, touched), work)).length > 0
    if (!isWrong) send(record.id, work, touched, version, autosave)
  })
  const submit = () => {
    if (!record || !mayChange) return
    if (isSaving) {
      if (save.error) save.reset()
      return next.ask()
    }
    if (isHeld) return
    if (arrivals.isWaiting) return awaited.ask()
    if (touched.length === 0) return
    const names = together.some((field) => touched.includes(field))
      ? [...new Set([...touched, ...together])]
      : touched
    const found = check(wholeOf ? fields : names)
    if (Object.keys(found).length > 0) onWrong?.(found)
    else send(record.id, work, names, version)
  }
  const awaited = useAwaitedSave(arrivals, submit)
  const next = useNextSave(isSaving, save.error, submit)
  return { wrong, setWrong, check, refuse, submit, awaited, next }
}

type Editing<T extends Values, F extends keyof T & string> = ReturnType<typeof useWork<T, F>>

function without(problems: Problems, fields: readonly string[]): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !fields.includes(field)))
}
