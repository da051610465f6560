import { Children, type FocusEvent, type ReactElement, type ReactNode, useRef, useState } from 'react'
import { grants } from '#features/access/contract.ts'
import { customerDetail, pendingCustomers } from '#features/customers/web/links.ts'
import { methodWords, type PaymentMethod } from '#features/orders/moves-contract.ts'
import { allOrders, orderDetail } from '#features/orders/web/links.ts'
import { OrderMark } from '#features/orders/web/status-panel.tsx'
import { approvedProducts, productDetail } from '#features/products/web/links.ts'
import { formatWholeRs } from '#kit/contract/money.ts'
import { numberOf } from '#kit/contract/words.ts'
import { useAllows } from '#kit/web/can.tsx'
import { Link } from '#kit/web/link.tsx'
import { Ago, Cut, Money } from '#kit/web/values.tsx'
import type { Figures, Keyed, Latest } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './latest-panel.module.css'

/**
 * Recent Orders, Recent Customers, Popular Products and Recent Products Added. A table that the user may not open is
 * left out.
 */
export function LatestTables({ latest, figures }: { latest: Latest; figures: Figures | undefined }) {
  const allows = useAllows()
  return (
    <div className={classes.tables}>
      {allows(grants('Orders', 'view')) && (
        <Panel
          title={texts.recentOrders}
          href={allOrders()}
          empty={texts.noOrdersYet}
          head={[texts.orderNumber, texts.customerName, texts.totalBill, texts.status, texts.when]}
          quiet={[1, 4]}
        >
          {latest.orders.map((order) => (
            <Cells key={order.id} numbers={[2]} quiet={[1, 4]}>
              <Link className={classes.link} href={orderDetail(order)}>
                <bdi dir="ltr">{order.order_number}</bdi>
              </Link>
              <Cut>{order.customer_name}</Cut>
              <Money rupees={order.total_bill} />
              <OrderMark status={order.order_status} />
              <Ago at={order.placed_at} />
            </Cells>
          ))}
        </Panel>
      )}
      {allows(grants('Customer', 'view')) && (
        <Panel
          title={texts.recentCustomers}
          href={pendingCustomers({ list: 'all', sort: '-created_at' })}
          empty={texts.noCustomersYet}
          head={[texts.name, texts.city, texts.joined]}
        >
          {latest.customers.map((customer) => (
            <Cells key={customer.id}>
              <Link className={classes.link} href={customerDetail(customer)} dir="auto">
                {customer.username}
              </Link>
              <Cut>{customer.city}</Cut>
              <Ago at={customer.created_at} />
            </Cells>
          ))}
        </Panel>
      )}
      {figures && allows(grants('Products', 'view')) && <PopularProducts figures={figures} />}
      {allows(grants('Products', 'view')) && (
        <Panel
          title={texts.recentProductsAdded}
          href={approvedProducts()}
          empty={texts.noProductsYet}
          head={[texts.product, texts.storeName, texts.retailPrice, texts.added]}
          quiet={[1]}
        >
          {latest.products.map((product) => (
            <Cells key={product.id} numbers={[2]} quiet={[1]}>
              <ProductLink id={product.id} name={product.product_name} />
              <Cut>{product.shop_name}</Cut>
              <Money rupees={product.product_price} />
              <Ago at={product.created_at} />
            </Cells>
          ))}
        </Panel>
      )}
    </div>
  )
}

/** Popular Products: the best-selling products of the range by pieces, without declined orders. */
function PopularProducts({ figures }: { figures: Figures }) {
  return (
    <Panel
      key={`${figures.from} ${figures.to}`}
      title={texts.popularProducts}
      empty={texts.nothingSold}
      head={[texts.product, texts.storeName, texts.sold, texts.sales, texts.stock]}
      quiet={[1]}
    >
      {figures.products.map((product) => (
        <Cells key={product.key} numbers={[2, 3, 4]} quiet={[1]}>
          <ProductLink id={product.key} name={product.product_name} />
          <Cut>{product.shop_name}</Cut>
          {numberOf(product.n)}
          {formatWholeRs(product.amount)}
          {numberOf(product.stock)}
        </Cells>
      ))}
    </Panel>
  )
}

function ProductLink({ id, name }: { id: string; name: string }) {
  return (
    <Link className={classes.link} href={productDetail({ id })} dir="auto">
      {name}
    </Link>
  )
}

