import { useEffect } from 'react'
import { useEndpoint } from '#kit/web/client.tsx'
import { type WebhookDelivery, type WebhookEndpoint, webhooks } from '../contract.ts'
import { nextLookMs } from './deliveries-model.ts'

/**
 * A page of the log of an endpoint, of all deliveries or of those with one status, read again around each attempt. What an attempt did to the endpoint itself is read with it,
 * and the log with a new status of the endpoint.
 */
export function useDeliveries(
  { id, status }: WebhookEndpoint,
  only: WebhookDelivery['status'] | undefined,
  cursor: string | undefined,
) {
  const log = useEndpoint(
    webhooks.deliveries,
    { id, limit: 25, ...(only ? { status: only } : {}), ...(cursor ? { cursor } : {}) },
    { refetchInterval: ({ state }) => nextLookMs(state.data?.rows ?? []) },
  )
  const { data, refetch } = log
  const { refetch: readEndpoint } = useEndpoint(webhooks.get, { id })
  // An answer that says the same as the one before it is the same object.
  useEffect(() => void (data && readEndpoint()), [data, readEndpoint])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an endpoint that was disabled has failed what waited
  useEffect(() => void refetch(), [status, refetch])
  return log
}
