import { Button } from '@mantine/core'
import type { Acting } from '#features/orders/web/moves-panel.tsx'
import classes from '#features/orders/web/order-panel.module.css'
import { useCan } from '#kit/web/can.tsx'
import { offersActions } from '#kit/web/record-actions.ts'
import { whyNotCorrected } from '../contact-contract.ts'
import { orderContact } from '../contract.ts'
import { texts } from '../texts.ts'

/** Opens the form of the contact and the address, where the user may and the order is open. */
export function EditContact({ acting }: { acting: Acting }) {
  const can = useCan()
  const { order, ask, whyHeld, isPending } = acting
  if (!can(orderContact.change) || whyHeld !== null || whyNotCorrected(order.order_status) !== null)
    return null
  return (
    <div ref={offersActions} className={classes.edit}>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={texts.editContact}
        disabled={isPending}
        onClick={() => ask({ about: 'contact' })}
      >
        {texts.edit}
      </Button>
    </div>
  )
}
