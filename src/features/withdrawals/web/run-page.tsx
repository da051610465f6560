import { Button, FileButton } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import { formatRs, parseRupees } from '#kit/contract/money.ts'
import { countOf, fullTimeOf, numberOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { saveFile } from '#kit/web/export/save-file.ts'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Facts } from '#kit/web/record/facts.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Money } from '#kit/web/values.tsx'
import { type OwnerKind, returnedWords } from '../contract.ts'
import { type AnswerCheck, type PayoutRun, payouts } from '../payout-contract.ts'
import { texts } from '../texts.ts'
import { AnswerPreview } from './answer-panel.tsx'
import { AnswersPanel } from './answers-panel.tsx'
import { FilesPanel } from './files-panel.tsx'
import { placesOf } from './owner-panel.tsx'
import { PaymentsPanel } from './payments-panel.tsx'
import { ClosedStatus } from './status-panel.tsx'

const CloseDialog = lazyOf(() => import('./close-dialog.tsx'), 'CloseDialog')

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
    <RecordOf of={payouts[kind].get} none={{ noun: 'payout run', back: { href: runs, label: runsTitle } }}>
      {(run) => <Run kind={kind} run={run} />}
    </RecordOf>
  )
}

function Run({ kind, run }: { kind: OwnerKind; run: PayoutRun }) {
  const calls = payouts[kind]
  const places = placesOf[kind]
  const { id, number } = run
  const isOpen = run.status === 'open'
  const can = useCan()
  const show = useToast()
  const [isClosing, setClosing] = useState(false)
  const forgetFile = useRef<() => void>(null)
  const collect = useCommand(calls.collect)
  const file = useCommand(calls.file)
  const check = useCommand(calls.check)
  const answer = useCommand(calls.answer)
  const [reply, setReply] = useState<{ file: File; check: AnswerCheck } | null>(null)
  const failure = collect.error ?? file.error ?? check.error ?? answer.error
  const isBusy = [collect, file, check, answer].some((command) => command.isPending)
  const look = (chosen: File) => {
    answer.reset()
    setReply(null)
    check.mutate(
      { input: { id, file: chosen } },
      { onSuccess: (found) => setReply({ file: chosen, check: found }) },
    )
  }
  const book = () => {
    if (!reply) return
    answer.mutate(
      { input: { id, seen: reply.check.seen, file: reply.file } },
      {
        onSuccess: ({ exceptions }) => {
          const moved = countOf(reply.check.paid + reply.check.returned, 'payment')
          setReply(null)
          show({
            message: texts.movedBookedExceptions({
              moved,
              exceptions: exceptions > 0 ? texts.exceptionsToSettleWord({ exceptions }) : '',
            }),
            ...(exceptions > 0 ? { tone: 'refused' as const } : {}),
          })
        },
      },
    )
  }
  const take = (version?: number) =>
    file.mutate(
      { input: version ? { id, version } : { id } },
      // The server names the file after its version; the run is fetched again with the download.
      { onSuccess: (blob) => saveFile(blob, fileNameOf(run, version)) },
    )
  return (
    <>
      <RecordLayout
        back={{ href: places.runs, label: places.runsTitle }}
        title={number}
        status={<RunStatus run={run} />}
        sideLabel={texts.theRun}
        main={
          <>
            {failure && <ChangeFailure error={failure} />}
            <Facts
              title={isOpen ? texts.toBePaid : texts.payoutStatus}
              facts={[
                { label: texts.payments, value: numberOf(run.count) },
                { label: isOpen ? texts.total : texts.sent, value: <Money rupees={run.sums.sent} /> },
                ...(isOpen
                  ? []
                  : [
                      { label: texts.paid, value: <Money rupees={run.sums.paid} /> },
                      { label: returnedWords, value: <Money rupees={run.sums.returned} /> },
                      { label: texts.awaitingBankReply, value: <Money rupees={run.sums.waiting} /> },
                    ]),
              ]}
            />
            {reply && (
              <AnswerPreview
                check={reply.check}
                fileName={reply.file.name}
                isBusy={answer.isPending}
                onBook={book}
                onCancel={() => setReply(null)}
              />
            )}
            <AnswersPanel kind={kind} run={run} />
            <FilesPanel
              run={run}
              hrefOf={(withdrawal) => `${places.one}?id=${withdrawal}`}
              onTake={can(calls.file) ? take : null}
            />
            <PaymentsPanel kind={kind} run={run} />
          </>
        }
        side={
          <SideCard title={texts.theRun}>
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
        }
        bar={
          !can(calls.close) ? undefined : isOpen ? (
            <>
              <Button disabled={isBusy || run.count === 0} onClick={() => setClosing(true)}>
                {texts.closeRun}
              </Button>
              <CommandButton
                variant="default"
                isPending={collect.isPending}
                disabled={isBusy}
                onClick={() => collect.mutate({ input: { id } })}
              >
                {texts.refreshList}
              </CommandButton>
            </>
          ) : (
            <>
              {run.waiting > 0 && (
                <CommandButton isPending={file.isPending} disabled={isBusy} onClick={() => take()}>
                  {fileVerb(run)}
                </CommandButton>
              )}
              <FileButton
                accept=".csv,text/csv,text/plain"
                resetRef={forgetFile}
                onChange={(chosen) => {
                  if (chosen) look(chosen)
                  // Clears the input, so a corrected file with the same name can be chosen again.
                  forgetFile.current?.()
                }}
              >
                {(props) => (
                  <CommandButton
                    {...props}
                    variant="default"
                    isPending={check.isPending}
                    disabled={isBusy || run.files.length === 0}
                  >
                    {texts.checkABankReply}
                  </CommandButton>
                )}
              </FileButton>
            </>
          )
        }
      />
      <Suspense fallback={null}>
        {isClosing && <CloseDialog kind={kind} run={run} onClose={() => setClosing(false)} />}
      </Suspense>
    </>
  )
}

/** The open work of a closed run; also used in the list of runs. */
function RunStatus({ run }: { run: PayoutRun }) {
  if (run.status === 'open') return <StatusMark tone="waiting">{texts.open}</StatusMark>
  return <ClosedStatus run={run} />
}

/** The label of the bank file button: download the current version, or make a new one. */
function fileVerb({ files, waiting, sums }: PayoutRun): string {
  const [newest] = files
  if (newest?.is_current) return texts.downloadBankFileVersion({ version: newest.version })
  const what = `${countOf(waiting, 'payment')}, ${formatRs(parseRupees(sums.waiting))}`
  return newest ? texts.makeVersion({ version: newest.version + 1, what }) : texts.makeBankFile({ what })
}

/** The same file name that the server gives. */
function fileNameOf({ number, files }: PayoutRun, wanted?: number): string {
  const [newest] = files
  const version = wanted ?? (newest?.is_current ? newest.version : (newest?.version ?? 0) + 1)
  return `${number}-v${version}${version > 1 ? `-replaces-v${version - 1}` : ''}.csv`
}
