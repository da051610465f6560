import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo } from 'react'
import type { Answer, Endpoint } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { keyOf, type Result, type Sent, useEndpoint } from '../client.tsx'
import { keptInPlace, newsOf } from './news.ts'

/** A list that tells of new rows while its reader looks at it, and not only when they come back to it. */
export interface Announced {
  /** The nouns whose changes may bring new rows. */
  of: readonly string[]
  /** It is looked for them at most so often, and within so many milliseconds after a change. */
  everyMs: number
  /** What the button says. */
  words: (fresh: number) => string
}

export interface Followed {
  live?: readonly string[] | undefined
  announced?: Announced | undefined
}

/**
 * Looks for what has changed in a list beside the rows that are shown, so that none moves under the pointer: when its reader
 * comes back to it, and for what is live or announced also after each change. The rows have the values that were read last.
 */
export function useNews<E extends Endpoint>(
  endpoint: E,
  input: Sent<E>,
  query: UseQueryResult<Result<E>, Error>,
  { live, announced }: Followed,
) {
  const queries = useQueryClient()
  const of = live ?? announced?.of
  const later = useEndpoint(endpoint, input, {
    isBeside: true,
    enabled: query.isSuccess && !query.isPlaceholderData,
    ...(of ? { live: of } : {}),
    ...(announced ? { liveEveryMs: announced.everyMs, refetchInterval: announced.everyMs } : {}),
  })
  type Rows = Page<Answer<E> & { id: string }>
  const shown = query.data as Rows | undefined
  const isLater =
    !query.isPlaceholderData && !later.isPlaceholderData && later.dataUpdatedAt > query.dataUpdatedAt
  const read = isLater ? (later.data as Rows | undefined) : undefined
  const page = useMemo(() => (shown && read ? keptInPlace(shown, read) : shown), [shown, read])
  const news = useMemo(() => (shown && read ? newsOf(shown, read) : null), [shown, read])
  /** Shows the rows as they were read last. */
  const take = () =>
    queries.setQueryData(keyOf(endpoint, input), later.data, { updatedAt: later.dataUpdatedAt })
  const error = later.isError && later.errorUpdatedAt > query.dataUpdatedAt ? later.error : null
  return { page, news, take, error }
}

/** Shows news at once where no row can move under the pointer or the focus: where there is none yet, or nobody is at them. */
export function useNewsAtOnce(
  { page, news, take }: Pick<ReturnType<typeof useNews>, 'page' | 'news' | 'take'>,
  isLive: boolean,
  scroller: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (!news) return
    const isAtHand = scroller.current?.matches(':hover, :focus-within') ?? false
    if (page?.rows.length === 0 || (isLive && !isAtHand)) take()
  })
}
