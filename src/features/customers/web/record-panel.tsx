import { numberOf } from '#kit/contract/words.ts'
import { Facts } from '#kit/web/record/facts.tsx'
import { Day, Email, Money, Phone } from '#kit/web/values.tsx'
import { type CustomerDetail, customerNumber } from '../contract.ts'

/** The fields as people say them; used wherever changes are listed. */
export const fieldLabels: Record<string, string> = {
  status: 'Status',
  fields: 'Changed',
  wallet_lines: 'Wallet movements',
  orders: 'Orders',
  notes: 'Notes',
}

/** What is known of a customer. */
export function RecordPanel({ customer }: { customer: CustomerDetail }) {
  const { orders_count, orders_in_all, last_order_at } = customer
  const declined = orders_in_all - orders_count
  return (
    <Facts
      title="Profile"
      facts={[
        { label: 'Name', value: customer.username },
        { label: 'Email', value: <Email address={customer.email} /> },
        { label: 'Phone', value: <Phone number={customer.phone} /> },
        { label: 'City', value: customer.city },
        { label: 'Address', value: customer.address },
        { label: 'Joined', value: <Day at={customer.created_at} /> },
        { label: 'Customer number', value: customerNumber(customer.id) },
        {
          label: 'Orders',
          value: `${numberOf(orders_in_all)}${declined > 0 ? `, of them ${numberOf(declined)} declined` : ''}`,
        },
        {
          label: declined > 0 ? 'Ordered for, without the declined' : 'Ordered for',
          value: <Money rupees={customer.orders_total} />,
        },
        { label: 'Last order', value: last_order_at ? <Day at={last_order_at} /> : '' },
      ]}
    />
  )
}
