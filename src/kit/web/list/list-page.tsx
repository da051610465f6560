import { Button } from '@mantine/core'
import { type ReactNode, type Ref, use, useEffect, useState } from 'react'
import type { Answer, Endpoint } from '#kit/contract/endpoint.ts'
import { defaultPageSize, type Page } from '#kit/contract/page.ts'
import { numberOf } from '#kit/contract/words.ts'
import { ApiRefusal, useRefresh } from '../client.tsx'
import { Failure } from '../failure.tsx'
import { notRead } from '../failure-model.ts'
import { SearchContext } from '../found.tsx'
import { useScrollMemory } from '../history-moves.ts'
import { Link, LinkOriginContext } from '../link.tsx'
import { forgetQueue, QueuesContext, takeVisit, withBack, withFrom } from '../queue/queue-store.ts'
import { offersActions } from '../record-actions.ts'
import { type Column, DataTable } from './data-table.tsx'
import { type Ask, cleared, FilterChips, FilterControls } from './list-filters.tsx'
import { ListNews } from './list-news.tsx'
import classes from './list-page.module.css'
import { Search } from './list-search.tsx'
import { emptyTabOf, ListToolsContext, shownOf, wholeTabOf } from './list-tools.ts'
import { firstHref, ViewsRow } from './list-views.tsx'
import { Pager } from './pager.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'
import { useShortcuts, useShortcutsDialog } from './shortcuts.ts'
import { texts } from './texts.ts'
import { hrefWith } from './url-state.ts'
import { type ListQuery, useActiveRow, useListQuery, useSelection } from './use-list-page.ts'
import { type Announced, useNewsAtOnce } from './use-news.ts'

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

interface Props<E extends Endpoint> extends ListQuery<E> {
  title: string
  /** Actions on the whole list, next to its title. */
  actions?: ReactNode
  columns: Column<Answer<E> & { id: string }>[]
  hrefOf: (row: Answer<E>) => string
  nameOf: (row: Answer<E>) => string
  /**
   * Shown when there are no rows and no filter is set. Of a later tab the list says itself that nothing is under it, unless
   * this is about the current tab (`isOfTab`).
   */
  empty: { title: string; text: ReactNode; isOfTab?: boolean }
  /** How new rows are told of while the list is open. Every list tells of them when its reader comes back to it. */
  announced?: Announced
  /** The nouns whose changes are shown at once, unless the pointer or the focus is at the rows. */
  live?: readonly string[]
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
  const { title, endpoint, searchLabel, filters = [], columns, bulk } = props
  const [isHelping, setHelping] = useState(false)
  // The dialog that shows the result must stay open after the rows have left the list.
  const [isBulkHeld, holdBulk] = useState(false)
  const refresh = useRefresh()
  const list = useListQuery(props, props)
  const { state, path, asked, query, page, ask } = list
  const rows = page?.rows ?? null
  const address = path + window.location.search
  const selection = useSelection(rows, address, list.filter)
  const { checked, except } = selection
  const selected = rows?.filter((row) => checked.has(row.id)) ?? []
  const isBulkShown = bulk !== undefined && (selected.length > 0 || isBulkHeld || except !== null)
  const active = useActiveRow(rows, address, isBulkShown)
  const { activeId, move, search, scroller } = active
  useNewsAtOnce(list.later, props.live !== undefined, scroller)
  useScrollMemory(address, rows !== null && !query.isPlaceholderData, scroller)
  useWayBack(address, rows, active.focusId)
  useShortcuts({
    ...(searchLabel ? { '/': () => search.current?.focus() } : {}),
    j: () => move(1),
    k: () => move(-1),
    arrowdown: (event) => move(1) && event.preventDefault(),
    arrowup: (event) => move(-1) && event.preventDefault(),
    x: () => bulk && rows?.some(({ id }) => id === activeId) && selection.turn(activeId),
    '?': () => setHelping(true),
  })
  useShortcutsDialog(() => setHelping(true))
  const showNews = () => {
    // Where the newest are first, the first page has them.
    if (props.defaultSort.startsWith('-')) ask({ sort: '' })
    void refresh(endpoint)
  }
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1>
          {title}
          <span className={classes.total}>{totalOf(page)}</span>
        </h1>
        <ListNews news={list.later.news} words={props.announced?.words} onShow={showNews} />
        {props.actions && (
          <div ref={offersActions} className={classes.actions}>
            {props.actions}
          </div>
        )}
      </header>
      {props.lead}
      <div className={classes.card}>
        <ViewsRow
          tabs={props.tabs}
          tab={list.tab}
          asked={asked}
          sort={state.get('sort') ?? ''}
          view={state.get('view') ?? ''}
          isRead={page !== undefined}
          isOpening={list.isOpening}
          onNone={list.setNoView}
          columns={columns}
          onHelp={() => setHelping(true)}
        />
        <div className={classes.tools} hidden={!isBulkShown && !searchLabel && filters.length === 0}>
          {isBulkShown ? (
            <BulkBar {...{ props, list, selection, selected, isBulkHeld, holdBulk }} />
          ) : (
            <Finders {...{ props, asked, ask, search }} />
          )}
        </div>
        {isFiltered(asked) && <FilterChips filters={filters} asked={asked} onAsk={ask} />}
        {props.above}
        <SearchContext value={asked.q ?? ''}>
          <Rows {...{ props, list, selection, active }} />
        </SearchContext>
        {page && page.rows.length > 0 && (
          <Pager
            page={page}
            limit={list.limit}
            asked={query.isPlaceholderData ? null : Number(state.get('page') ?? '1')}
            hrefOf={(changes) => hrefWith(window.location.pathname, window.location.search, changes)}
            onLimit={(next) => ask({ limit: next === defaultPageSize ? '' : String(next) })}
          />
        )}
        {isHelping && (
          <ShortcutHelp
            isSearchable={searchLabel !== undefined}
            isSelectable={bulk !== undefined}
            onClose={() => setHelping(false)}
          />
        )}
        <p className="visually-hidden" role="status">
          {query.isPending ? texts.loading : rows ? texts.rowsFound({ total: totalOf(page) }) : ''}
        </p>
      </div>
    </div>
  )
}

