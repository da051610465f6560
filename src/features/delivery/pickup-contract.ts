import { z } from 'zod'
import { spellCity } from '#kit/contract/pakistan-cities.ts'
import { phoneField } from '#kit/contract/pakistan-phones.ts'
import { filledLine, filledParagraph, line, optional } from '#kit/contract/text.ts'
import { changeOf, entryEndpoints, entryFacts } from './entry-contract.ts'
import { texts } from './texts.ts'

/** An https address whose host is where readers expect the host: no user name or password before it. */
const mapLink = z
  .string()
  .trim()
  .max(500)
  .regex(/^https:\/\/[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d{1,5})?([/?#][^\s\\]*)?$/iu, texts.linkFormat)

/** A city in the spelling of the list, so that shoppers see it once; a town that is not listed is kept as typed. */
const city = filledLine(60, texts.cityIsRequired).transform((text) => spellCity(text))

const fields = {
  city,
  area: filledLine(120, texts.areaIsRequired),
  address: filledParagraph(500, texts.addressIsRequired),
  hours: line(120),
  map_link: z.union([z.literal(''), mapLink]),
  phone: z.union([z.literal(''), phoneField]),
}

/** A new pickup location; city, area and address must be given. */
export const PickupLocationDraft = z.strictObject({
  ...fields,
  hours: fields.hours.default(''),
  map_link: optional(mapLink),
  phone: optional(phoneField),
  is_active: z.boolean().default(true),
})
export type PickupLocationDraft = z.infer<typeof PickupLocationDraft>

export const PickupLocation = z.object({
  ...entryFacts,
  city: z.string(),
  area: z.string(),
  address: z.string(),
  hours: z.string(),
  map_link: z.string(),
  phone: z.string(),
})
export type PickupLocation = z.infer<typeof PickupLocation>

export const pickupLocations = entryEndpoints({
  path: '/api/admin/pickup-locations',
  one: texts.aPickupLocation,
  many: texts.pickupLocations,
  sorts: ['position', 'city', 'area'],
  row: PickupLocation,
  draft: PickupLocationDraft,
  change: changeOf(fields),
})
