import { Suspense } from 'react'
import { LatePanel } from '#features/desk/web/late-panel.tsx'
import { useAllows } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { dashboard, heapAccess, heapKinds } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { CardRow } from './cards-panel.tsx'
import { FigureCharts } from './charts-panel.tsx'
import classes from './dashboard-page.module.css'
import { LatestTables, Shares } from './latest-panel.tsx'
import { RangeBar, rangeOf } from './range-panel.tsx'
import { Decisions, Heap } from './work-panel.tsx'

// Only a new installation shows it.
const StartPanel = lazyOf(() => import('./start-panel.tsx'), 'StartPanel')

/** The nouns whose changes the figures and the work show. */
const liveOfFigures = ['order', 'customer', 'product']
const liveOfWork = [...liveOfFigures, 'product_revision', 'vendor', 'vendor_change', 'withdrawal']

/** Each of them is asked for by everybody who has the dashboard open. */
const everyMs = 10_000

/** Work first, then money, then growth: pending work, the figures of a range of days, and the latest records. */
export function DashboardPage() {
  const [state] = useUrlState()
  const range = rangeOf(state)
  const work = useEndpoint(
    dashboard.work,
    {},
    { refetchInterval: 30_000, live: liveOfWork, liveEveryMs: everyMs },
  )
  // A new order appears without a reload, but not in a table that has the pointer over it or the focus inside.
  const often = { refetchInterval: everyMs, live: liveOfFigures, liveEveryMs: everyMs }
  const figures = useEndpoint(dashboard.figures, range, often)
  const allows = useAllows()
  const decides = allows(heapAccess.vendors) || allows(heapAccess.products)
  const reviews = decides || allows(heapAccess.customers)
  const latest = useEndpoint(dashboard.latest, {}, often)
  return (
    <div className={classes.page}>
      <h1>{menuTexts.dashboard}</h1>
      {reviews && <LatePanel />}
      {work.data?.start && (
        <Suspense fallback={null}>
          <StartPanel done={work.data.start} />
        </Suspense>
      )}
      {work.isError && !work.data ? (
        <ReadFailure of={work} what={texts.workFailed} />
      ) : (
        <section aria-labelledby="waiting">
          <h2 id="waiting">{texts.waiting}</h2>
          <ul className={classes.heaps}>
            {heapKinds
              .filter((kind) => allows(heapAccess[kind]))
              .map((kind) => {
                const heap = work.data?.waiting.find((one) => one.kind === kind)
                return <li key={kind}>{heap ? <Heap heap={heap} /> : <div className={classes.heap} />}</li>
              })}
          </ul>
        </section>
      )}
      <RangeBar figures={figures.data} />
      {figures.isError && !figures.data ? (
        <ReadFailure of={figures} what={texts.figuresFailed} />
      ) : (
        <>
          <CardRow
            figures={figures.data}
            isStale={figures.isPlaceholderData}
            isYearAgo={state.get('compare') === 'year'}
          />
          {figures.data ? <FigureCharts figures={figures.data} /> : <div className={classes.chartsHold} />}
        </>
      )}
      {latest.isError && !latest.data && <ReadFailure of={latest} what={texts.latestFailed} />}
      {latest.data && <LatestTables latest={latest.data} figures={figures.data} />}
      {figures.data && <Shares figures={figures.data} />}
      {work.data && decides && (
        <section aria-labelledby="decided">
          <h2 id="decided">{texts.latestDecisions}</h2>
          <Decisions decisions={work.data.decisions} />
        </section>
      )}
    </div>
  )
}
