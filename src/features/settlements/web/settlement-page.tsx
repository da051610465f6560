import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { formatRs, parseRupees } from '#kit/contract/money.ts'
import { dayOf, fullTimeOf } from '#kit/contract/words.ts'
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
import { type SettlementDetail, type SettlementRow, settlements } from '../contract.ts'
import { ClosedDifference, OpenDifferences, StatementRows } from './rows-panel.tsx'

const ReasonDialog = lazyOf(() => import('#kit/web/dialog/reason-dialog.tsx'), 'ReasonDialog')
const AcceptDialog = lazyOf(() => import('./accept-dialog.tsx'), 'AcceptDialog')

/** One settlement: the amounts received, the outcome of each row, and the open differences. */
export function SettlementPage() {
  return (
    <RecordOf
      of={settlements.get}
      none={{ noun: 'settlement', back: { href: '/settlements', label: 'Settlements' } }}
    >
      {(settlement) => <Detail settlement={settlement} />}
    </RecordOf>
  )
}

function Detail({ settlement }: { settlement: SettlementDetail }) {
  const { id, number, lines } = settlement
  const can = useCan()
  const show = useToast()
  const [accepting, setAccepting] = useState<SettlementRow | null>(null)
  const [isUndoing, setUndoing] = useState(false)
  const file = useCommand(settlements.export)
  const undo = useCommand(settlements.undo)
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
          settlement.undone_at ? (
            <StatusMark tone="off">Undone</StatusMark>
          ) : settlement.open > 0 ? (
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
            {settlement.undone_at ? (
              <p>
                Undone by {settlement.undone_by_name}, {fullTimeOf(settlement.undone_at)}:{' '}
                <bdi>{settlement.undone_why}</bdi>
              </p>
            ) : (
              settlement.stays_why && <p>Cannot be undone: {settlement.stays_why}.</p>
            )}
            {left > 0 && (
              <p>
                {left.toLocaleString('en-PK')} of {lines.length.toLocaleString('en-PK')}{' '}
                {left === 1 ? 'row' : 'rows'} did nothing: ask {settlement.courier} about them.
              </p>
            )}
          </SideCard>
        }
        bar={
          <>
            {can(settlements.undo) && settlement.stays_why === '' && (
              <Button variant="default" onClick={() => setUndoing(true)}>
                Undo settlement
              </Button>
            )}
            {can(settlements.export) && lines.some(({ outcome }) => outcome !== 'matched') && (
              <CommandButton
                variant="default"
                isPending={file.isPending}
                onClick={() =>
                  file.mutate(
                    { input: { id } },
                    { onSuccess: (blob) => saveFile(blob, `${number}-differences.csv`) },
                  )
                }
              >
                Export differences
              </CommandButton>
            )}
          </>
        }
      />
      {isUndoing && (
        <Suspense fallback={null}>
          <ReasonDialog
            title={`Undo ${number}: ${settlement.settled.toLocaleString('en-PK')} ${settlement.settled === 1 ? 'row' : 'rows'}, ${formatRs(parseRupees(settlement.cash))}?`}
            text="The cash is with the courier again, as before this statement. The ledger keeps both entries."
            verb="Undo settlement"
            isDangerous
            isPending={undo.isPending}
            error={undo.error}
            onClose={() => setUndoing(false)}
            onSend={(reason) =>
              undo.mutate(
                { input: { id, reason } },
                {
                  onSuccess: () => {
                    setUndoing(false)
                    show({ message: `${number} undone` })
                  },
                },
              )
            }
          />
        </Suspense>
      )}
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
    { label: 'Net to the bank', value: <Money rupees={net} /> },
    // The bank received the net amount of the whole statement, even if some rows could not be booked.
    ...(stated === net ? [] : [{ label: 'Net in the statement', value: <Money rupees={stated} /> }]),
  ]
}
