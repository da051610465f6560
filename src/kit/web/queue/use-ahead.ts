import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import { endpoint } from '#kit/contract/endpoint.ts'
import { keyOf, useCall } from '../client.tsx'
import { QueuesContext } from './queue-store.ts'
import { useQueue } from './use-queue.ts'

const freshMs = 15_000
const mostPictures = 3

/** Reads the next two records of the queue with their first pictures and screens, once the current record is shown. */
export function useAhead(isShown: boolean): void {
  const queue = useQueue()
  const queries = useQueryClient()
  const call = useCall()
  const { prepare } = use(QueuesContext)
  const hrefs = isShown ? (queue?.aheadHrefs.join(' ') ?? '') : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next records are what is read
  useEffect(() => {
    for (const href of hrefs.split(' ').filter(Boolean)) {
      const path = prepare(href)
      const id = new URLSearchParams(href.split('?')[1]).get('id')
      if (!path || !id) continue
      const of = endpoint({ method: 'GET', path, summary: '', access: { kind: 'signed-in' } })
      const input = { id } as never
      void queries
        .fetchQuery({
          queryKey: keyOf(of, input),
          queryFn: ({ signal }) => call(of, input, { signal, asks: false }),
          staleTime: freshMs,
        })
        .then(warmPictures)
        .catch(() => {})
    }
  }, [hrefs])
}

/** The browser keeps the pictures, and shows them with the record. */
function warmPictures(record: unknown): void {
  const { images } = record as { images?: { media?: string }[] }
  if (!Array.isArray(images)) return
  for (const { media } of images.slice(0, mostPictures)) {
    if (media) new Image().src = `/media/${media}.webp`
  }
}
