import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { ClaimMark, ClaimPanel, useUnlessHeld } from '#features/claims/web/claim-panel.tsx'
import type { Decision } from '#features/decisions/contract.ts'
import type { CodedReasons } from '#features/decisions/reasons/choice-contract.ts'
import type { Saying } from '#features/decisions/reasons/web/reasons-dialog.tsx'
import { texts as decisionTexts } from '#features/decisions/texts.ts'
import {
  DecisionBar,
  noWarnings,
  useApproval,
  useReasonChoices,
} from '#features/decisions/web/decision-bar-panel.tsx'
import { SuccessDialog, useNextRecord } from '#features/decisions/web/success-dialog.tsx'
import { UndoPanel, useTakeBack } from '#features/decisions/web/undo-panel.tsx'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { RecordAddress } from '#kit/web/address.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { keepKeys } from '#kit/web/dialog/kept-keys.ts'
import { useDrafts } from '#kit/web/dialog/use-drafts.ts'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { useGoOn, useLostAnswer } from '#kit/web/queue/use-go-on.ts'
import { type Opened, usePresentAfterConflict } from '#kit/web/record/opened-record.tsx'
import { texts } from '../texts.ts'

const loadReasons = () => import('#features/decisions/reasons/web/reasons-dialog.tsx')
const ReasonsDialog = lazyOf(loadReasons, 'ReasonsDialog')
const OverrideDialog = lazyOf(
  () => import('#features/decisions/reasons/web/override-dialog.tsx'),
  'OverrideDialog',
)

/** The fields that every record has of which a change can wait. */
interface Changed {
  id: string
  version: number
  /** The decision on its change that can be undone. */
  change_decision: Decision | null
}

/** A change that waits for a decision, as this reader sees it. */
interface WaitingChange {
  /** What the calls that accept and decline it take. */
  input: { id: string }
  /** The paths of the fields, documents and pictures that it changes. */
  paths: readonly string[]
  /** The label of the button that accepts it. */
  approval: string
  /** Why the reader cannot accept it, in words; empty if they can. */
  blockedBy: string
}

/** The settings of a kind of record of which changes are decided on. */
export interface ChangeNoun<R extends Changed> {
  noun: 'vendor' | 'product'
  calls: Readonly<Record<'accept' | 'decline' | 'undo' | 'letter' | 'choices', Endpoint>>
  nameOf: (record: R) => string
  /** Null if no change waits. */
  waitingOf: (record: R) => WaitingChange | null
  /** The open warnings about the change, in words: accepting in spite of them asks once. Undefined while they are loading. */
  useWarnings?: (record: R) => readonly string[] | undefined
  /** The labels of what reasons can concern, documents and pictures included. */
  reasonLabels: Readonly<Record<string, string>>
  /** The dialog that asks for the reasons, and the label of the button that opens it. */
  refusal: { title: string; text: string; verb: string }
  /** What was done, by the status that the decision led to. */
  done: Readonly<Record<string, string>>
  /** The list of the records whose changes wait. */
  onward: { href: string; label: string }
  others: { call: Endpoint; query: object; hrefOf: RecordAddress }
}

/** What a dialog is open for: why a change is declined, or why it is accepted in spite of warnings. */
interface Asking {
  verb: 'decline' | 'override'
  change: WaitingChange
  version: number
}

/** The commands on a change and the open dialog: for reasons, or after a decision. */
function useDeciding<R extends Changed>(of: ChangeNoun<R>, opened: Opened<R>) {
  const { record } = opened
  const { id, version, change_decision } = record
  const waiting = of.waitingOf(record)
  const can = useCan()
  const mayDecide = can(of.calls.accept)
  const goOn = useGoOn()
  const own = (answer: { version: number }) => opened.made(answer.version)
  const { draftOf, forget } = useDrafts<{ decline: Saying; override: string }>('change')
  const settle = (answer: unknown) => {
    forget()
    const decided = answer as R
    own(decided)
    const { change_decision: decision } = decided
    const undoable = decision && {
      ...{ undoPath: of.calls.undo.path, decision_id: decision.id },
      ...{ name: of.nameOf(decided), until: decision.undo_until },
    }
    goOn({ ...decided, id }, undoable ?? undefined)
  }
  const lost = useLostAnswer(id)
  const accept = useCommand(of.calls.accept, settle, lost)
  const decline = useCommand(of.calls.decline, settle, lost)
  /** The change that the dialog is about, even if a newer one arrives meanwhile, with the version that was shown. */
  const [asking, setAsking] = useState<Asking | null>(null)
  const [decided, setDecided] = useState<R | null>(null)
  usePresentAfterConflict(opened, accept.error ?? decline.error)
  const last = decided?.change_decision ?? change_decision
  const undo = useTakeBack(of.calls.undo, own, isTold(last))
  const isPending = accept.isPending || decline.isPending
  const isOn = waiting !== null && mayDecide
  const { claiming, unlessHeld, question } = useUnlessHeld(of.noun, id, isOn)
  const onSuccess = (answer: unknown) => {
    setAsking(null)
    setDecided(answer as R)
  }
  return {
    ...{ waiting, isOn, isPending, undo, asking, draftOf, decided, claiming, question },
    /** The command that receives the reason from the open dialog. */
    asked: asking?.verb === 'override' ? accept : decline,
    /** What is shown is out of date, so it cannot be decided on. */
    hasChanged: opened.hasChanged && !isPending && !undo.isPending,
    mayUndo: can(of.calls.undo),
    // The dialog shows its own error.
    failure: asking ? null : (accept.error ?? decline.error),
    accept: () =>
      unlessHeld(() => accept.mutate({ input: waiting?.input as never, ifMatch: version }, { onSuccess })),
    ask: (verb: Asking['verb']) =>
      unlessHeld(() => {
        for (const command of [accept, decline]) command.reset()
        keepKeys()
        setAsking(waiting && { verb, change: waiting, version })
      }),
    send: (said: CodedReasons | { reason: string }) => {
      if (!asking) return
      const { verb, change, version: shown } = asking
      const command = verb === 'override' ? accept : decline
      command.mutate({ input: { ...change.input, ...said } as never, ifMatch: shown }, { onSuccess })
    },
    takeBack: (decisionId: string) => {
      setDecided(null)
      void undo.takeBack(id, decisionId)
    },
    close: () => {
      setAsking(null)
      setDecided(null)
    },
  }
}

