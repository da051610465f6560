import { pendingCustomers } from '#features/customers/web/links.ts'
import { isLateRefund } from '#features/orders/moves-contract.ts'
import { approvedVendors, pendingVendors, vendorDetail, vendorReview } from '#features/vendors/web/links.ts'
import { ageOf, fullTimeOf } from '#kit/contract/words.ts'
import { Link } from '#kit/web/link.tsx'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import { Ago } from '#kit/web/values.tsx'
import type { LatestDecision, Waiting } from '../contract.ts'
import classes from './dashboard-page.module.css'

const heaps: Record<Waiting['kind'], { label: string; href: string }> = {
  orders: { label: 'Orders to process', href: '/orders-pending-orders?sort=placed_at' },
  marked_orders: { label: 'Marked orders to check', href: '/orders-all-orders?mark=open' },
  refunds: { label: 'Refunds to send', href: '/refunds' },
  customers: { label: 'Customers to decide', href: pendingCustomers() },
  customer_withdrawals: {
    label: 'Customer withdrawals to approve',
    href: '/customer-withdrawals?sort=requested_at',
  },
  vendors: { label: 'Vendors to decide', href: pendingVendors() },
  vendor_changes: {
    label: 'Changed vendor details',
    href: approvedVendors({ change: 'waiting' }),
  },
  vendor_withdrawals: { label: 'Vendor withdrawals to approve', href: '/withdrawals?sort=requested_at' },
  products: { label: 'Products to decide', href: '/products-all-products' },
  product_revisions: {
    label: 'Edits of approved products',
    href: '/products-approvedproducts?revision=waiting',
  },
}

/** One heap of work: the number of pending items, and the age of the oldest. */
export function Heap({ heap }: { heap: Waiting }) {
  const { label, href } = heaps[heap.kind]
  return (
    <Link href={href} className={classes.heap}>
      <span className={classes.label}>{label}</span>
      <span className={classes.count}>{heap.count.toLocaleString('en-PK')}</span>
      <span className={classes.age} title={heap.oldest_since ? fullTimeOf(heap.oldest_since) : undefined}>
        {heap.oldest_since ? `Oldest: ${ageOf(heap.oldest_since)}` : 'Nothing waiting'}
        {heap.kind === 'refunds' && heap.oldest_since && isLateRefund(heap.oldest_since) && (
          <StatusMark tone="refused">Late</StatusMark>
        )}
      </span>
    </Link>
  )
}

const words: Record<string, { text: string; tone: Tone }> = {
  approve: { text: 'Approved', tone: 'good' },
  reject: { text: 'Rejected', tone: 'refused' },
  request_update: { text: 'Update requested', tone: 'waiting' },
  disable: { text: 'Disabled', tone: 'off' },
  enable: { text: 'Enabled', tone: 'good' },
  accept: { text: 'Change accepted', tone: 'good' },
  decline: { text: 'Change declined', tone: 'refused' },
}

function hrefOf(decision: LatestDecision): string {
  const id = decision.subject_id
  if (decision.subject_type === 'vendor') {
    const isDecided = ['approved', 'disabled'].includes(decision.to_status) && !decision.undone_at
    return isDecided ? vendorDetail({ id }) : vendorReview({ id })
  }
  if (decision.subject_type === 'vendor_change') return vendorDetail({ id })
  if (decision.subject_type === 'product_revision') return `/single-product/approved?id=${id}`
  const isApproved = decision.to_status === 'approved' && !decision.undone_at
  return `/single-product/${isApproved ? 'approved' : 'pending'}?id=${id}`
}

/** The latest decisions, with a link to each record. */
export function Decisions({ decisions }: { decisions: LatestDecision[] }) {
  if (decisions.length === 0) {
    return (
      <div className={classes.empty}>
        <p>Nothing was decided yet. Vendors and products arrive through the intake, and wait here for you.</p>
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
    <section className={classes.tableBox} aria-label="Table of the latest decisions" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Decision</th>
            <th scope="col">Reason</th>
            <th scope="col">By</th>
            <th scope="col">When</th>
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
                    {decision.undone_at ? `${text}, undone` : text}
                  </StatusMark>
                </td>
                <td dir="auto" title={decision.reason}>
                  {decision.reason}
                </td>
                <td>{decision.decided_by}</td>
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
