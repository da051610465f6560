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
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
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
    [texts.requested, withdrawal.requested_by_name, withdrawal.requested_at],
    [texts.approved, withdrawal.approved_by_name, withdrawal.approved_at],
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
        sideLabel={texts.decisions}
        main={
          <>
            {opened.hasChanged && !isPending && (
              <ChangedNotice noun="withdrawal" onShow={opened.showPresent} />
            )}
            {approve.error && <ChangeFailure error={approve.error} />}
            {resend.error && <ChangeFailure error={resend.error} />}
            <Facts
              title={menuTexts.withdrawal}
              facts={[
                { label: texts.amount, value: <Money rupees={withdrawal.amount} /> },
                {
                  label: places.heading,
                  value: <OwnerLink kind={kind} id={withdrawal.owner_id} name={withdrawal.owner_name} />,
                },
                { label: texts.accountTitle, value: withdrawal.account_title },
                {
                  label: texts.iban,
                  value: withdrawal.ibn_number && (
                    <span dir="ltr" className={classes.line}>
                      {withdrawal.ibn_number}
                    </span>
                  ),
                },
                { label: texts.note, value: withdrawal.note },
                { label: texts.bankReference, value: withdrawal.bank_reference },
                {
                  label: menuTexts.payoutRun,
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
                        label: texts.bankFile,
                        value: withdrawal.file_version
                          ? texts.versionFileVersion({ fileVersion: withdrawal.file_version })
                          : texts.inNoBankFile,
                      },
                    ]
                  : []),
                ...(withdrawal.reason ? [{ label: texts.reason, value: withdrawal.reason }] : []),
              ]}
            />
          </>
        }
        side={
          <>
            <SideCard title={texts.decisions}>
              {steps
                .filter(([, , at]) => at !== null)
                .map(([what, by, at]) => (
                  <p key={what}>{texts.whatByByAt({ what, by, at: fullTimeOf(at ?? '') })}</p>
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
                    approve.mutate({ input: { id }, ifMatch: version }, { onSuccess: done(texts.isApproved) })
                  }
                >
                  {texts.approve}
                </CommandButton>
              )}
              {status === 'approved' && (
                <Button disabled={isPending} onClick={() => ask('pay')}>
                  {texts.markAsPaidHeading}
                </Button>
              )}
              <Button
                variant="default"
                disabled={isPending}
                onClick={() => ask(isWithBank ? 'return' : 'decline')}
              >
                {isWithBank ? texts.markAsReturnedByBank : texts.decline}
              </Button>
            </>
          ) : undefined
        }
      />
      {(asking === 'decline' || asking === 'return') && (
        <ReasonDialog
          title={
            asking === 'decline'
              ? texts.declineNumber({ number })
              : texts.markAsReturnedByBankQuestion({ number })
          }
          text={
            asking === 'return' && status === 'approved'
              ? texts.onlyWhenTheBankHas({ fileVersion: withdrawal.file_version ?? 0, noun: places.noun })
              : texts.theAmountIsAvailableTo({ noun: places.noun })
          }
          verb={asking === 'return' ? texts.markAsReturnedByBank : texts.decline}
          isDangerous
          isPending={refusing.isPending}
          error={refusing.error}
          onClose={() => setAsking(null)}
          onSend={(reason) =>
            refusing.mutate(
              { input: { id, reason }, ifMatch: version },
              {
                onSuccess: done(asking === 'return' ? texts.isMarkedAsReturnedBy : texts.isDeclined),
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
              pay.mutate(
                { input: { id, bank_reference }, ifMatch: version },
                { onSuccess: done(texts.isPaid) },
              )
            }
          />
        </Suspense>
      )}
    </>
  )
}
