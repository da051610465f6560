import { markKinds, markLabels } from '#features/orders/checks/marks-contract.ts'
import { OpenMarks } from '#features/orders/checks/web/open-marks-panel.tsx'
import { type OrderRow, orders } from '#features/orders/contract.ts'
import { menuTexts } from '#features/orders/menu-texts.ts'
import {
  cashOverdueDays,
  methodWords,
  orderStatuses,
  paymentMethods,
  paymentStatuses,
  statusWords,
  vendorStatuses,
} from '#features/orders/moves-contract.ts'
import { NextStep } from '#features/orders/parcels/web/next-panel.tsx'
import { texts } from '#features/orders/texts.ts'
import { orderDetail } from '#features/orders/web/links.ts'
import { OrderMark } from '#features/orders/web/status-panel.tsx'
import { numberOf } from '#kit/contract/words.ts'
import { Found } from '#kit/web/found.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import type { Filter } from '#kit/web/list/list-filters.tsx'
import { Cut, Day, Email, Money, Phone } from '#kit/web/values.tsx'

function choices<V extends string>(values: readonly V[], words: Readonly<Record<V, string>>) {
  return values.map((value) => ({ value, label: words[value] }))
}

const shopNameOf = (row: { id: string }) => (row as { id: string; shop_name: string }).shop_name

/** The filters of all order lists; vendor and customer show names instead of ids. */
export function orderFilters(
  customer: { value: string; label: string },
  courier: string,
  campaignId: string,
): Filter[] {
  return [
    { name: 'payment_status', label: texts.payment, options: choices(paymentStatuses, statusWords) },
    { name: 'vendor_status', label: texts.vendorStatus, options: choices(vendorStatuses, statusWords) },
    {
      name: 'payment_method',
      label: texts.method,
      options: choices(paymentMethods, methodWords),
      isExtra: true,
    },
    { name: 'city', label: texts.city, control: 'city', isExtra: true },
    { name: 'from', label: texts.from, control: 'day', isExtra: true },
    { name: 'to', label: texts.to, control: 'day', isExtra: true },
    { name: 'least', label: texts.billFrom, control: 'amount', isExtra: true },
    { name: 'most', label: texts.billTo, control: 'amount', isExtra: true },
    {
      name: 'refund',
      label: texts.refund,
      options: [{ value: 'granted', label: texts.toSend }],
      isExtra: true,
    },
    {
      name: 'mark',
      label: texts.marks,
      options: [{ value: 'open', label: texts.anyOpenMark }, ...choices(markKinds, markLabels)],
      isExtra: true,
    },
    {
      name: 'cash',
      label: texts.cash,
      options: [
        { value: 'with_courier', label: texts.withTheCourier },
        { value: 'overdue', label: texts.withTheCourierOverDays({ cashOverdueDays }) },
        { value: 'difference', label: texts.differenceOpen },
      ],
      isExtra: true,
    },
    {
      name: 'without',
      label: texts.declined,
      control: 'link',
      options: [{ value: 'declined', label: texts.excluded }],
    },
    { name: 'courier', label: texts.courier, control: 'link', options: [{ value: courier, label: courier }] },
    { name: 'device_os', label: texts.system, control: 'link' },
    {
      name: 'vendor_id',
      label: texts.vendor,
      control: 'lookup',
      lookup: { endpoint: orders.vendors, nameOf: shopNameOf },
      isExtra: true,
    },
    { name: 'customer_id', label: texts.customer, control: 'link', options: [customer] },
    {
      name: 'promotion_id',
      label: texts.campaign,
      control: 'link',
      options: [{ value: campaignId, label: texts.selected }],
    },
  ]
}

/** Only the list of all orders has the status filter: every other list has a fixed status. */
export const statusFilter: Filter = {
  name: 'status',
  label: menuTexts.order,
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
  | 'next'
  | 'marks'
  | 'details'

/** The columns of the order lists, with the headings from the specification. */
export const orderColumns: Record<Name, Column<OrderRow>> = {
  number: {
    key: 'order_number',
    title: texts.orderNumber,
    sortable: true,
    minWidth: 138,
    cell: (row) => (
      <Link href={orderDetail(row)}>
        <bdi dir="ltr">
          <Found>{row.order_number}</Found>
        </bdi>
      </Link>
    ),
  },
  customer: {
    key: 'customer_name',
    onPhone: 'fact',
    title: texts.customerName,
    sortable: true,
    minWidth: 150,
    cell: (row) => (
      <span title={texts.customerAndEmail({ name: row.customer_name, email: row.email })}>
        <Cut>{row.customer_name}</Cut>
      </span>
    ),
  },
  email: { key: 'email', title: texts.email, minWidth: 180, cell: (row) => <Email address={row.email} /> },
  phone: { key: 'phone', title: texts.phone, width: 126, cell: (row) => <Phone number={row.phone} /> },
  bill: {
    key: 'total_bill',
    onPhone: 'fact',
    title: texts.totalBill,
    sortable: true,
    align: 'end',
    width: 128,
    cell: (row) => <Money rupees={row.total_bill} />,
  },
  qty: {
    key: 'total_qty',
    title: texts.totalQty,
    sortable: true,
    align: 'end',
    width: 98,
    cell: (row) => numberOf(row.total_qty),
  },
  placed: {
    key: 'placed_at',
    onPhone: 'fact',
    title: texts.placed,
    sortable: true,
    width: 110,
    cell: (row) => <Day at={row.placed_at} />,
  },
  method: {
    key: 'payment_method',
    title: texts.paymentMethod,
    width: 136,
    cell: (row) => methodWords[row.payment_method],
  },
  payment: {
    key: 'payment_status',
    title: texts.paymentStatus,
    width: 132,
    cell: (row) => <OrderMark status={row.payment_status} of={row.order_status} />,
  },
  vendor: {
    key: 'vendor_status',
    title: texts.vendorStatusHeading,
    width: 116,
    cell: (row) => <OrderMark status={row.vendor_status} of={row.order_status} />,
  },
  status: {
    key: 'order_status',
    title: texts.orderStatus,
    width: 122,
    cell: (row) => <OrderMark status={row.order_status} since={row.status_since} />,
  },
  next: {
    key: 'next',
    onPhone: 'action',
    title: texts.next,
    width: 104,
    cell: (row) => <NextStep row={row} />,
  },
  marks: {
    key: 'open_marks',
    title: texts.marks,
    width: 150,
    cell: (row) => <OpenMarks kinds={row.open_marks} />,
  },
  details: {
    key: 'details',
    title: texts.details,
    width: 72,
    cell: (row) => (
      <Link href={orderDetail(row)} aria-label={texts.viewOrder({ orderNumber: row.order_number })}>
        {texts.view}
      </Link>
    ),
  },
}
