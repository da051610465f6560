import { z } from 'zod'
import { formatRs, parseRupees, rupees } from '#kit/contract/money.ts'
import { cities, type ProvinceCode, provinces } from '#kit/contract/pakistan-cities.ts'
import { filledLine } from '#kit/contract/text.ts'
import { changeOf, entryEndpoints, entryFacts } from './entry-contract.ts'
import { texts } from './texts.ts'

const codes = provinces.map(({ code }) => code) as [ProvinceCode, ...ProvinceCode[]]
const names = new Set(cities.map(({ name }) => name))
const city = z.string().refine((name) => names.has(name), texts.cityOfTheList)
const noRepetition = <T>(list: readonly T[]) => [...new Set(list)]

/** A weight in kilograms, to the gram. */
export const kilograms = z
  .number(texts.mustBeANumber)
  .min(0, texts.mustNotBeBelowZero)
  .max(10_000, texts.atMostKg)
  .transform((value) => Number(value.toFixed(3)))
  .meta({ description: 'kg' })

export const WeightStep = z.strictObject({
  up_to_kg: kilograms.refine((value) => value > 0, texts.mustBeAboveZero),
  price: rupees,
})
export type WeightStep = z.infer<typeof WeightStep>

const fields = {
  title: filledLine(80, texts.titleIsRequired),
  price: rupees,
  duration: filledLine(60, texts.durationIsRequired),
  free_from: rupees.refine((amount) => amount !== '0', texts.mustBeAboveZero).nullable(),
  weight_steps: z.array(WeightStep).max(20, texts.atMost20Steps),
  provinces: z.array(z.enum(codes)).transform(noRepetition),
  cities: z.array(city).max(300).transform(noRepetition),
  cash_on_delivery: z.boolean(),
}

export const ShippingMethodFields = z.strictObject(fields)
type ShippingMethodFields = z.infer<typeof ShippingMethodFields>

/** What is wrong with the weight steps of a method: they ascend in weight, and more weight is never cheaper. */
export function stepProblems({
  price,
  weight_steps: steps,
}: Pick<ShippingMethodFields, 'price' | 'weight_steps'>): { path: (string | number)[]; message: string }[] {
  return steps.flatMap((step, index) => {
    const before = steps[index - 1]
    const least = before?.price ?? price
    const at = (field: string) => ['weight_steps', index, field]
    return [
      ...(before && step.up_to_kg <= before.up_to_kg
        ? [{ path: at('up_to_kg'), message: texts.stepsAscend }]
        : []),
      ...(parseRupees(step.price) < parseRupees(least)
        ? [
            {
              path: at('price'),
              message: before
                ? texts.stepsNeverCheaper({ least: formatRs(least) })
                : texts.stepFromPrice({ price: formatRs(least) }),
            },
          ]
        : []),
    ]
  })
}

/** A new shipping method; only title, price and duration must be given. */
export const ShippingMethodDraft = z
  .strictObject({
    ...fields,
    free_from: fields.free_from.default(null),
    weight_steps: fields.weight_steps.default([]),
    provinces: fields.provinces.default([]),
    cities: fields.cities.default([]),
    cash_on_delivery: fields.cash_on_delivery.default(true),
    is_active: z.boolean().default(true),
  })
  .superRefine((draft, ctx) => {
    for (const problem of stepProblems(draft)) ctx.addIssue({ code: 'custom', ...problem })
  })
export type ShippingMethodDraft = z.infer<typeof ShippingMethodDraft>

export const ShippingMethod = z.object({
  ...entryFacts,
  title: z.string(),
  price: z.string(),
  duration: z.string(),
  free_from: z.string().nullable(),
  weight_steps: z.array(z.object({ up_to_kg: z.number(), price: z.string() })),
  provinces: z.array(z.string()),
  cities: z.array(z.string()),
  cash_on_delivery: z.boolean(),
})
export type ShippingMethod = z.infer<typeof ShippingMethod>

export const shippingMethods = entryEndpoints({
  path: '/api/admin/shipping-methods',
  one: texts.aShippingMethod,
  many: texts.shippingMethods,
  sorts: ['position', 'title', 'price'],
  row: ShippingMethod,
  draft: ShippingMethodDraft,
  change: changeOf(fields),
})
