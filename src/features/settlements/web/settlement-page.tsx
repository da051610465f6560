import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { formatRs } from '#kit/contract/money.ts'
import { dayOf } from '#kit/contract/words.ts'
import { fullTimeOf } from '#kit/web/ages.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { saveFile } from '#kit/web/export/save-file.ts'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Facts } from '#kit/web/record/facts.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Money } from '#kit/web/values.tsx'
import {
  passingOutcomes,
  type SettlementCheck,
  type SettlementDetail,
  type SettlementRow,
  settlements,
} from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { settlementList } from './links.ts'
import { ClosedDifference, SettlementMark, StatementRows } from './rows-panel.tsx'

const ReasonDialog = lazyOf(() => import('#kit/web/dialog/reason-dialog.tsx'), 'ReasonDialog')
const CheckAgainDialog = lazyOf(() => import('./check-again-dialog.tsx'), 'CheckAgainDialog')

const historyFormats = { paid_on: dayOf }
const back = { href: settlementList(), label: menuTexts.settlements }

/** One settlement: the amounts received, the outcome of each row, and the open differences. */
export function SettlementPage() {
  return (
    <RecordOf of={settlements.get} none={{ title: texts.noSettlementFound, back }}>
      {(settlement) => <Detail settlement={settlement} />}
    </RecordOf>
  )
}

function Detail({ settlement }: { settlement: SettlementDetail }) {
  const { id, number, lines, history } = settlement
  const can = useCan()
  const [accepting, setAccepting] = useState<SettlementRow | null>(null)
  const [isUndoing, setUndoing] = useState(false)
  const [check, setCheck] = useState<SettlementCheck | null>(null)
  const judge = useCommand(settlements.judge)
  const file = useCommand(settlements.export)
  const asideOf = (row: SettlementRow) =>
    row.difference === 'open' && can(settlements.accept) ? (
      <Button size="compact-xs" variant="default" mt={6} onClick={() => setAccepting(row)}>
        {texts.acceptDifference}
      </Button>
    ) : (
      <ClosedDifference row={row} />
    )
  const download = () =>
    file.mutate({ input: { id } }, { onSuccess: (blob) => saveFile(blob, `${number}-differences.csv`) })
  return (
    <>
      <RecordLayout
        back={back}
        title={`${number} ${settlement.courier}`}
        status={<SettlementMark settlement={settlement} settled={texts.noDifferenceOpen} />}
        sideLabel={texts.theSettlement}
        main={
          <>
            {file.error && <ChangeFailure error={file.error} />}
            {judge.error && <ChangeFailure error={judge.error} />}
            <Facts title={texts.amountsReceived} facts={factsOf(settlement)} />
            <StatementRows title={texts.rowsOfTheStatement} rows={lines} aside={asideOf} />
          </>
        }
        side={
          <>
            <Side settlement={settlement}>
              {can(settlements.settleRows) && canBeJudged(settlement) && (
                <CommandButton
                  variant="default"
                  size="xs"
                  isPending={judge.isPending}
                  onClick={() => judge.mutate({ input: { id } }, { onSuccess: setCheck })}
                >
                  {texts.checkTheseRowsAgain}
                </CommandButton>
              )}
            </Side>
            <TimelinePanel subjectId={id} entries={history} formats={historyFormats} />
          </>
        }
        bar={
          <>
            {can(settlements.undo) && settlement.stays_why === '' && (
              <Button variant="default" onClick={() => setUndoing(true)}>
                {texts.undoSettlement}
              </Button>
            )}
            {can(settlements.export) && lines.some(({ outcome }) => outcome !== 'matched') && (
              <CommandButton variant="default" isPending={file.isPending} onClick={download}>
                {texts.exportDifferences}
              </CommandButton>
            )}
          </>
        }
      />
      <Suspense fallback={null}>
        {isUndoing && <UndoDialog settlement={settlement} onClose={() => setUndoing(false)} />}
        {check && <CheckAgainDialog settlement={settlement} check={check} onClose={() => setCheck(null)} />}
      </Suspense>
      {accepting && (
        <AcceptDialog settlement={settlement} row={accepting} onClose={() => setAccepting(null)} />
      )}
    </>
  )
}

/** True if a row had no effect for a cause that may be gone. */
function canBeJudged({ undone_at, lines }: SettlementDetail): boolean {
  return undone_at === null && lines.some(({ outcome }) => passingOutcomes.includes(outcome))
}

/** Who imported and undid the settlement, and what is left to do. */
function Side({ settlement, children }: { settlement: SettlementDetail; children: ReactNode }) {
  const { courier, lines, undone_at } = settlement
  const left = lines.length - settlement.settled
  return (
    <SideCard title={texts.theSettlement}>
      <p dir="auto">{texts.referenceReference({ reference: settlement.reference })}</p>
      <p>{texts.paidOnHeading({ paidOn: dayOf(settlement.paid_on) })}</p>
      <p>
        {texts.importedBy({
          importedByName: settlement.imported_by_name,
          importedAt: fullTimeOf(settlement.imported_at),
        })}
      </p>
      {undone_at ? (
        <p>
          {texts.undoneBy({
            undoneByName: settlement.undone_by_name,
            undoneAt: fullTimeOf(undone_at),
            undoneWhy: <bdi>{settlement.undone_why}</bdi>,
          })}
        </p>
      ) : (
        settlement.stays_why && <p>{texts.cannotBeUndone({ staysWhy: settlement.stays_why })}</p>
      )}
      {left > 0 && <p>{texts.rowsWithoutEffect({ left, lines: lines.length, courier })}</p>}
      {children}
    </SideCard>
  )
}

function UndoDialog({ settlement, onClose }: { settlement: SettlementDetail; onClose: () => void }) {
  const show = useToast()
  const undo = useCommand(settlements.undo)
  const { id, number, settled, cash } = settlement
  const done = () => {
    onClose()
    show({ message: texts.numberUndone({ number }) })
  }
  return (
    <ReasonDialog
      title={texts.undoRowsQuestion({ number, settled, cash: formatRs(cash) })}
      text={texts.undoText}
      verb={texts.undoSettlement}
      isDangerous
      isPending={undo.isPending}
      error={undo.error}
      onClose={onClose}
      onSend={(reason) => undo.mutate({ input: { id, reason } }, { onSuccess: done })}
    />
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
