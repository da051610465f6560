import { Button, FileButton } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { Facts } from '#kit/web/facts.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { RecordLayout, RecordSkeleton, SideCard } from '#kit/web/record-layout.tsx'
import { saveFile } from '#kit/web/save-file.ts'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { useUrlState } from '#kit/web/url-state.ts'
import { fullTimeOf, Money } from '#kit/web/values.tsx'
import { type OwnerKind, type PayoutAnswer, type PayoutRun, payouts } from '../contract.ts'
import { NoRecord } from './no-record-panel.tsx'
import { placesOf } from './owner-panel.tsx'
import { Sheet } from './sheet-panel.tsx'
import { WithdrawalStatusMark } from './status-panel.tsx'

const ReasonDialog = lazy(async () => ({
  default: (await import('#features/decisions/web/reason-dialog.tsx')).ReasonDialog,
}))
const CloseDialog = lazy(async () => ({ default: (await import('./close-dialog.tsx')).CloseDialog }))

/** A payout run: what it pays, what is kept out and why, the bank file, and what the bank answered. */
export function RunPage() {
  return <Opened kind="vendor" />
}

/** A payout run of customers. */
export function CustomerRunPage() {
  return <Opened kind="customer" />
}

function Opened({ kind }: { kind: OwnerKind }) {
  const [state] = useUrlState()
  const { runs, runsTitle } = placesOf[kind]
  const found = useEndpoint(payouts[kind].get, { id: state.get('id') ?? '' })
  if (found.isError && !found.data) {
    return (
      <NoRecord
        title="Payout run"
        error={found.error}
        onRetry={() => void found.refetch()}
        what="This payout run could not be loaded."
        way={{ href: runs, label: runsTitle }}
      />
    )
  }
  if (!found.data || found.isPlaceholderData) return <RecordSkeleton />
  return <Run kind={kind} run={found.data} />
}

