import { type FormEvent, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { momentOf } from '#kit/contract/words.ts'
import { useCommand, useEndpoint, useRefresh } from '#kit/web/client.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { momentTyped } from '#kit/web/fields/moment-field.tsx'
import { useLeaveGuard } from '#kit/web/record/leave-guard.tsx'
import { useSentOnce } from '#kit/web/sent-once.ts'
import { useToast } from '#kit/web/toast.tsx'
import { releases, type WaitingSection } from '../contract.ts'
import type { ReleasedName } from '../section-contract.ts'
import { texts } from '../texts.ts'
import { releaseRecord } from './links.ts'

const begun = { title: '', note: '', when: 'now', publish_at: '' }

/** The form of a release: what is chosen, its wording and its time; every section that changes the shop is chosen at first. */
export function usePublish(waiting: readonly WaitingSection[]) {
  const show = useToast()
  const create = useCommand(releases.create)
  const once = useSentOnce()
  const refresh = useRefresh()
  const [typed, setTyped] = useState(begun)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [said, setSaid] = useState<Partial<Record<ReleasedName, boolean>>>({})
  const isChosen = ({ section, is_changed }: WaitingSection) => said[section] ?? is_changed
  const chosen = waiting.filter(isChosen)
  // A way back is chosen by name, unless nothing else waits.
  const changed = waiting.filter(({ is_changed }) => is_changed)
  const all = changed.length > 0 ? changed : waiting
  const hasAll = all.every(isChosen)
  const change = (next: Partial<typeof begun>) => {
    setTyped((before) => ({ ...before, ...next }))
    setWrong({})
    // What is on its way is answered to who waits for it.
    if (!create.isPending) create.reset()
  }
  const choose = (section: ReleasedName, is: boolean) => setSaid((before) => ({ ...before, [section]: is }))
  const chooseAll = (is: boolean) =>
    setSaid(Object.fromEntries(waiting.map((one) => [one.section, is && all.includes(one)] as const)))
  const isLater = typed.when === 'later'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const at = isLater ? momentTyped(typed.publish_at) : null
    if (typed.title.trim() === '') return setWrong({ title: texts.titleIsRequired })
    if (at === '') return setWrong({ publish_at: texts.timeIsRequired })
    const sections = chosen.map(({ section, version }) => ({ section, version }))
    const wanted = { title: typed.title, note: typed.note, sections, publish_at: at }
    create.mutate(
      { input: { id: once.idOf(wanted), ...wanted } },
      {
        onSuccess: (made) => {
          once.forget()
          navigate(releaseRecord(made))
          show({
            message:
              made.number === null
                ? texts.isScheduled({ title: made.title, at: momentOf(made.publish_at ?? made.created_at) })
                : texts.isPublished({ number: made.number }),
          })
        },
        // Somebody changed a section meanwhile: the screen offers its current version.
        onError: () => void refresh(releases.waiting),
      },
    )
  }
  const scheduled = useEndpoint(releases.list, { state: 'scheduled', limit: 100 })
  const clashes = (scheduled.data?.rows ?? []).flatMap(({ id, title, publish_at, sections }) => {
    const both = chosen.filter(({ section }) => sections.includes(section)).map(({ section }) => section)
    return both.length > 0 && publish_at !== null ? [{ id, title, publish_at, sections: both }] : []
  })
  const errors = { ...fieldErrors(create.error ?? undefined), ...wrong }
  const isBegun = typed !== begun || waiting.some((one) => isChosen(one) !== one.is_changed)
  const guard = useLeaveGuard(isBegun && !create.isPending && !create.isSuccess)
  return {
    guard,
    create,
    typed,
    change,
    errors,
    chosen,
    hasAll,
    choose,
    chooseAll,
    isLater,
    submit,
    scheduled,
    clashes,
  }
}
