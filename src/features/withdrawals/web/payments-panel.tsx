import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { numberOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import classes from '#kit/web/print/sheet.module.css'
import { Sheet } from '#kit/web/print/sheet.tsx'
import { Facts } from '#kit/web/record/facts.tsx'
import { Money } from '#kit/web/values.tsx'
import { type OwnerKind, returnedWords } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { type PayoutRun, payouts } from '../payout-contract.ts'
import { texts } from '../texts.ts'
import { placesOf } from './owner-panel.tsx'
import { WithdrawalStatusMark } from './status-panel.tsx'

const ReasonDialog = lazyOf(() => import('#kit/web/dialog/reason-dialog.tsx'), 'ReasonDialog')

type Line = PayoutRun['lines'][number]

/** The payments of a run. While the run is open, each can be excluded with a reason and included again. */
export function PaymentsPanel({ kind, run }: { kind: OwnerKind; run: PayoutRun }) {
  const { id } = run
  const calls = payouts[kind]
  const places = placesOf[kind]
  const isOpen = run.status === 'open'
  const can = useCan()
  const [excluding, setExcluding] = useState('')
  const exclude = useCommand(calls.exclude)
  const include = useCommand(calls.include)
  const excluded = run.lines.find((line) => line.withdrawal_id === excluding)
  const actionsOf = (line: Line) => {
    if (!isOpen || !can(calls.exclude)) return <WithdrawalStatusMark row={line} />
    if (line.excluded_why !== '' && line.excluded_by_name === '') return texts.byRule
    const isIncluded = line.excluded_why === ''
    const act = () => {
      if (!isIncluded) return include.mutate({ input: { id, withdrawal_id: line.withdrawal_id } })
      exclude.reset()
      setExcluding(line.withdrawal_id)
    }
    return (
      <Button size="compact-xs" variant="subtle" disabled={!isIncluded && include.isPending} onClick={act}>
        {isIncluded ? texts.exclude : texts.include}
      </Button>
    )
  }
  return (
    <>
      {include.error && <ChangeFailure error={include.error} />}
      <Sheet
        title={texts.payments}
        empty={texts.noApprovedWithdrawalIsWaiting}
        columns={[
          { title: menuTexts.withdrawal },
          { title: places.heading },
          { title: texts.iban },
          { title: texts.amount, end: true },
          { title: isOpen ? texts.inTheRun : texts.status },
        ]}
        rows={run.lines.map((line) => ({
          key: line.withdrawal_id,
          isQuiet: line.excluded_why !== '',
          cells: [
            <Link key="number" href={places.one({ id: line.withdrawal_id })}>
              <bdi dir="ltr">{line.reference}</bdi>
            </Link>,
            <span key="owner">
              <bdi>{line.owner_name}</bdi>
              {line.excluded_why && (
                <span className={classes.under}>
                  {texts.excludedExcludedWhy({ excludedWhy: line.excluded_why })}
                </span>
              )}
            </span>,
            <span key="iban" dir="ltr" className={classes.line}>
              {line.ibn_number}
            </span>,
            <Money key="amount" rupees={line.amount} />,
            actionsOf(line),
          ],
        }))}
      />
      <Suspense fallback={null}>
        {excluded && (
          <ReasonDialog
            title={texts.excludeReferenceQuestion({ reference: excluded.reference })}
            text={texts.excludeText}
            verb={texts.exclude}
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
      </Suspense>
    </>
  )
}

/** What a run pays, and once it is closed what became of that. */
export function RunFacts({ run: { count, status, sums, has_file } }: { run: PayoutRun }) {
  const isOpen = status === 'open'
  return (
    <Facts
      title={isOpen ? texts.toBePaid : texts.payoutStatus}
      facts={[
        { label: texts.payments, value: numberOf(count) },
        { label: has_file ? texts.sent : texts.total, value: <Money rupees={sums.sent} /> },
        ...(isOpen
          ? []
          : [
              { label: texts.paid, value: <Money rupees={sums.paid} /> },
              { label: returnedWords, value: <Money rupees={sums.returned} /> },
              {
                label: has_file ? texts.awaitingBankReply : texts.notSentYet,
                value: <Money rupees={sums.waiting} />,
              },
              // Most runs have neither.
              ...(sums.cancelled === '0'
                ? []
                : [{ label: texts.cancelledSum, value: <Money rupees={sums.cancelled} /> }]),
              ...(sums.in_no_file === '0'
                ? []
                : [{ label: texts.inNoBankFile, value: <Money rupees={sums.in_no_file} /> }]),
            ]),
      ]}
    >
      {has_file && <p className={classes.note}>{texts.replyColumns}</p>}
    </Facts>
  )
}
