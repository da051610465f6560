import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useUndoOfAll } from '#features/decisions/bulk/web/bulk-dialog.tsx'
import { OutcomesDialog } from '#features/decisions/bulk/web/outcomes-dialog.tsx'
import type { BulkOutcome } from '#features/decisions/contract.ts'
import { Seconds } from '#features/decisions/web/undo-panel.tsx'
import { formatRs, parseRupees } from '#kit/contract/money.ts'
import { useCall, useEndpoint, useRefresh } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { serverNow } from '#kit/web/connection.ts'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import {
  type OwnerKind,
  type OwnerStanding,
  ownRequestWords,
  type Withdrawal,
  withdrawals,
} from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './dialogs.module.css'
import { StandingLine } from './standing-panel.tsx'
import { undoMs } from './use-withdrawal.ts'

/** Approves several withdrawals: shows their count and total amount, and then each outcome. */
export function ApproveDialog({
  kind,
  rows,
  onClose,
  onDone,
}: {
  kind: OwnerKind
  rows: readonly Withdrawal[]
  onClose: () => void
  onDone: () => void
}) {
  const call = useCall()
  const refresh = useRefresh()
  // Keeps the selection from when the dialog opened, even if the list changes meanwhile.
  const [items] = useState(rows)
  const [failure, setFailure] = useState<Error | null>(null)
  const [isPending, setPending] = useState(false)
  const [outcomes, setOutcomes] = useState<BulkOutcome[] | null>(null)
  const endpoint = withdrawals[kind].bulkApprove
  const able = items.filter(({ needs_another }) => !needs_another)
  const total = formatRs(able.reduce((sum, { amount }) => sum + parseRupees(amount), 0n))
  const values = { count: able.length, total }
  const found = useEndpoint(withdrawals[kind].standings, { ids: items.map(({ id }) => id).join(',') })
  const standings = new Map(found.data?.map((one) => [one.id, one]))
  const send = async () => {
    setPending(true)
    setFailure(null)
    try {
      setOutcomes(await call(endpoint, { ids: able.map(({ id }) => id) }))
    } catch (error) {
      setFailure(error as Error)
    }
    setPending(false)
    void refresh(endpoint)
  }
  if (outcomes) return <Approved kind={kind} items={items} outcomes={outcomes} onDone={onDone} />
  return (
    <Dialog
      isHeld={isPending}
      onClose={onClose}
      title={texts.approveQuestion(values)}
      size="min(720px, 100%)"
    >
      <div className={classes.form}>
        <p className={classes.text}>{texts.approveText}</p>
        <Excluded items={able.filter(({ id }) => standings.get(id)?.why_stopped)} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by the keyboard */}
        <ul className={classes.items} aria-label={texts.theWithdrawals} tabIndex={0}>
          {items.map((item) => (
            <li key={item.id}>
              <bdi>{nameOf(item)}</bdi>
              {item.needs_another && (
                <p>
                  <StatusMark tone="waiting">{texts.leftOut}</StatusMark> {ownRequestWords}.
                </p>
              )}
              <StandingOf kind={kind} standing={standings.get(item.id)} isFailed={found.isError} />
            </li>
          ))}
        </ul>
        {failure && <ChangeFailure error={failure} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isPending} onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          <CommandButton
            color="green"
            disabled={able.length === 0}
            isPending={isPending}
            onClick={() => void send()}
          >
            {texts.approveCount(values)}
          </CommandButton>
        </Group>
      </div>
    </Dialog>
  )
}

/** Longer lists say how many there are beside these; the list below marks each of them. */
const mostNamed = 5

/** The withdrawals that can be approved, but that payout runs exclude for now. */
function Excluded({ items }: { items: readonly Withdrawal[] }) {
  if (items.length === 0) return null
  const names = items
    .slice(0, mostNamed)
    .map(({ number, owner_name }) => `${number} ${owner_name}`)
    .join(', ')
  const more = items.length - mostNamed
  return (
    <p>
      <StatusMark tone="refused" isLong>
        {more > 0 ? texts.runExcludesAndMore({ names, more }) : texts.runExcludes({ names })}
      </StatusMark>
    </p>
  )
}

/** The owner's money and bank account below a withdrawal; its line is kept while they load. */
function StandingOf({
  kind,
  standing,
  isFailed,
}: {
  kind: OwnerKind
  standing: OwnerStanding | undefined
  isFailed: boolean
}) {
  if (standing) return <StandingLine kind={kind} standing={standing} />
  return <p className={classes.text}>{isFailed ? texts.standingNotLoaded : texts.loading}</p>
}

/** A withdrawal as a person recognizes it: number, owner and amount. */
function nameOf({ number, owner_name, amount }: Withdrawal): string {
  return `${number} ${owner_name}, ${formatRs(amount)}`
}

/** The outcome of each withdrawal, with Undo for all approvals that are left as long as their mails wait and no run holds them. */
function Approved({
  kind,
  items,
  outcomes,
  onDone,
}: {
  kind: OwnerKind
  items: readonly Withdrawal[]
  outcomes: readonly BulkOutcome[]
  onDone: () => void
}) {
  const call = useCall()
  const endpoint = withdrawals[kind].undoApproval
  const [until] = useState(() => new Date(serverNow() + undoMs).toISOString())
  const known = new Map(items.map((item) => [item.id, item]))
  const named = outcomes.map((one) => {
    const item = known.get(one.id)
    return { ...one, name: item ? nameOf(item) : one.name }
  })
  const { back, standing, seconds, isOffered, offerLater } = useUndoOfAll({
    // What was selected as requested and is unchanged was approved by an earlier call of the reader, whose answer was lost.
    items: named.filter(
      ({ id, outcome }) =>
        outcome === 'done' || (outcome === 'unchanged' && known.get(id)?.status === 'requested'),
    ),
    until,
    endpoint,
    // A repeat must not undo what a colleague has approved since: the approval made the next version of what was selected.
    undoOne: ({ id }) => call(endpoint, { id }, ifNextOf(known.get(id))),
    doneWords: (count) => texts.approvedCount({ count }),
    undoneWords: ({ done }, why) =>
      [texts.approvalsUndone({ count: done }), ...(why ? [why] : [])].join('. '),
  })
  return (
    <OutcomesDialog
      outcomes={named}
      past={texts.wereApproved}
      back={{
        ...back,
        label: isOffered
          ? texts.undoApprovals({ count: standing, seconds: <Seconds count={seconds} /> })
          : null,
        past: texts.wereUndone,
      }}
      onDone={() => {
        offerLater()
        onDone()
      }}
    />
  )
}

function ifNextOf(item: Withdrawal | undefined): { ifMatch?: number } {
  return item ? { ifMatch: item.version + 1 } : {}
}
