import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  blogSections,
  faqSections,
  generalSections,
  homepageSections,
  type WorkingCopy,
} from '#features/content/contract.ts'
import type { SectionName } from '#features/content/section-contract.ts'
import type { UsedPicture } from '#features/media/contract.ts'
import { useComingPictures } from '#features/media/web/coming-pictures-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useRecordFields } from '#kit/web/record/record-fields.tsx'
import { standingOf } from '#kit/web/record/standing.ts'
import type { Work } from '#kit/web/record/work.ts'
import { useToast } from '#kit/web/toast.tsx'
import { texts } from '../texts.ts'
import { SectionClash } from './clash-panel.tsx'
import { mergedSection } from './merge-model.ts'
import {
  draftSchema,
  entriesOf,
  meantBy,
  pathIn,
  problemsOf,
  sectionOf,
  type Typed,
  type TypedEntry,
  typedOf,
  valueAt,
} from './section-model.ts'

const calls = {
  'Home Page Setting': homepageSections,
  'General Setting': generalSections,
  "Faq's": faqSections,
  Blogs: blogSections,
}

/** The calls that read and save the working copy of a section. */
export function callsOf(name: SectionName) {
  return calls[sectionOf(name).area] as typeof homepageSections
}

/** What the form of a section works with. */
export interface SectionForm {
  name: SectionName
  typed: Typed
  mayChange: boolean
  /** The problems to show, by the path of the field. */
  problems: Readonly<Record<string, string>>
  /** Changes a field of the section, or of an entry. */
  put: (field: string, value: unknown, entry?: string) => void
  /** Changes the entries as a whole: their order, and which there are. */
  putEntries: (change: (entries: readonly TypedEntry[]) => readonly TypedEntry[]) => void
  /** Shows the problem of a field from now on; called when the field loses the focus. */
  leave: (path: string) => void
}

/**
 * The working copy of a section as it is edited: a draft in this browser, the bar for unsaved changes, the question
 * before they would be lost. What others save meanwhile is joined field by field, entry by entry; only where both have
 * changed the same is the person asked.
 */
export function useSection(
  name: SectionName,
  copy: WorkingCopy,
  savedWords: (copy: WorkingCopy) => ReactNode,
  /** Called with the entries that kept the section from being saved, so that one of them is shown. */
  onWrongEntries: (ids: readonly string[]) => void,
) {
  const mayChange = useCan()(callsOf(name).save)
  const show = useToast()
  const [asked, setAsked] = useState<'nothing' | 'all' | ReadonlySet<string>>('nothing')
  const tell = (problems: Record<string, string>) => onWrongEntries(entriesIn(problems))
  const { save, refused, forgive } = useSavedSection(name, tell)
  const labels = labelsOf(name)
  const record = { ...copy, id: name, name: sectionOf(name).title }
  const pictures = useComingPictures({
    valueOf: (path) => valueAt(form.typed, path) as UsedPicture | null,
    put: (path, picture) => {
      const [field = '', entry] = path.split('.').toReversed()
      form.put(field, picture, entry)
    },
    onFailed: (path, message) => {
      // An entry that is open shows it at the field.
      if (!document.querySelector(`[data-field="${CSS.escape(path)}"]`))
        show({ message: texts.pictureFailed({ error: message }), tone: 'refused', isOfScreen: true })
    },
  })
  const work = useRecordFields<typeof record, typeof record, Typed, string>({
    record,
    draftOf: ['section', name],
    fields: Object.keys(labels),
    labels,
    mayChange,
    arrivals: pictures,
    save: save as never,
    schema: draftSchema(name),
    typedOf: ({ value }) => typedOf(name, value),
    meantBy: (typed) => compared(meantBy(name, typed)),
    problemsIn: (_, { typed }) => fieldsOf(problemsOf(name, typed)),
    wholeOf: (sent) => ({ work: sent }),
    savedWords: (saved) => {
      setAsked('nothing')
      return savedWords(saved)
    },
    onWrong: () => {
      setAsked('all')
      tell(problemsOf(name, typed))
    },
  })
  const { typed, clash } = work
  const theirs = clash && typedOf(name, copy.value)
  useQuietMerge(name, work, theirs)
  const found = asked === 'nothing' ? {} : problemsOf(name, typed)
  const shown = Object.entries(found).filter(([path]) => asked === 'all' || (asked as Set<string>).has(path))
  const change = (what: Parameters<typeof work.change>[0]) => {
    forgive()
    work.change(what)
  }
  const putEntries: SectionForm['putEntries'] = (how) =>
    change((before) => ({ items: how(entriesOf(before)) }))
  const form: SectionForm = {
    name,
    typed,
    mayChange,
    problems: { ...pictures.failures, ...refused, ...Object.fromEntries(shown) },
    putEntries,
    put: (field, value, entry) =>
      entry === undefined
        ? change({ [field]: value })
        : putEntries((entries) =>
            entries.map((one) => (one.id === entry ? { ...one, [field]: value } : one)),
          ),
    leave: (path) =>
      setAsked((before) =>
        before === 'all' ? before : new Set([...(before === 'nothing' ? [] : before), path]),
      ),
  }
  const hasClash =
    clash !== null && mergedSection(name, work.stood, typed, theirs ?? typed).conflicts.length > 0
  return {
    ...work,
    section: form,
    pictures,
    isPending: save.isPending,
    question: work.question,
    clashNotice: hasClash && theirs && (
      <SectionClash
        name={name}
        base={work.stood}
        mine={typed}
        theirs={theirs}
        onDone={(merged) => {
          clash.keepAll()
          work.change(merged)
        }}
      />
    ),
  }
}

