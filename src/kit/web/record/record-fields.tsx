import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { ChangeFailure } from '../failure.tsx'
import { fieldErrors } from '../fields/field-errors.ts'
import { useFirstInvalid } from '../fields/first-invalid.ts'
import { useFocusGoesOn } from '../history-moves.ts'
import { useToast } from '../toast.tsx'
import { Clash } from './clash.tsx'
import { DraftNotices } from './draft-notices.tsx'
import { useKeptDraft } from './kept-draft.ts'
import { useLeaveGuard } from './leave-guard.tsx'
import { SaveBar, useSaveKey } from './save-bar.tsx'
import { standingOf } from './standing.ts'
import { texts } from './texts.ts'

interface Changed {
  id: string
  name: string
  version: number
}

type Values = Readonly<Record<string, unknown>>

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

/** Describes the fields of a record, and how they are read and displayed. */
export interface RecordFields<R extends Changed, S extends R, T extends Values, F extends keyof T & string> {
  record: R
  /** The name of the record within a sentence: campaign. */
  noun: string
  /** A key of `draftKey` for the signed-in user. */
  draftOf: string
  /** The fields that can be edited now, in the order of the screen. */
  fields: readonly F[]
  labels: Readonly<Record<F, string>>
  mayChange: boolean
  save: Saving<S>
  /** The values of the fields. A stored draft that does not match the schema is ignored. */
  schema: z.ZodType<T>
  typedOf: (record: R) => T
  /** The typed values in wire format. Invalid text is passed unchanged, so that `problemsIn` can report it. */
  meantBy: (typed: T) => Readonly<Record<F, unknown>>
  /** The value of a field in words, for a comparison. */
  wordsOf: (field: F, typed: T) => string
  /** The problems of a change, by field. */
  problemsIn: (change: Partial<Record<F, unknown>>) => Record<string, string>
  /** Fields that are checked and sent together if any of them has changed. */
  together?: readonly F[]
  /** A side effect of saving these fields, shown in the save bar. */
  noteOf?: (touched: readonly F[]) => string
  /** The toast message after saving. */
  savedWords?: (saved: S) => string
}

/**
 * The fields of a record that are edited in place: their values and errors, the bar that is shown while there are
 * unsaved changes, the question before the changes would be lost, and the draft kept in this browser. Changes that
 * others save in the meantime are applied to fields that the user has not edited. For edited fields both values are
 * shown side by side, and nothing is saved until the user has chosen.
 */
export function useRecordFields<
  R extends Changed,
  S extends R,
  T extends Values,
  F extends keyof T & string,
