import { useEffect, useMemo, useState } from 'react'
import type { BulkOutcome, CheckedRecord } from '#features/decisions/contract.ts'
import type { ReasonChoices } from '#features/decisions/reasons/choice-contract.ts'
import { texts } from '#features/decisions/texts.ts'
import { silent } from '#features/decisions/web/reason-model.ts'
import { Seconds } from '#features/decisions/web/undo-panel.tsx'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { maxReasonLength } from '#kit/contract/reason.ts'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import { serverNow } from '#kit/web/connection.ts'
import { useSecondsUntil } from '#kit/web/countdown.ts'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { ReasonField } from '#kit/web/fields/reason-field.tsx'
import { useToast } from '#kit/web/toast.tsx'
import {
  type BulkCalls,
  type BulkVerb,
  bodyOf,
  callOf,
  faultOf,
  type Item,
  leftWords,
  namedIn,
  type Sayings,
  undoEach,
} from './bulk-model.ts'
import { BulkReasonsPanel } from './bulk-reasons-panel.tsx'
import { actionOf, type DecidedOn, trialOf } from './matching-model.ts'
import { OutcomesDialog } from './outcomes-dialog.tsx'
import { HeldPanel, TrialPanel } from './trial-panel.tsx'

interface Props {
  noun: DecidedOn
  rows: Item[]
  verb: BulkVerb
  calls: BulkCalls
  labels: Readonly<Record<string, string>>
  onClose: () => void
  onDone: () => void
}

/** The dry run of the decision, the reasons, and the decision itself. */
function useBulk({ verb, calls }: Props, items: readonly Item[]) {
  const call = useCall()
  const refresh = useRefresh()
  const [checked, setChecked] = useState<CheckedRecord[] | null>(null)
  const [choices, setChoices] = useState<ReasonChoices | null>(null)
  const [sayings, setSayings] = useState<Sayings>({ isEach: false, all: silent, own: {} })
  const [fault, setFault] = useState<{ id: string; words: string } | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const [isPending, setPending] = useState(false)
  const [outcomes, setOutcomes] = useState<BulkOutcome[] | null>(null)
  // Who decides on many at once has none of them open: what colleagues are reviewing stays theirs unless it is asked for.
  const [isLeavingOut, leaveOut] = useState(true)
  const trial = useMemo(() => checked && trialOf(checked), [checked])
  const left = new Set(isLeavingOut ? trial?.held.map(({ id }) => id) : [])
  const kept = items.filter(({ id }) => !left.has(id))
  const ids = kept.map(({ id }) => id)
  const isWarned = verb === 'approve' && trialOf((checked ?? []).filter(({ id }) => !left.has(id))).warned > 0
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog tries with the rows it was opened for
  useEffect(() => {
    let isOpen = true
    const tried = call(calls.bulkCheck, { ...namedIn(items), verb } as never)
    const from = verb === 'approve' ? null : call(calls.choices, {} as never)
    Promise.all([tried, from]).then(
      ([answer, chosen]) => {
        if (!isOpen) return
        setChecked(answer as CheckedRecord[])
        setChoices(chosen as ReasonChoices | null)
      },
      (error: Error) => isOpen && setFailure(error),
    )
    return () => {
      isOpen = false
    }
  }, [round])
  const again = () => {
    setFailure(null)
    setRound(round + 1)
  }
  const send = async () => {
    const wrong = faultOf(sayings, verb, ids, isWarned)
    setFault(wrong)
    if (wrong) return
    setPending(true)
    setFailure(null)
    const endpoint = callOf(calls, verb)
    try {
      setOutcomes((await call(endpoint, bodyOf(sayings, verb, kept, isWarned) as never)) as BulkOutcome[])
    } catch (error) {
      setFailure(error as Error)
    }
    setPending(false)
    void refresh(endpoint)
  }
  const say = (next: Sayings) => {
    setSayings(next)
    setFault(null)
  }
  const held = { kept, left: left.size, isLeavingOut, leaveOut }
  return { trial, held, choices, sayings, say, fault, failure, isPending, outcomes, isWarned, send, again }
}

/**
 * Decides on several records: shows what would be refused and what is warned of, asks for one reason for all or one per
 * row, and then shows each outcome.
 */
export function BulkDialog(props: Props) {
  const { noun, rows, verb, calls, labels, onClose, onDone } = props
  // Keeps the selection from when the dialog opened, even if the list changes meanwhile.
  const [items] = useState(rows)
  const bulk = useBulk(props, items)
  const { trial, held, choices, sayings, say, fault, failure, isPending, outcomes, isWarned, send } = bulk
  if (outcomes) return <Outcomes outcomes={outcomes} verb={verb} undo={calls.undo} onDone={onDone} />
  const decided = trial ? trial.possible - held.left : items.length
  const action = actionOf(verb, noun, decided || items.length)
  const refused = Object.values(fieldErrors(failure ?? undefined))[0]
  return (
    <FormDialog
      title={texts.confirm({ action })}
      text={noun === 'customer' ? texts.customersDecidedSeparately : texts.decidedSeparately}
      verb={action}
      isDangerous={verb === 'reject'}
      isWide={verb !== 'approve'}
      isPending={isPending}
      // Not on what nobody could be warned of, and not past what colleagues are reviewing.
      isOff={decided === 0 || !trial}
      error={failure}
      isAtField={Boolean(refused)}
      onClose={onClose}
      onSubmit={() => void send()}
    >
      <TrialPanel trial={trial} isTrying={!failure} onAgain={bulk.again} />
      <HeldPanel trial={trial} isLeftOut={held.isLeavingOut} onChange={held.leaveOut} />
      {choices && (
        <BulkReasonsPanel
          items={held.kept}
          verb={verb}
          calls={calls}
          labels={labels}
          choices={choices}
          sayings={sayings}
          fault={fault ?? (refused ? { id: '', words: refused } : null)}
          onChange={say}
        />
      )}
      {isWarned && (
        <ReasonField
          label={texts.whyDespite}
          value={sayings.all.own}
          error={fault?.words ?? refused ?? ''}
          maxLength={maxReasonLength}
          onChange={(own) => say({ ...sayings, all: { ...sayings.all, own } })}
        />
      )}
    </FormDialog>
  )
}

