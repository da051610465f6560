import { Button } from '@mantine/core'
import { grants } from '#features/access/contract.ts'
import type { OrderMark as Mark } from '#features/orders/checks/marks-contract.ts'
import { LineMarks } from '#features/orders/checks/web/marks-panel.tsx'
import { chargedOf, type OrderLine, type OrderPart, orders } from '#features/orders/contract.ts'
import { fieldOf, keptNames, lineFields } from '#features/orders/fields-contract.ts'
import type { MoveName } from '#features/orders/moves-contract.ts'
import { hasWholeStep } from '#features/orders/parcels/contract.ts'
import { orderPrint } from '#features/orders/prints/web/links.ts'
import { type Acting, NextMoves, whyNotNow } from '#features/orders/web/moves-panel.tsx'
import classes from '#features/orders/web/order-panel.module.css'
import { OrderMark } from '#features/orders/web/status-panel.tsx'
import { Sum } from '#features/orders/web/sums-panel.tsx'
import { productDetail } from '#features/products/web/links.ts'
import { promotionRecord } from '#features/promotions/web/links.ts'
import { vendorDetail } from '#features/vendors/web/links.ts'
import { formatRs, rupeesFromPaisa } from '#kit/contract/money.ts'
import { numberOf } from '#kit/contract/words.ts'
import { useAllows, useCan } from '#kit/web/can.tsx'
import { Link, WayTo } from '#kit/web/link.tsx'
import { useKeptOrigin } from '#kit/web/queue/use-kept-origin.ts'
import { Money } from '#kit/web/values.tsx'
import { texts } from '../texts.ts'
import { ShipmentPanel } from './shipment-panel.tsx'

/** One vendor's part of an order: its line items, its status, the vendor's share, and its moves. */
export function PartPanel({ acting, part }: { acting: Acting; part: OrderPart }) {
  const { order, ask } = acting
  const allows = useAllows()
  const can = useCan()
  const why = (move: MoveName) => whyNotNow(acting, move, part)
  return (
    <section
      className={`box ${classes.card}`}
      aria-label={texts.partOfShop({ number: part.number, shopName: part.shop_name })}
    >
      <header className={classes.head}>
        <h2>
          {texts.partOfShop({
            number: <bdi dir="ltr">{part.number}</bdi>,
            shopName: allows(grants('Vendor Verifications', 'view')) ? (
              <Link href={vendorDetail({ id: part.vendor_id })} dir="auto">
                {part.shop_name}
              </Link>
            ) : (
              <span dir="auto">{part.shop_name}</span>
            ),
          })}
        </h2>
        <OrderMark status={part.vendor_status} of={acting.order.order_status} />
      </header>
      <Lines marks={order.marks} lines={part.lines} label={texts.linesOfPart({ number: part.number })} />
      <Sums part={part} />
      <ShipmentPanel
        part={part}
        {...(can(orders.correct) && why('correct') === null
          ? { onCorrect: () => ask({ about: 'correct', part }) }
          : {})}
      />
      <PartMoves acting={acting} part={part} why={why} />
    </section>
  )
}

/** What the part costs, what of it is still charged, and what is left of the vendor's share. */
function Sums({ part }: { part: OrderPart }) {
  const { vendor_share, vendor_share_left } = part
  return (
    <dl className={classes.sums}>
      <Sum label={texts.items} rupees={part.items_total} />
      {part.discount_total !== '0' && <Sum label={texts.discount} rupees={`-${part.discount_total}`} />}
      <Sum label={texts.shipping} rupees={part.shipping_total} />
      <Sum label={texts.totalOfThisPart} rupees={part.total} isTotal />
      {part.reversed_total !== '0' && (
        <>
          <Sum label={texts.noLongerCharged} rupees={`-${part.reversed_total}`} />
          <Sum label={texts.stillCharged} rupees={rupeesFromPaisa(chargedOf(part))} isTotal />
        </>
      )}
      <Sum
        label={
          vendor_share === vendor_share_left
            ? texts.vendorShare
            : texts.vendorShareOf({ vendorShare: formatRs(vendor_share) })
        }
        rupees={vendor_share_left}
      />
    </dl>
  )
}

