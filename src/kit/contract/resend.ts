import { z } from 'zod'
import { filledLine } from './text.ts'

/** The id of the record in the system that submits it. */
export const external_id = filledLine(200).meta({
  description: 'The id of the record in the system that sends it',
})

type Bare<F> = F extends z.ZodDefault<infer Inner> ? Inner : F
type Resendable<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodOptional<Bare<S[K]> & z.ZodType> }

/**
 * The fields of a record that another system submits repeatedly; each may be left out. In a known record a missing
 * field keeps its value. In a new record it gets the default of the field, and the record is refused if there is no
 * default.
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
      const rule = `If omitted, a known record keeps its value, ${ifNew}`
      return [
        name,
        bare.optional().meta({ ...meta, description: description ? `${description}. ${rule}` : rule }),
      ]
    }),
  ) as Resendable<S>
}

/** A record from another system that may already exist here. */
export interface HandedIn<T> {
  /** Only the fields that were sent. */
  given: Partial<T>
  /** The same with defaults, as a new record would be stored. */
  whole: T
  /** The fields that a new record requires and that were not sent. */
  missing: { path: string; message: string }[]
}

/** Splits a submitted record into the given fields, the whole new record and the missing fields. */
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
      missing.push({ path: `${path}${name}`, message: 'Required for a new record' })
      return []
    }),
  )
  return { given: given as Partial<Whole>, whole: whole as Whole, missing }
}
