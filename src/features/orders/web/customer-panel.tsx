import { grants } from '#features/access/contract.ts'
import { customerDetail } from '#features/customers/web/links.ts'
import { useAllows } from '#kit/web/can.tsx'
import { CopyButton } from '#kit/web/copy-button.tsx'
import { Link } from '#kit/web/link.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { Ago, Email, Phone } from '#kit/web/values.tsx'
import { EditContact } from '../contact/web/contact-panel.tsx'
import { orders } from '../contract.ts'
import { texts } from '../texts.ts'
import { AddressPanel } from './address-panel.tsx'
import { allOrders } from './links.ts'
import { type Acting, Moves } from './moves-panel.tsx'
import classes from './order-panel.module.css'

/** The customer and the delivery address, and the confirmation call for cash on delivery. */
export function CustomerPanel({ acting }: { acting: Acting }) {
  const { order } = acting
  const allows = useAllows()
  return (
    <>
      <SideCard title={texts.customer}>
        <div className={classes.people}>
          {allows(grants('Customer', 'view')) ? (
            <Link href={customerDetail({ id: order.customer_id })} dir="auto">
              {order.customer_name}
            </Link>
          ) : (
            <strong dir="auto">{order.customer_name}</strong>
          )}
          {order.phone && (
            <span>
              <Phone number={order.phone} />
              <CopyButton what={texts.thePhoneNumber} text={order.phone} />
            </span>
          )}
          {order.email && (
            <span>
              <Email address={order.email} />
              <CopyButton what={texts.theEMailAddress} text={order.email} />
            </span>
          )}
          <Link href={allOrders({ customer_id: order.customer_id })}>{texts.allOrdersOfThisCustomer}</Link>
        </div>
        <Calls acting={acting} />
      </SideCard>
      <SideCard title={texts.deliveryAddress}>
        <address className={classes.people}>
          <AddressPanel order={order} />
        </address>
        {order.customer_note && <p dir="auto">“{order.customer_note}”</p>}
        <EditContact acting={acting} />
      </SideCard>
    </>
  )
}

function Calls({ acting }: { acting: Acting }) {
  const { order, run, isPending, whyHeld } = acting
  const isOpen = order.order_status === 'pending' || order.order_status === 'processing'
  const why = whyHeld ?? (isOpen ? null : texts.nothingToConfirm)
  const write = (is_confirmed: boolean) => void run(orders.confirm, { id: order.id, is_confirmed })
  return (
    <>
      <p>
        {order.confirmed_at
          ? texts.confirmedByCustomer({ confirmedAt: <Ago at={order.confirmed_at} /> })
          : texts.notConfirmedByPhone}
        {order.call_attempts > 0 && (
          <span className={classes.quiet}> · {texts.callCount({ count: order.call_attempts })}</span>
        )}
      </p>
      <Moves
        label={texts.callToTheCustomer}
        isPending={isPending}
        choices={[
          { label: texts.answered, endpoint: orders.confirm, why, onClick: () => write(true) },
          { label: texts.noAnswer, endpoint: orders.confirm, why, onClick: () => write(false) },
        ]}
      />
    </>
  )
}
