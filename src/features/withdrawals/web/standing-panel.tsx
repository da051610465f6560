import { parseRupees } from '#kit/contract/money.ts'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { Ago, Money } from '#kit/web/values.tsx'
import type { OwnerKind, OwnerStanding, Withdrawal } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './standing-panel.module.css'

/** A bank account that changed less than this long ago is worth a second look before it is paid. */
const recentMs = 14 * 24 * 60 * 60_000

/** The owner's money and the last change of the bank account, beside the decision. */
export function StandingPanel({
  kind,
  withdrawal,
  standing,
}: {
  kind: OwnerKind
  withdrawal: Withdrawal
  standing: OwnerStanding
}) {
  const { available, held, in_progress, bank_changed_at, bank_changed_by } = standing
  const isRecent = bank_changed_at !== null && Date.now() - new Date(bank_changed_at).getTime() < recentMs
  const isOwed = parseRupees(available) < 0n
  return (
    <SideCard title={texts.standing}>
      <dl className={classes.facts}>
        <div>
          <dt>{texts.amount}</dt>
          <dd>
            <Money rupees={withdrawal.amount} />
          </dd>
        </div>
        <div>
          <dt>{withdrawal.status === 'declined' ? texts.available : texts.availableAfter}</dt>
          <dd>
            <Money rupees={available} />
          </dd>
        </div>
        {kind === 'vendor' && (
          <div>
            <dt>{texts.held}</dt>
            <dd>
              <Money rupees={held} />
            </dd>
          </div>
        )}
        <div>
          <dt>{texts.inProgress}</dt>
          <dd>
            <Money rupees={in_progress} />
          </dd>
        </div>
        {kind === 'vendor' && (
          <div>
            <dt>{texts.bankChanged}</dt>
            <dd>
              {bank_changed_at ? (
                <>
                  <Ago at={bank_changed_at} />
                  {bank_changed_by && <span dir="auto">, {bank_changed_by}</span>}
                </>
              ) : (
                texts.never
              )}
            </dd>
          </div>
        )}
      </dl>
      {isOwed && <StatusMark tone="refused">{texts.owesMoney}</StatusMark>}
      {isRecent && <StatusMark tone="waiting">{texts.changedRecently}</StatusMark>}
      {standing.is_change_waiting && <StatusMark tone="waiting">{texts.changeWaits}</StatusMark>}
    </SideCard>
  )
}
