import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Answer, Endpoint } from '#kit/contract/endpoint.ts'
import { defaultPageSize, type Page } from '#kit/contract/page.ts'
import { ApiRefusal, type Sent, useEndpoint } from './client.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { Failure } from './failure.tsx'
import { isFocusLost, useScrollMemory } from './history-moves.ts'
import { Link } from './link.tsx'
import { cleared, type Filter, FilterChips, FilterControls } from './list-filters.tsx'
import classes from './list-page.module.css'
import { Pager } from './pager.tsx'
import { useShortcuts } from './shortcuts.ts'
import { hrefWith, useUrlState } from './url-state.ts'

/** A view of the list: a tab with its own fixed filter. */
export interface Tab {
  value: string
  label: string
  count: number | undefined
}

interface Props<E extends Endpoint> {
  title: string
  endpoint: E
  /** The parameter that the tabs set; the first tab is the one without it. */
  tabs?: { name: string; items: Tab[] }
  filters?: Filter[]
  /** What can be searched for; a list without it has no search. */
  searchLabel?: string
  /** What is done with the whole list, beside its title. */
  actions?: ReactNode
  columns: Column<Answer<E> & { id: string }>[]
  defaultSort: string
  hrefOf: (row: Answer<E>) => string
  nameOf: (row: Answer<E>) => string
  /** What stands where nothing is, and nothing was asked for. */
  empty: { title: string; text: ReactNode }
  /** Stands at the right of the title. */
  action?: ReactNode
  /** Stands above the rows: the form that adds one or changes one. */
  above?: ReactNode
  /** In words, for the alert of a list that could not be loaded. */
  what: string
  /** Acts on what is selected; `hold` keeps them on the screen while a dialog of theirs is open. */
  bulk?: (
    selected: (Answer<E> & { id: string })[],
    clear: () => void,
    hold: (isHeld: boolean) => void,
  ) => ReactNode
}