/** The fields of a section that the kit knows, its entries as one of them, by their labels. */
function labelsOf(name: SectionName): Readonly<Record<string, string>> {
  const { fields, items } = sectionOf(name)
  return {
    ...Object.fromEntries(Object.entries(fields).map(([field, { label }]) => [field, label])),
    ...(items ? { items: texts.entries } : {}),
  }
}

/** The order of the parts counts, while the kit takes a list of words for options in any order. */
function compared(meant: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(meant).map(([field, value]) => [
      field,
      field !== 'items' && Array.isArray(value) ? value.join(' ') : value,
    ]),
  )
}

/** The problems by the fields that the kit knows: those of entries count for all entries. */
function fieldsOf(problems: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problems).map(([path, message]) => [path.includes('.') ? 'items' : path, message]),
  )
}

/** The entries that these problems are of, by their ids. */
function entriesIn(problems: Record<string, string>): string[] {
  return Object.keys(problems).flatMap((path) => (path.includes('.') ? path.split('.').slice(0, 1) : []))
}

/** Joins what another person saved with what is typed, where nobody has to choose. */
function useQuietMerge(
  name: SectionName,
  work: Pick<
    ReturnType<typeof useRecordFields<never, never, Typed, string>>,
    'clash' | 'change' | 'stood' | 'typed'
  >,
  theirs: Typed | null,
) {
  const latest = useRef(work)
  latest.current = work
  const merged = theirs && mergedSection(name, work.stood, work.typed, theirs)
  const isQuiet = merged !== null && merged.conflicts.length === 0
  const joined = useRef(merged)
  joined.current = merged
  useEffect(() => {
    const { clash, change } = latest.current
    if (!isQuiet || !clash || !joined.current) return
    clash.keepAll()
    change(joined.current.typed)
  }, [isQuiet])
}

/** Saves the working copy. If another person saved other fields first, both are joined and saved. */
function useSavedSection(name: SectionName, onRefused: (problems: Record<string, string>) => void) {
  const command = useCommand(callsOf(name).save)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  type Told = { onSuccess: (saved: WorkingCopy) => void; onError: (error: Error) => void }
  const send = (work: Work<Typed>, typed: Typed, ifMatch: number, told: Told) => {
    const value = meantBy(name, typed)
    command.mutate(
      { input: { section: name, value } as never, ifMatch },
      {
        onSuccess: told.onSuccess,
        onError: (error) => {
          const standing = standingOf<WorkingCopy>(error)
          const merged =
            standing && mergedSection(name, work.stood, work.typed, typedOf(name, standing.value))
          if (merged?.conflicts.length === 0) return send(work, merged.typed, standing?.version ?? 0, told)
          const problems = refusedFields(error, entriesOf(value))
          setRefused(problems)
          onRefused(problems)
          told.onError(error)
        },
      },
    )
  }
  return {
    refused,
    forgive: () => setRefused({}),
    save: {
      error: command.error,
      isPending: command.isPending,
      reset: command.reset,
      mutate: ({ input, ifMatch }: { input: { work: Work<Typed> }; ifMatch: number }, told: Told) => {
        setRefused({})
        send(input.work, input.work.typed, ifMatch, told)
      },
    },
  }
}

/** The refusals of the server by the path of the field. */
function refusedFields(error: Error, sent: readonly { id: string }[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([path, message]) => {
      const [first = '', ...rest] = path.split('.')
      return [pathIn(first === 'value' ? rest : [first, ...rest], sent), message]
    }),
  )
}
