import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useEndpoint } from '#kit/web/client.tsx'
import { orders } from '../contract.ts'
import type { OrderStatus } from '../moves-contract.ts'
import classes from './new-orders-panel.module.css'

const everyMs = 10_000

/**
 * Tells of orders that have come into a list since its rows were read, as long as somebody looks at the page. The rows
 * stay where they are until they are asked for. It goes by how many there are: one that leaves the list hides none that
 * comes after it, but between the same two looks it hides one, which is told of no more and stands there at the next reading.
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
  const counts = useEndpoint(orders.count, {}, { refetchInterval: everyMs })
  const { refetch } = counts
  const [known, setKnown] = useState<{ readAt: number; count: number } | null>(null)
  const latest = useRef(readAt)
  latest.current = readAt
  useEffect(() => {
    if (readAt === 0) return
    // What the list was read with is counted in the same moment; a later poll would take in what came between.
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
          {fresh.toLocaleString('en-PK')} new {fresh === 1 ? 'order' : 'orders'}
        </Button>
      )}
    </div>
  )
}
