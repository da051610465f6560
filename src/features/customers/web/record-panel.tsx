import { numberOf } from '#kit/contract/words.ts'
import { PhoneToCopy } from '#kit/web/copy-button.tsx'
import { Facts } from '#kit/web/record/facts.tsx'
import { Day, Email, Money } from '#kit/web/values.tsx'
import { type CustomerDetail, customerNumber } from '../contract.ts'
import { texts } from '../texts.ts'

/** Field labels, used wherever changes are listed. */
export const fieldLabels: Record<string, string> = {
  status: texts.status,
  fields: texts.changed,
  wallet_lines: texts.walletMovements,
  orders: texts.orders,
  notes: texts.notes,
}

/** The customer's profile. */
export function RecordPanel({ customer }: { customer: CustomerDetail }) {
  const { orders_count, orders_in_all, last_order_at } = customer
  const declined = orders_in_all - orders_count
  return (
    <Facts
      title={texts.profile}
      facts={[
        { label: texts.nameHeading, value: customer.username },
        { label: texts.emailHeading, value: <Email address={customer.email} /> },
        { label: texts.phoneHeading, value: <PhoneToCopy number={customer.phone} /> },
        { label: texts.city, value: customer.city },
        { label: texts.address, value: customer.address },
        { label: texts.joined, value: <Day at={customer.created_at} /> },
        { label: texts.customerNumber, value: customerNumber(customer.id) },
        {
          label: texts.orders,
          value:
            declined > 0
              ? texts.ordersWithDeclined({ orders: orders_in_all, declined })
              : numberOf(orders_in_all),
        },
        {
          label: declined > 0 ? texts.orderTotalWithoutDeclined : texts.orderTotal,
          value: <Money rupees={customer.orders_total} />,
        },
        { label: texts.lastOrder, value: last_order_at ? <Day at={last_order_at} /> : '' },
      ]}
    />
  )
}
