import { useInfiniteQuery } from '@tanstack/react-query'
import { keyOf, useCall } from '#kit/web/client.tsx'
import { media } from '../contract.ts'

const atOnce = 50

/** The pictures of the library with these words, newest first, and how to read further ones. */
export function useLibrary(q: string) {
  const call = useCall()
  const asked = { q, limit: atOnce, sort: '-created_at' as const }
  const query = useInfiniteQuery({
    queryKey: [...keyOf(media.list, asked), 'endless'],
    queryFn: ({ pageParam, signal }) =>
      call(media.list, { ...asked, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })
  return { query, pictures: query.data?.pages.flatMap(({ rows }) => rows) ?? null }
}
