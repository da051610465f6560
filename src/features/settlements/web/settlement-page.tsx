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
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { ClosedDifference, OpenDifferences, StatementRows } from './rows-panel.tsx'

const ReasonDialog = lazyOf(() => import('#kit/web/dialog/reason-dialog.tsx'), 'ReasonDialog')
const AcceptDialog = lazyOf(() => import('./accept-dialog.tsx'), 'AcceptDialog')

/** One settlement: the amounts received, the outcome of each row, and the open differences. */
export function SettlementPage() {
  return (
    <RecordOf
      of={settlements.get}
      none={{ noun: 'settlement', back: { href: '/settlements', label: menuTexts.settlements } }}
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
        {texts.acceptTheDifference}
      </Button>
    ) : (
      <ClosedDifference row={row} />
    )
  return (
    <>
      <RecordLayout
        back={{ href: '/settlements', label: menuTexts.settlements }}
        title={`${number} ${settlement.courier}`}
        status={
          settlement.undone_at ? (
            <StatusMark tone="off">{texts.undone}</StatusMark>
          ) : settlement.open > 0 ? (
            <OpenDifferences row={settlement} />
          ) : (
            <StatusMark tone="good">{texts.noDifferenceOpen}</StatusMark>
          )
        }
        sideLabel={texts.theSettlement}
        main={
          <>
            {file.error && <ChangeFailure error={file.error} />}
            <Facts title={texts.whatCameIn} facts={factsOf(settlement)} />
            <StatementRows title={texts.rowsOfTheStatement} rows={lines} aside={asideOf} />
          </>
        }
        side={
          <SideCard title={texts.theSettlement}>
            <p dir="auto">{texts.referenceReference({ reference: settlement.reference })}</p>
            <p>{texts.paidOnHeading({ paidOn: dayOf(settlement.paid_on) })}</p>
            <p>
              {texts.importedBy({
                importedByName: settlement.imported_by_name,
                importedAt: fullTimeOf(settlement.imported_at),
              })}
            </p>
            {settlement.undone_at ? (
              <p>
                {texts.undoneBy({
                  undoneByName: settlement.undone_by_name,
                  undoneAt: fullTimeOf(settlement.undone_at),
                  undoneWhy: <bdi>{settlement.undone_why}</bdi>,
                })}
              </p>
            ) : (
              settlement.stays_why && <p>{texts.cannotBeUndone({ staysWhy: settlement.stays_why })}</p>
            )}
            {left > 0 && (
              <p>{texts.ofRowsDidNothingAsk({ left, lines: lines.length, courier: settlement.courier })}</p>
            )}
          </SideCard>
        }
        bar={
          <>
            {can(settlements.undo) && settlement.stays_why === '' && (
              <Button variant="default" onClick={() => setUndoing(true)}>
                {texts.undoSettlement}
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
                {texts.exportDifferences}
              </CommandButton>
            )}
          </>
        }
      />
      {isUndoing && (
        <Suspense fallback={null}>
          <ReasonDialog
            title={texts.undoRowsQuestion({
              number,
              settled: settlement.settled,
              cash: formatRs(parseRupees(settlement.cash)),
            })}
            text={texts.theCashIsWithThe}
            verb={texts.undoSettlement}
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
                    show({ message: texts.numberUndone({ number }) })
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
              show({
                message: texts.theDifferenceOfIsAccepted({ trackingNumber: accepting.tracking_number }),
              })
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
    { label: texts.rowsSettledHeading, value: texts.settledOfRows({ settled, rows }) },
    { label: texts.cashCollected, value: <Money rupees={cash} /> },
    { label: texts.feesKept, value: <Money rupees={fee} /> },
    { label: texts.taxWithheld, value: <Money rupees={tax} /> },
    { label: texts.netToTheBank, value: <Money rupees={net} /> },
    // The bank received the net amount of the whole statement, even if some rows could not be booked.
    ...(stated === net ? [] : [{ label: texts.netInTheStatement, value: <Money rupees={stated} /> }]),
  ]
}
