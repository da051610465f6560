import { parseRupees } from '#kit/contract/money.ts'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { Ago, Money } from '#kit/web/values.tsx'
import type { OwnerKind, OwnerStanding, Withdrawal } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './standing-panel.module.css'

/** A bank account that changed less than this long ago is worth a second look before it is paid. */
const recentMs = 14 * 24 * 60 * 60_000

function isRecent({ bank_changed_at }: OwnerStanding): boolean {
  return bank_changed_at !== null && Date.now() - new Date(bank_changed_at).getTime() < recentMs
}

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
              {bank_changed_at ? <Ago at={bank_changed_at} /> : texts.never}
              {bank_changed_by && <span dir="auto">, {bank_changed_by}</span>}
            </dd>
          </div>
        )}
      </dl>
      <Warnings standing={standing} />
    </SideCard>
  )
}

/** The same in one line, for the bar with the buttons that pay. */
export function StandingLine({ kind, standing }: { kind: OwnerKind; standing: OwnerStanding }) {
  const { available, held, bank_changed_at } = standing
  return (
    <div className={classes.line}>
      <span>
        {texts.availableAfter}{' '}
        <b>
          <Money rupees={available} />
        </b>
      </span>
      {kind === 'vendor' && (
        <>
          <span>
            {texts.held}{' '}
            <b>
              <Money rupees={held} />
            </b>
          </span>
          <span>
            {texts.bankChanged} <b>{bank_changed_at ? <Ago at={bank_changed_at} /> : texts.never}</b>
          </span>
        </>
      )}
      <Warnings standing={standing} />
    </div>
  )
}

function Warnings({ standing }: { standing: OwnerStanding }) {
  return (
    <>
      {parseRupees(standing.available) < 0n && <StatusMark tone="refused">{texts.owesMoney}</StatusMark>}
      {isRecent(standing) && <StatusMark tone="waiting">{texts.changedRecently}</StatusMark>}
      {standing.why_stopped && (
        <StatusMark tone="refused" isLong>
          {texts.nothingPaidNow({ why: standing.why_stopped })}
        </StatusMark>
      )}
    </>
  )
}
