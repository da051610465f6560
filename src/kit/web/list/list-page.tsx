import { Button } from '@mantine/core'
import { type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react'
import type { Answer, Endpoint } from '#kit/contract/endpoint.ts'
import { defaultPageSize, type Page } from '#kit/contract/page.ts'
import { numberOf } from '#kit/contract/words.ts'
import { ApiRefusal, type Sent, useEndpoint, useRefresh } from '../client.tsx'
import { Failure } from '../failure.tsx'
import { isFocusLost, useScrollMemory } from '../history-moves.ts'
import { lazyOf } from '../lazy.ts'
import { useToast } from '../toast.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { cleared, type Filter, FilterChips, FilterControls } from './list-filters.tsx'
import classes from './list-page.module.css'
import { Search } from './list-search.tsx'
import { ListToolsContext, plainLayout, shownOf } from './list-tools.ts'
import { type Tab, ViewsRow, withoutEmpty } from './list-views.tsx'
import { Pager } from './pager.tsx'
import { useShortcuts } from './shortcuts.ts'
import { texts } from './texts.ts'
import { hrefWith, useUrlState } from './url-state.ts'

// Code that is not needed for the first rows is loaded after them; its space is reserved.
const ShortcutHelp = lazyOf(() => import('./shortcut-help.tsx'), 'ShortcutHelp')

/** The input of the offer to act on every row that matches the list's query, on any page. */
export interface AllOffer {
  filter: Record<string, string>
  /** The number of selected rows on this page. */
  onPage: number
  /** The rows excluded from the selection of all rows; null while only rows of this page are selected. */
  except: string[] | null
  /** Selects all matching rows. */
  onAll: () => void
  onClear: () => void
}

interface Props<E extends Endpoint> {
  title: string
  endpoint: E
  /** The parameter that the tabs set; the first tab has no value. A single tab is always applied and not shown. */
  tabs?: { name: string; items: Tab[] }
  /** The parameters that this list always sets, which limit it to a part of all rows. */
  fixed?: Record<string, string>
  filters?: Filter[]
  /** The label of the search field; a list without it has no search. */
  searchLabel?: string
  /** Actions on the whole list, next to its title. */
  actions?: ReactNode
  columns: Column<Answer<E> & { id: string }>[]
  defaultSort: string
  hrefOf: (row: Answer<E>) => string
  nameOf: (row: Answer<E>) => string
  /** Shown when there are no rows and no filter is set. */
  empty: { title: string; text: ReactNode }
  /**
   * Announces rows that have arrived since the list was read at `readAt`; `onShow` reads them, starting at the first
   * page. A list with this announcement does not refetch its rows until then.
   */
  news?: (readAt: number, onShow: () => void) => ReactNode
  /** Shown between the title and the list. */
  lead?: ReactNode
  /** Shown above the rows: the form that adds or edits a row. */
  above?: ReactNode
  /** The subject of the alert when the list cannot be loaded: The ledger. */
  what: string
  /** Actions on the selected rows; `hold` keeps the actions mounted while one of their dialogs is open. */
  bulk?: (
    selected: (Answer<E> & { id: string })[],
    clear: () => void,
    hold: (isHeld: boolean) => void,
  ) => ReactNode
  /** Offers to act on every row that matches the query. Without it, at most one page can be selected. */
  bulkAll?: (offer: AllOffer) => ReactNode
}

/** A list: title with total, tabs, search, filters, table, pages. Its whole state is in the address bar. */
export function ListPage<E extends Endpoint>(props: Props<E>) {
  type Row = Answer<E> & { id: string }
  const { title, endpoint, tabs, filters = [], columns, bulk } = props
  const [state, change] = useUrlState()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [activeId, setActiveId] = useState('')
  // The dialog that shows the result must stay open after the rows have left the list.
  const [isBulkHeld, holdBulk] = useState(false)
  // Every matching row except these is selected; null while only rows of one page are selected.
  const [except, setExcept] = useState<ReadonlySet<string> | null>(null)
  const [isHelping, setHelping] = useState(false)
  const { density, layouts, setLayout, Views } = use(ListToolsContext)
  const show = useToast()
  const search = useRef<HTMLInputElement>(null)
  const scroller = useRef<HTMLElement>(null)

  // A selection must not carry over to another page, tab or search. A refetch of the same rows keeps it.
  const path = window.location.pathname
  const address = path + window.location.search
  const [listed, setListed] = useState(address)
  if (listed !== address) {
    setListed(address)
    setSelected(new Set())
    setActiveId('')
  }
  const layout = layouts[path] ?? plainLayout
  const shown = shownOf(columns, layout).map((column, index) => {
    const width = index > 0 && layout.widths[column.key]
    return width ? { ...column, width } : column
  })
  // The address without parameters opens the user's default view, once the view has loaded.
  const [hasNone, setNone] = useState(false)
  const isOpening = Views !== null && layout.view !== null && !hasNone && window.location.search === ''

  const sort = state.get('sort') ?? props.defaultSort
  const limit = Number(state.get('limit') ?? defaultPageSize)
  const tab = tabs ? (state.get(tabs.name) ?? tabs.items[0]?.value ?? '') : ''
  const asked: Record<string, string> = {
    ...(props.searchLabel ? { q: state.get('q') ?? '' } : {}),
    ...Object.fromEntries(filters.map(({ name }) => [name, state.get(name) ?? ''])),
  }
  const isFiltered = Object.values(asked).some((value) => value !== '')
  const filter = withoutEmpty({ ...(tabs ? { [tabs.name]: tab } : {}), ...asked, ...props.fixed })
  const filterText = JSON.stringify(filter)
  const allOf = useRef(filterText)
  useEffect(() => {
    const isOther = allOf.current !== filterText
    allOf.current = filterText
    if (!isOther || except === null) return
    setExcept(null)
    show({ message: texts.selectionCleared })
  })
  const query = useEndpoint(
    endpoint,
    {
      limit,
      sort,
      ...(tabs ? { [tabs.name]: tab } : {}),
      ...asked,
      ...props.fixed,
      ...(state.get('cursor') ? { cursor: state.get('cursor') } : { page: state.get('page') ?? '1' }),
    } as Sent<E>,
    { enabled: !isOpening, ...(props.news ? { refetchOnWindowFocus: false } : {}) },
  )
  const refresh = useRefresh()
  const page = query.data as Page<Row> | undefined
  const rows = page?.rows ?? null
  useScrollMemory(address, rows !== null && !query.isPlaceholderData, scroller)

  /** Any change to the query starts at the first page. */
  const ask = (changes: Record<string, string>, options?: { replace?: boolean }) =>
    change({ page: '', cursor: '', ...changes }, options)
  /** Focuses the link of the row, so that Enter opens the record like any link. */
  const focusRow = (index: number) => {
    const link = scroller.current?.querySelectorAll<HTMLElement>('tr[data-row] [data-naming] a')[index]
    link?.focus({ preventScroll: true })
    link?.scrollIntoView({ block: 'nearest' })
    return link !== undefined
  }
  const activeIndex = rows?.findIndex(({ id }) => id === activeId) ?? -1
  const move = (step: number) => focusRow(Math.min(Math.max(activeIndex + step, 0), (rows?.length ?? 0) - 1))
  const activeRow = rows?.[activeIndex]
  const checked = except ? new Set(rows?.flatMap(({ id }) => (except.has(id) ? [] : [id]))) : selected
  const select = (ids: Set<string>) => {
    if (!except) return setSelected(ids)
    const left = new Set(except)
    for (const { id } of rows ?? []) {
      if (ids.has(id)) left.delete(id)
      else left.add(id)
    }
    setExcept(left)
  }
  const clear = () => {
    setSelected(new Set())
    setExcept(null)
  }
  useShortcuts({
    '/': () => search.current?.focus(),
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      if (!activeRow || !bulk) return
      const ids = new Set(checked)
      if (!ids.delete(activeRow.id)) ids.add(activeRow.id)
      select(ids)
    },
    '?': () => setHelping(true),
  })

  const selectedRows = rows?.filter((row) => checked.has(row.id)) ?? []
  const isBulkShown = bulk !== undefined && (selectedRows.length > 0 || isBulkHeld || except !== null)
  const isWholePage = selectedRows.length > 0 && selectedRows.length === rows?.length
  const hasMore = isWholePage && page !== undefined && page.total > selectedRows.length
  // When the bulk bar or a row disappears, its focused button disappears too, so the focus returns to the previous row.
  const bulkShownAt = useRef('')
  const lastIndex = useRef(0)
  useEffect(() => {
    const hasBarLeft = bulkShownAt.current === address && !isBulkShown
    const hasRowLeft = activeId !== '' && rows !== null && activeIndex < 0
    if ((hasBarLeft || hasRowLeft) && isFocusLost()) {
      if (!focusRow(Math.min(lastIndex.current, (rows?.length ?? 0) - 1))) search.current?.focus()
    }
    bulkShownAt.current = isBulkShown ? address : ''
    lastIndex.current = activeId === '' ? 0 : activeIndex < 0 ? lastIndex.current : activeIndex
  })
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1>
          {title}
          <span className={classes.total}>{page ? totalOf(page) : ''}</span>
        </h1>
        {props.news?.(query.dataUpdatedAt, () => {
          ask({ sort: '' })
          void refresh(endpoint)
        })}
        {props.actions && <div className={classes.actions}>{props.actions}</div>}
      </header>
      {props.lead}
      <div className={classes.card}>
        <ViewsRow
          tabs={tabs}
          tab={tab}
          asked={asked}
          sort={state.get('sort') ?? ''}
          view={state.get('view') ?? ''}
          isRead={page !== undefined}
          isOpening={isOpening}
          onNone={() => setNone(true)}
          columns={columns}
          onHelp={() => setHelping(true)}
        />
        <div className={classes.tools}>
          {isBulkShown ? (
            <div className={classes.bulk}>
              {props.bulkAll && page && (except || hasMore) && !isBulkHeld ? (
                <Suspense fallback={<strong>{texts.rowsSelected({ rows: selectedRows.length })}</strong>}>
                  {props.bulkAll({
                    filter,
                    onPage: selectedRows.length,
                    except: except && [...except],
                    onAll: () => setExcept(new Set()),
                    onClear: clear,
                  })}
                </Suspense>
              ) : (
                <strong>{texts.rowsSelected({ rows: selectedRows.length })}</strong>
              )}
              {except === null && bulk(selectedRows, clear, holdBulk)}
              <Button size="xs" variant="subtle" color="gray" onClick={clear}>
                {texts.clear}
              </Button>
            </div>
          ) : (
            <>
              {props.searchLabel && (
                <Search
                  ref={search}
                  label={props.searchLabel}
                  value={asked.q ?? ''}
                  onAsk={(q) => ask({ q }, { replace: true })}
                />
              )}
              <FilterControls filters={filters} asked={asked} onAsk={ask} />
            </>
          )}
        </div>
        {isFiltered && <FilterChips filters={filters} asked={asked} onAsk={ask} />}
        {props.above}
        {query.isError ? (
          <div className={classes.below}>
            <Failure
              error={query.error}
              answered="not_created"
              what={texts.couldNotBeLoaded({ what: props.what })}
              {...(isMisasked(query.error)
                ? { way: { href: window.location.pathname, label: texts.startOver } }
                : { onRetry: () => void query.refetch() })}
            />
          </div>
        ) : rows?.length === 0 ? (
          <Empty isFiltered={isFiltered} empty={props.empty} onClear={() => ask(cleared(asked))} />
        ) : (
          <DataTable
            caption={title}
            columns={shown}
            rows={rows}
            skeletonRows={10}
            isStale={query.isPlaceholderData}
            hrefOf={props.hrefOf}
            nameOf={props.nameOf}
            sort={sort}
            onSort={(next) => ask({ sort: next === props.defaultSort ? '' : next })}
            selection={bulk ? { ids: checked, change: select } : null}
            density={density}
            onResize={(key, width) =>
              setLayout(path, { ...layout, widths: { ...layout.widths, [key]: width } })
            }
            activeId={activeId}
            onActivate={setActiveId}
            scroller={scroller}
          />
        )}
        {page && rows && rows.length > 0 && (
          <Pager
            page={page}
            limit={limit}
            asked={Number(state.get('page') ?? '1')}
            hrefOf={(changes) => hrefWith(window.location.pathname, window.location.search, changes)}
            onLimit={(next) => ask({ limit: next === defaultPageSize ? '' : String(next) })}
          />
        )}
        {isHelping && (
          <Suspense fallback={null}>
            <ShortcutHelp isSelectable={bulk !== undefined} onClose={() => setHelping(false)} />
          </Suspense>
        )}
        <p className="visually-hidden" role="status">
          {query.isPending ? texts.loading : rows ? texts.rowsFound({ total: totalOf(page) }) : ''}
        </p>
      </div>
    </div>
  )
}

/** The address has an invalid parameter, so trying again would fail again. */
function isMisasked(error: Error): boolean {
  return error instanceof ApiRefusal && error.status === 422
}

function totalOf(page: Page<unknown> | undefined): string {
  if (!page) return ''
  return numberOf(page.total) + (page.total_is_exact ? '' : '+')
}

function Empty({
  isFiltered,
  empty,
  onClear,
}: {
  isFiltered: boolean
  empty: Props<Endpoint>['empty']
  onClear: () => void
}) {
  return (
    <div className={classes.empty}>
      <h2>{isFiltered ? texts.nothingMatches : empty.title}</h2>
      {isFiltered ? (
        <>
          <p>{texts.changeTheSearchOrThe}</p>
          <Button variant="default" size="xs" onClick={onClear}>
            {texts.clearFilters}
          </Button>
        </>
      ) : (
        <p>{empty.text}</p>
      )}
    </div>
  )
}
