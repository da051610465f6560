import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { type OrderPart, orders, Shipment } from '#features/orders/contract.ts'
import { CourierField, choiceOf } from '#features/orders/parcels/web/courier-panel.tsx'
import { isUnconfirmed, ShippingNotes } from '#features/orders/web/delivery-panel.tsx'
import type { Acting } from '#features/orders/web/moves-panel.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { texts } from '../texts.ts'

/** Asks for the courier and the tracking number of a part; a correction starts with the current values. */
export function ShipDialog({
  acting,
  part,
  isCorrection,
}: {
  acting: Acting
  part: OrderPart
  isCorrection: boolean
}) {
  const [courier, setCourier] = useState(choiceOf(part.courier))
  const [trackingNumber, setTrackingNumber] = useState(part.tracking_number)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const send = () => {
    const given = Shipment.safeParse({
      courier: courier.name,
      tracking_number: trackingNumber,
    })
    if (!given.success) return setErrors(fieldErrors(given.error.issues))
    setErrors({})
    void acting.run(isCorrection ? orders.correct : orders.ship, {
      id: acting.order.id,
      part_id: part.id,
      ...given.data,
    })
  }
  /** A field's error is cleared as soon as the user edits the field; the next submit checks it again. */
  const correct = (field: string) => setErrors(({ [field]: _, ...others }) => others)
  const refused = { ...fieldErrors(acting.error ?? undefined), ...errors }
  return (
    <FormDialog
      title={
        isCorrection
          ? texts.correctTheShipmentOfPart({ number: part.number })
          : texts.shipPartQuestion({ number: part.number })
      }
      text={isCorrection ? undefined : <ShippingNotes order={acting.order} />}
      verb={
        isCorrection
          ? texts.save
          : isUnconfirmed(acting.order)
            ? texts.shipPartUnconfirmed({ number: part.number })
            : texts.shipPart({ number: part.number })
      }
      isPending={acting.isPending}
      error={acting.error}
      isAtField={Boolean(refused.courier || refused.tracking_number)}
      onClose={() => acting.ask(null)}
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
      <TextInput
        label={texts.trackingNumber}
        dir="ltr"
        autoComplete="off"
        maxLength={60}
        value={trackingNumber}
        onChange={(event) => {
          setTrackingNumber(event.currentTarget.value)
          correct('tracking_number')
        }}
        error={refused.tracking_number}
      />
    </FormDialog>
  )
}
