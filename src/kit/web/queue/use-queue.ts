import { useQuery } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'
import { endpoint } from '#kit/contract/endpoint.ts'
import { useCall } from '../client.tsx'
import { joined, placeIn, type QueueItem, type QueuePart, withSkipped } from './queue-model.ts'
import { keepQueue, noteVisit, QueuesContext, useKeptQueue, withFrom } from './queue-store.ts'

const partSize = 100
/** How often the list is read again, so that what others have decided drops out. */
const readAgainMs = 15_000

interface RowsAnswer {
  results: QueueItem[] | [QueueItem[]]
  total: number
  first_row: number
}

/** The queue that the address of a record names: the list from which the record was opened; null without one. */
export function useQueue() {
  const { sourceOf } = use(QueuesContext)
  const pathname = usePathname()
  const parameters = new URLSearchParams(useSearch())
  const [id, from] = [parameters.get('id') ?? '', parameters.get('from') ?? '']
  const source = id && from ? sourceOf(from) : null
  const kept = useKeptQueue(from)
  const standing = kept && source ? placeIn(kept, id).standing : 0
  const part = usePart(source?.url ?? '', Math.floor(standing / partSize))
  const queue = part ? joined(kept, part) : kept
  useEffect(() => {
    if (source && queue) keepQueue(from, queue)
  })
  useEffect(() => {
    if (source && id) noteVisit(from, id)
  }, [source, id, from])
  if (!source) return null
  const place = queue && placeIn(queue, id)
  const hrefOf = (item: QueueItem) => withFrom(item.path ?? `${pathname}?id=${item.id}`, from)
  const next = place?.ahead[0]
  const previous = place?.previous
  return {
    from,
    title: source.title,
    place,
    nextHref: next ? hrefOf(next) : null,
    previousHref: previous ? hrefOf(previous) : null,
    /** The next two records that are shown by the screen at hand. */
    ahead: (place?.ahead.slice(0, 2) ?? []).flatMap((item) =>
      !item.path || item.path.startsWith(`${pathname}?`) ? [item.id] : [],
    ),
    aheadHrefs: (place?.ahead.slice(0, 2) ?? []).map(hrefOf),
    skip: () => {
      if (!queue) return
      const skipped = withSkipped(queue, id)
      keepQueue(from, skipped)
      const [after] = placeIn(skipped, id).ahead
      if (after) navigate(hrefOf(after))
    },
  }
}

/** The rows of the list around the record. */
function usePart(url: string, shift: number): QueuePart | null {
  const call = useCall()
  const [path = '', query = ''] = url.split('?')
  const asked = new URLSearchParams(query)
  const offset = (Number(asked.get('page') ?? 1) - 1) * Number(asked.get('limit') ?? 25)
  asked.set('limit', String(partSize))
  if (asked.has('cursor')) asked.delete('page')
  else asked.set('page', String(Math.floor(offset / partSize) + 1 + shift))
  const found = useQuery({
    queryKey: [path, 'queue', asked.toString()],
    queryFn: async ({ signal }) => {
      const rows = endpoint({
        method: 'GET',
        path,
        summary: '',
        access: { kind: 'signed-in' },
        layout: 'raw',
      })
      const { results, total, first_row } = (await call(rows, Object.fromEntries(asked) as never, {
        signal,
        asks: false,
      })) as RowsAnswer
      const all = (Array.isArray(results[0]) ? results[0] : results) as QueueItem[]
      return {
        total,
        first: first_row,
        items: all.map((row) => ({
          id: row.id,
          ...(typeof row.path === 'string' ? { path: row.path } : {}),
        })),
      }
    },
    enabled: url !== '',
    refetchInterval: readAgainMs,
  })
  return found.data ?? null
}

export type ShownQueue = NonNullable<ReturnType<typeof useQueue>>