/** The rows, or why there are none. */
function Rows<E extends Endpoint>({
  props,
  list,
  selection,
  active,
}: {
  props: Props<E>
  list: ReturnType<typeof useListQuery<E>>
  selection: ReturnType<typeof useSelection>
  active: ReturnType<typeof useActiveRow>
}) {
  const { density, setLayout } = use(ListToolsContext)
  const { path, layout, query, later, ask } = list
  const rows = list.page?.rows ?? null
  const ofQueue = useOrigin(path + window.location.search, rows, props.hrefOf)
  // Rows that are there stay: a later read that failed is said above them.
  const error = query.error ?? later.error
  const failure = error && (
    <ListFailure what={props.what} error={error} onRetry={() => void query.refetch()} />
  )
  if (failure && !rows?.length) return failure
  if (rows?.length === 0) return <Empty {...{ props, list }} />
  const shown = shownOf(props.columns, layout).map((column, index) => {
    const width = index > 0 && layout.widths[column.key]
    return width ? { ...column, width } : column
  })
  return (
    <LinkOriginContext value={ofQueue}>
      {failure}
      <DataTable
        caption={props.title}
        columns={shown}
        rows={rows}
        skeletonRows={10}
        isStale={query.isPlaceholderData}
        hrefOf={(row) => ofQueue(props.hrefOf(row))}
        nameOf={props.nameOf}
        sort={list.sort}
        onSort={(next) => ask({ sort: next === props.defaultSort ? '' : next })}
        selection={
          props.bulk ? { ids: selection.checked, anchor: selection.anchor, change: selection.select } : null
        }
        density={density}
        onResize={(key, width) => setLayout(path, { ...layout, widths: { ...layout.widths, [key]: width } })}
        activeId={active.activeId}
        onActivate={active.setActiveId}
        scroller={active.scroller}
      />
    </LinkOriginContext>
  )
}

/**
 * Makes the list the queue of each of its records: their links say from where they are opened. A row that represents a record of
 * another noun, as a line of the ledger for its order, says it for the way back alone.
 */
function useOrigin<Row extends { id: string }>(
  address: string,
  rows: readonly Row[] | null,
  hrefOf: (row: Row) => string,
): (href: string) => string {
  const { sourceOf } = use(QueuesContext)
  const hasQueue = sourceOf(address)?.url
  const ids = new Set(rows?.map(({ id }) => id))
  // The first row of those that lead to the same record.
  const rowIds = new Map(rows?.toReversed().map((row) => [hrefOf(row), row.id]))
  return (href) => {
    const id = /[?&]id=([^&]+)/.exec(href)?.[1]
    if (!hasQueue || id === undefined) return href
    if (ids.has(id)) return withFrom(href, address)
    const rowId = rowIds.get(href)
    return rowId === undefined ? href : withBack(href, address, rowId)
  }
}

/** The list is where a queue begins, and where its reader comes back to the row of the last record. */
function useWayBack(
  address: string,
  rows: readonly { id: string }[] | null,
  focusId: (id: string) => void,
): void {
  useEffect(() => forgetQueue(address), [address])
  const isRead = rows !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as the rows are there
  useEffect(() => {
    const ids = isRead ? takeVisit(address) : []
    const id = ids.find((one) => rows?.some((row) => row.id === one))
    if (id) focusId(id)
  }, [isRead, address])
}

