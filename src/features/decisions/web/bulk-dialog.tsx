import { useEffect, useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { maxReasonLength } from '#kit/contract/reason.ts'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { ReasonField } from '#kit/web/fields/reason-field.tsx'
import { useToast } from '#kit/web/toast.tsx'
import type { BulkOutcome, CheckedRecord } from '../contract.ts'
import type { Trial } from '../matching-contract.ts'
import type { ReasonChoices } from '../reasons/choice-contract.ts'
import { silentIn } from '../reasons/web/reason-model.ts'
import { texts } from '../texts.ts'
import {
  type BulkCalls,
  type BulkVerb,
  bodyOf,
  callOf,
  faultOf,
  leftWords,
  type Sayings,
  undoEach,
} from './bulk-model.ts'
import { BulkReasonsPanel } from './bulk-reasons-panel.tsx'
import { trialOf } from './matching-model.ts'
import { OutcomesDialog } from './outcomes-dialog.tsx'
import { TrialPanel } from './trial-panel.tsx'
import { Seconds, useSecondsUntil } from './undo-panel.tsx'

interface Item {
  id: string
  name: string
}

interface Props {
  noun: 'vendor' | 'product' | 'customer'
  rows: Item[]
  verb: BulkVerb
  calls: BulkCalls
  labels: Readonly<Record<string, string>>
  onClose: () => void
  onDone: () => void
}

const actions = {
  approve: { vendor: texts.approveVendors, product: texts.approveProducts, customer: texts.approveCustomers },
  request_update: {
    vendor: texts.requestVendors,
    product: texts.requestProducts,
    customer: texts.approveCustomers,
  },
  reject: { vendor: texts.rejectVendors, product: texts.rejectProducts, customer: texts.approveCustomers },
}

/** The dry run of the decision, the reasons, and the decision itself. */
function useBulk({ verb, calls }: Props, items: readonly Item[]) {
  const call = useCall()
  const refresh = useRefresh()
  const [trial, setTrial] = useState<Trial | null>(null)
  const [choices, setChoices] = useState<ReasonChoices | null>(null)
  const [sayings, setSayings] = useState<Sayings>({ isEach: false, all: silentIn('en'), own: {} })
  const [fault, setFault] = useState<{ id: string; words: string } | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const [isPending, setPending] = useState(false)
  const [outcomes, setOutcomes] = useState<BulkOutcome[] | null>(null)
  const ids = items.map(({ id }) => id)
  const isWarned = verb === 'approve' && trial !== null && trial.warned > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog tries once, with the rows it was opened for
  useEffect(() => {
    let isOpen = true
    const checked = call(calls.bulkCheck, { ids, verb } as never)
    const from = verb === 'approve' ? null : call(calls.choices, {} as never)
    Promise.all([checked, from]).then(
      ([answer, chosen]) => {
        if (!isOpen) return
        setTrial(trialOf(answer as CheckedRecord[]))
        setChoices(chosen as ReasonChoices | null)
        if (chosen) setSayings({ ...sayings, all: silentIn((chosen as ReasonChoices).language) })
      },
      (error: Error) => isOpen && setFailure(error),
    )
    return () => {
      isOpen = false
    }
  }, [])
  const send = async () => {
    const wrong = faultOf(sayings, verb, ids, isWarned)
    setFault(wrong)
    if (wrong) return
    setPending(true)
    setFailure(null)
    const endpoint = callOf(calls, verb)
    try {
      setOutcomes((await call(endpoint, bodyOf(sayings, verb, ids, isWarned) as never)) as BulkOutcome[])
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
  return { trial, choices, sayings, say, fault, failure, isPending, outcomes, isWarned, send }
}

/**
 * Decides on several records: shows what would be refused and what is warned of, asks for one reason for all or one per
 * row, and then shows each outcome.
 */
export function BulkDialog(props: Props) {
  const { noun, rows, verb, calls, labels, onClose, onDone } = props
  // Keeps the selection from when the dialog opened, even if the list changes meanwhile.
  const [items] = useState(rows)
  const { trial, choices, sayings, say, fault, failure, isPending, outcomes, isWarned, send } = useBulk(
    props,
    items,
  )
  if (outcomes) return <Outcomes outcomes={outcomes} verb={verb} undo={calls.undo} onDone={onDone} />
  const action = actions[verb][noun]({ count: trial?.possible || items.length })
  const refused = Object.values(fieldErrors(failure ?? undefined))[0]
  return (
    <FormDialog
      title={texts.confirm({ action })}
      text={noun === 'customer' ? texts.customersDecidedSeparately : texts.decidedSeparately}
      verb={action}
      isDangerous={verb === 'reject'}
      isWide={verb !== 'approve'}
      isPending={isPending}
      isOff={trial?.possible === 0 || (!trial && !failure)}
      error={failure}
      isAtField={Boolean(refused)}
      onClose={onClose}
      onSubmit={() => void send()}
    >
      <TrialPanel trial={trial} isTrying={!failure} />
      {choices && (
        <BulkReasonsPanel
          items={items}
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

/** The outcome of each record, with Undo for one record or for all while the undo window is open. */
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
  const refresh = useRefresh()
  const show = useToast()
  const [takenBack, setTakenBack] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<Error | null>(null)
  const [isPending, setPending] = useState(false)
  const done = outcomes.filter(({ outcome }) => outcome === 'done')
  const until = done.map(({ undo_until }) => undo_until ?? '').sort()[0] ?? ''
  const seconds = useSecondsUntil(until)
  const standing = done.filter(({ id }) => takenBack[id] === undefined)
  const takeBackOne = ({ id, decision_id }: BulkOutcome) => call(undo, { id, decision_id } as never)
  const takeBack = async () => {
    setPending(true)
    setFailure(null)
    const lost = await undoEach(standing, takeBackOne, ({ id }, refusal) =>
      setTakenBack((before) => ({ ...before, [id]: refusal })),
    )
    setFailure(lost)
    setPending(false)
    void refresh(undo)
  }
  const undoLater = async (items: BulkOutcome[]) => {
    const settled = new Map<string, string>()
    const lost = await undoEach(items, takeBackOne, ({ id }, refusal) => settled.set(id, refusal))
    const undone = [...settled.values()].filter((refusal) => refusal === '').length
    const counts = { done: undone, failed: settled.size - undone }
    const left = items.filter(({ id }) => !settled.has(id))
    const leftMs = Date.parse(until) - Date.now()
    show(
      lost
        ? {
            message: `${texts.jobUndone(counts)}. ${leftWords(lost, left.length, leftMs > 0)}`,
            tone: 'refused',
            ...(leftMs > 0 ? { undo: () => void undoLater(left), standsMs: leftMs } : {}),
          }
        : { message: texts.jobUndone(counts), tone: counts.failed > 0 ? 'refused' : 'good' },
    )
    void refresh(undo)
  }
  // The way back stays for the rest of its time when the dialog is closed.
  const close = () => {
    if (standing.length > 0 && seconds > 0)
      show({
        message: texts.outcomeCounts({
          done: standing.length,
          past: pastWords[verb],
          refused: outcomes.length - done.length,
        }),
        undo: () => void undoLater(standing),
        standsMs: seconds * 1000,
      })
    onDone()
  }
  return (
    <OutcomesDialog
      outcomes={outcomes}
      past={pastWords[verb]}
      tone={tones[verb]}
      back={{
        label:
          seconds > 0 && standing.length > 0
            ? texts.undoAll({ standing: standing.length, seconds: <Seconds count={seconds} /> })
            : null,
        past: texts.undone,
        results: takenBack,
        isPending,
        error: failure,
        left: standing.length,
        onUndo: () => void takeBack(),
      }}
      onDone={close}
    />
  )
}
