import { grants } from '#features/access/contract.ts'
import { orderDetail } from '#features/orders/web/links.ts'
import { settlementDetail } from '#features/settlements/web/links.ts'
import { placesOf } from '#features/withdrawals/web/owner-panel.tsx'
import { dayOf } from '#kit/contract/words.ts'
import { useAllows } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { ExportButton } from '#kit/web/export/export-button.tsx'
import { WayTo } from '#kit/web/link.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { Cut, Day, Money } from '#kit/web/values.tsx'
import {
  type AccountLine,
  accountWords,
  type EntryKind,
  ledger,
  type OwnAccount,
  ownAccounts,
} from '../ledger-contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { AccountSumLine } from './account-sum-panel.tsx'
import { AccountsBeside } from './accounts-panel.tsx'

/** Ledger: the marketplace's accounts, each line with its cause and its order. */
export function LedgerListPage() {
  const [state] = useUrlState()
  const account = ownAccounts.find((name) => name === state.get('account')) ?? ownAccounts[0]
  const balances = useEndpoint(ledger.balances, {})
  const hrefOf = useWay()
  return (
    <AccountsBeside account={account} balances={balances}>
      <ListPage
        title={menuTexts.ledger}
        endpoint={ledger.list}
        tabs={{
          name: 'account',
          items: ownAccounts.map((value) => ({ value, label: accountWords[value], count: null })),
          isElsewhere: true,
        }}
        filters={[
          { name: 'from', label: texts.from, control: 'day' },
          { name: 'to', label: texts.to, control: 'day' },
          // The dashboard links here with order days; totals by order day exist for this account only.
          ...(account === 'commission'
            ? [
                {
                  name: 'by',
                  label: texts.daysOf,
                  control: 'link' as const,
                  options: [{ value: 'order', label: texts.orderDates }],
                },
              ]
            : []),
        ]}
        actions={
          <ExportButton
            endpoint={ledger.export}
            fixed={{ account, ...(account === 'commission' ? {} : { by: '' }) }}
            name={`ledger-${account}`}
          />
        }
        above={
          <AccountSumLine
            account={account}
            from={state.get('from') ?? ''}
            to={state.get('to') ?? ''}
            isByOrder={account === 'commission' && state.get('by') === 'order'}
            balances={balances}
          />
        }
        defaultSort="-at"
        hrefOf={hrefOf}
        nameOf={({ words }) => words}
        what={texts.theLedger}
        empty={{
          title: texts.noEntries,
          text: texts.noEntriesText,
        }}
        columns={[
          {
            key: 'what',
            title: texts.what,
            minWidth: 240,
            cell: (row) => <WayTo href={hrefOf(row)}>{row.words}</WayTo>,
          },
          { key: 'kind', title: texts.kind, width: 140, cell: (row) => kindWords[row.kind] },
          {
            key: 'at',
            onPhone: 'state',
            title: texts.day,
            sortable: true,
            width: 120,
            cell: (row) => <Day at={row.at} />,
          },
          ...(referred.includes(account)
            ? [
                {
                  key: 'reference',
                  title: texts.reference,
                  width: 170,
                  cell: (row: AccountLine) => <Cut>{referenceOf(row)}</Cut>,
                },
              ]
            : []),
          {
            key: 'debit',
            onPhone: 'fact',
            title: texts.debit,
            align: 'end',
            width: 140,
            cell: (row) => <Amount rupees={row.debit} />,
          },
          {
            key: 'credit',
            onPhone: 'fact',
            title: texts.credit,
            align: 'end',
            width: 140,
            cell: (row) => <Amount rupees={row.credit} />,
          },
        ]}
      />
    </AccountsBeside>
  )
}

/** The accounts whose movements a bank, a gateway or a courier has a reference for. */
const referred: readonly OwnAccount[] = ['bank', 'gateway', 'courier', 'paying_out']

/** The reference of a line, with the day at the bank where that is known. */
function referenceOf({ reference, bank_day }: AccountLine): string {
  if (!reference) return ''
  return bank_day ? texts.referencePaidOn({ reference, day: dayOf(bank_day) }) : reference
}

const kindWords: Record<EntryKind, string> = {
  sale: texts.sale,
  payment: texts.payment,
  collection: texts.cashCollected,
  settlement: texts.settlement,
  settlement_undone: texts.settlementUndone,
  write_off: texts.writtenOff,
  reversal: texts.reversal,
  refund: texts.refund,
  release: texts.release,
  withdrawal: texts.withdrawal,
  withdrawal_back: texts.withdrawalNotPaid,
  payout: texts.payout,
  payout_back: texts.payoutReturned,
  payout_undone: texts.bankAnswerUndone,
}

/**
 * Returns the link to a line's cause: the order, the courier's settlement or the withdrawal; empty without permission.
 */
function useWay(): (line: AccountLine) => string {
  const allows = useAllows()
  const seesOrders = allows(grants('Orders', 'view'))
  const pays = { vendor: allows(grants('Vendors', 'pay')), customer: allows(grants('Customer', 'pay')) }
  return ({ kind, order_id, source_id, withdrawn_by }) => {
    if (order_id) return seesOrders ? orderDetail({ id: order_id }) : ''
    if (/^(settlement|settlement_undone|write_off)$/.test(kind))
      return seesOrders ? settlementDetail({ id: source_id ?? '' }) : ''
    return withdrawn_by && pays[withdrawn_by] ? placesOf[withdrawn_by].one({ id: source_id ?? '' }) : ''
  }
}

function Amount({ rupees }: { rupees: string }) {
  return rupees ? <Money rupees={rupees} /> : null
}
