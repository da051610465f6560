import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { z } from 'zod'
import type { TimelineEntry } from '#features/audit/contract.ts'
import { ClaimMark, ClaimPanel, useUnlessHeld } from '#features/claims/web/claim-panel.tsx'
import type { Message } from '#features/messages/contract.ts'
import { MessagesPanel } from '#features/messages/web/messages-panel.tsx'
import { NotedTimeline } from '#features/notes/web/notes-panel.tsx'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { RecordAddress } from '#kit/web/address.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { useDrafts } from '#kit/web/dialog/use-drafts.ts'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { useGoOn, useLostAnswer } from '#kit/web/queue/use-go-on.ts'
import type { Formats } from '#kit/web/record/comparison.tsx'
import { ChangedNotice, useOpenedRecord, usePresentAfterConflict } from '#kit/web/record/opened-record.tsx'
import { RecordLayout } from '#kit/web/record/record-layout.tsx'
import type { Decision, reviewEndpoints } from '../contract.ts'
import type { CodedReasons } from '../reasons/choice-contract.ts'
import { useAsking } from '../reasons/web/use-asking.ts'
import { texts } from '../texts.ts'
import {
  DecisionBar,
  noWarnings,
  useApproval,
  useDecisionKeys,
  useReasonChoices,
  whyNotFrom,
} from './decision-bar-panel.tsx'
import type { DrawPicture } from './differences-panel.tsx'
import type { Reopening } from './reopening-panel.tsx'
import { StandingPanel } from './standing-panel.tsx'
import { SuccessDialog, useNextRecord } from './success-dialog.tsx'
import { UndoPanel, useIsOwn, useTakeBack } from './undo-panel.tsx'

const loadReasons = () => import('../reasons/web/reasons-dialog.tsx')
const ReasonsDialog = lazyOf(loadReasons, 'ReasonsDialog')
const OverrideDialog = lazyOf(() => import('../reasons/web/override-dialog.tsx'), 'OverrideDialog')

/** The fields that every reviewed record has. */
interface Reviewed {
  id: string
  version: number
  status: string
  status_reason: string
  submission_number: number
  resubmission: { path: string; before: string; after: string }[]
  decision: Decision | null
  messages: Message[]
  history: TimelineEntry[]
}

/** A panel of the record as it was opened; `onMade` receives the version after the reader's own change. */
export type ReviewPart<R> = ComponentType<{
  record: R
  onMade: (version: number) => void
  reopening: Reopening
}>

/** The settings of a kind of record for its review. */
export interface ReviewNoun<R extends Reviewed> {
  noun: 'vendor' | 'product'
  /** The noun with a capital letter, for the start of a sentence. */
  title: string
  calls: ReturnType<typeof reviewEndpoints<z.ZodType<Reviewed>>> & { listPending: Endpoint }
  moves: Readonly<Record<'approve' | 'reject' | 'request_update', { from: readonly string[]; to: string }>>
  back: { href: string; label: string }
  nameOf: (record: R) => string
  labels: Readonly<Record<string, string>>
  /** The labels of what reasons can concern, pictures included. */
  reasonLabels: Readonly<Record<string, string>>
  /** The open warnings, in words: approving in spite of them asks once. Undefined while they are loading. */
  useWarnings?: (record: R) => readonly string[] | undefined
  /** The call that compares submissions, and how a picture of one is drawn. */
  differences: { call: Endpoint; draw: DrawPicture }
  formats: Formats
  Status: ReviewPart<R>
  Main: ReviewPart<R>
  checks?: (record: R) => ReactNode
  Side?: ReviewPart<R>
  /** Why the record cannot be approved, in words; empty if it can. */
  blockedBy?: (record: R) => string
  /** The screen of a record that has left the review, and the label of the link. */
  settled: { statuses: readonly string[]; title: string; hrefOf: RecordAddress; label: string }
  /** The consequences of a rejection and of an update request, shown to the person before they decide. */
  rejection: string
  request: string
  /** The next screen after a decision. */
  onward: { href: string; label: string }
  /** Where the record is now, by the status that the decision gave, if that is another screen. */
  otherwise?: Readonly<Record<string, { href: string; label: string }>>
  /** The screen of this review, for the link to the next record. */
  hrefOf: RecordAddress
}

/** After a decision the queue goes on; when a colleague had decided the same before, their name is shown. */
function useAfterDecision<R extends Reviewed>(of: ReviewNoun<R>) {
  const goOn = useGoOn()
  const isOwn = useIsOwn()
  return (answer: R) => {
    const { decision } = answer
    goOn(
      answer,
      isOwn(answer) && decision
        ? {
            ...{ undoPath: of.calls.undo.path, decision_id: decision.id },
            ...{ name: of.nameOf(answer), until: decision.undo_until },
          }
        : undefined,
    )
  }
}

