import { Button } from '@mantine/core'
import { useState } from 'react'
import { type OrderRow, orders } from '#features/orders/contract.ts'
import type { OrderStatus } from '#features/orders/moves-contract.ts'
import { orderPrint } from '#features/orders/prints/web/links.ts'
import { OrderExport } from '#features/orders/web/export-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { Link } from '#kit/web/link.tsx'
import type { AllOffer } from '#kit/web/list/list-page.tsx'
import { type Everything, SelectAll } from '#kit/web/list/select-all.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { matchingOrders } from '../contract.ts'
import { texts } from '../texts.ts'
import { BulkAllDialog } from './bulk-all-dialog.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { type BulkVerb, verbLabels } from './bulk-model.ts'

const prints = [
  { kind: 'label', label: texts.printLabels },
  { kind: 'packing', label: texts.printPackingSlips },
  { kind: 'invoice', label: texts.printInvoices },
] as const

/** The actions for the selected orders: only those that at least one of the orders can start. */
export function OrderBulk({
  rows,
  status,
  onDone,
  onHold,
}: {
  rows: OrderRow[]
  /** The status of the orders of the list, if it has one alone. */
  status: OrderStatus | undefined
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
      <OrderExport status={status} selection={{ ids: rows.map(({ id }) => id), onHold }} />
      {asking && (
        <BulkDialog
          verb={asking.verb}
          rows={asking.rows}
          onClose={() => ask(null)}
          onDone={() => {
            ask(null)
            onDone()
          }}
        />
      )}
    </>
  )
}

const { moveMatching, declineMatching } = matchingOrders
const verbsForAll = [
  { verb: 'process', from: ['pending'], endpoint: moveMatching },
  { verb: 'complete', from: ['processing'], endpoint: moveMatching },
  { verb: 'decline', from: ['pending', 'processing'], endpoint: declineMatching },
] as const

/** Offers to select every order that matches the list, with the exact count, and the actions for all of them. */
export function OrderBulkAll({ onClear, ...offer }: AllOffer) {
  return (
    <SelectAll
      {...offer}
      count={matchingOrders.countMatching}
      acts={(all) => <Acts all={all} onDone={onClear} />}
    />
  )
}

/** With a status filter, shows only the actions that can start from that status. */
function Acts({ all, onDone }: { all: Everything; onDone: () => void }) {
  const can = useCan()
  const [, change] = useUrlState()
  const [asking, setAsking] = useState<BulkVerb | null>(null)
  const { status } = all.filter
  const offered = verbsForAll.filter(
    ({ endpoint, from }) => can(endpoint) && (!status || (from as readonly string[]).includes(status)),
  )
  return (
    <>
      {offered.map(({ verb }, index) => (
        <Button
          key={verb}
          size="xs"
          variant={index === 0 && verb !== 'decline' ? 'filled' : 'default'}
          onClick={() => setAsking(verb)}
        >
          {verbLabels[verb]}
        </Button>
      ))}
      {asking && (
        <BulkAllDialog
          verb={asking}
          all={all}
          onClose={() => setAsking(null)}
          onBegun={(job) => {
            setAsking(null)
            onDone()
            change({ job })
          }}
        />
      )}
    </>
  )
}