/** The search and the filters. */
function Finders({
  props: { searchLabel, filters = [] },
  asked,
  ask,
  search,
}: {
  props: Pick<Props<Endpoint>, 'searchLabel' | 'filters'>
  asked: Record<string, string>
  ask: Ask
  search: Ref<HTMLInputElement>
}) {
  return (
    <>
      {searchLabel && (
        <Search
          ref={search}
          label={searchLabel}
          value={asked.q ?? ''}
          onAsk={(q) => ask({ q }, { replace: true })}
        />
      )}
      <FilterControls filters={filters} asked={asked} onAsk={ask} />
    </>
  )
}

/** The actions on the selected rows, in place of the search. */
function BulkBar<E extends Endpoint>({
  props: { bulk, bulkAll },
  list: { page, filter },
  selection: { except, selectAll, clear },
  selected,
  isBulkHeld,
  holdBulk,
}: {
  props: Pick<Props<E>, 'bulk' | 'bulkAll'>
  list: { page: Page<unknown> | undefined; filter: Record<string, string> }
  selection: ReturnType<typeof useSelection>
  selected: (Answer<E> & { id: string })[]
  isBulkHeld: boolean
  holdBulk: (isHeld: boolean) => void
}) {
  const isWholePage = selected.length > 0 && selected.length === page?.rows.length
  const hasMore = isWholePage && page.total > selected.length
  // Behind the result of a decision the rows have left: nothing is selected, and nothing can be decided on.
  const isDecided = isBulkHeld && selected.length === 0 && except === null
  const count = <strong>{texts.rowsSelected({ rows: selected.length })}</strong>
  return (
    <div className={classes.bulk}>
      {bulkAll && page && (except || hasMore) && !isBulkHeld
        ? bulkAll({
            filter,
            onPage: selected.length,
            except: except && [...except],
            onAll: selectAll,
            onClear: clear,
          })
        : !isDecided && count}
      <fieldset className={classes.acts} disabled={isDecided} data-hidden={isDecided || undefined}>
        {except === null && bulk?.(selected, clear, holdBulk)}
        <Button size="xs" variant="subtle" color="gray" onClick={clear}>
          {texts.clear}
        </Button>
      </fieldset>
    </div>
  )
}

/** An invalid parameter in the address would fail again, so it is dropped instead of tried again. */
function ListFailure({ what, error, onRetry }: { what: string; error: Error; onRetry: () => void }) {
  const isMisasked = error instanceof ApiRefusal && error.status === 422
  return (
    <div className={classes.below}>
      <Failure
        error={error}
        answered={notRead}
        what={texts.couldNotBeLoaded({ what })}
        {...(isMisasked ? { way: { href: window.location.pathname, label: texts.startOver } } : { onRetry })}
      />
    </div>
  )
}

function isFiltered(asked: Record<string, string>): boolean {
  return Object.values(asked).some((value) => value !== '')
}

function totalOf(page: Page<unknown> | undefined): string {
  if (!page) return ''
  return numberOf(page.total) + (page.total_is_exact ? '' : '+')
}

function Empty({
  props: { tabs, empty },
  list: { asked, tab, layout, ask },
}: {
  props: Pick<Props<Endpoint>, 'tabs' | 'empty'>
  list: Pick<ReturnType<typeof useListQuery>, 'asked' | 'tab' | 'layout' | 'ask'>
}) {
  if (isFiltered(asked)) {
    const whole = wholeTabOf(tabs, tab)
    return (
      <div className={classes.empty}>
        <h2>{texts.nothingMatches}</h2>
        <p>{texts.changeTheSearchOrThe}</p>
        {tabs && whole && (
          <Button variant="default" size="xs" onClick={() => ask({ [tabs.name]: whole.value })}>
            {texts.lookUnder({ tab: whole.label })}
          </Button>
        )}
        <Button variant="default" size="xs" onClick={() => ask(cleared(asked))}>
          {texts.clearFilters}
        </Button>
      </div>
    )
  }
  const ofTab = empty.isOfTab ? null : emptyTabOf(tabs, tab)
  return (
    <div className={classes.empty}>
      <h2>{ofTab ? texts.nothingUnder({ tab: ofTab.at.label }) : empty.title}</h2>
      {ofTab ? (
        <Link href={firstHref(layout.view !== null)}>{texts.showTab({ tab: ofTab.first.label })}</Link>
      ) : (
        <p>{empty.text}</p>
      )}
    </div>
  )
}
