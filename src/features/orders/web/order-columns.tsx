import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import type { Filter } from '#kit/web/list/list-filters.tsx'
import { Cut, Day, Email, Money, Phone } from '#kit/web/values.tsx'
import { markKinds, markLabels } from '../checks/marks-contract.ts'
import { OpenMarks } from '../checks/web/marks-panel.tsx'
import { type OrderRow, orders } from '../contract.ts'
import {
  cashOverdueDays,
  methodWords,
  orderStatuses,
  paymentMethods,
  paymentStatuses,
  statusWords,
  vendorStatuses,
} from '../moves-contract.ts'
import { OrderMark } from './status-panel.tsx'

/** The link to the order of a row. */
export const orderHref = ({ id }: { id: string }) => `/orders-order-details?id=${id}`

function choices<V extends string>(values: readonly V[], words: Readonly<Record<V, string>>) {
  return values.map((value) => ({ value, label: words[value] }))
}

const shopNameOf = (row: { id: string }) => (row as { id: string; shop_name: string }).shop_name

/** The filters of all order lists; vendor and customer show names instead of ids. */
export function orderFilters(
  vendor: { value: string; label: string }[],
  customer: { value: string; label: string },
  courier: string,
  campaignId: string,
): Filter[] {
  return [
    { name: 'payment_status', label: 'Payment', options: choices(paymentStatuses, statusWords) },
    { name: 'vendor_status', label: 'Vendor status', options: choices(vendorStatuses, statusWords) },
    {
      name: 'payment_method',
      label: 'Method',
      options: choices(paymentMethods, methodWords),
      isExtra: true,
    },
    { name: 'city', label: 'City', control: 'city', isExtra: true },
    { name: 'from', label: 'From', control: 'day', isExtra: true },
    { name: 'to', label: 'To', control: 'day', isExtra: true },
    { name: 'least', label: 'Bill from', control: 'amount', isExtra: true },
    { name: 'most', label: 'Bill to', control: 'amount', isExtra: true },
    {
      name: 'refund',
      label: 'Refund',
      options: [{ value: 'granted', label: 'Waiting to be sent' }],
      isExtra: true,
    },
    {
      name: 'mark',
      label: 'Marks',
      options: [{ value: 'open', label: 'Any, to check' }, ...choices(markKinds, markLabels)],
      isExtra: true,
    },
    {
      name: 'cash',
      label: 'Cash',
      options: [
        { value: 'with_courier', label: 'With the courier' },
        { value: 'overdue', label: `With the courier over ${cashOverdueDays} days` },
        { value: 'difference', label: 'Difference open' },
      ],
      isExtra: true,
    },
    {
      name: 'without',
      label: 'Declined',
      control: 'link',
      options: [{ value: 'declined', label: 'Left out' }],
    },
    { name: 'courier', label: 'Courier', control: 'link', options: [{ value: courier, label: courier }] },
    { name: 'device_os', label: 'System', control: 'link' },
    {
      name: 'vendor_id',
      label: 'Vendor',
      control: 'lookup',
      options: vendor,
      lookup: { endpoint: orders.vendors, nameOf: shopNameOf },
      isExtra: true,
    },
    { name: 'customer_id', label: 'Customer', control: 'link', options: [customer] },
    {
      name: 'promotion_id',
      label: 'Campaign',
      control: 'link',
      options: [{ value: campaignId, label: 'One of many' }],
    },
  ]
}

/** Only the list of all orders has the status filter: every other list has a fixed status. */
export const statusFilter: Filter = {
  name: 'status',
  label: 'Order',
  options: choices(orderStatuses, statusWords),
}

type Name =
  | 'number'
  | 'customer'
  | 'email'
  | 'phone'
  | 'bill'
  | 'qty'
  | 'placed'
  | 'method'
  | 'payment'
  | 'vendor'
  | 'status'
  | 'marks'
  | 'details'

/** The columns of the order lists, with the headings from the specification. */
export const orderColumns: Record<Name, Column<OrderRow>> = {
  number: {
    key: 'order_number',
    title: 'Order Number',
    sortable: true,
    minWidth: 138,
    cell: (row) => (
      <Link href={orderHref(row)}>
        <bdi dir="ltr">{row.order_number}</bdi>
      </Link>
    ),
  },
  customer: {
    key: 'customer_name',
    title: 'Customer Name',
    sortable: true,
    minWidth: 150,
    cell: (row) => <Cut>{row.customer_name}</Cut>,
  },
  email: { key: 'email', title: 'Email', minWidth: 180, cell: (row) => <Email address={row.email} /> },
  phone: { key: 'phone', title: 'Phone', width: 126, cell: (row) => <Phone number={row.phone} /> },
  bill: {
    key: 'total_bill',
    title: 'Total Bill',
    sortable: true,
    align: 'end',
    width: 128,
    cell: (row) => <Money rupees={row.total_bill} />,
  },
  qty: {
    key: 'total_qty',
    title: 'Total Qty',
    sortable: true,
    align: 'end',
    width: 98,
    cell: (row) => row.total_qty.toLocaleString('en-PK'),
  },
  placed: {
    key: 'placed_at',
    title: 'Placed',
    sortable: true,
    width: 110,
    cell: (row) => <Day at={row.placed_at} />,
  },
  method: {
    key: 'payment_method',
    title: 'Payment Method',
    width: 136,
    cell: (row) => methodWords[row.payment_method],
  },
  payment: {
    key: 'payment_status',
    title: 'Payment Status',
    width: 132,
    cell: (row) => <OrderMark status={row.payment_status} />,
  },
  vendor: {
    key: 'vendor_status',
    title: 'Vendor Status',
    width: 116,
    cell: (row) => <OrderMark status={row.vendor_status} />,
  },
  status: {
    key: 'order_status',
    title: 'Order Status',
    width: 122,
    cell: (row) => <OrderMark status={row.order_status} since={row.status_since} />,
  },
  marks: {
    key: 'open_marks',
    title: 'Marks',
    width: 150,
    cell: (row) => <OpenMarks kinds={row.open_marks} />,
  },
  details: {
    key: 'details',
    title: 'Details',
    width: 72,
    cell: (row) => (
      <Link href={orderHref(row)} aria-label={`View order ${row.order_number}`}>
        View
      </Link>
    ),
  },
}
