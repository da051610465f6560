import { type CountName, fieldNames, fieldOf } from '#features/products/fields-contract.ts'
import type { ImportField } from '../fields-contract.ts'
import { columnName } from './source-contract.ts'
import { texts } from './texts.ts'

type Units = Readonly<Record<string, number>>

const kilograms: Units = { kg: 1, kgs: 1, g: 0.001, gm: 0.001, gms: 0.001, gram: 0.001, grams: 0.001 }
/** The international pound and inch, which are exact by definition. */
const pounds: Units = { lb: 0.45359237, lbs: 0.45359237, oz: 0.028349523125 }
const centimetres: Units = { cm: 1, cms: 1, mm: 0.1, m: 100 }
const inches: Units = { in: 2.54, inch: 2.54, inches: 2.54, ft: 30.48, yd: 91.44 }

const scaled = (units: Units, by: number): Units =>
  Object.fromEntries(Object.entries(units).map(([unit, worth]) => [unit, worth * by]))

const known: Readonly<Record<string, Units>> = {
  pcs: { pcs: 1, pc: 1, pieces: 1, piece: 1 },
  kg: { ...kilograms, ...pounds },
  cm: { ...centimetres, ...inches },
}
const counts = fieldNames.filter((name): name is CountName => fieldOf(name).kind === 'number')

/**
 * The units accepted after the number of each field, as multiples of the field's own unit, which is the first entry.
 */
export const unitsOf: Readonly<Record<CountName | 'weight_grams', Units>> = {
  ...(Object.fromEntries(
    counts.map((name) => {
      const unit = fieldOf(name).unit ?? ''
      return [name, known[unit] ?? { [unit]: 1 }]
    }),
  ) as Record<CountName, Units>),
  weight_grams: { g: 1, ...scaled({ ...kilograms, ...pounds }, 1000) },
}
export type MeasuredField = keyof typeof unitsOf

/**
 * The unit that a column name gives for all of its numbers, such as "Weight (lbs)". Null if the unit does not fit the
 * field.
 */
export function unitOfColumn(name: string, field: ImportField | null): string | null {
  if (!field || !(field in unitsOf)) return null
  const said = /[([]\s*([a-z]+)\s*[)\]]$/.exec(columnName(name))?.[1]
  return said && Object.hasOwn(unitsOf[field as MeasuredField], said) ? said : null
}

/** How the numbers of a column are converted. Empty if no conversion is needed. */
export function conversionOf(name: string, field: ImportField | null): string {
  const unit = unitOfColumn(name, field)
  if (!unit) return ''
  const units: Units = unitsOf[field as MeasuredField]
  const own = field === 'weight_grams' ? 'g' : (Object.keys(units)[0] ?? '')
  return units[unit] === 1 ? '' : texts.convertedFromTo({ unit, own })
}
