import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { NoRecord } from '#features/withdrawals/web/no-record-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { Facts } from '#kit/web/facts.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { RecordLayout, RecordSkeleton, SideCard } from '#kit/web/record-layout.tsx'
import { saveFile } from '#kit/web/save-file.ts'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { useUrlState } from '#kit/web/url-state.ts'
import { dayOf, fullTimeOf, Money } from '#kit/web/values.tsx'
import { type SettlementDetail, type SettlementRow, settlements } from '../contract.ts'
import { ClosedDifference, OpenDifferences, StatementRows } from './rows-panel.tsx'

const AcceptDialog = lazy(async () => ({ default: (await import('./accept-dialog.tsx')).AcceptDialog }))

/** One settlement: what came in, what became of each row, and the differences that are open. */
export function SettlementPage() {
  const [state] = useUrlState()
  const found = useEndpoint(settlements.get, { id: state.get('id') ?? '' })
  if (found.isError && !found.data) {
    return (
      <NoRecord
        title="Settlement"
        error={found.error}
        onRetry={() => void found.refetch()}
        what="This settlement could not be loaded."
        way={{ href: '/settlements', label: 'Settlements' }}
      />
    )
  }
  if (!found.data || found.isPlaceholderData) return <RecordSkeleton />
  return <Detail key={found.data.id} settlement={found.data} />
}

function Detail({ settlement }: { settlement: SettlementDetail }) {
  const { id, number, lines } = settlement
  const can = useCan()
  const show = useToast()
  const [accepting, setAccepting] = useState<SettlementRow | null>(null)
  const file = useCommand(settlements.export)
  const left = lines.length - settlement.settled
  const asideOf = (row: SettlementRow) =>
    row.difference === 'open' && can(settlements.accept) ? (
      <Button size="compact-xs" variant="default" mt={6} onClick={() => setAccepting(row)}>
        Accept the difference
      </Button>
    ) : (
      <ClosedDifference row={row} />
    )
  return (
    <>
      <RecordLayout
        back={{ href: '/settlements', label: 'Settlements' }}
        title={`${number} ${settlement.courier}`}
        status={
          settlement.open > 0 ? (
            <OpenDifferences row={settlement} />
          ) : (
            <StatusMark tone="good">No difference open</StatusMark>
          )
        }
        sideLabel="The settlement"
        main={
          <>
            {file.error && <ChangeFailure error={file.error} />}
            <Facts title="What came in" facts={factsOf(settlement)} />
            <StatementRows title="Rows of the statement" rows={lines} aside={asideOf} />
          </>
        }
        side={
          <SideCard title="The settlement">
            <p dir="auto">Reference: {settlement.reference}</p>
            <p>Paid on {dayOf(settlement.paid_on)}</p>
            <p>
              Imported by {settlement.imported_by_name}, {fullTimeOf(settlement.imported_at)}
            </p>
            {left > 0 && (
              <p>
                {left.toLocaleString('en-PK')} of {lines.length.toLocaleString('en-PK')} rows did nothing: ask{' '}
                {settlement.courier} about them.
              </p>
            )}
          </SideCard>
        }
        bar={
          can(settlements.export) && lines.some(({ outcome }) => outcome !== 'matched') ? (
            <Button
              variant="default"
              disabled={file.isPending}
              onClick={() =>
                file.mutate(
                  { input: { id } },
                  { onSuccess: (blob) => saveFile(blob, `${number}-differences.csv`) },
                )
              }
            >
              {file.isPending ? 'Loading...' : 'Export differences'}
            </Button>
          ) : undefined
        }
      />
      {accepting && (
        <Suspense fallback={null}>
          <AcceptDialog
            settlement={settlement}
            row={accepting}
            onClose={() => setAccepting(null)}
            onDone={() => {
              setAccepting(null)
              show({ message: `The difference of ${accepting.tracking_number} is accepted` })
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function factsOf(settlement: SettlementDetail) {
  const { rows, settled, cash, fee, tax, net, stated } = settlement
  return [
    { label: 'Rows settled', value: `${settled.toLocaleString('en-PK')} of ${rows.toLocaleString('en-PK')}` },
    { label: 'Cash collected', value: <Money rupees={cash} /> },
    { label: 'Fees kept', value: <Money rupees={fee} /> },
    { label: 'Tax withheld', value: <Money rupees={tax} /> },
    { label: 'Written to the bank', value: <Money rupees={net} /> },
    // What the bank got is the whole statement, whatever of it could be written.
    ...(stated === net ? [] : [{ label: 'The statement says', value: <Money rupees={stated} /> }]),
  ]
}
