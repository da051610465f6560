import { z } from 'zod'
import { filledLine } from './text.ts'

/** The id by which the system that hands a record in knows it. */
export const external_id = filledLine(200).meta({
  description: 'The id of the record in the system that sends it',
})

type Bare<F> = F extends z.ZodDefault<infer Inner> ? Inner : F
type Resendable<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodOptional<Bare<S[K]> & z.ZodType> }

/**
 * The fields of a record that another system hands in again and again: each may be left out. What is left out of a record
 * that is known stays as it is; a new one has the default of the field, or is refused where there is none.
 */
export function resendable<S extends z.ZodRawShape>(shape: S): Resendable<S> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => {
      const schema = field as z.ZodType
      const isDefaulted = schema instanceof z.ZodDefault
      const bare = (isDefaulted ? schema.unwrap() : schema) as z.ZodType
      const { description = '', ...meta } = { ...bare.meta(), ...schema.meta() }
      const ifNew = isDefaulted
        ? `a new record has ${JSON.stringify(schema.def.defaultValue)}`
        : 'a new record needs it'
      const rule = `Left out: a known record keeps what it has, ${ifNew}`
      return [
        name,
        bare.optional().meta({ ...meta, description: description ? `${description}. ${rule}` : rule }),
      ]
    }),
  ) as Resendable<S>
}

/** What another system hands in for a record that may be known already. */
export interface HandedIn<T> {
  /** What it says, and no more. */
  given: Partial<T>
  /** The same as a new record would have it. */
  whole: T
  /** What a new record lacks. */
  missing: { path: string; message: string }[]
}

/** What was handed in beside what a new record of these fields makes of it. */
export function handedIn<S extends z.ZodRawShape>(
  shape: S,
  body: { [K in keyof S]?: unknown },
  path = '',
): HandedIn<z.output<z.ZodObject<S>>> {
  type Whole = z.output<z.ZodObject<S>>
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  const missing: HandedIn<Whole>['missing'] = []
  const whole = Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      if (name in given) return [[name, given[name]]]
      if (schema instanceof z.ZodDefault) return [[name, schema.def.defaultValue]]
      missing.push({ path: `${path}${name}`, message: 'Needed for a new record' })
      return []
    }),
  )
  return { given: given as Partial<Whole>, whole: whole as Whole, missing }
}