/** The commands of a review and the open dialog: for a reason, or after a decision. */
function useReview<R extends Reviewed>(of: ReviewNoun<R>, fresh: R) {
  const { calls, moves } = of
  const opened = useOpenedRecord(fresh)
  const { record } = opened
  const { id, status, version } = record
  const can = useCan()
  const own = (answer: { version: number }) => opened.madeNext(answer.version)
  const goOn = useAfterDecision(of)
  const { asking, open, close, draftOf, forget } = useAsking()
  const settle = (answer: Reviewed) => {
    forget()
    own(answer)
    goOn(answer as R)
  }
  const lost = useLostAnswer(id)
  const approve = useCommand(calls.approve, settle, lost)
  const reject = useCommand(calls.reject, settle, lost)
  const request = useCommand(calls.requestUpdate, settle, lost)
  const despite = useCommand(calls.approveDespite, settle, lost)
  const undo = useTakeBack(calls.undo, own)
  const resend = useCommand(calls.resendMessage)
  const [decided, setDecided] = useState<R | null>(null)
  const refused = approve.error ?? despite.error ?? reject.error ?? request.error
  usePresentAfterConflict(opened, refused)
  const isPending = approve.isPending || despite.isPending || reject.isPending || request.isPending
  const isWaiting = moves.approve.from.includes(status) || moves.reject.from.includes(status)
  const { claiming, unlessHeld, question } = useUnlessHeld(of.noun, id, isWaiting && can(calls.approve))
  const onSuccess = (answer: Reviewed) => {
    close()
    setDecided(answer as R)
  }
  return {
    ...{ opened, isPending, undo, asking, draftOf, decided, can },
    hasChanged: opened.hasChanged && !isPending && !undo.isPending,
    // A dialog shows its own error; an error that arrives after the dialog closed is shown on the page.
    failure: asking ? (approve.error ?? resend.error) : (refused ?? resend.error),
    ...{ claiming, question },
    approve: () => unlessHeld(() => approve.mutate({ input: { id }, ifMatch: version }, { onSuccess })),
    ask: (verb: 'reject' | 'request' | 'override') =>
      unlessHeld(() => {
        for (const command of [approve, despite, reject, request]) command.reset()
        open(verb, version)
      }),
    /** The command that receives the reason from the open dialog. */
    asked: asking?.verb === 'override' ? despite : asking?.verb === 'reject' ? reject : request,
    send: (said: CodedReasons) => {
      const command = asking?.verb === 'reject' ? reject : request
      command.mutate({ input: { id, ...said }, ifMatch: asking?.version ?? version }, { onSuccess })
    },
    sendDespite: (reason: string) =>
      despite.mutate({ input: { id, reason }, ifMatch: asking?.version ?? version }, { onSuccess }),
    takeBack: (decisionId: string) => {
      setDecided(null)
      void undo.takeBack(id, decisionId)
    },
    resend: (message_id: string) => resend.mutate({ input: { id, message_id } }),
    close: () => {
      close()
      setDecided(null)
    },
  }
}

/** The moves that the reader can make. The keys of a record on which nothing is left to decide say so. */
function useOpenMoves<R extends Reviewed>(
  { noun, calls, moves }: Pick<ReviewNoun<R>, 'noun' | 'calls' | 'moves'>,
  status: string,
  isPending: boolean,
) {
  const mayDecide = useCan()(calls.approve)
  const whyNot = (verb: keyof typeof moves) =>
    moves[verb].from.includes(status) ? '' : whyNotFrom(noun, status, moves[verb].to)
  const why = { approve: whyNot('approve'), request: whyNot('request_update'), reject: whyNot('reject') }
  const isOpen = Object.values(why).includes('')
  useDecisionKeys(
    mayDecide && !isOpen ? { a: { why: why.approve }, u: { why: why.request }, r: { why: why.reject } } : {},
    isPending,
  )
  return { whyNot: why, isOpen: mayDecide && isOpen }
}

/** Draws a section of a record's screen, with what each section shows: who is reviewing the record, and the last decision. */
export type DrawSection = (review: { mark: ReactNode; notices: ReactNode }) => ReactNode

/** The words of the dialog that asks for the reasons of a rejection or of an update request. */
function wordsOf(
  { noun, rejection, request }: { noun: string; rejection: string; request: string },
  isRejection: boolean,
) {
  return isRejection
    ? {
        title: texts.rejectNounQuestion({ noun }),
        text: rejection,
        verb: texts.rejectNoun({ noun }),
        isDangerous: true,
      }
    : { title: texts.requestAnUpdateQuestion, text: request, verb: texts.requestUpdate }
}

/**
 * The review of one record: data, check results and decision. A section that is opened takes their place, and the review goes
 * on behind it: the version that was opened, the claim and what was written are kept.
 */
