import type { UseQueryResult } from '@tanstack/react-query'
import { formatRs, type Paisa, parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { type LedgerBalances, ledger, type OwnAccount } from '../ledger-contract.ts'
import { texts } from '../texts.ts'
import classes from './account-sum-panel.module.css'

/** The totals of the lines below, the balance of the account, and the balance of everybody else's accounts. */
export function AccountSumLine({
  account,
  from,
  to,
  isByOrder,
  balances,
}: {
  account: OwnAccount
  from: string
  to: string
  isByOrder: boolean
  balances: UseQueryResult<LedgerBalances, Error>
}) {
  const days = { ...(from ? { from } : {}), ...(to ? { to } : {}) }
  const sums = useEndpoint(ledger.sum, {
    account,
    ...days,
    ...(isByOrder ? { by: 'order' as const } : {}),
  })
  // Until the answer is there, the previous one is that of another account or of other days.
  const sum = sums.isPlaceholderData ? undefined : sums.data
  const balance = balances.data?.accounts.find((own) => own.account === account)?.balance
  return (
    <>
      <ReadFailure of={sums} what={texts.sumsLoadFailed} />
      <ReadFailure of={balances} what={texts.balancesLoadFailed} />
      <dl className={classes.sums}>
        {(sums.data || !sums.error) && (
          <>
            <Sum
              label={from || to ? (isByOrder ? texts.ordersOfTheseDays : texts.inThisPeriod) : texts.total}
              rupees={sum && rupeesFromPaisa(parseRupees(sum.debit) - parseRupees(sum.credit))}
            />
            <Sum label={texts.debit} rupees={sum?.debit} isPlain />
            <Sum label={texts.credit} rupees={sum?.credit} isPlain />
          </>
        )}
        {(balances.data || !balances.error) && (
          <>
            <Sum label={texts.balanceToday} rupees={balance} />
            <Sum label={texts.vendorsAndCustomersTogether} rupees={balances.data?.owners} />
          </>
        )}
      </dl>
    </>
  )
}

/** An amount labelled debit or credit, because a minus sign alone is ambiguous in double-entry books. */
function Sum({
  label,
  rupees,
  isPlain = false,
}: {
  label: string
  rupees: string | undefined
  isPlain?: boolean
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{rupees === undefined ? '…' : isPlain ? formatRs(rupees) : sided(parseRupees(rupees))}</dd>
    </div>
  )
}

/** An amount with its side in words. */
export function sided(net: Paisa): string {
  if (net === 0n) return formatRs(net)
  return net > 0n ? texts.netDebit({ net: formatRs(net) }) : texts.netCredit({ net: formatRs(-net) })
}
