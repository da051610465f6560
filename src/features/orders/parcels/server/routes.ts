import { implement } from '#kit/server/implement.ts'
import { parcels } from '../contract.ts'
import { deliverParts, packParts, shipParts } from './commands.ts'
import { countPresets, listCouriers } from './queries.ts'
import { trackParcels } from './tracking-commands.ts'
import { checkParcels } from './tracking-queries.ts'

export const parcelRoutes = implement('parcels', parcels, {
  pack: packParts,
  ship: shipParts,
  deliver: deliverParts,
  couriers: listCouriers,
  presets: countPresets,
  check: checkParcels,
  track: trackParcels,
})