const pastWords = {
  approve: texts.approved,
  request_update: texts.askedAgain,
  reject: texts.rejected,
} as const
const tones = { approve: 'good', request_update: 'waiting', reject: 'refused' } as const

/**
 * Undo of several changes while `until` has not passed: from the dialog of the outcomes, for what is left at each time, and from
 * a message for the rest of the time once the dialog is closed.
 */
export function useUndoOfAll<T extends { id: string }>({
  items,
  until,
  endpoint,
  undoOne,
  doneWords,
  undoneWords,
}: {
  items: readonly T[]
  until: string
  /** Everything of its noun is read again after an undo. */
  endpoint: Pick<Endpoint, 'path'>
  undoOne: (item: T) => Promise<unknown>
  /** What the message says that offers the undo. */
  doneWords: (count: number) => string
  /** What became of it; `why` is the first refusal, or empty. */
  undoneWords: (counts: { done: number; failed: number }, why: string) => string
}) {
  const refresh = useRefresh()
  const show = useToast()
  const [results, setResults] = useState<Record<string, string>>({})
  const [error, setError] = useState<Error | null>(null)
  const [isPending, setPending] = useState(false)
  const seconds = useSecondsUntil(until)
  const standing = items.filter(({ id }) => results[id] === undefined)
  const isOffered = seconds > 0 && standing.length > 0
  const undoNow = async () => {
    setPending(true)
    setError(null)
    const lost = await undoEach(standing, undoOne, ({ id }, refusal) =>
      setResults((before) => ({ ...before, [id]: refusal })),
    )
    setError(lost)
    setPending(false)
    void refresh(endpoint)
  }
  const undoLater = async (wanted: readonly T[]) => {
    const settled = new Map<string, string>()
    const lost = await undoEach(wanted, undoOne, ({ id }, refusal) => settled.set(id, refusal))
    const refusals = [...settled.values()].filter(Boolean)
    const words = undoneWords(
      { done: settled.size - refusals.length, failed: refusals.length },
      refusals[0] ?? '',
    )
    const left = wanted.filter(({ id }) => !settled.has(id))
    const leftMs = Date.parse(until) - serverNow()
    show(
      lost
        ? {
            message: `${words.replace(/\.$/, '')}. ${leftWords(lost, left.length, leftMs > 0)}`,
            tone: 'refused',
            ...(leftMs > 0 ? { undo: () => void undoLater(left), standsMs: leftMs } : {}),
          }
        : { message: words, tone: refusals.length > 0 ? 'refused' : 'good' },
    )
    void refresh(endpoint)
  }
  const offerLater = () => {
    if (!isOffered) return
    const undo = () => void undoLater(standing)
    show({ message: doneWords(standing.length), undo, standsMs: seconds * 1000 })
  }
  const back = { results, isPending, error, left: standing.length, onUndo: () => void undoNow() }
  return { back, standing: standing.length, seconds, isOffered, offerLater }
}

/** The outcome of each record, with Undo for all that are left while the undo window is open. */
function Outcomes({
  outcomes,
  verb,
  undo,
  onDone,
}: {
  outcomes: BulkOutcome[]
  verb: BulkVerb
  undo: Endpoint
  onDone: () => void
}) {
  const call = useCall()
  // Also what was decided before, by a call whose answer was lost, and is unchanged by this one.
  const decided = outcomes.filter(({ decision_id }) => decision_id !== null)
  const { back, standing, seconds, isOffered, offerLater } = useUndoOfAll({
    items: decided,
    until: decided.map(({ undo_until }) => undo_until ?? '').sort()[0] ?? '',
    endpoint: undo,
    undoOne: ({ id, decision_id }) => call(undo, { id, decision_id } as never),
    doneWords: (count) =>
      texts.outcomeCounts({ done: count, past: pastWords[verb], refused: outcomes.length - decided.length }),
    undoneWords: (counts) => texts.jobUndone(counts),
  })
  return (
    <OutcomesDialog
      outcomes={outcomes}
      past={pastWords[verb]}
      tone={tones[verb]}
      back={{
        ...back,
        label: isOffered ? texts.undoAll({ standing, seconds: <Seconds count={seconds} /> }) : null,
        past: texts.undone,
      }}
      onDone={() => {
        offerLater()
        onDone()
      }}
    />
  )
}
