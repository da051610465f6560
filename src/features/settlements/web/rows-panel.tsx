import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { orderDetail } from '#features/orders/web/links.ts'
import { formatRs, parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import { numberOf } from '#kit/contract/words.ts'
import { fullTimeOf } from '#kit/web/ages.ts'
import { Link } from '#kit/web/link.tsx'
import { Sheet } from '#kit/web/print/sheet.tsx'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import { Money, None } from '#kit/web/values.tsx'
import {
  outcomeWords,
  type Settlement,
  type SettlementOutcome,
  type SettlementRow,
  type StatementRow,
  settlementOutcomes,
} from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './rows-panel.module.css'

const tones: Record<SettlementOutcome, Tone> = {
  matched: 'good',
  short_paid: 'refused',
  over_paid: 'waiting',
  unknown: 'waiting',
  already_settled: 'off',
  not_delivered: 'waiting',
  unreadable: 'refused',
}

/** Few people read more rows than this; the rest is shown on request. */
const shownAtOnce = 200

/** The rows of a statement with their outcomes; shows the rows that did not match first, if there are any. */
export function StatementRows<R extends StatementRow>({
  title,
  rows,
  aside,
}: {
  title: string
  rows: readonly R[]
  /** The actions on a row, or how its difference was closed. */
  aside?: (row: R) => ReactNode
}) {
  const counts = new Map<SettlementOutcome, number>()
  for (const { outcome } of rows) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  const present = settlementOutcomes.filter((outcome) => counts.has(outcome))
  const [chosen, setChosen] = useState<SettlementOutcome | ''>('')
  const [isWhole, setWhole] = useState(false)
  const asked =
    chosen === '' ? rows.toSorted(differingFirst) : rows.filter(({ outcome }) => outcome === chosen)
  const shown = isWhole ? asked : asked.slice(0, shownAtOnce)
  const choices = [
    { value: '' as const, label: texts.allRows({ rows: rows.length }) },
    ...present.map((value) => ({
      value,
      label: `${outcomeWords[value]} ${numberOf(counts.get(value) ?? 0)}`,
    })),
  ]
  return (
    <div className={classes.rows}>
      {present.length > 1 && (
        <fieldset className={classes.choices} aria-label={texts.show}>
          {choices.map(({ value, label }) => (
            <Button
              key={value}
              size="compact-sm"
              variant={chosen === value ? 'light' : 'default'}
              aria-pressed={chosen === value}
              onClick={() => setChosen(value)}
            >
              {label}
            </Button>
          ))}
        </fieldset>
      )}
      <Sheet
        title={title}
        empty={texts.noRows}
        columns={[
          { title: texts.row, end: true },
          { title: texts.trackingNumber },
          { title: texts.order },
          { title: texts.cash, end: true },
          { title: texts.difference, end: true },
          { title: texts.feeAndTax, end: true },
          { title: texts.outcome },
        ]}
        rows={shown.map((row) => ({
          key: String(row.row_number),
          isQuiet: row.outcome === 'already_settled',
          cells: [
            row.row_number,
            <bdi key="tracking" dir="ltr" className={classes.tracking}>
              {row.tracking_number || <None />}
            </bdi>,
            <OrderOf key="order" row={row} />,
            <Amount key="cash" rupees={row.cash} />,
            <Gap key="gap" row={row} />,
            <Amount key="fee" rupees={sumOf(row.fee, row.tax)} />,
            <Outcome key="outcome" row={row} aside={aside?.(row)} />,
          ],
        }))}
      />
      {shown.length < asked.length && (
        <Button size="xs" variant="default" className={classes.more} onClick={() => setWhole(true)}>
          {texts.showAllRows({ asked: asked.length })}
        </Button>
      )}
    </div>
  )
}

function differingFirst(a: StatementRow, b: StatementRow): number {
  return Number(a.outcome === 'matched') - Number(b.outcome === 'matched') || a.row_number - b.row_number
}

function OrderOf({ row }: { row: StatementRow }) {
  if (row.order)
    return (
      <Link href={orderDetail(row.order)} className={classes.tracking}>
        <bdi dir="ltr">{row.order.order_number}</bdi>
      </Link>
    )
  return row.order_reference ? <span dir="auto">{row.order_reference}</span> : <None />
}

function Amount({ rupees }: { rupees: string | null }) {
  return rupees === null ? <None /> : <Money rupees={rupees} />
}

function Gap({ row: { gap } }: { row: StatementRow }) {
  if (gap === null || gap === '0') return <None title={texts.none} />
  return (
    <span className={gap.startsWith('-') ? classes.short : undefined}>
      <Money rupees={gap} />
    </span>
  )
}

function sumOf(fee: string | null, tax: string | null): string | null {
  return fee === null || tax === null ? null : rupeesFromPaisa(parseRupees(fee) + parseRupees(tax))
}

function Outcome({ row, aside }: { row: StatementRow; aside: ReactNode }) {
  return (
    <>
      <StatusMark tone={tones[row.outcome]}>{outcomeWords[row.outcome]}</StatusMark>
      {row.message && <p className={classes.quiet}>{row.message}</p>}
      {aside}
    </>
  )
}

/** How a difference was closed, by whom and why; empty while it is open. */
export function ClosedDifference({ row }: { row: SettlementRow }) {
  if (row.closed_at === null) return null
  const { closed_by_name: name, closed_why } = row
  return (
    <p className={classes.quiet} title={fullTimeOf(row.closed_at)}>
      {row.difference === 'accepted'
        ? texts.acceptedBy({ name, reason: <span dir="auto">{closed_why}</span> })
        : texts.closedBy({ how: closed_why, name })}
    </p>
  )
}

/** The number of open differences, and their sum. */
function OpenDifferences({ row: { open, open_gap } }: { row: Pick<Settlement, 'open' | 'open_gap'> }) {
  return open_gap.startsWith('-') ? (
    <StatusMark tone="refused">{texts.openShort({ open, gap: formatRs(open_gap.slice(1)) })}</StatusMark>
  ) : (
    <StatusMark tone="waiting">{texts.openOver({ open, gap: formatRs(open_gap) })}</StatusMark>
  )
}

/** The state of a settlement: undone, with open differences, or without. */
export function SettlementMark({
  settlement,
  settled,
}: {
  settlement: Pick<Settlement, 'undone_at' | 'open' | 'open_gap'>
  /** The words when no difference is open. */
  settled: string
}) {
  if (settlement.undone_at) return <StatusMark tone="off">{texts.undone}</StatusMark>
  if (settlement.open > 0) return <OpenDifferences row={settlement} />
  return <StatusMark tone="good">{settled}</StatusMark>
}
