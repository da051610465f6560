import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type OrderPart, orders, Shipment } from '#features/orders/contract.ts'
import classes from '#features/orders/web/dialogs.module.css'
import type { Acting } from '#features/orders/web/moves-panel.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useFirstInvalid } from '#kit/web/fields/first-invalid.ts'
import { texts } from '../texts.ts'

const couriers = ['TCS', texts.leopards, 'PostEx', texts.trax, 'M&P', 'BlueEx', texts.callCourier]
const another = texts.anotherCourier

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
  const isKnown = part.courier === '' || couriers.includes(part.courier)
  const [chosen, setChosen] = useState(isKnown ? part.courier || (couriers[0] ?? another) : another)
  const [other, setOther] = useState(isKnown ? '' : part.courier)
  const [trackingNumber, setTrackingNumber] = useState(part.tracking_number)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const given = Shipment.safeParse({
      courier: chosen === another ? other : chosen,
      tracking_number: trackingNumber,
    })
    if (!given.success) return setErrors(fieldErrors(given.error.issues))
    setErrors({})
    await acting.run(isCorrection ? orders.correct : orders.ship, {
      id: acting.order.id,
      part_id: part.id,
      ...given.data,
    })
  }
  const form = useFirstInvalid(acting.error)
  /** A field's error is cleared as soon as the user edits the field; the next submit checks it again. */
  const correct = (field: string) => setErrors(({ [field]: _, ...others }) => others)
  const refused = { ...fieldErrors(acting.error ?? undefined), ...errors }
  const isAtField = Boolean(refused.courier || refused.tracking_number)
  return (
    <Dialog
      onClose={() => acting.ask(null)}
      title={
        isCorrection
          ? texts.correctTheShipmentOfPart({ number: part.number })
          : texts.shipPartQuestion({ number: part.number })
      }
    >
      <form ref={form} onSubmit={send} noValidate className={classes.form}>
        {acting.error && !isAtField && <ChangeFailure error={acting.error} />}
        <NativeSelect
          label={texts.courier}
          data-autofocus
          data={[...couriers, another]}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          error={chosen === another ? undefined : refused.courier}
        />
        {chosen === another && (
          <TextInput
            label={texts.nameOfTheCourier}
            dir="auto"
            maxLength={60}
            value={other}
            onChange={(event) => {
              setOther(event.currentTarget.value)
              correct('courier')
            }}
            error={refused.courier}
          />
        )}
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
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => acting.ask(null)}>
            {texts.cancel}
          </Button>
          <CommandButton type="submit" isPending={acting.isPending}>
            {isCorrection ? texts.save : texts.shipPart({ number: part.number })}
          </CommandButton>
        </Group>
      </form>
    </Dialog>
  )
}
