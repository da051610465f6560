import { use, useEffect, useRef, useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { defaultPageSize } from '#kit/contract/page.ts'
import { type Sent, useEndpoint } from '../client.tsx'
import { isFocusLost } from '../history-moves.ts'
import { useToast } from '../toast.tsx'
import type { Filter } from './list-filters.tsx'
import { askedOf, ListToolsContext, plainLayout } from './list-tools.ts'
import { type Tabs, withoutEmpty } from './list-views.tsx'
import { placeOf } from './row-link.ts'
import { texts } from './texts.ts'
import { useUrlState } from './url-state.ts'
import { type Followed, useNews } from './use-news.ts'

/** What a list asks for, besides what the address says. */
export interface ListQuery<E extends Endpoint> {
  endpoint: E
  /** The parameter that the tabs set; the first tab has no value. A single tab is always applied and not shown. */
  tabs?: Tabs
  /** The parameters that this list always sets, which limit it to a part of all rows. */
  fixed?: Record<string, string>
  filters?: Filter[]
  /** The label of the search field; a list without it has no search. */
  searchLabel?: string
  defaultSort: string
}

/** The rows that the address asks for, and how to ask for others. */
export function useListQuery<E extends Endpoint>(
  { endpoint, tabs, fixed, filters = [], searchLabel, defaultSort }: ListQuery<E>,
  followed: Followed,
) {
  const [state, change] = useUrlState()
  const { layouts, Views } = use(ListToolsContext)
  const path = window.location.pathname
  const layout = layouts[path] ?? plainLayout
  // The address without parameters opens the user's default view, once the view has loaded.
  const [hasNone, setNone] = useState(false)
  const hasDefault = Views !== null && layout.view !== null && !hasNone
  const isOpening = hasDefault && window.location.search === ''

  const sort = state.get('sort') ?? defaultSort
  const limit = Number(state.get('limit') ?? defaultPageSize)
  const tab = tabs ? (state.get(tabs.name) ?? tabs.items[0]?.value ?? '') : ''
  const asked: Record<string, string> = {
    ...(searchLabel ? { q: state.get('q') ?? '' } : {}),
    ...Object.fromEntries(filters.map(({ name }) => [name, state.get(name) ?? ''])),
  }
  const limits = { ...(tabs ? { [tabs.name]: tab } : {}), ...asked, ...fixed }
  const cursor = state.get('cursor')
  const place = cursor ? { cursor } : { page: state.get('page') ?? '1' }
  const input = { limit, sort, ...limits, ...place } as Sent<E>
  const query = useEndpoint(endpoint, input, {
    enabled: !isOpening,
    isStill: true,
    ...(followed.live ? { live: followed.live } : {}),
  })
  const later = useNews(endpoint, input, query, followed)
  // That nothing was found was said of what was asked before: rows of it may stay until the answer is there, but not that.
  const page = query.isPlaceholderData && later.page?.rows.length === 0 ? undefined : later.page
  /** Any change to the query starts at the first page. */
  const ask = (changes: Record<string, string>, how?: { replace?: boolean }) =>
    change(askedOf(state, changes, hasDefault), how)
  const filter = withoutEmpty(limits)
  const setNoView = () => setNone(true)
  return {
    state,
    path,
    layout,
    isOpening,
    setNoView,
    sort,
    limit,
    tab,
    asked,
    filter,
    query,
    later,
    page,
    ask,
  }
}

type Rows = readonly { id: string }[] | null

/** The selected rows: those of one page, or all rows that match `filter` with some exceptions. */
export function useSelection(rows: Rows, address: string, filter: Record<string, string>) {
  const show = useToast()
  const anchor = useRef('')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // Every matching row except these is selected; null while only rows of one page are selected.
  const [except, setExcept] = useState<ReadonlySet<string> | null>(null)
  // A selection must not carry over to another page, tab or search. A refetch of the same rows keeps it.
  const [listed, setListed] = useState(address)
  const [dropped, setDropped] = useState(0)
  if (listed !== address) {
    setListed(address)
    setSelected(new Set())
    // A person who leaves for another screen expects it, and what is selected on every page stays.
    const isHere = listed.split('?')[0] === address.split('?')[0]
    if (isHere && selected.size > 0 && except === null) setDropped(dropped + 1)
  }
  useEffect(() => {
    if (dropped > 0) show({ message: texts.selectionCleared })
  }, [dropped, show])
  const filterText = JSON.stringify(filter)
  const allOf = useRef(filterText)
  useEffect(() => {
    const isOther = allOf.current !== filterText
    allOf.current = filterText
    if (!isOther || except === null) return
    setExcept(null)
    show({ message: texts.selectionCleared })
  })
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
  const turn = (id: string) => {
    anchor.current = id
    const ids = new Set(checked)
    if (!ids.delete(id)) ids.add(id)
    select(ids)
  }
  const selectAll = () => setExcept(new Set())
  const clear = () => {
    setSelected(new Set())
    setExcept(null)
  }
  return { checked, except, anchor, select, turn, selectAll, clear }
}

/** The row that the keys act on. If a focused button disappears with its row or bar, the focus returns to a row. */
export function useActiveRow(rows: Rows, address: string, isBarShown: boolean) {
  const [activeId, setActiveId] = useState('')
  const [listed, setListed] = useState(address)
  if (listed !== address) {
    setListed(address)
    setActiveId('')
  }
  const search = useRef<HTMLInputElement>(null)
  const scroller = useRef<HTMLElement>(null)
  /** Focuses the link of the row, so that Enter opens the record like any link. False if nothing in it takes the focus. */
  const focusRow = (index: number) => {
    const place = placeOf(scroller.current?.querySelectorAll('tr[data-row]')[index])
    place?.focus({ preventScroll: true })
    place?.scrollIntoView({ block: 'nearest' })
    return place !== null
  }
  const index = rows?.findIndex(({ id }) => id === activeId) ?? -1
  const last = (rows?.length ?? 0) - 1
  /** Focuses the row of a record, unless something else has the focus. */
  const focusId = (id: string) => {
    const place = rows?.findIndex((row) => row.id === id) ?? -1
    if (place >= 0 && isFocusLost()) focusRow(place)
  }
  /** Focuses the next row in this direction; false if there is none. */
  const move = (step: number) => {
    let to = Math.min(Math.max(index + step, 0), last)
    while (rows?.[to]) {
      if (focusRow(to)) return true
      to += step
    }
    return false
  }
  const barShownAt = useRef('')
  const lastIndex = useRef(0)
  useEffect(() => {
    const hasBarLeft = barShownAt.current === address && !isBarShown
    const hasRowLeft = activeId !== '' && rows !== null && index < 0
    if ((hasBarLeft || hasRowLeft) && isFocusLost()) {
      if (!focusRow(Math.min(lastIndex.current, last))) search.current?.focus()
    }
    barShownAt.current = isBarShown ? address : ''
    lastIndex.current = activeId === '' ? 0 : index < 0 ? lastIndex.current : index
  })
  return { activeId, setActiveId, move, focusId, search, scroller }
}
