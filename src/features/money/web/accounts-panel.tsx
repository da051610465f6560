import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { parseRupees } from '#kit/contract/money.ts'
import { Choice } from '#kit/web/fields/choice.tsx'
import { Link } from '#kit/web/link.tsx'
import { accountWords, type LedgerBalances, type OwnAccount, ownAccounts } from '../ledger-contract.ts'
import { texts } from '../texts.ts'
import { sided } from './account-sum-panel.tsx'
import classes from './accounts-panel.module.css'
import { ledgerList } from './links.ts'

/** The marketplace's accounts beside the lines of one of them, each with its balance; a choice on narrow screens. */
export function AccountsBeside({
  account,
  balances,
  children,
}: {
  account: OwnAccount
  balances: UseQueryResult<LedgerBalances, Error>
  children: ReactNode
}) {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const shown = ownAccounts.filter((name) => accountWords[name].toLowerCase().includes(wanted))
  const balanceOf = (name: OwnAccount) => {
    const balance = balances.data?.accounts.find((own) => own.account === name)?.balance
    if (balance === undefined) return balances.error ? '' : '…'
    return sided(parseRupees(balance))
  }
  return (
    <div className={classes.columns}>
      <aside className={`box ${classes.side}`} aria-label={texts.accounts}>
        <input
          type="search"
          aria-label={texts.searchAccounts}
          placeholder={texts.searchAccounts}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className={classes.search}
        />
        <nav aria-label={texts.accounts} className={classes.list}>
          {shown.map((name) => (
            <Link
              key={name}
              href={ledgerList({ account: name })}
              aria-current={name === account ? 'page' : undefined}
            >
              <span>{accountWords[name]}</span>
              <span className={classes.balance}>{balanceOf(name)}</span>
            </Link>
          ))}
          {shown.length === 0 && <p className={classes.none}>{texts.noAccount}</p>}
        </nav>
      </aside>
      <div className={classes.narrow}>
        <Choice
          label={texts.accounts}
          value={account}
          options={ownAccounts.map((value) => ({ value, label: accountWords[value] }))}
          onChoose={(value) => navigate(ledgerList({ account: value as OwnAccount }))}
        />
      </div>
      <div className={classes.main}>{children}</div>
    </div>
  )
}
