import { type PromotionDetail, promotions } from '#features/promotions/contract.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { Money } from '#kit/web/values.tsx'
import type { PromotionSold } from '../sold-contract.ts'
import classes from './sold-panel.module.css'

/** Sales of a campaign minus returns, and who carried the discount. */
export function SoldPanel({ promotion }: { promotion: PromotionDetail }) {
  const { data, error, refetch } = useEndpoint(promotions.sold, { id: promotion.id })
  return (
    <SideCard title="What it sold">
      {error && !data && (
        <Failure
          error={error}
          answered="Server Error"
          what="What it sold could not be loaded."
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <div className={classes.waiting} role="status" aria-label="Loading..." />}
      {data && <Sums sold={data} id={promotion.id} />}
      {data && data.orders > 0 && (
        <>
          <Rows
            title="By seller"
            rows={data.sellers.map((row) => ({ ...row, key: row.vendor_id, name: row.shop_name, href: '' }))}
          />
          <Rows
            title="By product"
            rows={data.products.map((row) => ({
              ...row,
              key: row.product_id,
              name: row.product_name,
              href: `/single-product/approved?id=${row.product_id}`,
            }))}
          />
        </>
      )}
    </SideCard>
  )
}

function Sums({ sold, id }: { sold: PromotionSold; id: string }) {
  const orders = sold.orders.toLocaleString('en-PK')
  const facts = [
    [
      'Orders',
      sold.orders > 0 ? (
        <Link key="orders" href={`/orders-all-orders?promotion_id=${id}`}>
          {orders}
        </Link>
      ) : (
        orders
      ),
    ],
    ['Pieces ordered', sold.pieces.toLocaleString('en-PK')],
    ['Sold', <Money key="revenue" rupees={sold.revenue} />],
    ['Discount given', <Money key="discount" rupees={sold.discount} />],
    ['Carried by sellers', <Money key="vendor" rupees={sold.vendor_part} />],
    ['Carried by the marketplace', <Money key="own" rupees={sold.marketplace_part} />],
  ] as const
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.quiet}>Amounts are less what was declined, returned or refunded.</p>
    </>
  )
}

interface SoldRow {
  key: string
  name: string
  href: string
  pieces: number
  revenue: string
  discount: string
}

function Rows({ title, rows }: { title: string; rows: readonly SoldRow[] }) {
  return (
    <table className={classes.rows}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{title.replace('By ', '').replace(/^./, (first) => first.toUpperCase())}</th>
          <th scope="col">Pieces</th>
          <th scope="col">Sold</th>
          <th scope="col">Discount</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" dir="auto">
              {row.href ? <Link href={row.href}>{row.name}</Link> : row.name}
            </th>
            <td>{row.pieces.toLocaleString('en-PK')}</td>
            <td>
              <Money rupees={row.revenue} />
            </td>
            <td>
              <Money rupees={row.discount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
