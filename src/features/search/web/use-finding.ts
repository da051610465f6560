import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiRefusal, useCall } from '#kit/web/client.tsx'
import { type FoundGroup, type FoundRecord, foundKinds, search } from '../contract.ts'
import type { batchesOf } from './palette-model.ts'

interface Finding {
  groups: FoundGroup[]
  /** True until every call for what was typed has answered. */
  isSearching: boolean
  hasFailed: boolean
  retry: () => void
}

/** A pause this long in typing begins a search. */
const pauseMs = 60

/**
 * What is found, each batch as soon as its own call has answered. Calls for what was typed before are cancelled; their
 * results stay until the next ones are there. `onSignedOut` is called if the session has ended.
 */
export function useFinding(q: string, asked: ReturnType<typeof batchesOf>, onSignedOut: () => void): Finding {
  const call = useCall()
  const paused = usePaused(q)
  const isAsked = paused !== ''
  // Several queries at once are not handed what they answered before.
  const answered = useRef(new Map<string, FoundGroup[]>())
  if (q === '') answered.current.clear()
  const keyAt = (at: number) => asked[at]?.groups.join(',') ?? ''
  return useQueries({
    queries: asked.map(({ groups, limit }) => ({
      queryKey: [search.find.path, { q: paused, groups: groups.join(','), limit }],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        try {
          return await call(
            search.find,
            { q: paused, groups: groups.join(','), limit },
            // The question for a password would be behind the palette.
            { signal, asks: false },
          )
        } catch (error) {
          if (error instanceof ApiRefusal && error.status === 401) onSignedOut()
          throw error
        }
      },
      enabled: isAsked,
      placeholderData: () => answered.current.get(groups.join(',')),
      retry: false,
    })),
    combine: (answers) => {
      for (const [at, { data, isPlaceholderData }] of answers.entries())
        if (q !== '' && data && !isPlaceholderData) answered.current.set(keyAt(at), data)
      return {
        groups: isAsked && q !== '' ? answers.flatMap(({ data }) => data ?? []) : [],
        isSearching: q !== '' && (q !== paused || answers.some(({ isFetching }) => isFetching)),
        hasFailed: isAsked && answers.some(({ isError }) => isError),
        retry: () => {
          for (const { isError, refetch } of answers) if (isError) void refetch()
        },
      }
    },
  })
}

/** The records that were opened last, by the names that they have now. */
export function useRecentRecords(recent: readonly string[]): readonly FoundRecord[] | undefined {
  const call = useCall()
  const records = recent.filter((record) => foundKinds.some((kind) => record.startsWith(`${kind}:`)))
  const { data, isError } = useQuery({
    queryKey: [search.name.path, { records: records.join(',') }],
    queryFn: ({ signal }) => call(search.name, { records: records.join(',') }, { signal, asks: false }),
    enabled: records.length > 0,
    retry: false,
  })
  return records.length === 0 || (isError && !data) ? [] : data
}

function usePaused(q: string): string {
  const [paused, setPaused] = useState(q)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(q), q === '' ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [q])
  return paused
}
