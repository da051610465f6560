import { Suspense, use, useState } from 'react'
import { numberOf } from '#kit/contract/words.ts'
import { lazyOf } from '../lazy.ts'
import { Link } from '../link.tsx'
import type { Column } from './data-table.tsx'
import classes from './list-page.module.css'
import { ListToolsContext } from './list-tools.ts'
import { hrefWith } from './url-state.ts'

// What waits until somebody looks for it is loaded behind the first rows; its place is kept.
const ViewOptions = lazyOf(() => import('./view-options.tsx'), 'ViewOptions')

/** A view of the list: a tab with its own fixed filter. */
export interface Tab {
  value: string
  label: string
  count: number | undefined
}

export interface Tabs {
  name: string
  items: Tab[]
}

/** The tabs of a list, the views that are saved beside them, and how the list looks. */
export function ViewsRow<Row>({
  tabs,
  tab,
  asked,
  sort,
  view,
  isRead,
  isOpening,
  onNone,
  columns,
  onHelp,
}: {
  tabs: Tabs | undefined
  tab: string
  asked: Record<string, string>
  /** What the address says of the order; '' for the one that the list comes in. */
  sort: string
  /** The saved view of the address, `all` for none whatever the list opens with, or ''. */
  view: string
  /** The rows are there. */
  isRead: boolean
  isOpening: boolean
  onNone: () => void
  columns: readonly Column<Row>[]
  onHelp: () => void
}) {
  const { layouts, Views } = use(ListToolsContext)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const path = window.location.pathname
  const isFirstTab = tab === (tabs?.items[0]?.value ?? '')
  const whole = withoutEmpty({ ...(tabs && !isFirstTab ? { [tabs.name]: tab } : {}), ...asked, sort })
  // What is asked for can be saved: where that needs a row of its own, it is there before the views are read.
  const isAsked = view !== '' || Object.keys(whole).length > 0
  return (
    <div className={classes.views} data-asked={isAsked || undefined}>
      <nav aria-label="Views" className={classes.tabs}>
        <OwnTabs
          tabs={tabs}
          current={view === '' || view === 'all' ? tab : null}
          hasDefault={Boolean(layouts[path]?.view)}
        />
        {Views && (isRead || isOpening) && (
          <Suspense fallback={null}>
            <Views
              list={path}
              asked={whole}
              current={view === 'all' ? '' : view}
              isOpening={isOpening}
              onNone={onNone}
              slot={slot}
            />
          </Suspense>
        )}
      </nav>
      <div className={classes.viewTools}>
        <div ref={setSlot} className={classes.viewActions} />
        {isRead && (
          <Suspense fallback={null}>
            <ViewOptions list={path} columns={columns} onHelp={onHelp} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** The tabs of the list itself; one without any has that of all its rows, beside which views are saved. */
function OwnTabs({
  tabs,
  current,
  hasDefault,
}: {
  tabs: Tabs | undefined
  /** Which one is shown; null while it is a saved view. */
  current: string | null
  /** The bare address opens with a saved view: the first tab then has an address of its own. */
  hasDefault: boolean
}) {
  const items =
    tabs && tabs.items.length > 1
      ? tabs.items
      : [{ value: tabs?.items[0]?.value ?? '', label: 'All', count: undefined }]
  return items.map(({ value, label, count }, index) => (
    <Link
      key={value}
      href={hrefWith(
        window.location.pathname,
        '',
        index === 0 ? { view: hasDefault ? 'all' : '' } : { [tabs?.name ?? '']: value },
      )}
      aria-current={value === current ? 'page' : undefined}
      className={classes.tab}
    >
      {label}
      {count !== undefined && <span>{numberOf(count)}</span>}
    </Link>
  ))
}

/** What is asked for, without what is not. */
export function withoutEmpty(asked: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''))
}
