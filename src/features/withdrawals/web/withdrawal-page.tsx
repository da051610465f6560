import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { MessagesPanel } from '#features/messages/web/messages-panel.tsx'
import { fullTimeOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ReasonDialog } from '#kit/web/dialog/reason-dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import classes from '#kit/web/print/sheet.module.css'
import { Facts } from '#kit/web/record/facts.tsx'
import { ChangedNotice, useOpenedRecord } from '#kit/web/record/opened-record.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Money } from '#kit/web/values.tsx'
import {
  type OwnerKind,
  ownRequestWords,
  returnedWords,
  type WithdrawalDetail,
  withdrawals,
  withdrawalWords,
} from '../contract.ts'
import { OwnerLink, placesOf } from './owner-panel.tsx'
import { WithdrawalStatusMark } from './status-panel.tsx'

const ReferenceDialog = lazyOf(() => import('./reference-dialog.tsx'), 'ReferenceDialog')

/** One withdrawal of a vendor: the request, the decisions and the available actions. */
export function WithdrawalPage() {
  return <Opened kind="vendor" />
}

/** One withdrawal of a customer. */
export function CustomerWithdrawalPage() {
  return <Opened kind="customer" />
}

function Opened({ kind }: { kind: OwnerKind }) {
  const { list, listTitle } = placesOf[kind]
  return (
    <RecordOf
      of={withdrawals[kind].get}
      none={{ noun: 'withdrawal', back: { href: list, label: listTitle } }}
    >
      {(withdrawal) => <Detail kind={kind} fresh={withdrawal} />}
    </RecordOf>
  )
}

type Asking = 'decline' | 'return' | 'pay' | null

