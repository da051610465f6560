import { Suspense, use, useState } from 'react'
import { numberOf } from '#kit/contract/words.ts'
import { lazyOf } from '../lazy.ts'
import { Link } from '../link.tsx'
import type { Column } from './data-table.tsx'
import classes from './list-page.module.css'
import { ListToolsContext } from './list-tools.ts'
import { texts } from './texts.ts'
import { hrefWith } from './url-state.ts'

// Code that is not needed for the first rows is loaded after them; its space is reserved.
const ViewOptions = lazyOf(() => import('./view-options.tsx'), 'ViewOptions')

/** A view of the list: a tab with its own fixed filter. */
export interface Tab {
  value: string
  label: string
  /** Of the whole view. Undefined until it has loaded; null if the view is not counted. */
  count: number | undefined | null
}

export interface Tabs {
  name: string
  items: Tab[]
  /** The screen shows the views beside the list, so the list shows only the present one. */
  isElsewhere?: boolean
}

/** The tabs of a list, its saved views, and the view options. */
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
  /** The sort order in the address; '' for the default order. */
  sort: string
  /** The saved view in the address, `all` for no view even if the list has a default view, or ''. */
  view: string
  /** The rows have loaded. */
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
  // An active query can be saved as a view. If the save button needs its own line, the line is shown before the views
  // have loaded.
  const isAsked = view !== '' || Object.keys(whole).length > 0
  return (
    <div className={classes.views} data-asked={isAsked || undefined}>
      <nav aria-label={texts.views} className={classes.tabs}>
        <OwnTabs
          tabs={tabs}
          tab={tab}
          current={view === '' || view === 'all' ? tab : null}
          isNarrowed={Object.keys(withoutEmpty(asked)).length > 0}
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

/** The tabs of the list itself. A list without tabs has one tab for all rows, next to which views are saved. */
function OwnTabs({
  tabs,
  tab,
  current,
  isNarrowed,
  hasDefault,
}: {
  tabs: Tabs | undefined
  /** The view of the rows, also under a saved view. */
  tab: string
  /** The active tab; null while a saved view is shown. */
  current: string | null
  /** A search or filters leave only some of the rows: beside these, the counts of whole views would be other numbers. */
  isNarrowed: boolean
  /** The address without parameters opens a saved view, so the first tab needs its own address. */
  hasDefault: boolean
}) {
  const first = tabs?.items[0]?.value ?? ''
  const path = window.location.pathname
  const items =
    tabs && tabs.items.length > 1
      ? tabs.items.filter(({ value }) => !tabs.isElsewhere || value === tab)
      : [{ value: first, label: texts.all, count: null }]
  return items.map(({ value, label, count }) => (
    <Link
      key={value}
      href={value === first ? firstHref(hasDefault) : hrefWith(path, '', { [tabs?.name ?? '']: value })}
      aria-current={value === current ? 'page' : undefined}
      className={classes.tab}
    >
      {label}
      {/* A count keeps its place before it has loaded: tabs that grow could take another line and move the list. */}
      {count !== null && <span>{count !== undefined && !isNarrowed && numberOf(count)}</span>}
    </Link>
  ))
}

/** The address of the first tab, with all of its rows also if the list opens with a saved view. */
export function firstHref(hasDefault: boolean): string {
  return hrefWith(window.location.pathname, '', { view: hasDefault ? 'all' : '' })
}

/** The query without its empty parameters. */
export function withoutEmpty(asked: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''))
}
