import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { formatRs } from '#kit/contract/money.ts'
import type { FormDialogProps } from '#kit/web/dialog/form-dialog.tsx'
import type { OrderDetail } from '../contract.ts'
import { type PaidInto, Payment, paidInto, paidIntoWords, usuallyPaidInto } from '../payment-contract.ts'
import { ReferenceDialog } from '../refunds/web/reference-dialog.tsx'
import { texts } from '../texts.ts'

/** Records the payment of an order: its reference, and where the money came in, as the customer may pay another way than agreed. */
export function PaidDialog({
  order,
  onSend,
  ...dialog
}: Pick<FormDialogProps, 'isPending' | 'error' | 'onClose'> & {
  order: OrderDetail
  onSend: (payment: { reference: string; paid_into: PaidInto }) => void
}) {
  const [paid_into, setInto] = useState(usuallyPaidInto(order))
  const payable = formatRs(order.payable)
  const said =
    paid_into === 'wallet' ? texts.markPaidWalletText({ payable }) : texts.markPaidText({ payable })
  return (
    <ReferenceDialog
      {...dialog}
      title={texts.markAsPaidQuestion}
      text={order.order_status === 'declined' ? `${said} ${texts.declinedIsOwed}` : said}
      verb={texts.markAsPaid}
      check={Payment}
      after={
        <NativeSelect
          label={texts.paidInto}
          data={paidInto.map((value) => ({ value, label: paidIntoWords[value] }))}
          value={paid_into}
          onChange={(event) => setInto(event.currentTarget.value as PaidInto)}
        />
      }
      onSend={(reference) => onSend({ reference, paid_into })}
    />
  )
}