/** The vendor is told of every decision but the first of two acceptances. */
function isTold(decision: Decision | null): boolean {
  return decision?.to_status !== 'accepted_once'
}

/**
 * The decision on what waits beside a record in force, in the parts of its screen: changed data of a vendor, or an edit of a
 * listing. It is decided on as new records are: by the same keys, with the same reasons, claims and Undo.
 */
export function useChangeDecision<R extends Changed>(
  of: ChangeNoun<R>,
  opened: Opened<R>,
): {
  isPending: boolean
  hasChanged: boolean
  /** Beside the title. */
  mark: ReactNode
  /** Above the record: a refusal, or the last decision with Undo. */
  notices: ReactNode
  /** In the side column. */
  claim: ReactNode
  bar: ReactNode
  dialogs: ReactNode
} {
  const deciding = useDeciding(of, opened)
  const { waiting, isOn, isPending, hasChanged, undo, asking, decided, failure } = deciding
  const { change_decision } = opened.record
  const warnings = (of.useWarnings ?? noWarnings)(opened.record)
  const approval = {
    ...{ approve: deciding.accept, askWhy: () => deciding.ask('override') },
    isOver: asking !== null || hasChanged,
  }
  const { approve, isWanted } = useApproval(
    of.nameOf(opened.record),
    warnings,
    approval,
    texts.leftUnapproved,
  )
  // A reason is asked for by one key: the dialog must be there when the key is pressed.
  useEffect(() => {
    if (isOn) void loadReasons()
  }, [isOn])
  return {
    isPending: isPending || undo.isPending,
    hasChanged,
    mark: <ClaimMark claiming={deciding.claiming} />,
    notices: (
      <>
        {failure && <ChangeFailure error={failure} />}
        {!decided && deciding.mayUndo && (
          <UndoPanel
            decision={change_decision}
            status={change_decision?.to_status ?? ''}
            isPending={undo.isPending}
            isTold={isTold(change_decision)}
            onUndo={deciding.takeBack}
          />
        )}
      </>
    ),
    claim: <ClaimPanel id={opened.record.id} claiming={deciding.claiming} />,
    bar: isOn && waiting && (
      <DecisionBar
        approval={waiting.approval}
        blockedBy={waiting.blockedBy}
        isHeld={hasChanged}
        refusal={{ label: of.refusal.verb, key: 'r' }}
        isPending={isPending}
        isAwaited={isWanted}
        onApprove={approve}
        onReject={() => deciding.ask('decline')}
      />
    ),
    dialogs: <Dialogs of={of} record={opened.record} warnings={warnings} deciding={deciding} />,
  }
}

function Dialogs<R extends Changed>({
  of,
  record,
  warnings = noWarnings(),
  deciding,
}: {
  of: ChangeNoun<R>
  record: R
  warnings: readonly string[] | undefined
  deciding: ReturnType<typeof useDeciding<R>>
}) {
  const { asking, asked, draftOf, decided, isOn, question } = deciding
  const choices = useReasonChoices(of.calls.choices, isOn || asking !== null)
  return (
    <Suspense fallback={null}>
      {asking?.verb === 'override' && (
        <OverrideDialog
          title={of.nameOf(record)}
          warnings={warnings}
          isPending={asked.isPending}
          error={asked.error}
          draft={draftOf('override')}
          onClose={deciding.close}
          onSend={(reason) => deciding.send({ reason })}
        />
      )}
      {asking?.verb === 'decline' && choices && (
        <ReasonsDialog
          {...of.refusal}
          isDangerous
          choices={choices}
          labels={of.reasonLabels}
          marked={asking.change.paths}
          letter={{ call: of.calls.letter, id: asking.change.input.id, verb: 'decline' }}
          isPending={asked.isPending}
          error={asked.error}
          draft={draftOf('decline')}
          onClose={deciding.close}
          onSend={deciding.send}
        />
      )}
      {question}
      {decided?.change_decision && (
        <Decided of={of} record={decided} decision={decided.change_decision} deciding={deciding} />
      )}
    </Suspense>
  )
}

/** Confirms the decision and links to the next record. */
function Decided<R extends Changed>({
  of,
  record,
  decision,
  deciding: { takeBack, close },
}: {
  of: ChangeNoun<R>
  record: R
  decision: Decision
  deciding: Pick<ReturnType<typeof useDeciding<R>>, 'takeBack' | 'close'>
}) {
  const { call, query, hrefOf } = of.others
  const next = useNextRecord(record.id, { call, query: { ...query, limit: 25 }, hrefOf, list: of.onward })
  const name = of.nameOf(record)
  return (
    <SuccessDialog
      title={of.done[decision.to_status] ?? ''}
      text={isTold(decision) ? decisionTexts.messageSentLater({ name }) : texts.acceptedOnce({ name })}
      decision={decision}
      links={[of.onward]}
      next={next}
      onUndo={() => takeBack(decision.id)}
      onClose={close}
    />
  )
}
