import { Fragment, type ReactNode } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { type Result, type Sent, useEndpoint } from '../client.tsx'
import { useUrlState } from '../list/url-state.ts'
import { NoRecord, type RecordNoun } from './no-record.tsx'
import { RecordSkeleton } from './record-layout.tsx'

/** The record that `id` of the address names, read by `of`: a skeleton until it is there, and what is said when it is not. */
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
  if (id === '' || (found.isError && !found.data)) {
    return <NoRecord {...none} error={found.error} onRetry={() => void found.refetch()} />
  }
  if (!found.data || found.isPlaceholderData) return <RecordSkeleton />
  // Another record is another screen: nothing that was typed or opened on the one before stays.
  return <Fragment key={id}>{children(found.data)}</Fragment>
}
