import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { chargedOf, type OrderPart } from '#features/orders/contract.ts'
import { isUnconfirmed, ShippingNotes } from '#features/orders/web/delivery-panel.tsx'
import type { Acting } from '#features/orders/web/moves-panel.tsx'
import { formatRs } from '#kit/contract/money.ts'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { parcels, Shipments } from '../contract.ts'
import { texts } from '../texts.ts'
import { CourierField, noCourier } from './courier-panel.tsx'

/** Asks for one courier and the tracking number of each part, and ships them together. */
export function ShipPartsDialog({ acting, parts }: { acting: Acting; parts: readonly OrderPart[] }) {
  const { order, run, ask, isPending, error } = acting
  const [courier, setCourier] = useState(noCourier)
  const [numbers, setNumbers] = useState<readonly string[]>(parts.map(() => ''))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const refused = { ...fieldErrors(error ?? undefined), ...errors }
  const correct = (field: string) => setErrors(({ [field]: _, ...others }) => others)
  const send = () => {
    const given = Shipments.safeParse({
      courier: courier.name,
      shipments: parts.map(({ id }, index) => ({ part_id: id, tracking_number: numbers[index] ?? '' })),
    })
    if (!given.success) return setErrors(fieldErrors(given.error.issues))
    setErrors({})
    void run(parcels.ship, { id: order.id, ...given.data })
  }
  return (
    <FormDialog
      title={texts.shipQuestion({ count: parts.length, orderNumber: order.order_number })}
      text={<ShippingNotes order={order} />}
      verb={
        isUnconfirmed(order)
          ? texts.shipCountUnconfirmed({ count: parts.length })
          : texts.shipCount({ count: parts.length })
      }
      isPending={isPending}
      error={error}
      isAtField={Object.keys(refused).length > 0}
      onClose={() => ask(null)}
      onSubmit={send}
    >
      <CourierField
        choice={courier}
        onChoose={(choice) => {
          setCourier(choice)
          correct('courier')
        }}
        error={refused.courier}
      />
      {parts.map(({ id, number, shop_name }, index) => {
        const field = `shipments.${index}.tracking_number`
        return (
          <TextInput
            key={id}
            label={texts.trackingNumberOfPart({ number, shopName: shop_name })}
            dir="ltr"
            autoComplete="off"
            maxLength={60}
            value={numbers[index] ?? ''}
            onChange={(event) => {
              setNumbers(numbers.with(index, event.currentTarget.value))
              correct(field)
            }}
            onKeyDown={(event) => {
              // A scanner ends each number with Enter: it moves on to the next field, and sends from the last.
              const form = event.currentTarget.form
              const fields = [...(form?.querySelectorAll<HTMLInputElement>('input[dir="ltr"]') ?? [])]
              const next = fields[fields.indexOf(event.currentTarget) + 1]
              if (event.key !== 'Enter' || !next) return
              event.preventDefault()
              next.focus()
            }}
            error={refused[field]}
          />
        )
      })}
    </FormDialog>
  )
}

/** Asks once before all shipped parts of an order are marked as delivered. */
export function DeliverPartsDialog({ acting, parts }: { acting: Acting; parts: readonly OrderPart[] }) {
  const { order, run, ask, isPending, error } = acting
  const count = parts.length
  const total = parts.reduce((sum, part) => sum + chargedOf(part), 0n)
  return (
    <ConfirmDialog
      title={texts.deliverQuestion({ count })}
      action={texts.markAsDelivered({ count })}
      isDangerous={false}
      isPending={isPending}
      error={error}
      onClose={() => ask(null)}
      onConfirm={() => void run(parcels.deliver, { id: order.id, part_ids: parts.map(({ id }) => id) })}
    >
      {parts.every(({ vendor_status }) => vendor_status === 'packed')
        ? texts.handOverText({ place: order.pickup_location })
        : order.payment_status === 'cod_due'
          ? texts.deliverCashText({ total: formatRs(total) })
          : texts.deliverPaidText}
    </ConfirmDialog>
  )
}
