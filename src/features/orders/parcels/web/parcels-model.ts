import { orders } from '#features/orders/contract.ts'
import type { Acting, MoveChoice } from '#features/orders/web/moves-panel.tsx'
import { parcels, partsThatCan } from '../contract.ts'
import { texts } from '../texts.ts'

/** The moves of several parts at once, for an order where at least two parts can make them now. */
export function allPartsChoices(acting: Acting): MoveChoice[] {
  const { order, runUndoable, ask, whyHeld } = acting
  const { id, order_number: orderNumber } = order
  const packable = partsThatCan('pack', order)
  const shippable = partsThatCan('ship', order)
  const deliverable = partsThatCan('deliver', order)
  const pack = () => {
    const said = { orderNumber, count: packable.length }
    return runUndoable(
      parcels.pack,
      { id, part_ids: packable.map((part) => part.id) },
      {
        of: orders.unpack,
        inputs: packable.map((part) => ({ id, part_id: part.id })),
        done: texts.packed(said),
        undone: texts.unpacked(said),
      },
    )
  }
  const choices: (MoveChoice & { count: number })[] = [
    {
      count: packable.length,
      label: texts.packAll({ count: packable.length }),
      endpoint: parcels.pack,
      why: whyHeld,
      isPrimary: true,
      onClick: () => void pack(),
    },
    {
      count: shippable.length,
      label: texts.shipAll({ count: shippable.length }),
      endpoint: parcels.ship,
      why: whyHeld,
      // What the customer collects is handed over, and sent only by way of exception.
      isPrimary: order.pickup_location_id === null,
      onClick: () => ask({ about: 'ship_all', parts: shippable }),
    },
    {
      count: deliverable.length,
      label: texts.deliverAll({ count: deliverable.length }),
      endpoint: parcels.deliver,
      why: whyHeld,
      isPrimary: true,
      onClick: () => ask({ about: 'deliver_all', parts: deliverable }),
    },
  ]
  return choices.flatMap(({ count, ...choice }) => (count > 1 ? [choice] : []))
}
