import { pendingCustomers } from '#features/customers/web/links.ts'
import type { DeskKind } from '#features/desk/contract.ts'
import { reviewDesk } from '#features/desk/web/links.ts'
import { refundList } from '#features/orders/refunds/web/links.ts'
import { allOrders, pendingOrders } from '#features/orders/web/links.ts'
import {
  approvedProducts,
  pendingProducts,
  productDetail,
  productReview,
} from '#features/products/web/links.ts'
import { approvedVendors, pendingVendors, vendorDetail, vendorReview } from '#features/vendors/web/links.ts'
import { customerWithdrawals, vendorWithdrawals } from '#features/withdrawals/web/links.ts'
import { numberOf } from '#kit/contract/words.ts'
import { ageOf, fullTimeOf } from '#kit/web/ages.ts'
import { Link } from '#kit/web/link.tsx'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import { Ago } from '#kit/web/values.tsx'
import type { LatestDecision, Waiting } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './dashboard-page.module.css'

/** The whole list, and not the view that the reader has chosen to open it with: its number is the one beside the link. */
const whole = (list: string) => `${list}?view=all`

/** `late` leads to what is late of a heap; the lists without it have their oldest first. */
const heaps: Record<Waiting['kind'], { label: string; href: string; late?: string }> = {
  orders: { label: texts.ordersToProcess, href: pendingOrders({ sort: 'placed_at' }) },
  marked_orders: { label: texts.markedOrdersToCheck, href: allOrders({ mark: 'open' }) },
  refunds: { label: texts.refundsToSend, href: whole(refundList()) },
  customers: { label: texts.customersToReview, href: whole(pendingCustomers()), late: lateOf('customer') },
  customer_withdrawals: {
    label: texts.customerWithdrawalsToApprove,
    href: customerWithdrawals({ sort: 'requested_at' }),
  },
  vendors: { label: texts.vendorsToReview, href: whole(pendingVendors()), late: lateOf('vendor') },
  vendor_changes: {
    label: texts.changedVendorDetails,
    href: approvedVendors({ change: 'waiting' }),
    late: lateOf('vendor_change'),
  },
  vendor_withdrawals: {
    label: texts.vendorWithdrawalsToApprove,
    href: vendorWithdrawals({ sort: 'requested_at' }),
  },
  products: { label: texts.productsToReview, href: whole(pendingProducts()), late: lateOf('product') },
  product_revisions: {
    label: texts.editsOfApprovedProducts,
    href: approvedProducts({ revision: 'waiting' }),
    late: lateOf('product_revision'),
  },
}

function lateOf(kind: DeskKind): string {
  return reviewDesk({ kind, late: 'yes' })
}

/**
 * One heap of work: the number of pending items, how many of them are late, and the age of the oldest. Late work looks unlike
 * the rest, and its number leads to it.
 */
export function Heap({ heap }: { heap: Waiting }) {
  const { label, href, late } = heaps[heap.kind]
  const mark = <StatusMark tone="refused">{texts.lateCount({ count: heap.late })}</StatusMark>
  return (
    <div
      className={classes.heap}
      data-urgency={heap.late > 0 ? 'late' : heap.count === 0 ? 'none' : undefined}
    >
      <span className={classes.label}>
        <Link href={href} className={classes.whole} aria-describedby={`heap-${heap.kind}`}>
          {label}
        </Link>
      </span>
      <span className={classes.counts}>
        <span id={`heap-${heap.kind}`} className={classes.count}>
          {numberOf(heap.count)}
        </span>
        {heap.late > 0 &&
          (late ? (
            <Link href={late} className={classes.late} aria-label={texts.lateOf({ count: heap.late, label })}>
              {mark}
            </Link>
          ) : (
            mark
          ))}
      </span>
      <span className={classes.age} title={heap.oldest_since ? fullTimeOf(heap.oldest_since) : undefined}>
        {heap.oldest_since ? texts.oldest({ age: ageOf(heap.oldest_since) }) : texts.nothingWaiting}
      </span>
    </div>
  )
}

const words: Record<string, { text: string; tone: Tone }> = {
  approve: { text: texts.approved, tone: 'good' },
  reject: { text: texts.rejected, tone: 'refused' },
  request_update: { text: texts.updateRequested, tone: 'waiting' },
  reopen: { text: texts.reopened, tone: 'waiting' },
  disable: { text: texts.disabled, tone: 'off' },
  enable: { text: texts.enabled, tone: 'good' },
  close: { text: texts.closed, tone: 'off' },
  accept_first: { text: texts.changeAcceptedOnce, tone: 'waiting' },
  accept: { text: texts.changeAccepted, tone: 'good' },
  decline: { text: texts.changeDeclined, tone: 'refused' },
}

function hrefOf(decision: LatestDecision): string {
  const id = decision.subject_id
  if (decision.subject_type === 'vendor') {
    const isDecided = ['approved', 'disabled', 'closed'].includes(decision.to_status) && !decision.undone_at
    return isDecided ? vendorDetail({ id }) : vendorReview({ id })
  }
  if (decision.subject_type === 'vendor_change') return vendorDetail({ id })
  if (decision.subject_type === 'product_revision') return productDetail({ id })
  const isApproved = decision.to_status === 'approved' && !decision.undone_at
  return isApproved ? productDetail({ id }) : productReview({ id })
}

/** The latest decisions, with a link to each record. */
export function Decisions({ decisions }: { decisions: LatestDecision[] }) {
  if (decisions.length === 0) {
    return (
      <div className={classes.empty}>
        <p>{texts.noDecisionsYet}</p>
      </div>
    )
  }
  // Approvals have no reason, and where there is nothing else the column would be empty.
  const hasReasons = decisions.some(({ reason }) => reason !== '')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
    <section className={classes.tableBox} aria-label={texts.tableOfTheLatestDecisions} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={hasReasons ? classes.named : undefined}>
              {texts.what}
            </th>
            <th scope="col" className={classes.decision}>
              {texts.decision}
            </th>
            {hasReasons && (
              <th scope="col" data-quiet>
                {texts.reason}
              </th>
            )}
            <th scope="col" className={classes.by} data-quiet>
              {texts.by}
            </th>
            <th scope="col" className={classes.when}>
              {texts.when}
            </th>
          </tr>
        </thead>
        <tbody>
          {decisions.map((decision) => {
            const { text, tone } = words[decision.action] ?? { text: decision.action, tone: 'info' as const }
            return (
              <tr key={decision.id}>
                <td dir="auto">
                  <Link href={hrefOf(decision)}>{decision.subject_name}</Link>
                </td>
                <td>
                  <StatusMark tone={decision.undone_at ? 'off' : tone}>
                    {decision.undone_at ? texts.undone({ decision: text }) : text}
                  </StatusMark>
                </td>
                {hasReasons && (
                  <td dir="auto" title={decision.reason} data-quiet>
                    {decision.reason}
                  </td>
                )}
                <td data-quiet>{decision.decided_by}</td>
                <td>
                  <Ago at={decision.decided_at} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
