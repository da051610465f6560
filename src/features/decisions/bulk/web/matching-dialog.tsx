import { useEffect, useState } from 'react'
import { Override } from '#features/decisions/contract.ts'
import { reasonedVerbs, type Trial } from '#features/decisions/matching-contract.ts'
import { CodedReasons, type ReasonChoices } from '#features/decisions/reasons/choice-contract.ts'
import { SayingPanel } from '#features/decisions/reasons/web/saying-panel.tsx'
import { texts } from '#features/decisions/texts.ts'
import { type Saying, saidOf, silent } from '#features/decisions/web/reason-model.ts'
import { maxReasonLength } from '#kit/contract/reason.ts'
import { ApiRefusal, useCall, useRefresh } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { ReasonField } from '#kit/web/fields/reason-field.tsx'
import {
  actionOf,
  type DecidedOn,
  letterOf,
  type MatchingCalls,
  type MatchingSelection,
  type MatchingVerb,
} from './matching-model.ts'
import { HeldPanel, TrialPanel } from './trial-panel.tsx'

/** What a job would do before it is begun, the reasons of its decisions, and its beginning. */
function useMatching(
  { verb: { verb, begin }, all, calls }: { verb: MatchingVerb; all: MatchingSelection; calls: MatchingCalls },
  onBegun: (jobId: string) => void,
) {
  const call = useCall()
  const refresh = useRefresh()
  const [trial, setTrial] = useState<Trial | null>(null)
  const [choices, setChoices] = useState<ReasonChoices | null>(null)
  const [saying, setSaying] = useState<Saying>(silent)
  const [wrong, setWrong] = useState('')
  const [failure, setFailure] = useState<Error | null>(null)
  const [isPending, setPending] = useState(false)
  // Who decides on many at once has none of them open: what colleagues are reviewing stays theirs unless it is asked for.
  const [isLeavingOut, leaveOut] = useState(true)
  const left = isLeavingOut && trial ? trial.held.map(({ id }) => id) : []
  const { filter, except } = all
  const isReasoned = reasonedVerbs.includes(verb)
  const attempt = async () => (await call(calls.tryMatching, { verb, filter, except } as never)) as Trial
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog keeps the selection it was opened for
  useEffect(() => {
    let isOpen = true
    const chosen = isReasoned ? call(calls.choices, {} as never) : null
    Promise.all([attempt(), chosen]).then(
      ([answer, from]) => {
        if (!isOpen) return
        setTrial(answer)
        setChoices(from as ReasonChoices | null)
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
  // What was not looked into may have warnings as well.
  const isWarned = verb === 'approve' && trial !== null && trial.warned + trial.not_looked_into > 0
  const send = async () => {
    if (!trial) return
    const said = isReasoned ? saidOf(saying) : isWarned ? { reason: saying.own } : {}
    const check = isReasoned ? CodedReasons.safeParse(said) : isWarned ? Override.safeParse(said) : null
    if (check && !check.success) return setWrong(check.error.issues[0]?.message ?? '')
    setPending(true)
    setFailure(null)
    try {
      // The number that was read here: the list behind the dialog may have had another one.
      const but = { except: [...except, ...left], count: trial.total - left.length }
      const body = { verb, filter, ...but, ...said }
      onBegun(((await call(begin, body as never)) as { job_id: string }).job_id)
    } catch (error) {
      setFailure(error as Error)
      // Nothing was started, because another number matches now: that one is to be confirmed.
      if (error instanceof ApiRefusal && error.status === 409) {
        void refresh(calls.countMatching)
        await attempt().then(setTrial, setFailure)
      }
      setPending(false)
    }
  }
  const say = (next: Saying) => {
    setSaying(next)
    setWrong('')
  }
  const held = { left: left.length, isLeavingOut, leaveOut }
  return { trial, held, choices, saying, say, wrong, failure, isPending, isWarned, send, again }
}

/** Shows what a job would do before it is begun: how many records it changes, and why not the others. */
export function MatchingDialog({
  noun,
  labels,
  onClose,
  onBegun,
  ...asked
}: {
  noun: DecidedOn
  verb: MatchingVerb
  all: MatchingSelection
  calls: MatchingCalls
  labels: Readonly<Record<string, string>>
  onClose: () => void
  onBegun: (jobId: string) => void
}) {
  const matching = useMatching(asked, onBegun)
  const { trial, held, choices, saying, say, wrong, failure, isPending, isWarned, send } = matching
  const { verb } = asked.verb
  const letter = letterOf(asked.calls, verb, trial?.first ?? null)
  const refused = Object.values(fieldErrors(failure ?? undefined))[0]
  const decided = trial ? trial.possible - held.left : asked.all.count
  const action = actionOf(verb, noun, decided)
  return (
    <FormDialog
      title={texts.confirm({ action })}
      text={texts.jobUndoable}
      verb={action}
      isDangerous={verb === 'reject' || verb === 'disable'}
      isWide={reasonedVerbs.includes(verb) && asked.calls.letter !== undefined}
      isPending={isPending}
      isOff={!trial || decided === 0}
      error={failure}
      isAtField={Boolean(refused)}
      onClose={onClose}
      onSubmit={() => void send()}
    >
      <TrialPanel trial={trial} isTrying={!failure} onAgain={matching.again} />
      <HeldPanel trial={trial} isLeftOut={held.isLeavingOut} onChange={held.leaveOut} />
      {choices && (
        <SayingPanel
          choices={choices}
          labels={labels}
          letter={letter}
          saying={saying}
          error={wrong || refused || ''}
          onChange={say}
        />
      )}
      {isWarned && (
        <ReasonField
          label={texts.whyDespite}
          value={saying.own}
          error={wrong || refused || ''}
          maxLength={maxReasonLength}
          onChange={(own) => say({ ...saying, own })}
        />
      )}
    </FormDialog>
  )
}
