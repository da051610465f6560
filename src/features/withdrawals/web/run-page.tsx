import { Button, FileButton, Group } from '@mantine/core'
import { useRef, useState } from 'react'
import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { formatRs } from '#kit/contract/money.ts'
import { dayOf } from '#kit/contract/words.ts'
import { fullTimeOf } from '#kit/web/ages.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { saveFile } from '#kit/web/export/save-file.ts'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { bookedWords } from '../answers/web/answer-model.ts'
import { AnswerPreview } from '../answers/web/answer-panel.tsx'
import { AnswersPanel } from '../answers/web/answers-panel.tsx'
import type { OwnerKind } from '../contract.ts'
import { type AnswerCheck, type PayoutRun, payouts } from '../payout-contract.ts'
import { texts } from '../texts.ts'
import { CloseDialog, DiscardDialog } from './close-dialog.tsx'
import { FilesPanel } from './files-panel.tsx'
import { placesOf } from './owner-panel.tsx'
import { PaymentsPanel, RunFacts } from './payments-panel.tsx'
import { ClosedStatus } from './status-panel.tsx'

const historyFormats = { requested_until: dayOf }

/** A payout run: its payments, exclusions with reasons, bank file and bank answers. */
export function RunPage() {
  return <Opened kind="vendor" />
}

/** A payout run of customers. */
export function CustomerRunPage() {
  return <Opened kind="customer" />
}

function Opened({ kind }: { kind: OwnerKind }) {
  const { runs, runsTitle } = placesOf[kind]
  return (
    <RecordOf
      of={payouts[kind].get}
      none={{ title: texts.noPayoutRunFound, back: { href: runs, label: runsTitle } }}
    >
      {(run) => <Run kind={kind} run={run} />}
    </RecordOf>
  )
}

function Run({ kind, run }: { kind: OwnerKind; run: PayoutRun }) {
  const places = placesOf[kind]
  const can = useCan()
  const acting = useRun(kind, run)
  const { reply } = acting
  return (
    <RecordLayout
      back={{ href: places.runs, label: places.runsTitle }}
      title={run.number}
      status={
        <>
          <RunStatus run={run} />
          {run.requested_until && <span>{texts.requestsUntil({ day: dayOf(run.requested_until) })}</span>}
        </>
      }
      sideLabel={texts.run}
      main={
        <>
          {acting.failure && <ChangeFailure error={acting.failure} />}
          <RunFacts run={run} />
          {reply && (
            <AnswerPreview
              check={reply.check}
              fileName={reply.file.name}
              isBusy={acting.isBooking}
              onBook={() => acting.book(reply)}
              onCancel={acting.dropReply}
            />
          )}
          <AnswersPanel kind={kind} run={run} />
          <FilesPanel
            run={run}
            hrefOf={(id) => places.one({ id })}
            onTake={can(payouts[kind].file) ? acting.take : null}
          />
          <PaymentsPanel kind={kind} run={run} />
        </>
      }
      side={
        <>
          <SideCard title={texts.run}>
            <p>
              {texts.openedBy({ createdByName: run.created_by_name, createdAt: fullTimeOf(run.created_at) })}
            </p>
            {run.closed_at && (
              <p>
                {texts.closedByThePaymentsOf({
                  closedByName: run.closed_by_name,
                  closedAt: fullTimeOf(run.closed_at),
                })}
              </p>
            )}
          </SideCard>
          <TimelinePanel subjectId={run.id} entries={run.history} formats={historyFormats} />
        </>
      }
      bar={
        !can(payouts[kind].close) ? undefined : run.status === 'open' ? (
          <OpenActions kind={kind} run={run} acting={acting} />
        ) : (
          <ClosedActions run={run} acting={acting} />
        )
      }
    />
  )
}

function OpenActions({ kind, run, acting }: { kind: OwnerKind; run: PayoutRun; acting: RunActing }) {
  const [asking, setAsking] = useState<'close' | 'discard' | null>(null)
  const onClose = () => setAsking(null)
  return (
    <>
      <Button disabled={acting.isBusy || run.count === 0} onClick={() => setAsking('close')}>
        {texts.closeRun}
      </Button>
      <CommandButton
        variant="default"
        isPending={acting.isCollecting}
        disabled={acting.isBusy}
        onClick={acting.collect}
      >
        {texts.refreshList}
      </CommandButton>
      <Button variant="default" disabled={acting.isBusy} onClick={() => setAsking('discard')}>
        {texts.discardRun}
      </Button>
      {asking === 'close' && <CloseDialog kind={kind} run={run} onClose={onClose} />}
      {asking === 'discard' && <DiscardDialog kind={kind} run={run} onClose={onClose} />}
    </>
  )
}

