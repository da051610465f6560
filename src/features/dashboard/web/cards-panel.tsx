import type { CSSProperties } from 'react'
import { pendingCustomers } from '#features/customers/web/links.ts'
import { ledgerList } from '#features/money/web/links.ts'
import { allOrders, completedOrders, declinedOrders } from '#features/orders/web/links.ts'
import { formatWholeRs, parseRupees } from '#kit/contract/money.ts'
import { numberOf } from '#kit/contract/words.ts'
import { Link } from '#kit/web/link.tsx'
import { type CardKind, cardKinds, type Figures, type Sum } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './cards-panel.module.css'

interface Card {
  label: string
  /** The list that the number counts, for the same days. */
  hrefOf: (days: { from: string; to: string }) => string
  isMoney?: boolean
  /** True if a lower number is better. */
  isBad?: boolean
}

const cards: Record<CardKind, Card> = {
  orders: { label: texts.orders, hrefOf: allOrders },
  sales: { label: texts.sales, hrefOf: (days) => allOrders({ ...days, without: 'declined' }), isMoney: true },
  completed: { label: texts.completed, hrefOf: completedOrders },
  declined: { label: texts.declined, hrefOf: declinedOrders, isBad: true },
  customers: { label: texts.newCustomers, hrefOf: (days) => pendingCustomers({ list: 'all', ...days }) },
  commission: {
    label: texts.commissionEarned,
    hrefOf: (days) => ledgerList({ ...days, by: 'order' }),
    isMoney: true,
  },
}

/** Six numbers of the range, each with its change in words and a link to the list that it counts. */
export function CardRow({
  figures,
  isStale,
  isYearAgo,
}: {
  figures: Figures | undefined
  isStale: boolean
  /** Compared with the same days a year ago, not with the days before. */
  isYearAgo: boolean
}) {
  const shown = figures ? figures.cards.map(({ kind }) => kind) : cardKinds
  return (
    <ul className={classes.cards} aria-label={texts.figures} data-stale={isStale || undefined}>
      {shown.map((kind) => {
        const figure = figures?.cards.find((card) => card.kind === kind)
        return (
          <li key={kind}>
            {figures && figure ? (
              <StatCard {...figure} figures={figures} isYearAgo={isYearAgo} />
            ) : (
              <div className={classes.card} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function StatCard({
  kind,
  now,
  before,
  figures,
  isYearAgo,
}: Figures['cards'][number] & { figures: Figures; isYearAgo: boolean }) {
  const card = cards[kind]
  const value = card.isMoney ? formatWholeRs(now.amount) : numberOf(now.n)
  return (
    <Link href={card.hrefOf({ from: figures.from, to: figures.to })} className={classes.card}>
      <span className={classes.label}>{card.label}</span>
      <span className={classes.value} style={{ '--letters': value.length } as CSSProperties}>
        {value}
      </span>
      <span className={classes.change} data-tone={toneOf(card, now, before)}>
        {changeOf(card, now, before, isYearAgo)}
      </span>
      <span className={classes.more}>{moreOf(kind, now)}</span>
    </Link>
  )
}

/** The complement of the number: the amount of a count, or the count of an amount. */
function moreOf(kind: CardKind, { n, amount }: Sum): string {
  if (kind === 'commission') return texts.byOrderDate
  if (cards[kind].isMoney) return texts.ordersCounted({ n })
  return kind === 'customers' ? '' : texts.amountTotal({ amount: formatWholeRs(amount) })
}

function amountOf({ isMoney }: Card, { n, amount }: Sum): number {
  return isMoney ? Number(parseRupees(amount)) : n
}

function toneOf(card: Card, now: Sum, before: Sum): 'good' | 'bad' | 'same' {
  const change = amountOf(card, now) - amountOf(card, before)
  // Nothing can be better or worse than what was not there.
  if (change === 0 || amountOf(card, before) === 0) return 'same'
  return change > 0 === !card.isBad ? 'good' : 'bad'
}

/** The change in words, because colour alone is not enough. */
function changeOf(card: Card, now: Sum, before: Sum, isYearAgo: boolean): string {
  const [present, past] = [amountOf(card, now), amountOf(card, before)]
  if (present === past) return isYearAgo ? texts.sameAsYearAgo : texts.sameAsPreviousPeriod
  if (past === 0) return isYearAgo ? texts.noneYearAgo : texts.noneInPreviousPeriod
  const percent = Math.round((Math.abs(present - past) / Math.abs(past)) * 1000) / 10
  const change = `${present > past ? '+' : '-'}${numberOf(percent)}%`
  return isYearAgo ? texts.changeOnYearAgo({ change }) : texts.changeOnPreviousPeriod({ change })
}
