import { Button } from '@mantine/core'
import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { DecisionBar, useDecisionKeys, whyNotFrom } from '#features/decisions/web/decision-bar-panel.tsx'
import { MessagesPanel } from '#features/messages/web/messages-panel.tsx'
import { fullTimeOf } from '#kit/web/ages.ts'
import { useCan } from '#kit/web/can.tsx'
import { ReasonDialog } from '#kit/web/dialog/reason-dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import classes from '#kit/web/print/sheet.module.css'
import { Facts } from '#kit/web/record/facts.tsx'
import { ChangedNotice } from '#kit/web/record/opened-record.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { Money } from '#kit/web/values.tsx'
import {
  type OwnerKind,
  ownRequestWords,
  type WithdrawalDetail,
  withdrawalMoves,
  withdrawals,
} from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { OwnerLink, placesOf } from './owner-panel.tsx'
import { ReferenceDialog } from './reference-dialog.tsx'
import classesOfStanding from './standing-panel.module.css'
import { StandingLine, StandingPanel } from './standing-panel.tsx'
import { WithdrawalStatusMark } from './status-panel.tsx'
import { useWithdrawal, type WithdrawalActing } from './use-withdrawal.ts'

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
      none={{ title: texts.noWithdrawalFound, back: { href: list, label: listTitle } }}
    >
      {(withdrawal) => <Detail kind={kind} fresh={withdrawal} />}
    </RecordOf>
  )
}

function Detail({ kind, fresh }: { kind: OwnerKind; fresh: WithdrawalDetail }) {
  const places = placesOf[kind]
  const acting = useWithdrawal(kind, fresh)
  const { withdrawal, opened } = acting
  const { status } = withdrawal
  const can = useCan()
  const mayDecide = can(withdrawals[kind].approve)
  const isDecided = mayDecide && status !== 'requested'
  useDecisionKeys(
    isDecided ? { a: { why: whyNotFrom('withdrawal', status, withdrawalMoves.approve.to) } } : {},
    acting.isPending,
  )
  return (
    <>
      <RecordLayout
        back={{ href: places.list, label: places.listTitle }}
        title={`${withdrawal.number} ${withdrawal.owner_name}`}
        status={<WithdrawalStatusMark row={withdrawal} />}
        sideLabel={texts.decisions}
        main={
          <>
            {opened.hasChanged && !acting.isPending && <ChangedNotice onShow={opened.showPresent} />}
            {acting.errors.map((error) => (
              <ChangeFailure key={error.message} error={error} />
            ))}
            <WithdrawalFacts kind={kind} withdrawal={withdrawal} />
          </>
        }
        checks={<StandingPanel kind={kind} withdrawal={withdrawal} standing={fresh.standing} />}
        side={
          <>
            <Decisions withdrawal={withdrawal} />
            <MessagesPanel
              messages={fresh.messages}
              canResend={can(withdrawals[kind].resend) && !acting.isResending}
              onResend={acting.resend}
            />
            <TimelinePanel subjectId={fresh.id} entries={fresh.history} />
          </>
        }
        bar={
          mayDecide && status !== 'declined' ? (
            <div className={classesOfStanding.decision}>
              <Actions acting={acting} isHeld={fresh.standing.held_by_run !== ''} />
              <StandingLine kind={kind} standing={fresh.standing} />
            </div>
          ) : undefined
        }
      />
      <Dialogs acting={acting} />
    </>
  )
}

function WithdrawalFacts({ kind, withdrawal }: { kind: OwnerKind; withdrawal: WithdrawalDetail }) {
  const places = placesOf[kind]
  const { run } = withdrawal
  return (
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
            <Link href={places.run(run)}>
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
  )
}

/** Who requested, approved and closed the withdrawal, and when. */
function Decisions({ withdrawal }: { withdrawal: WithdrawalDetail }) {
  const { requested_at, approved_at, closed_at, status } = withdrawal
  const closed = { name: withdrawal.closed_by_name, at: fullTimeOf(closed_at ?? requested_at) }
  return (
    <SideCard title={texts.decisions}>
      <p>{texts.requestedByAt({ name: withdrawal.requested_by_name, at: fullTimeOf(requested_at) })}</p>
      {approved_at && (
        <p>{texts.approvedByAt({ name: withdrawal.approved_by_name, at: fullTimeOf(approved_at) })}</p>
      )}
      {closed_at && (
        <p>
          {withdrawal.is_returned
            ? texts.returnedByAt(closed)
            : status === 'declined'
              ? texts.declinedByAt(closed)
              : texts.paidByAt(closed)}
        </p>
      )}
    </SideCard>
  )
}

function Actions({ acting, isHeld }: { acting: WithdrawalActing; isHeld: boolean }) {
  const { withdrawal, ask, isPending } = acting
  const { status } = withdrawal
  /** The bank may be paying or has paid this withdrawal, so it cannot be declined. */
  const isWithBank = status === 'paid' || withdrawal.file_version !== null
  if (status === 'requested') {
    const isFree = !acting.opened.hasChanged || isPending
    return (
      <DecisionBar
        approval={texts.approve}
        refusal={{ label: texts.decline, key: 'd' }}
        blockedBy={withdrawal.needs_another ? `${ownRequestWords}.` : ''}
        isHeld={!isFree}
        isPending={isPending}
        onApprove={acting.approve}
        onReject={() => ask('decline')}
      />
    )
  }
  return (
    <>
      {status === 'approved' && (
        <Button disabled={isPending} onClick={() => ask('pay')}>
          {texts.markAsPaid}
        </Button>
      )}
      {status === 'approved' && !isHeld && (
        <Button variant="default" disabled={isPending} onClick={acting.undoApproval}>
          {texts.undoApproval}
        </Button>
      )}
      <Button variant="default" disabled={isPending} onClick={() => ask(isWithBank ? 'return' : 'decline')}>
        {isWithBank ? texts.markAsReturnedByBank : texts.decline}
      </Button>
    </>
  )
}

function Dialogs({ acting }: { acting: WithdrawalActing }) {
  const { asking, withdrawal } = acting
  const { number, status } = withdrawal
  const onClose = () => acting.ask(null)
  if (asking === null) return null
  if (asking === 'pay')
    return <ReferenceDialog {...acting.paying} number={number} onClose={onClose} onSend={acting.pay} />
  return (
    <ReasonDialog
      {...acting.refusing}
      title={
        asking === 'decline'
          ? texts.declineNumber({ number })
          : texts.markAsReturnedByBankQuestion({ number })
      }
      text={
        asking === 'return' && status === 'approved'
          ? texts.returnText({ fileVersion: withdrawal.file_version ?? 0 })
          : texts.availableAgainText
      }
      verb={asking === 'return' ? texts.markAsReturnedByBank : texts.decline}
      isDangerous
      onClose={onClose}
      onSend={acting.refuse}
    />
  )
}
