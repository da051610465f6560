import { formatRs, parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import { dayOf, numberOf } from '#kit/contract/words.ts'
import type { Figures } from '../contract.ts'
import { texts } from '../texts.ts'
import { ChartCard, type Series } from './chart-panel.tsx'
import classes from './charts-panel.module.css'

/** Formats a number for display, and as a plain number. */
const count = { format: (value: number) => numberOf(value), plain: String }
const money = {
  format: (value: number) => formatRs(BigInt(Math.round(value))),
  plain: (value: number) => rupeesFromPaisa(BigInt(Math.round(value))),
}
const most = 62

interface Bucket {
  /** The label of the days, for the table and the values. */
  label: string
  /** Its first day, as the drawing names it. */
  axis: string
  days: Figures['days']
}

/** Days, or weeks if there are more days than a screen can show distinctly. */
function bucketsOf(days: Figures['days']): Bucket[] {
  if (days.length <= most)
    return days.map((day) => ({ label: dayOf(day.day), axis: dayOf(day.day), days: [day] }))
  const weeks: Bucket[] = []
  for (let at = 0; at < days.length; at += 7) {
    const week = days.slice(at, at + 7)
    const [first, last] = [week[0], week.at(-1)]
    if (!first || !last) continue
    const axis = dayOf(first.day)
    weeks.push({ label: texts.dayRange({ from: axis, to: dayOf(last.day) }), axis, days: week })
  }
  return weeks
}

/** The four charts of the range; each can be shown as a table and exported as CSV. */
export function FigureCharts({ figures }: { figures: Figures }) {
  const buckets = bucketsOf(figures.days)
  const has = (kind: string) => figures.cards.some((card) => card.kind === kind)
  const sum = (of: (day: Figures['days'][number]) => number) =>
    buckets.map(({ days }) => days.reduce((total, day) => total + of(day), 0))
  const sales = (text: string) => Number(parseRupees(text))
  const status = (
    name: string,
    key: 'pending' | 'processing' | 'completed' | 'declined',
    tone: Series['tone'],
  ) => ({
    name,
    tone,
    values: sum((day) => day[key]),
  })
  const isWeekly = buckets.length < figures.days.length
  const days = { labels: buckets.map(({ label }) => label), axis: buckets.map(({ axis }) => axis) }
  return (
    <div className={classes.charts}>
      {has('sales') && (
        <ChartCard
          title={isWeekly ? texts.weeklySales : texts.dailySales}
          kind="line"
          {...days}
          {...money}
          series={[
            { name: texts.sales, tone: 'accent', values: sum((day) => sales(day.sales)) },
            { name: texts.before, tone: 'quiet', values: sum((day) => sales(day.sales_before)) },
          ]}
        />
      )}
      {has('orders') && (
        <ChartCard
          title={isWeekly ? texts.weeklyOrders : texts.dailyOrders}
          kind="bars"
          {...days}
          {...count}
          series={[
            status(texts.completed, 'completed', 'accent'),
            status(texts.processing, 'processing', 'info'),
            status(texts.pending, 'pending', 'waiting'),
            status(texts.declined, 'declined', 'refused'),
          ]}
        />
      )}
      {has('orders') && (
        <ChartCard
          title={texts.averageOrder}
          kind="line"
          {...days}
          {...money}
          series={[
            {
              name: texts.salesPerOrder,
              tone: 'accent',
              values: buckets.map(({ days }) => {
                const orders = days.reduce((n, day) => n + day.pending + day.processing + day.completed, 0)
                return orders === 0 ? 0 : days.reduce((total, day) => total + sales(day.sales), 0) / orders
              }),
            },
          ]}
        />
      )}
      {has('customers') && (
        <ChartCard
          title={isWeekly ? texts.weeklyCustomers : texts.dailyCustomers}
          kind="bars"
          {...days}
          {...count}
          series={[{ name: texts.newCustomers, tone: 'accent', values: sum((day) => day.customers) }]}
        />
      )}
    </div>
  )
}