>({
  record: fresh,
  noun,
  draftOf,
  fields,
  labels,
  mayChange,
  save,
  schema,
  typedOf,
  meantBy,
  wordsOf,
  problemsIn,
  together = [],
  noteOf = () => '',
  savedWords = (saved) => texts.isSaved({ name: saved.name }),
}: RecordFields<R, S, T, F>): {
  typed: T
  wrong: Readonly<Record<string, string>>
  change: (what: Partial<T>) => void
  /** Shows the error of a field when it loses the focus. */
  leave: (field: F) => void
  form: {
    ref: RefObject<HTMLFormElement | null>
    tabIndex: -1
    noValidate: true
    onSubmit: (event: FormEvent) => void
  }
  /** The unsaved drafts and the notice about another tab, for the place above the fields. */
  drafts: ReactNode
  /** Changes that others have saved in the meantime, and refusals, for the place among the fields. */
  notices: ReactNode
  bar: ReactNode
  question: ReactNode
} {
  const show = useToast()
  const form = useFirstInvalid(save.error)
  const [isWork] = useState(() => {
    const Work = z.object({ id: z.string(), stood: schema, typed: schema })
    return (values: unknown): values is Work<T> => Work.safeParse(values).success
  })
  const draft = useKeptDraft(draftOf, isWork)
  const [work, setWork] = useState<Work<T>>(() => draft.here?.values ?? workOn(typedOf(fresh)))
  /** The version of the record when the editing began, or when the user last reviewed it. */
  const [version, setVersion] = useState(draft.here?.version ?? fresh.version)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const latest = useRef(work)
  latest.current = work
  const stands = typedOf(fresh)
  const differing = (one: T, other: T) => {
    const [first, second] = [meantBy(one), meantBy(other)]
    return fields.filter((field) => !isSame(first[field], second[field]))
  }
  const touched = differing(work.typed, work.stood)
  const changedSince = fresh.version > version ? differing(stands, work.stood) : []
  const clashing = differing(work.typed, stands).filter(
    (field) => touched.includes(field) && changedSince.includes(field),
  )
  const isUnsaved = mayChange && touched.length > 0

  const keep = (next: Work<T>, ofVersion: number) => {
    if (differing(next.typed, next.stood).length > 0) draft.keep({ version: ofVersion, values: next })
    else draft.drop()
  }
  const put = (next: Work<T>, ofVersion = version) => {
    setWork(next)
    setVersion(ofVersion)
    keep(next, ofVersion)
  }
  /** A draft that another tab has taken over stays unchanged; this tab continues as a new draft. */
  const asOwn = (before: Work<T>): Work<T> => (draft.isLost() ? { ...before, id: uuidv7() } : before)
  const takenOver = (kept: readonly F[]): Work<T> => ({
    ...work,
    stood: stands,
    typed: { ...stands, ...Object.fromEntries(kept.map((field) => [field, work.typed[field]])) },
  })
  if (fresh.version > version && clashing.length === 0) {
    setWork(takenOver(touched))
    setVersion(fresh.version)
  }
  const guard = useLeaveGuard(
    isUnsaved,
    draft.keptAt
      ? {
          words: texts.whatYouTypedIsNot,
        }
      : {},
  )

  const send = (changes: Partial<Record<F, unknown>>, ofVersion: number) =>
    save.mutate(
      { input: { id: fresh.id, ...changes } as never, ifMatch: ofVersion },
      {
        onSuccess: (saved) => {
          const stood = typedOf(saved)
          // Text typed while the save was pending is kept.
          const since = differing(latest.current.typed, work.typed)
          const typed = Object.fromEntries(since.map((field) => [field, latest.current.typed[field]]))
          put({ ...work, stood, typed: { ...stood, ...typed } }, saved.version)
          show({ message: savedWords(saved) })
        },
        onError: (error) => {
          const standing = standingOf<R>(error)
          // The other person changed different fields, so sending the change again overwrites none of theirs.
          const theirs = standing && differing(typedOf(standing), work.stood)
          if (standing && !theirs?.some((field) => field in changes)) send(changes, standing.version)
          else setWrong(fieldErrors(error))
        },
      },
    )
  const submit = () => {
    if (!isUnsaved || save.isPending || clashing.length > 0 || draft.lost) return
    const sent = together.some((field) => touched.includes(field))
      ? [...new Set([...touched, ...together])]
      : touched
    const meant = meantBy(work.typed)
    const changes = Object.fromEntries(sent.map((field) => [field, meant[field]])) as Partial<
      Record<F, unknown>
    >
    const found = problemsIn(changes)
    setWrong(found)
    if (Object.keys(found).length === 0) send(changes, version)
  }
  useSaveKey(mayChange, () => form.current?.requestSubmit())
  const settle = (kept: readonly F[]) => {
    save.reset()
    put(takenOver(kept), fresh.version)
  }
  const change = (what: Partial<T>) => {
    put({ ...asOwn(work), typed: { ...work.typed, ...what } })
    setWrong({})
    if (save.error) save.reset()
  }
  const leave = (field: F) => {
    if (!touched.includes(field)) return
    const why = problemsIn({ [field]: meantBy(work.typed)[field] } as Partial<Record<F, unknown>>)[field]
    if (why) setWrong((before) => ({ ...before, [field]: why }))
  }
  const restore = (id: string) => {
    const found = draft.takeOver(id)
    if (!found) return
    setWrong({})
    setWork(found.values)
    setVersion(found.version)
  }
  useFocusGoesOn([draft.found.length, draft.lost, clashing.length, isUnsaved].join(), form)
  const hasUntold = clashing.length === 0 && Object.keys(wrong).length === 0

  const drafts = mayChange && (draft.lost || draft.found.length > 0) && (
    <DraftNotices
      draft={draft}
      noteOf={(ofVersion) => (ofVersion < fresh.version ? texts.theWasChangedSinceBoth({ noun }) : '')}
      onRestore={restore}
      onTakeBack={() => restore(work.id)}
      onGoOn={() => put(asOwn(work))}
    />
  )
  const notices = (
    <>
      {clashing.length > 0 && (
        <Clash
          noun={noun}
          fields={clashing.map((field) => ({
            label: labels[field],
            standing: wordsOf(field, stands),
            typed: wordsOf(field, work.typed),
            onTake: () => put({ ...work, typed: { ...work.typed, [field]: stands[field] } }),
            onKeep: () => put({ ...work, stood: { ...work.stood, [field]: stands[field] } }),
          }))}
          onTake={() => settle(touched.filter((field) => !clashing.includes(field)))}
          onKeep={() => settle(touched)}
        />
      )}
      {hasUntold && save.error && <ChangeFailure error={save.error} />}
    </>
  )
  const bar = isUnsaved && (
    <SaveBar
      unsaved={touched.map((field) => labels[field])}
      note={noteOf(touched)}
      isPending={save.isPending}
      isBlocked={clashing.length > 0 || draft.lost !== ''}
      onSave={() => form.current?.requestSubmit()}
      onDiscard={() => {
        setWrong({})
        settle([])
      }}
    />
  )
  return {
    typed: work.typed,
    wrong,
    change,
    leave,
    form: {
      ref: form,
      tabIndex: -1,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault()
        submit()
      },
    },
    drafts,
    notices,
    bar: bar || undefined,
    question: guard.dialog,
  }
}

/** The typed values, and the saved values when the editing began; the id identifies the draft. */
interface Work<T> {
  id: string
  stood: T
  typed: T
}

function workOn<T>(stood: T): Work<T> {
  return { id: uuidv7(), stood, typed: stood }
}

/** True if two values of a field are equivalent; the order of chosen options does not matter. */
function isSame(one: unknown, other: unknown): boolean {
  const key = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value)
  return key(one) === key(other)
}