function Run({ kind, run }: { kind: OwnerKind; run: PayoutRun }) {
  const calls = payouts[kind]
  const places = placesOf[kind]
  const { id, number } = run
  const isOpen = run.status === 'open'
  const can = useCan()
  const show = useToast()
  const [excluding, setExcluding] = useState('')
  const [isClosing, setClosing] = useState(false)
  const forgetFile = useRef<() => void>(null)
  const collect = useCommand(calls.collect)
  const exclude = useCommand(calls.exclude)
  const include = useCommand(calls.include)
  const file = useCommand(calls.file)
  const answer = useCommand(calls.answer)
  const failure = collect.error ?? include.error ?? file.error ?? answer.error
  const excluded = run.lines.find((line) => line.withdrawal_id === excluding)
  const isBusy = [collect, include, file, answer].some((command) => command.isPending)
  const answered = ({ answers }: PayoutRun) => {
    const differing = answers.filter(({ outcome }) => outcome === 'differs').length
    show({
      message: `${answers.length} rows read, ${differing} with a difference`,
      ...(differing > 0 ? { tone: 'refused' as const } : {}),
    })
  }
  const actionsOf = (line: PayoutRun['lines'][number]) => {
    if (!isOpen || !can(calls.exclude)) return <WithdrawalStatusMark status={line.status} />
    if (line.excluded_why === '')
      return (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => {
            exclude.reset()
            setExcluding(line.withdrawal_id)
          }}
        >
          Keep out
        </Button>
      )
    if (line.excluded_by_name === '') return 'By rule'
    return (
      <Button
        size="compact-xs"
        variant="subtle"
        disabled={isBusy}
        onClick={() => include.mutate({ input: { id, withdrawal_id: line.withdrawal_id } })}
      >
        Take back in
      </Button>
    )
  }
  return (
    <>
      <RecordLayout
        back={{ href: places.runs, label: places.runsTitle }}
        title={number}
        status={<RunStatus run={run} />}
        sideLabel="The run"
        main={
          <>
            {failure && <ChangeFailure error={failure} />}
            <Facts
              title={isOpen ? 'To be paid' : 'Where each rupee stands'}
              facts={[
                { label: 'Payments', value: run.count.toLocaleString('en-PK') },
                { label: isOpen ? 'Total' : 'Sent', value: <Money rupees={run.sums.sent} /> },
                ...(isOpen
                  ? []
                  : [
                      { label: 'Paid', value: <Money rupees={run.sums.paid} /> },
                      { label: 'Sent back', value: <Money rupees={run.sums.returned} /> },
                      { label: 'Without an answer', value: <Money rupees={run.sums.waiting} /> },
                    ]),
              ]}
            />
            <Sheet
              title="Payments"
              empty="Nothing is approved and waits."
              columns={[
                { title: 'Withdrawal' },
                { title: places.heading },
                { title: 'IBAN' },
                { title: 'Amount', end: true },
                { title: 'Kept out because' },
                { title: isOpen ? 'In the run' : 'Status' },
              ]}
              rows={run.lines.map((line) => ({
                key: line.withdrawal_id,
                isQuiet: line.excluded_why !== '',
                cells: [
                  <Link key="number" href={`${places.one}?id=${line.withdrawal_id}`}>
                    {line.reference}
                  </Link>,
                  line.owner_name,
                  <span key="iban" dir="ltr">
                    {line.ibn_number}
                  </span>,
                  <Money key="amount" rupees={line.amount} />,
                  line.excluded_why,
                  actionsOf(line),
                ],
              }))}
            />
            {run.answers.length > 0 && (
              <Sheet
                title={`Answer of the bank, read by ${run.answered_by_name}`}
                empty=""
                columns={[
                  { title: 'Row', end: true },
                  { title: 'Reference' },
                  { title: 'Bank says' },
                  { title: 'Bank reference' },
                  { title: 'Outcome' },
                ]}
                rows={run.answers.map((row) => ({
                  key: String(row.row_number),
                  cells: [
                    row.row_number,
                    row.reference,
                    row.bank_status,
                    row.bank_reference,
                    <Outcome key="outcome" row={row} />,
                  ],
                }))}
              />
            )}
          </>
        }
        side={
          <SideCard title="The run">
            <p>
              Opened by {run.created_by_name}, {fullTimeOf(run.created_at)}
            </p>
            {run.closed_at && (
              <p>
                Closed by {run.closed_by_name}, {fullTimeOf(run.closed_at)}. It never changes again.
              </p>
            )}
          </SideCard>
        }
        bar={
          !can(calls.close) ? undefined : isOpen ? (
            <>
              <Button disabled={isBusy || run.count === 0} onClick={() => setClosing(true)}>
                Close the run
              </Button>
              <Button variant="default" disabled={isBusy} onClick={() => collect.mutate({ input: { id } })}>
                {collect.isPending ? 'Loading...' : 'Collect again'}
              </Button>
            </>
          ) : (
            <>
              <Button
                disabled={isBusy}
                onClick={() =>
                  file.mutate({ input: { id } }, { onSuccess: (blob) => saveFile(blob, `${number}.csv`) })
                }
              >
                {file.isPending ? 'Loading...' : 'Bank file'}
              </Button>
              <FileButton
                accept=".csv,text/csv,text/plain"
                resetRef={forgetFile}
                onChange={(chosen) => {
                  if (chosen) answer.mutate({ input: { id, file: chosen } }, { onSuccess: answered })
                  // The same file, put right, can be chosen again.
                  forgetFile.current?.()
                }}
              >
                {(props) => (
                  <Button {...props} variant="default" disabled={isBusy}>
                    {answer.isPending ? 'Loading...' : 'Import the bank’s answer'}
                  </Button>
                )}
              </FileButton>
            </>
          )
        }
      />
      <Suspense fallback={null}>
        {excluded && (
          <ReasonDialog
            title={`Keep ${excluded.reference} out`}
            text="It waits for the next run."
            label="Reason"
            verb="Keep out"
            ifBlank="Write a reason: it stands with the payment"
            isPending={exclude.isPending}
            error={exclude.error}
            onClose={() => setExcluding('')}
            onSend={(reason) =>
              exclude.mutate(
                { input: { id, withdrawal_id: excluded.withdrawal_id, reason } },
                { onSuccess: () => setExcluding('') },
              )
            }
          />
        )}
        {isClosing && <CloseDialog kind={kind} run={run} onClose={() => setClosing(false)} />}
      </Suspense>
    </>
  )
}

function RunStatus({ run }: { run: PayoutRun }) {
  if (run.status === 'open') return <StatusMark tone="waiting">Open</StatusMark>
  if (run.waiting > 0) return <StatusMark tone="info">{run.waiting} without an answer</StatusMark>
  return <StatusMark tone="good">Reconciled</StatusMark>
}

const outcomes = {
  paid: <StatusMark tone="good">Paid</StatusMark>,
  returned: <StatusMark tone="refused">Sent back</StatusMark>,
  unchanged: <StatusMark tone="off">Unchanged</StatusMark>,
  differs: <StatusMark tone="waiting">Differs</StatusMark>,
}

function Outcome({ row }: { row: PayoutAnswer }) {
  return (
    <>
      {outcomes[row.outcome]}
      {row.message && <div>{row.message}</div>}
    </>
  )
}
