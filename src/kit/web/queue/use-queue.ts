import { useQuery } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import { usePathname, useSearch } from 'wouter/use-browser-location'
import { endpoint } from '#kit/contract/endpoint.ts'
import { ApiRefusal, useCall } from '../client.tsx'
import { leaveFor } from '../leave.ts'
import {
  hasUnread,
  joined,
  partFor,
  partSize,
  placeIn,
  type QueueItem,
  type QueuePart,
  type QueuePlace,
  withSkipped,
} from './queue-model.ts'
import {
  type HeldRow,
  holderOf,
  isHeld,
  keepQueue,
  noteVisit,
  QueuesContext,
  useKeptQueue,
  withFrom,
} from './queue-store.ts'
import { texts } from './texts.ts'

/** How often the list is read again, so that what others have decided drops out. */
const readAgainMs = 15_000

type Row = QueueItem & HeldRow
interface RowsAnswer {
  results: Row[] | [Row[]]
  total: number
  total_is_exact: boolean
  first_row: number
}

/** The queue that the address of a record names: the list from which the record was opened; null without one. */
export function useQueue() {
  const { sourceOf } = use(QueuesContext)
  const pathname = usePathname()
  const parameters = new URLSearchParams(useSearch())
  const [id, from] = [parameters.get('id') ?? '', parameters.get('from') ?? '']
  const screen = id && from ? sourceOf(from) : null
  const url = screen?.url ?? ''
  const source = url ? screen : null
  const kept = useKeptQueue(from)
  const keptPlace = kept && source ? placeIn(kept, id) : null
  const [round, setRound] = useState({ id, count: 0 })
  const rounds = round.id === id ? round.count : 0
  const shift = kept && keptPlace ? partFor(kept, keptPlace, rounds) : 0
  const { part, isRefused, read } = usePart(url, kept?.first, shift)
  const queue = part ? joined(kept, part) : kept
  const place = queue && source ? placeIn(queue, id) : null
  // What was asked for in this round has come, and it was not what is missing.
  const isRoundOver =
    part !== null && queue !== null && place !== null && partFor(queue, place, rounds + 1) === rounds + 1
  useEffect(() => {
    if (source && queue) keepQueue(from, queue)
  })
  useEffect(() => {
    if (isRoundOver && shift === rounds) setRound({ id, count: rounds + 1 })
  }, [isRoundOver, shift, rounds, id])
  const near = [...(place?.ahead.slice(0, 3) ?? []), ...(place?.previous ? [place.previous] : [])]
  const backHref = queue && place ? pageOf(from, url, queue.first + place.standing) : from
  const visit = source && id ? [id, ...near.map((item) => item.id)].join(' ') : ''
  useEffect(() => {
    if (visit) noteVisit([from, backHref], visit.split(' '))
  }, [visit, from, backHref])
  if (!source) return null
  const hrefOf = (item: QueueItem) => withFrom(item.path ?? `${pathname}?id=${item.id}`, from)
  const next = place?.ahead[0]
  const isUnread = !queue || !place || (!part && hasUnread(queue))
  const previous = place?.previous
  const [held] = place?.held ?? []
  return {
    id,
    /** The page of the list on which the record is now. */
    backHref,
    title: source.title,
    place,
    /** The list cannot be read, for example because its address asks for a filter that there is not. */
    isRefused,
    /** The read of the list. */
    read,
    /** Null at the end of the queue, and undefined as long as it is not known whether something follows. */
    nextHref: next ? hrefOf(next) : isUnread ? undefined : null,
    /** What is left to colleagues at the end of the queue, and the address of the first of it. */
    rest: !next && !isUnread && held ? { href: hrefOf(held), words: restIn(place) } : null,
    previousHref: previous ? hrefOf(previous) : null,
    /** The addresses of the next two records. */
    aheadHrefs: (place?.ahead.slice(0, 2) ?? []).map(hrefOf),
    skip: () => {
      if (!queue) return
      const skipped = withSkipped(queue, id)
      keepQueue(from, skipped)
      const [after] = placeIn(skipped, id).ahead
      if (after) leaveFor(hrefOf(after))
    },
  }
}

/** How many records are left to colleagues, and who they are if they are reviewing all of these. */
function restIn({ held }: QueuePlace): string {
  const count = held.length
  const names = [...new Set(held.map(({ by }) => by))]
  return names.includes('') ? texts.queueLeft({ count }) : texts.queueHeld({ count, names: names.join(', ') })
}

/** The screen that the address names for the way back alone, as the record is no row of a list there; null without one. */
export function useScreenBehind(): { href: string; label: string } | null {
  const { sourceOf } = use(QueuesContext)
  const [address = '', rowId = ''] = (new URLSearchParams(useSearch()).get('back') ?? '').split('#')
  const source = sourceOf(address)
  useEffect(() => {
    if (source && rowId) noteVisit([address], [rowId])
  })
  return source && { href: address, label: source.title }
}

/** The address of the list at the page that holds this row; a list that is read by cursor stays where it is. */
function pageOf(from: string, url: string, row: number): string {
  const [path = '', query = ''] = from.split('?')
  const [asked, address] = [new URLSearchParams(url.split('?')[1]), new URLSearchParams(query)]
  if (address.has('cursor')) return from
  const page = Math.floor(row / Number(asked.get('limit') ?? 25)) + 1
  if (page === Number(asked.get('page') ?? 1)) return from
  if (page > 1) address.set('page', String(page))
  else address.delete('page')
  const search = address.toString()
  return search ? `${path}?${search}` : path
}

/** The rows of the list around the record: the part with this row, or by itself with that of the address, moved by so many. */
function usePart(url: string, first: number | undefined, shift: number) {
  const call = useCall()
  const [path = '', query = ''] = url.split('?')
  const asked = new URLSearchParams(query)
  const offset = first ?? (Number(asked.get('page') ?? 1) - 1) * Number(asked.get('limit') ?? 25)
  asked.set('limit', String(partSize))
  if (asked.has('cursor')) asked.delete('page')
  else asked.set('page', String(Math.floor(offset / partSize) + 1 + shift))
  const found = useQuery({
    queryKey: [path, 'queue', asked.toString()],
    queryFn: async ({ signal }): Promise<QueuePart> => {
      const rows = endpoint({
        method: 'GET',
        path,
        summary: '',
        access: { kind: 'signed-in' },
        layout: 'raw',
      })
      const { results, total, total_is_exact, first_row } = (await call(
        rows,
        Object.fromEntries(asked) as never,
        {
          signal,
          asks: false,
        },
      )) as RowsAnswer
      const all = (Array.isArray(results[0]) ? results[0] : results) as Row[]
      return {
        total,
        isExact: total_is_exact,
        first: first_row,
        held: all.filter(isHeld).map(({ id }) => id),
        holders: Object.fromEntries(all.filter(isHeld).map((row) => [row.id, holderOf(row)])),
        items: all.map((row) => ({
          id: row.id,
          ...(typeof row.path === 'string' ? { path: row.path } : {}),
        })),
      }
    },
    enabled: url !== '',
    retry: (failures, error) => !(error instanceof ApiRefusal) && failures < 2,
    refetchInterval: readAgainMs,
  })
  const { data, error, refetch } = found
  return {
    part: data ?? null,
    read: { data, error, refetch },
    isRefused: error instanceof ApiRefusal && data === undefined,
  }
}

export type ShownQueue = NonNullable<ReturnType<typeof useQueue>>
