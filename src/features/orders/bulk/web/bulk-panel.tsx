import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { type OrderRow, orders } from '#features/orders/contract.ts'
import { orderPrint } from '#features/orders/prints/web/links.ts'
import { useCan } from '#kit/web/can.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { texts } from '../texts.ts'
import { type BulkVerb, verbLabels } from './bulk-model.ts'

const BulkDialog = lazyOf(() => import('./bulk-dialog.tsx'), 'BulkDialog')

const prints = [
  { kind: 'label', label: texts.printLabels },
  { kind: 'packing', label: texts.printPackingSlips },
  { kind: 'invoice', label: texts.printInvoices },
] as const

/** The actions for the selected orders: only those that at least one of the orders can start. */
export function OrderBulk({
  rows,
  onDone,
  onHold,
}: {
  rows: OrderRow[]
  onDone: () => void
  /** Called when the dialog opens and closes. */
  onHold: (isHeld: boolean) => void
}) {
  const can = useCan()
  const [asking, setAsking] = useState<{ verb: BulkVerb; rows: OrderRow[] } | null>(null)
  const ask = (verb: BulkVerb | null) => {
    setAsking(verb && { verb, rows })
    onHold(verb !== null)
  }
  const has = (...statuses: OrderRow['order_status'][]) =>
    rows.some(({ order_status }) => statuses.includes(order_status))
  const verbs: BulkVerb[] = [
    ...(can(orders.bulkMove) && has('pending') ? (['process'] as const) : []),
    ...(can(orders.bulkMove) && has('processing') ? (['complete'] as const) : []),
    ...(can(orders.bulkDecline) && has('pending', 'processing') ? (['decline'] as const) : []),
  ]
  return (
    <>
      {verbs.map((verb, index) => (
        <Button
          key={verb}
          size="xs"
          variant={index === 0 && verb !== 'decline' ? 'filled' : 'default'}
          onClick={() => ask(verb)}
        >
          {verbLabels[verb]}
        </Button>
      ))}
      {rows.length > 0 &&
        prints.map(({ kind, label }) => (
          <Button
            key={kind}
            size="xs"
            variant="default"
            component={Link}
            href={orderPrint({ ids: rows.map(({ id }) => id).join(','), kind })}
          >
            {label}
          </Button>
        ))}
      {asking && (
        <Suspense fallback={null}>
          <BulkDialog
            verb={asking.verb}
            rows={asking.rows}
            onClose={() => ask(null)}
            onDone={() => {
              ask(null)
              onDone()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