/** A row with one cell for each child; `numbers` are the positions of the cells that hold numbers. */
function Cells({
  numbers = [],
  quiet = [],
  children,
}: {
  numbers?: readonly number[]
  /** The positions of the cells that a phone leaves out. */
  quiet?: readonly number[]
  children: ReactNode
}) {
  return (
    <tr>
      {Children.map(children, (child, index) => (
        <td
          className={numbers.includes(index) ? classes.number : undefined}
          data-quiet={quiet.includes(index) || undefined}
        >
          {child}
        </td>
      ))}
    </tr>
  )
}

/** Order Location, Most Used OS and Payment methods: the shares of the orders in the range. */
export function Shares({ figures }: { figures: Figures }) {
  const days = { from: figures.from, to: figures.to }
  const allows = useAllows()
  if (!allows(grants('Orders', 'view'))) return null
  return (
    <div className={classes.shares} key={`${days.from} ${days.to}`}>
      <ShareList
        title={texts.orderLocation}
        rows={figures.cities}
        nameOf={(key) => key || texts.unknown}
        hrefOf={(key) => (key ? allOrders({ ...days, city: key }) : null)}
      />
      <ShareList
        title={texts.mostUsedOs}
        rows={figures.devices}
        nameOf={(key) => key || texts.unknown}
        hrefOf={(key) => (key ? allOrders({ ...days, device_os: key }) : null)}
      />
      <ShareList
        title={texts.paymentMethods}
        rows={figures.methods}
        nameOf={(key) => methodWords[key as PaymentMethod] ?? key}
        hrefOf={(key) => allOrders({ ...days, payment_method: key as PaymentMethod })}
      />
    </div>
  )
}

function ShareList({
  title,
  rows,
  nameOf,
  hrefOf,
}: {
  title: string
  rows: readonly Keyed[]
  nameOf: (key: string) => string
  hrefOf: (key: string) => string | null
}) {
  const { held, ...hold } = useHeld(rows)
  const most = Math.max(1, ...held.map(({ n }) => n))
  return (
    <section className={classes.panel} {...hold}>
      <h2>{title}</h2>
      {held.length === 0 && <p className={classes.empty}>{texts.noOrders}</p>}
      <ul className={classes.bars}>
        {held.map(({ key, n }) => {
          const href = hrefOf(key)
          return (
            <li key={key}>
              <span
                className={classes.bar}
                style={{ inlineSize: `${(n / most) * 100}%` }}
                aria-hidden="true"
              />
              <span>
                {href ? (
                  <Link className={classes.link} href={href}>
                    {nameOf(key)}
                  </Link>
                ) : (
                  nameOf(key)
                )}
              </span>
              <span className={classes.number}>{numberOf(n)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Panel({
  title,
  href,
  empty,
  head,
  quiet = [],
  children,
}: {
  title: string
  href?: string
  /** Shown if there are no rows. */
  empty: string
  head: readonly string[]
  /** The positions of the columns that a phone leaves out. */
  quiet?: readonly number[]
  children: ReactElement[]
}) {
  const { held, ...hold } = useHeld(children)
  return (
    <section className={classes.panel} {...hold}>
      <header>
        <h2>{title}</h2>
        {href && (
          <Link href={href} aria-label={texts.viewAllOf({ title })}>
            {texts.viewAll}
          </Link>
        )}
      </header>
      {held.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        <section className={classes.box} aria-label={texts.tableOf({ title })} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {head.map((title, index) => (
                  <th
                    key={title}
                    scope="col"
                    data-number={numbers.has(title) || undefined}
                    data-quiet={quiet.includes(index) || undefined}
                  >
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{held}</tbody>
          </table>
        </section>
      )}
    </section>
  )
}

/** The rows do not change while the pointer or the focus is inside: a link must not move away before a click. */
function useHeld<T>(rows: readonly T[]) {
  const [isPointed, point] = useState(false)
  const [isFocused, focus] = useState(false)
  const held = useRef(rows)
  if (!isPointed && !isFocused) held.current = rows
  return {
    held: held.current,
    onPointerEnter: () => point(true),
    onPointerLeave: () => point(false),
    onFocus: () => focus(true),
    onBlur: (event: FocusEvent) => focus(event.currentTarget.contains(event.relatedTarget)),
  }
}

const numbers = new Set([texts.totalBill, texts.retailPrice, texts.sold, texts.sales, texts.stock])
