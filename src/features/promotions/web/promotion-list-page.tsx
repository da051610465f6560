import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import type { Filter } from '#kit/web/list/list-filters.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { NamedLink } from '#kit/web/named-link.tsx'
import { Cut, Money } from '#kit/web/values.tsx'
import { type Promotion, promotionStatuses, promotions, statusWords } from '../contract.ts'
import { Period, PromotionMark, percentWords, promotionHref, sellersWords } from '../price/web/name-panel.tsx'

/** Loaded on demand, because most visits only read. */
const PromotionDialog = lazyOf(() => import('./promotion-dialog.tsx'), 'PromotionDialog')

const filters: Filter[] = [
  {
    name: 'vendor_id',
    label: 'Seller',
    control: 'lookup',
    lookup: {
      endpoint: promotions.vendors,
      nameOf: (row) => (row as { id: string; name: string }).name,
    },
  },
  { name: 'from', label: 'Holds from', control: 'day', isExtra: true },
  { name: 'to', label: 'Holds until', control: 'day', isExtra: true },
]

const columns: Column<Promotion>[] = [
  {
    key: 'name',
    title: 'Campaign',
    sortable: true,
    minWidth: 184,
    cell: (row) => <NamedLink href={promotionHref(row)} name={row.name} media={row.image} />,
  },
  { key: 'seller', title: 'Seller', minWidth: 140, cell: (row) => <Cut>{sellersWords(row)}</Cut> },
  {
    key: 'starts_at',
    title: 'Period',
    sortable: true,
    width: 292,
    cell: (row) => <Period promotion={row} />,
  },
  {
    key: 'discount_bp',
    title: 'Discount %',
    sortable: true,
    align: 'end',
    width: 104,
    cell: (row) => percentWords(row.discount_bp),
  },
  { key: 'status', title: 'Status', width: 130, cell: (row) => <PromotionMark status={row.status} /> },
  {
    key: 'orders',
    title: 'Orders',
    align: 'end',
    width: 72,
    cell: (row) =>
      row.orders === 0 ? (
        '0'
      ) : (
        <Link href={`/orders-all-orders?promotion_id=${row.id}`}>{row.orders.toLocaleString('en-PK')}</Link>
      ),
  },
  { key: 'sold', title: 'Sold', align: 'end', width: 118, cell: (row) => <Money rupees={row.revenue} /> },
  {
    key: 'details',
    title: 'Details',
    width: 72,
    cell: (row) => <Link href={promotionHref(row)}>Details</Link>,
  },
]

/** The campaign list: what is discounted, by whom, in which period, and the sales. */
export function PromotionListPage() {
  const can = useCan()
  const [isAdding, setAdding] = useState(false)
  const counts = useEndpoint(promotions.count, {}).data
  const add = can(promotions.create) && <Button onClick={() => setAdding(true)}>New campaign</Button>
  return (
    <>
      <ListPage
        title="Promotions"
        endpoint={promotions.list}
        tabs={{
          name: 'status',
          items: [
            { value: '', label: 'All', count: counts?.all },
            ...promotionStatuses.map((status) => ({
              value: status,
              label: statusWords[status],
              count: counts?.[status],
            })),
          ],
        }}
        filters={filters}
        searchLabel="Search campaigns"
        defaultSort="-starts_at"
        hrefOf={promotionHref}
        nameOf={({ name }) => name}
        what="The campaigns"
        empty={{
          title: 'No campaigns yet',
          text: 'A campaign takes a part off the prices of the sellers who join it, from one minute to another.',
        }}
        actions={add}
        columns={columns}
      />
      <Suspense fallback={null}>{isAdding && <PromotionDialog onClose={() => setAdding(false)} />}</Suspense>
    </>
  )
}
