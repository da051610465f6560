import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { orders } from '#features/orders/contract.ts'
import type { OrderStatus } from '#features/orders/moves-contract.ts'
import { texts } from '#features/orders/texts.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import classes from './new-orders-panel.module.css'

const everyMs = 10_000

/**
 * Shows the number of orders that arrived in a list since its rows were read, while the page is visible. The rows do
 * not change until the user asks for the new ones. New orders are detected by the list's count: the known count follows
 * when orders leave, so later arrivals are not hidden. Only an order that arrives between the same two polls as another
 * one leaves is not announced; it appears when the list is read again.
 */
export function NewOrders({
  list,
  readAt,
  onShow,
}: {
  list: OrderStatus | 'all'
  readAt: number
  onShow: () => void
}) {
  const counts = useEndpoint(orders.count, {}, { refetchInterval: everyMs, live: ['order'] })
  const { refetch } = counts
  const [known, setKnown] = useState<{ readAt: number; count: number } | null>(null)
  const latest = useRef(readAt)
  latest.current = readAt
  useEffect(() => {
    if (readAt === 0) return
    // Count at the moment when the rows are read: a later poll would include orders that arrived in between.
    void refetch().then(({ data }) => {
      if (data && latest.current === readAt) setKnown({ readAt, count: data[list] })
    })
  }, [readAt, list, refetch])
  const count = counts.data?.[list] ?? 0
  const isKnown = known?.readAt === readAt
  if (isKnown && count < known.count) setKnown({ readAt, count })
  const fresh = isKnown ? count - known.count : 0
  return (
    <div className={classes.news} role="status">
      {fresh > 0 && (
        <Button variant="light" size="xs" onClick={onShow}>
          {texts.newOrders({ fresh })}
        </Button>
      )}
    </div>
  )
}