function Detail({ kind, fresh }: { kind: OwnerKind; fresh: WithdrawalDetail }) {
  const calls = withdrawals[kind]
  const places = placesOf[kind]
  const opened = useOpenedRecord(fresh)
  const withdrawal = opened.record
  const own = ({ version }: { version: number }) => opened.made(version)
  const can = useCan()
  const show = useToast()
  const [asking, setAsking] = useState<Asking>(null)
  const approve = useCommand(calls.approve, own)
  const decline = useCommand(calls.decline, own)
  const giveBack = useCommand(calls.return, own)
  const pay = useCommand(calls.pay, own)
  const resend = useCommand(calls.resend)
  const { id, number, status, version, run } = withdrawal
  const done = (words: string) => () => {
    setAsking(null)
    show({ message: `${number} ${words}` })
  }
  /** The bank may be paying or has paid this withdrawal, so it cannot be declined. */
  const isWithBank = status === 'paid' || withdrawal.file_version !== null
  const isPending = approve.isPending || decline.isPending || giveBack.isPending || pay.isPending
  const refusing = asking === 'return' ? giveBack : decline
  const ask = (what: Asking) => {
    for (const command of [decline, giveBack, pay]) command.reset()
    setAsking(what)
  }
  const steps = [
    ['Requested', withdrawal.requested_by_name, withdrawal.requested_at],
    ['Approved', withdrawal.approved_by_name, withdrawal.approved_at],
    [
      withdrawal.is_returned ? returnedWords : withdrawalWords[status],
      withdrawal.closed_by_name,
      withdrawal.closed_at,
    ],
  ] as const
  return (
    <>
      <RecordLayout
        back={{ href: places.list, label: places.listTitle }}
        title={`${number} ${withdrawal.owner_name}`}
        status={<WithdrawalStatusMark row={withdrawal} />}
        sideLabel="Decisions"
        main={
          <>
            {opened.hasChanged && !isPending && (
              <ChangedNotice noun="withdrawal" onShow={opened.showPresent} />
            )}
            {approve.error && <ChangeFailure error={approve.error} />}
            {resend.error && <ChangeFailure error={resend.error} />}
            <Facts
              title="Withdrawal"
              facts={[
                { label: 'Amount', value: <Money rupees={withdrawal.amount} /> },
                {
                  label: places.heading,
                  value: <OwnerLink kind={kind} id={withdrawal.owner_id} name={withdrawal.owner_name} />,
                },
                { label: 'Account title', value: withdrawal.account_title },
                {
                  label: 'IBAN',
                  value: withdrawal.ibn_number && (
                    <span dir="ltr" className={classes.line}>
                      {withdrawal.ibn_number}
                    </span>
                  ),
                },
                { label: 'Note', value: withdrawal.note },
                { label: 'Bank reference', value: withdrawal.bank_reference },
                {
                  label: 'Payout run',
                  value: run ? (
                    <Link href={`${places.run}?id=${run.id}`}>
                      <bdi dir="ltr">{run.number}</bdi>
                    </Link>
                  ) : (
                    ''
                  ),
                },
                ...(run
                  ? [
                      {
                        label: 'Bank file',
                        value: withdrawal.file_version
                          ? `Version ${withdrawal.file_version}`
                          : 'In no bank file',
                      },
                    ]
                  : []),
                ...(withdrawal.reason ? [{ label: 'Reason', value: withdrawal.reason }] : []),
              ]}
            />
          </>
        }
        side={
          <>
            <SideCard title="Decisions">
              {steps
                .filter(([, , at]) => at !== null)
                .map(([what, by, at]) => (
                  <p key={what}>
                    {what} by {by}, {fullTimeOf(at ?? '')}
                  </p>
                ))}
              {withdrawal.needs_another && <p>{ownRequestWords}.</p>}
            </SideCard>
            <MessagesPanel
              messages={fresh.messages}
              canResend={can(calls.resend) && !resend.isPending}
              onResend={(message_id) => resend.mutate({ input: { id, message_id } })}
            />
          </>
        }
        bar={
          can(calls.approve) && status !== 'declined' ? (
            <>
              {status === 'requested' && !withdrawal.needs_another && (
                <CommandButton
                  isPending={approve.isPending}
                  disabled={isPending}
                  onClick={() =>
                    approve.mutate({ input: { id }, ifMatch: version }, { onSuccess: done('is approved') })
                  }
                >
                  Approve
                </CommandButton>
              )}
              {status === 'approved' && (
                <Button disabled={isPending} onClick={() => ask('pay')}>
                  Mark as paid
                </Button>
              )}
              <Button
                variant="default"
                disabled={isPending}
                onClick={() => ask(isWithBank ? 'return' : 'decline')}
              >
                {isWithBank ? 'Mark as returned by bank' : 'Decline'}
              </Button>
            </>
          ) : undefined
        }
      />
      {(asking === 'decline' || asking === 'return') && (
        <ReasonDialog
          title={asking === 'decline' ? `Decline ${number}` : `Mark ${number} as returned by bank?`}
          text={
            asking === 'return' && status === 'approved'
              ? `Only when the bank has returned it: bank file version ${withdrawal.file_version} holds this payment. The amount is available to the ${places.noun} again, who is told the reason.`
              : `The amount is available to the ${places.noun} again, who is told the reason.`
          }
          verb={asking === 'return' ? 'Mark as returned by bank' : 'Decline'}
          isDangerous
          isPending={refusing.isPending}
          error={refusing.error}
          onClose={() => setAsking(null)}
          onSend={(reason) =>
            refusing.mutate(
              { input: { id, reason }, ifMatch: version },
              {
                onSuccess: done(asking === 'return' ? 'is marked as returned by bank' : 'is declined'),
              },
            )
          }
        />
      )}
      {asking === 'pay' && (
        <Suspense fallback={null}>
          <ReferenceDialog
            number={number}
            isPending={pay.isPending}
            error={pay.error}
            onClose={() => setAsking(null)}
            onSend={(bank_reference) =>
              pay.mutate({ input: { id, bank_reference }, ifMatch: version }, { onSuccess: done('is paid') })
            }
          />
        </Suspense>
      )}
    </>
  )
}
