import { allOrders } from '#features/orders/web/links.ts'
import { productDetail } from '#features/products/web/links.ts'
import { type PromotionDetail, promotions } from '#features/promotions/contract.ts'
import { numberOf } from '#kit/contract/words.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { Money } from '#kit/web/values.tsx'
import type { PromotionSold } from '../sold-contract.ts'
import { texts } from '../texts.ts'
import classes from './sold-panel.module.css'

/** Sales of a campaign minus returns, and who carried the discount. */
export function SoldPanel({ promotion }: { promotion: PromotionDetail }) {
  const read = useEndpoint(promotions.sold, { id: promotion.id })
  const { data, error } = read
  return (
    <SideCard title={texts.sales}>
      <ReadFailure of={read} what={texts.salesFailed} />
      {!data && !error && <div className={classes.waiting} role="status" aria-label={texts.loading} />}
      {data && <Sums sold={data} id={promotion.id} />}
      {data && data.orders > 0 && (
        <>
          <Rows
            title={texts.bySeller}
            head={texts.seller}
            rows={data.sellers.map((row) => ({ ...row, key: row.vendor_id, name: row.shop_name, href: '' }))}
          />
          <Rows
            title={texts.byProduct}
            head={texts.product}
            rows={data.products.map((row) => ({
              ...row,
              key: row.product_id,
              name: row.product_name,
              href: productDetail({ id: row.product_id }),
            }))}
          />
        </>
      )}
    </SideCard>
  )
}

function Sums({ sold, id }: { sold: PromotionSold; id: string }) {
  const orders = numberOf(sold.orders)
  const facts = [
    [
      texts.orders,
      sold.orders > 0 ? (
        <Link key="orders" href={allOrders({ promotion_id: id })}>
          {orders}
        </Link>
      ) : (
        orders
      ),
    ],
    [texts.piecesOrdered, numberOf(sold.pieces)],
    [texts.sold, <Money key="revenue" rupees={sold.revenue} />],
    [texts.discountGiven, <Money key="discount" rupees={sold.discount} />],
    [texts.carriedBySellers, <Money key="vendor" rupees={sold.vendor_part} />],
    [texts.carriedByTheMarketplace, <Money key="own" rupees={sold.marketplace_part} />],
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
      <p className={classes.quiet}>{texts.amountsHint}</p>
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

function Rows({ title, head, rows }: { title: string; head: string; rows: readonly SoldRow[] }) {
  return (
    <table className={classes.rows}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{texts.pieces}</th>
          <th scope="col">{texts.sold}</th>
          <th scope="col">{texts.discount}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" dir="auto">
              {row.href ? <Link href={row.href}>{row.name}</Link> : row.name}
            </th>
            <td>{numberOf(row.pieces)}</td>
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
