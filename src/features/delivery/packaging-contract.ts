import { z } from 'zod'
import { rupees } from '#kit/contract/money.ts'
import { filledLine } from '#kit/contract/text.ts'
import { changeOf, entryEndpoints, entryFacts } from './entry-contract.ts'
import { kilograms } from './method-contract.ts'
import { texts } from './texts.ts'

/** An inside measure in centimetres, to a tenth of a millimetre; 0 if nothing was said. */
const centimetres = z
  .number(texts.mustBeANumber)
  .min(0, texts.mustNotBeBelowZero)
  .max(10_000, texts.atMostCm)
  .transform((value) => Number(value.toFixed(2)))
  .meta({ description: 'cm' })

const fields = {
  title: filledLine(80, texts.titleIsRequired),
  price: rupees,
  length_cm: centimetres,
  width_cm: centimetres,
  height_cm: centimetres,
  weight_limit_kg: kilograms,
}

/** A new packaging; only title and price must be given. */
export const PackagingDraft = z.strictObject({
  ...fields,
  length_cm: centimetres.default(0),
  width_cm: centimetres.default(0),
  height_cm: centimetres.default(0),
  weight_limit_kg: kilograms.default(0),
  is_active: z.boolean().default(true),
})
export type PackagingDraft = z.infer<typeof PackagingDraft>

export const Packaging = z.object({
  ...entryFacts,
  title: z.string(),
  price: z.string(),
  length_cm: z.number(),
  width_cm: z.number(),
  height_cm: z.number(),
  weight_limit_kg: z.number(),
})
export type Packaging = z.infer<typeof Packaging>

export const packagings = entryEndpoints({
  path: '/api/admin/packagings',
  one: texts.aPackaging,
  many: texts.packagings,
  sorts: ['position', 'title', 'price'],
  row: Packaging,
  draft: PackagingDraft,
  change: changeOf(fields),
})