/** What can be done with the part now, and its printed sheets. */
function PartMoves({
  acting,
  part,
  why,
}: {
  acting: Acting
  part: OrderPart
  /** Why a move cannot be made now; null when it can. */
  why: (move: MoveName) => string | null
}) {
  const { order, runUndoable, ask, isPending } = acting
  const input = { id: order.id, part_id: part.id }
  const named = { orderNumber: order.order_number, number: part.number }
  const [packed, unpacked] = [texts.partPacked(named), texts.partUnpacked(named)]
  const pack = () =>
    runUndoable(orders.pack, input, { of: orders.unpack, inputs: [input], done: packed, undone: unpacked })
  const unpack = () =>
    runUndoable(orders.unpack, input, { of: orders.pack, inputs: [input], done: unpacked, undone: packed })
  const kept = useKeptOrigin()
  const print = (kind: 'packing' | 'label') => kept(orderPrint({ id: order.id, kind, part: part.number }))
  return (
    <NextMoves
      label={texts.partActions({ number: part.number })}
      isPending={isPending}
      isQuiet={hasWholeStep(acting.order)}
      offered={(label) => texts.offeredForPart({ label, number: part.number })}
      choices={[
        {
          label: texts.pack,
          endpoint: orders.pack,
          why: why('pack'),
          isPrimary: true,
          onClick: () => void pack(),
        },
        // Only a packed part can be unpacked.
        ...(part.vendor_status === 'packed'
          ? [
              {
                label: texts.unpack,
                endpoint: orders.unpack,
                why: why('unpack'),
                onClick: () => void unpack(),
              },
            ]
          : []),
        {
          label: texts.ship,
          endpoint: orders.ship,
          why: why('ship'),
          isPrimary: order.pickup_location_id === null,
          onClick: () => ask({ about: 'ship', part }),
        },
        {
          label: texts.failedAttempt,
          endpoint: orders.attempt,
          why: why('attempt'),
          onClick: () => ask({ about: 'attempt', part }),
        },
        {
          label: texts.delivered,
          endpoint: orders.deliver,
          why: why('deliver'),
          isPrimary: true,
          onClick: () => ask({ about: 'deliver', part }),
        },
        {
          label: texts.returned,
          endpoint: orders.return,
          why: why('return'),
          onClick: () => ask({ about: 'return', part }),
        },
        // Only what had arrived and was returned has something to decide.
        ...(part.vendor_status === 'returned' && part.delivered_at !== null
          ? [
              {
                label: texts.noFurtherRefund,
                endpoint: orders.closeReturn,
                why: why('close_return'),
                onClick: () => ask({ about: 'close_return', part }),
              },
            ]
          : []),
        // An order with a single part is declined as a whole instead.
        ...(order.parts.length > 1
          ? [
              {
                label: texts.cancelPart,
                endpoint: orders.cancel,
                why: why('cancel'),
                onClick: () => ask({ about: 'cancel_part', part }),
              },
            ]
          : []),
      ]}
    >
      <span className={classes.apart}>
        <Button size="xs" variant="subtle" component={Link} href={print('packing')}>
          {texts.packingSlip}
        </Button>
        <Button size="xs" variant="subtle" component={Link} href={print('label')}>
          {texts.label}
        </Button>
      </span>
    </NextMoves>
  )
}

/** The line items of a vendor, each with the vendor's share and the commission rule behind the share. */
function Lines({
  lines,
  marks,
  label,
}: {
  lines: readonly OrderLine[]
  marks: readonly Mark[]
  label: string
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
    <section className={classes.scroller} aria-label={label} tabIndex={0}>
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">{texts.product}</th>
            <th scope="col" data-align="end">
              {lineFields.quantity.label}
            </th>
            <th scope="col" data-align="end">
              {lineFields.unit_price.label}
            </th>
            <th scope="col" data-align="end">
              {texts.discount}
            </th>
            <th scope="col" data-align="end">
              {texts.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.id} line={line} marks={marks.filter(({ line_id }) => line_id === line.id)} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const belowTheName = keptNames.filter((name) => fieldOf(name).shown === 'below-name')

function Line({ line, marks }: { line: OrderLine; marks: readonly Mark[] }) {
  const allows = useAllows()
  return (
    <tr>
      <td>
        <div className={classes.product}>
          <span className={classes.picture}>
            {line.image && (
              <img
                src={`/media/${line.image}-96.webp`}
                alt=""
                width={40}
                height={40}
                loading="lazy"
                decoding="async"
              />
            )}
          </span>
          <div>
            {allows(grants('Products', 'view')) ? (
              <Link href={productDetail({ id: line.product_id })} dir="auto">
                {line.product_name}
              </Link>
            ) : (
              <span dir="auto">{line.product_name}</span>
            )}
            <p className={classes.quiet}>
              <bdi dir="ltr">{line.sku}</bdi>
            </p>
            {belowTheName
              .filter((name) => line[name] !== '')
              .map((name) => (
                <p key={name} className={classes.quiet}>
                  {fieldOf(name).label}: <bdi>{line[name]}</bdi>
                </p>
              ))}
            <LineMarks marks={marks} />
            {line.promotion && <Campaign line={line} promotion={line.promotion} />}
            <Commission line={line} />
          </div>
        </div>
      </td>
      <td data-align="end">
        {numberOf(line.quantity)}
        {line.short > 0 && <p className={classes.short}>{texts.shortShort({ short: line.short })}</p>}
        {line.restocked > 0 && (
          <p className={classes.quiet}>{texts.restocked({ restocked: line.restocked })}</p>
        )}
      </td>
      <td data-align="end">
        <Money rupees={line.unit_price} />
      </td>
      <td data-align="end">{line.discount === '0' ? '–' : <Money rupees={line.discount} />}</td>
      <td data-align="end">
        <Money rupees={line.net_total} />
        {line.reversed !== '0' && (
          <p className={classes.quiet}>
            {texts.moneyReversed({ money: <Money rupees={`-${line.reversed}`} /> })}
          </p>
        )}
      </td>
    </tr>
  )
}

/** The campaign of a line item, its discount, and the part of the discount that the marketplace pays to the vendor. */
function Campaign({
  line,
  promotion: { id, name },
}: {
  line: OrderLine
  promotion: NonNullable<OrderLine['promotion']>
}) {
  const allows = useAllows()
  return (
    <p className={classes.quiet}>
      {texts.campaignDiscount({
        name: (
          <WayTo href={allows(grants('Promotions', 'view')) ? promotionRecord({ id }) : ''}>{name}</WayTo>
        ),
        discount: <Money rupees={line.promotion_discount} />,
        grant: <Money rupees={line.promotion_grant} />,
      })}
    </p>
  )
}

/** The commission on a line item, frozen at the sale, with the reason for its rate. */
function Commission({ line }: { line: OrderLine }) {
  const rate = numberOf(line.commission_rate_bp / 100, 2)
  return (
    <details className={classes.why}>
      <summary>{texts.commissionRate({ commission: <Money rupees={line.commission} />, rate })}</summary>
      <p dir="auto">{line.commission_why}</p>
      <p>
        {texts.withheld({
          incomeTax: <Money rupees={line.income_tax} />,
          salesTax: <Money rupees={line.sales_tax} />,
          vendorShare: <Money rupees={line.vendor_share} />,
        })}
      </p>
    </details>
  )
}
