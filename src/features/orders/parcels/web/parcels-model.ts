import type { Acting, MoveChoice } from '#features/orders/web/moves-panel.tsx'
import { parcels, partsThatCan } from '../contract.ts'
import { texts } from '../texts.ts'

/** The moves of several parts at once, for an order where at least two parts can make them now. */
export function allPartsChoices(acting: Acting): MoveChoice[] {
  const { order, run, ask, whyHeld } = acting
  const packable = partsThatCan('pack', order)
  const shippable = partsThatCan('ship', order)
  const deliverable = partsThatCan('deliver', order)
  const choices: (MoveChoice & { count: number })[] = [
    {
      count: packable.length,
      label: texts.packAll({ count: packable.length }),
      endpoint: parcels.pack,
      why: whyHeld,
      isPrimary: true,
      onClick: () => void run(parcels.pack, { id: order.id, part_ids: packable.map(({ id }) => id) }),
    },
    {
      count: shippable.length,
      label: texts.shipAll({ count: shippable.length }),
      endpoint: parcels.ship,
      why: whyHeld,
      isPrimary: true,
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
