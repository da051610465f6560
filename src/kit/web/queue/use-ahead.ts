import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { keyOf, type Sent, useCall } from '../client.tsx'
import { useQueue } from './use-queue.ts'

const freshMs = 15_000
const mostPictures = 3

/** Reads the next two records of the queue with their first pictures, once the record at hand is shown. */
export function useAhead(of: Endpoint, isShown: boolean): void {
  const queue = useQueue()
  const queries = useQueryClient()
  const call = useCall()
  const ids = isShown ? (queue?.ahead.join(' ') ?? '') : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next records are what is read
  useEffect(() => {
    for (const id of ids.split(' ').filter(Boolean)) {
      const input = { id } as Sent<Endpoint>
      void queries
        .fetchQuery({
          queryKey: keyOf(of, input),
          queryFn: ({ signal }) => call(of, input, { signal, asks: false }),
          staleTime: freshMs,
        })
        .then(warmPictures)
        .catch(() => {})
    }
  }, [ids])
}

/** The browser keeps the pictures, and shows them with the record. */
function warmPictures(record: unknown): void {
  const { images } = record as { images?: { media?: string }[] }
  if (!Array.isArray(images)) return
  for (const { media } of images.slice(0, mostPictures)) {
    if (media) new Image().src = `/media/${media}.webp`
  }
}
