import { useRef, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { useCurrentUser } from '../current-user.ts'
import type { Clashing } from './clash.tsx'
import { draftKey } from './drafts.ts'
import { useKeptDraft } from './kept-draft.ts'

export type Values = Readonly<Record<string, unknown>>

/** The typed values, and the saved values when the editing began; the id identifies the draft. */
export interface Work<T> {
  id: string
  stood: T
  typed: T
}

/**
 * The typed values of a record, kept as a draft in this browser. A newer version of the record is applied to fields
 * that the user has not edited; the fields that both have changed are `clashing`, until the user has chosen.
 */
export function useWork<T extends Values, F extends keyof T & string>({
  draftOf,
  fields,
  schema,
  meantBy,
  standing,
  begun,
  sent,
  isDropped,
  onChoose,
}: {
  /** The kind and the id of the record, to keep its drafts by. */
  draftOf: readonly string[]
  fields: readonly F[]
  schema: z.ZodType<T>
  meantBy: (typed: T) => Readonly<Record<F, unknown>>
  /** The saved record; null for a new one. */
  standing: { version: number; values: T } | null
  begun: T
  /** What a save that is on its way has sent; null while none is. */
  sent: Work<T> | null
  /** That was discarded meanwhile: a newer version that holds it waits for the answer, which tells what to take back. */
  isDropped: boolean
  /** Called when the user chooses between a saved and a typed value, or discards the changes. */
  onChoose: () => void
}) {
  const [isWork] = useState(() => {
    const Kept = z.object({ id: z.string(), stood: schema, typed: schema })
    return (values: unknown): values is Work<T> => Kept.safeParse(values).success
  })
  const user = useCurrentUser()
  const draft = useKeptDraft(draftKey(user?.id ?? '', draftOf.join(' ')), isWork)
  const [work, setWork] = useState<Work<T>>(() => draft.here?.values ?? workOn(begun))
  /** The version of the record when the editing began, or when the user last reviewed it. */
  const [version, setVersion] = useState(draft.here?.version ?? standing?.version ?? 0)
  const latest = useRef(work)
  latest.current = work
  const { differing, clashOf } = comparing(fields, meantBy)
  const touched = differing(work.typed, work.stood)
  const isOutdated = standing !== null && standing.version > version
  // The newer version may be the one that the save has made, read before the answer: nobody else has typed that.
  const ofOthers = sent && standing ? differing(standing.values, sent.typed) : fields
  const clashing = isOutdated
    ? clashOf(work, standing.values, touched).filter((field) => ofOthers.includes(field))
    : []
  if (isOutdated && clashing.length === 0 && !isDropped) {
    setWork(rebased(work, standing.values, touched))
    setVersion(standing.version)
  }

  const put = (next: Work<T>, ofVersion = version) => {
    latest.current = next
    setWork(next)
    setVersion(ofVersion)
    if (differing(next.typed, next.stood).length > 0) draft.keep({ version: ofVersion, values: next })
    else draft.drop()
  }
  /** A draft that another tab has taken over stays unchanged; this tab continues as a new draft. */
  const own = () => (draft.isLost() ? { ...latest.current, id: uuidv7() } : latest.current)
  const choose = (next: Work<T>, ofVersion?: number) => {
    onChoose()
    put(next, ofVersion)
  }
  const settle = (kept: readonly F[]) => {
    if (standing) choose(rebased(work, standing.values, kept), standing.version)
  }
  const clash: Clashing<T, F> | null =
    standing && clashing.length > 0
      ? {
          fields: clashing,
          standing: standing.values,
          typed: work.typed,
          take: (field) => choose({ ...work, typed: { ...work.typed, [field]: standing.values[field] } }),
          keep: (field) => choose({ ...work, stood: { ...work.stood, [field]: standing.values[field] } }),
          takeAll: () => settle(touched.filter((field) => !clashing.includes(field))),
          keepAll: () => settle(touched),
        }
      : null
  return {
    work,
    version,
    draft,
    /** The work as of the last change, before the next render too. */
    latest,
    touched,
    clash,
    differing,
    clashOf,
    put,
    /** Changes fields; returns their names. */
    change: (what: Partial<T> | ((before: T) => Partial<T>)): string[] => {
      const before = own()
      const changes = typeof what === 'function' ? what(before.typed) : what
      put({ ...before, typed: { ...before.typed, ...changes } })
      return Object.keys(changes)
    },
    goOn: () => put(own()),
    discard: () => settle([]),
    /** Starts a new record over with these values; returns how to undo that. */
    startOver: (values: T): (() => void) => {
      draft.drop()
      choose(workOn(values))
      return () => put(work)
    },
    restore: (id: string): void => {
      const found = draft.takeOver(id)
      if (found) setWork(found.values)
      if (found) setVersion(found.version)
    },
  }
}

/** Compares typed values as they would be saved. */
function comparing<T, F extends string>(
  fields: readonly F[],
  meantBy: (typed: T) => Readonly<Record<F, unknown>>,
) {
  const differing = (one: T, other: T) => {
    const [first, second] = [meantBy(one), meantBy(other)]
    return fields.filter((field) => !isSame(first[field], second[field]))
  }
  /** Those of the fields to save that another person has changed to something else. */
  const clashOf = ({ stood, typed }: Work<T>, theirs: T, saved: readonly F[]) => {
    const changed = differing(theirs, stood)
    return differing(typed, theirs).filter((field) => saved.includes(field) && changed.includes(field))
  }
  return { differing, clashOf }
}

function workOn<T>(stood: T): Work<T> {
  return { id: uuidv7(), stood, typed: stood }
}

/** The work on newer saved values, with the typed values of these fields. */
export function rebased<T extends Values>(work: Work<T>, stood: T, kept: readonly (keyof T)[]): Work<T> {
  const typed = Object.fromEntries(kept.map((field) => [field, work.typed[field]]))
  return { ...work, stood, typed: { ...stood, ...typed } }
}

/** True if two values of a field are equivalent; the order of chosen options does not matter. */
function isSame(one: unknown, other: unknown): boolean {
  const key = (value: unknown) =>
    JSON.stringify(
      Array.isArray(value) && value.every((option) => typeof option === 'string') ? value.toSorted() : value,
    )
  return key(one) === key(other)
}