/** A list: title with total, tabs, search, filters, table, pages; everything it shows is in the address bar. */
export function ListPage<E extends Endpoint>(props: Props<E>) {
  type Row = Answer<E> & { id: string }
  const { title, endpoint, tabs, filters = [], columns, bulk } = props
  const [state, change] = useUrlState()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [activeId, setActiveId] = useState('')
  // A dialog that shows what became of the rows outlives their leaving the list.
  const [isBulkHeld, holdBulk] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const scroller = useRef<HTMLElement>(null)

  // What was selected on one page, tab or search is not decided on from another; a mere refetch keeps it.
  const address = window.location.pathname + window.location.search
  const [listed, setListed] = useState(address)
  if (listed !== address) {
    setListed(address)
    setSelected(new Set())
    setActiveId('')
  }

  const sort = state.get('sort') ?? props.defaultSort
  const limit = Number(state.get('limit') ?? defaultPageSize)
  const tab = tabs ? (state.get(tabs.name) ?? tabs.items[0]?.value ?? '') : ''
  const asked: Record<string, string> = {
    ...(props.searchLabel ? { q: state.get('q') ?? '' } : {}),
    ...Object.fromEntries(filters.map(({ name }) => [name, state.get(name) ?? ''])),
  }
  const isFiltered = Object.values(asked).some((value) => value !== '')
  const query = useEndpoint(endpoint, {
    limit,
    sort,
    ...(tabs ? { [tabs.name]: tab } : {}),
    ...asked,
    ...(state.get('cursor') ? { cursor: state.get('cursor') } : { page: state.get('page') ?? '1' }),
  } as Sent<E>)
  const page = query.data as Page<Row> | undefined
  const rows = page?.rows ?? null
  useScrollMemory(address, rows !== null && !query.isPlaceholderData, scroller)

  /** Whatever changes what is listed starts at its first page. */
  const ask = (changes: Record<string, string>, options?: { replace?: boolean }) =>
    change({ page: '', cursor: '', ...changes }, options)
  /** The focus goes to the link of the row, so that Enter opens it like any link. */
  const focusRow = (index: number) => {
    const link = scroller.current?.querySelectorAll<HTMLElement>('tr[data-row] [data-naming] a')[index]
    link?.focus({ preventScroll: true })
    link?.scrollIntoView({ block: 'nearest' })
    return link !== undefined
  }
  const activeIndex = rows?.findIndex(({ id }) => id === activeId) ?? -1
  const move = (step: number) => focusRow(Math.min(Math.max(activeIndex + step, 0), (rows?.length ?? 0) - 1))
  const activeRow = rows?.[activeIndex]
  useShortcuts({
    '/': () => search.current?.focus(),
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      if (!activeRow || !bulk) return
      const ids = new Set(selected)
      if (!ids.delete(activeRow.id)) ids.add(activeRow.id)
      setSelected(ids)
    },
  })

  const selectedRows = rows?.filter((row) => selected.has(row.id)) ?? []
  const isBulkShown = bulk !== undefined && (selectedRows.length > 0 || isBulkHeld)
  // The bar takes its focused button with it when it leaves, and so does a row: the keys go on where they were.
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
        {props.actions}
      </header>
      <div className={classes.card}>
        {tabs && <Tabs tabs={tabs} current={tab} />}
        <div className={classes.tools}>
          {isBulkShown ? (
            <div className={classes.bulk}>
              <strong>{selectedRows.length} selected</strong>
              {bulk(selectedRows, () => setSelected(new Set()), holdBulk)}
              <Button size="xs" variant="subtle" color="gray" onClick={() => setSelected(new Set())}>
                Clear
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
        {props.above}
        {isFiltered && <FilterChips filters={filters} asked={asked} onAsk={ask} />}
        {query.isError ? (
          <div className={classes.below}>
            <Failure
              error={query.error}
              answered="not_created"
              what={`${props.what} could not be loaded.`}
              {...(isMisasked(query.error)
                ? { way: { href: window.location.pathname, label: 'Start over' } }
                : { onRetry: () => void query.refetch() })}
            />
          </div>
        ) : rows?.length === 0 ? (
          <Empty isFiltered={isFiltered} empty={props.empty} onClear={() => ask(cleared(asked))} />
        ) : (
          <DataTable
            caption={title}
            columns={columns}
            rows={rows}
            skeletonRows={10}
            isStale={query.isPlaceholderData}
            hrefOf={props.hrefOf}
            nameOf={props.nameOf}
            sort={sort}
            onSort={(next) => ask({ sort: next === props.defaultSort ? '' : next })}
            selection={bulk ? { ids: selected, change: setSelected } : null}
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
        <p className="visually-hidden" role="status">
          {query.isPending ? 'Loading...' : rows ? `${totalOf(page)} found` : ''}
        </p>
      </div>
    </div>
  )
}

/** The address asks for something that there is not: trying again would fail again. */
function isMisasked(error: Error): boolean {
  return error instanceof ApiRefusal && error.status === 422
}

function totalOf(page: Page<unknown> | undefined): string {
  if (!page) return ''
  return page.total.toLocaleString('en-PK') + (page.total_is_exact ? '' : '+')
}

function Tabs({ tabs, current }: { tabs: NonNullable<Props<Endpoint>['tabs']>; current: string }) {
  return (
    <nav aria-label="Views" className={classes.tabs}>
      {tabs.items.map(({ value, label, count }, index) => (
        <Link
          key={value}
          href={hrefWith(window.location.pathname, '', { [tabs.name]: index === 0 ? '' : value })}
          aria-current={value === current ? 'page' : undefined}
          className={classes.tab}
        >
          {label}
          {count !== undefined && <span>{count.toLocaleString('en-PK')}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** Asks when typing pauses; keeps what is typed while an older answer is still on its way. */
function Search({
  ref,
  label,
  value,
  onAsk,
}: {
  ref: React.Ref<HTMLInputElement>
  label: string
  value: string
  onAsk: (q: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  if (value !== asked.current) {
    asked.current = value
    if (value !== typed.trim()) setTyped(value)
  }
  const ask = useRef(onAsk)
  ask.current = onAsk
  useEffect(() => {
    const q = typed.trim()
    if (q === asked.current) return
    const timer = setTimeout(() => {
      asked.current = q
      ask.current(q)
    }, 250)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <TextInput
      ref={ref}
      size="xs"
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={15} aria-hidden="true" />}
      value={typed}
      maxLength={100}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // The browser would empty the field, and with it the list that was just searched.
        event.preventDefault()
        event.currentTarget.blur()
      }}
      className={classes.search}
    />
  )
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
      <h2>{isFiltered ? 'Nothing matches' : empty.title}</h2>
      {isFiltered ? (
        <>
          <p>No row has all that you asked for.</p>
          <Button variant="default" size="xs" onClick={onClear}>
            Clear filters
          </Button>
        </>
      ) : (
        <p>{empty.text}</p>
      )}
    </div>
  )
}
