import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { allOrders } from '#features/orders/web/links.ts'
import { numberOf } from '#kit/contract/words.ts'
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
import { menuTexts } from '../menu-texts.ts'
import { Period, PromotionMark, percentWords, sellersWords } from '../price/web/name-panel.tsx'
import { texts } from '../texts.ts'
import { promotionRecord } from './links.ts'

/** Loaded on demand, because most visits only read. */
const PromotionDialog = lazyOf(() => import('./promotion-dialog.tsx'), 'PromotionDialog')

const filters: Filter[] = [
  {
    name: 'vendor_id',
    label: texts.seller,
    control: 'lookup',
    lookup: {
      endpoint: promotions.vendors,
      nameOf: (row) => (row as { id: string; name: string }).name,
    },
  },
  { name: 'from', label: texts.runsFrom, control: 'day', isExtra: true },
  { name: 'to', label: texts.runsUntil, control: 'day', isExtra: true },
]

const columns: Column<Promotion>[] = [
  {
    key: 'name',
    title: texts.campaign,
    sortable: true,
    minWidth: 184,
    cell: (row) => <NamedLink href={promotionRecord(row)} name={row.name} media={row.image} />,
  },
  { key: 'seller', title: texts.seller, minWidth: 140, cell: (row) => <Cut>{sellersWords(row)}</Cut> },
  {
    key: 'starts_at',
    title: texts.period,
    sortable: true,
    width: 292,
    cell: (row) => <Period promotion={row} />,
  },
  {
    key: 'discount_bp',
    title: texts.discountHeading,
    sortable: true,
    align: 'end',
    width: 104,
    cell: (row) => percentWords(row.discount_bp),
  },
  { key: 'status', title: texts.status, width: 130, cell: (row) => <PromotionMark status={row.status} /> },
  {
    key: 'orders',
    title: texts.orders,
    align: 'end',
    width: 72,
    cell: (row) =>
      row.orders === 0 ? '0' : <Link href={allOrders({ promotion_id: row.id })}>{numberOf(row.orders)}</Link>,
  },
  { key: 'sold', title: texts.sold, align: 'end', width: 118, cell: (row) => <Money rupees={row.revenue} /> },
  {
    key: 'details',
    title: texts.details,
    width: 72,
    cell: (row) => <Link href={promotionRecord(row)}>{texts.details}</Link>,
  },
]

/** The campaign list: what is discounted, by whom, in which period, and the sales. */
export function PromotionListPage() {
  const can = useCan()
  const [isAdding, setAdding] = useState(false)
  const counts = useEndpoint(promotions.count, {}).data
  const add = can(promotions.create) && <Button onClick={() => setAdding(true)}>{texts.newCampaign}</Button>
  return (
    <>
      <ListPage
        title={menuTexts.promotions}
        endpoint={promotions.list}
        tabs={{
          name: 'status',
          items: [
            { value: '', label: texts.all, count: counts?.all },
            ...promotionStatuses.map((status) => ({
              value: status,
              label: statusWords[status],
              count: counts?.[status],
            })),
          ],
        }}
        filters={filters}
        searchLabel={texts.searchCampaigns}
        defaultSort="-starts_at"
        hrefOf={promotionRecord}
        nameOf={({ name }) => name}
        what={texts.theCampaigns}
        empty={{
          title: texts.noCampaignsYet,
          text: texts.emptyHint,
        }}
        actions={add}
        columns={columns}
      />
      <Suspense fallback={null}>{isAdding && <PromotionDialog onClose={() => setAdding(false)} />}</Suspense>
    </>
  )
}
