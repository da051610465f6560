import { Fragment, type ReactNode } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { type Result, type Sent, useEndpoint } from '../client.tsx'
import { useUrlState } from '../list/url-state.ts'
import { useAhead } from '../queue/use-ahead.ts'
import { NoRecord, type RecordNoun } from './no-record.tsx'
import { RecordSkeleton } from './record-layout.tsx'

/**
 * The record with the `id` in the address, read by `of`: a skeleton while it loads, and a message if it cannot be read.
 */
export function RecordOf<E extends Endpoint>({
  of,
  none,
  children,
}: {
  of: E
  none: RecordNoun
  children: (record: Result<E>) => ReactNode
}) {
  const [state] = useUrlState()
  const id = state.get('id') ?? ''
  const found = useEndpoint(of, { id } as Sent<E>, { enabled: id !== '' })
  useAhead(found.data !== undefined)
  if (id === '' || (found.isError && !found.data)) {
    return <NoRecord {...none} error={found.error} onRetry={() => void found.refetch()} />
  }
  if (!found.data || found.isPlaceholderData) return <RecordSkeleton />
  // The key remounts the children for another record, so that no typed text or open dialog carries over.
  return <Fragment key={id}>{children(found.data)}</Fragment>
}