function ClosedActions({ run, acting }: { run: PayoutRun; acting: RunActing }) {
  const forgetFile = useRef<() => void>(null)
  return (
    <Group gap="xs">
      {run.due.count > 0 && (
        <CommandButton
          // A reply that is shown before it is booked has the one main button of the screen.
          variant={acting.reply ? 'default' : 'filled'}
          isPending={acting.isTaking}
          disabled={acting.isBusy}
          onClick={() => acting.take()}
        >
          {fileVerb(run)}
        </CommandButton>
      )}
      <FileButton
        accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
        resetRef={forgetFile}
        onChange={(chosen) => {
          if (chosen) acting.check(chosen)
          // Clears the input, so a corrected file with the same name can be chosen again.
          forgetFile.current?.()
        }}
      >
        {(props) => (
          <CommandButton
            {...props}
            variant="default"
            isPending={acting.isChecking}
            disabled={acting.isBusy || run.files.length === 0}
          >
            {texts.checkABankReply}
          </CommandButton>
        )}
      </FileButton>
    </Group>
  )
}

/** The open work of a closed run; also used in the list of runs. */
function RunStatus({ run }: { run: PayoutRun }) {
  if (run.status === 'open') return <StatusMark tone="waiting">{texts.open}</StatusMark>
  return <ClosedStatus run={run} />
}

/** The label of the bank file button: download the current version, or make a new one. */
function fileVerb({ files, due }: PayoutRun): string {
  const [newest] = files
  if (newest?.is_current) return texts.downloadBankFileVersion({ version: newest.version })
  const values = { count: due.count, total: formatRs(due.total) }
  return newest ? texts.makeVersion({ version: newest.version + 1, ...values }) : texts.makeBankFile(values)
}

/** A file with a bank reply, and what booking it would do. */
interface Reply {
  file: File
  check: AnswerCheck
}

/** The calls that a payout run offers, and the bank reply that is being previewed. */
function useRun(kind: OwnerKind, run: PayoutRun) {
  const { id } = run
  const calls = payouts[kind]
  const show = useToast()
  const collect = useCommand(calls.collect)
  const file = useCommand(calls.file)
  const check = useCommand(calls.check)
  const answer = useCommand(calls.answer)
  const commands = [collect, file, check, answer]
  const [reply, setReply] = useState<Reply | null>(null)
  /** What failed before is over once something else is done; what is on its way is still awaited. */
  const forgetFailures = () => {
    for (const command of commands) if (command.error) command.reset()
  }
  return {
    reply,
    dropReply: () => setReply(null),
    failure: collect.error ?? file.error ?? check.error ?? answer.error,
    isBusy: commands.some((command) => command.isPending),
    isCollecting: collect.isPending,
    isTaking: file.isPending,
    isChecking: check.isPending,
    isBooking: answer.isPending,
    collect: () => {
      forgetFailures()
      collect.mutate({ input: { id } })
    },
    check: (chosen: File) => {
      forgetFailures()
      setReply(null)
      check.mutate(
        { input: { id, file: chosen } },
        { onSuccess: (found) => setReply({ file: chosen, check: found }) },
      )
    },
    book: ({ file: chosen, check: previewed }: Reply) => {
      forgetFailures()
      answer.mutate(
        { input: { id, seen: previewed.seen, file: chosen } },
        {
          onSuccess: ({ exceptions }) => {
            setReply(null)
            show({ message: bookedWords({ ...previewed, exceptions }) })
          },
        },
      )
    },
    take: (version?: number) => {
      forgetFailures()
      file.mutate(
        { input: version ? { id, version } : { id } },
        // The server names the file after its version; the run is fetched again with the download.
        { onSuccess: (blob) => saveFile(blob, fileNameOf(run, version)) },
      )
    },
  }
}

type RunActing = ReturnType<typeof useRun>

/** The same file name that the server gives. */
function fileNameOf({ number, files }: PayoutRun, wanted?: number): string {
  const [newest] = files
  const version = wanted ?? (newest?.is_current ? newest.version : (newest?.version ?? 0) + 1)
  return `${number}-v${version}${version > 1 ? `-replaces-v${version - 1}` : ''}.csv`
}