export function ReviewFrame<R extends Reviewed>({
  of,
  fresh,
  section,
}: {
  of: ReviewNoun<R>
  fresh: R
  section?: DrawSection | undefined
}) {
  const { noun, calls, labels, formats } = of
  const review = useReview(of, fresh)
  const { opened, hasChanged, isPending, asking, asked, decided, can } = review
  const { record } = opened
  const { isOpen, whyNot } = useOpenMoves(of, record.status, isPending)
  const blockedBy = isOpen && !whyNot.approve ? (of.blockedBy?.(record) ?? '') : ''
  const reopening = useDrafts<{ reopen: string }>('reopening')
  const part = { record, onMade: opened.madeNext, reopening }
  const warnings = (of.useWarnings ?? noWarnings)(record)
  const { approve, isWanted } = useApproval(of.nameOf(record), warnings, {
    ...{ approve: review.approve, askWhy: () => review.ask('override') },
    isOver: asking !== null || hasChanged,
  })
  const choices = useReasonChoices(calls.choices, can(calls.choices))
  // A reason is asked for by one key: the dialog must be there when the key is pressed.
  useEffect(() => void loadReasons(), [])
  const mark = <ClaimMark claiming={review.claiming} />
  const notices = (
    <>
      {review.failure && <ChangeFailure error={review.failure} />}
      {!decided && can(calls.undo) && (
        <UndoPanel
          decision={record.decision}
          status={record.status}
          isPending={review.undo.isPending}
          onUndo={review.takeBack}
        />
      )}
    </>
  )
  return (
    <>
      {section ? (
        section({ mark, notices })
      ) : (
        <RecordLayout
          back={of.back}
          title={of.nameOf(record)}
          status={
            <>
              <of.Status {...part} />
              {mark}
            </>
          }
          main={
            <>
              {hasChanged && <ChangedNotice onShow={opened.showPresent} />}
              {notices}
              <StandingPanel of={of} record={record} />
              <of.Main key={record.version} {...part} />
            </>
          }
          checks={of.checks?.(record)}
          side={
            <>
              <ClaimPanel id={record.id} claiming={review.claiming} />
              {of.Side && <of.Side {...part} />}
              <MessagesPanel
                messages={record.messages}
                canResend={can(calls.resendMessage)}
                onResend={review.resend}
              />
              <NotedTimeline
                kind={noun}
                subjectId={record.id}
                entries={record.history}
                labels={labels}
                formats={formats}
              />
            </>
          }
          bar={
            isOpen && (
              <DecisionBar
                whyNot={whyNot}
                blockedBy={blockedBy}
                isHeld={hasChanged}
                isPending={isPending}
                isAwaited={isWanted}
                onApprove={approve}
                onRequest={() => review.ask('request')}
                onReject={() => review.ask('reject')}
              />
            )
          }
        />
      )}
      <Suspense fallback={null}>
        {asking?.verb === 'override' && (
          <OverrideDialog
            title={of.nameOf(record)}
            warnings={warnings ?? noWarnings()}
            isPending={asked.isPending}
            error={asked.error}
            draft={review.draftOf('override')}
            onClose={review.close}
            onSend={review.sendDespite}
          />
        )}
        {asking && asking.verb !== 'override' && choices && (
          <ReasonsDialog
            key={asking.verb}
            {...wordsOf(of, asking.verb === 'reject')}
            choices={choices}
            labels={of.reasonLabels}
            letter={{
              ...{ call: calls.letter, id: record.id },
              verb: asking.verb === 'reject' ? 'reject' : 'request_update',
            }}
            isPending={asked.isPending}
            error={asked.error}
            draft={review.draftOf(asking.verb)}
            onClose={review.close}
            onSend={review.send}
          />
        )}
        {review.question}
        {decided && <Decided of={of} record={decided} onUndo={review.takeBack} onClose={review.close} />}
      </Suspense>
    </>
  )
}

/** Confirms the decision and links to the next record. */
function Decided<R extends Reviewed>({
  of,
  record,
  onUndo,
  onClose,
}: {
  of: ReviewNoun<R>
  record: R
  onUndo: (decisionId: string) => void
  onClose: () => void
}) {
  const next = useNextRecord(record.id, {
    ...{ call: of.calls.listPending, query: { list: 'pending', limit: 25 } },
    ...{ hrefOf: of.hrefOf, list: of.back },
  })
  const { decision } = record
  const done = {
    approved: texts.titleApproved({ title: of.title }),
    rejected: texts.titleRejected({ title: of.title }),
  }[record.status]
  const other = of.otherwise?.[record.status]
  return (
    <SuccessDialog
      title={done ?? texts.updateRequested}
      text={texts.messageSentLater({ name: of.nameOf(record) })}
      decision={decision}
      links={other ? (done ? [other, of.onward] : [other]) : [of.onward]}
      next={next}
      onUndo={() => decision && onUndo(decision.id)}
      onClose={onClose}
    />
  )
}
