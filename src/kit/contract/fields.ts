import type { z } from 'zod'

/** The definition of one field of a record: its label, the accepted input, and the returned value. */
export interface Field {
  label: string
  schema: z.ZodType
  answer: z.ZodType
}

type Fields = Readonly<Record<string, Pick<Field, 'schema' | 'answer'>>>

/** The names of the fields, in order. */
export function namesOf<F extends object>(fields: F): (keyof F & string)[] {
  return Object.keys(fields) as (keyof F & string)[]
}

/** The input schemas of these fields, in order: a shape for zod. */
export function schemasOf<F extends Fields>(fields: F): { [N in keyof F]: F[N]['schema'] } {
  return mapped(fields, ({ schema }) => schema) as { [N in keyof F]: F[N]['schema'] }
}

/** The answer schemas of these fields. */
export function answersOf<F extends Fields>(fields: F): { [N in keyof F]: F[N]['answer'] } {
  return mapped(fields, ({ answer }) => answer) as { [N in keyof F]: F[N]['answer'] }
}

/** The labels of these fields, by path. */
export function labelsOf(
  fields: Readonly<Record<string, { label: string }>>,
  path = '',
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [path + name, label]))
}

/** Maps each field, keyed by its name. */
export function mapped<F extends Readonly<Record<string, unknown>>, R>(
  fields: F,
  made: (field: F[keyof F], name: keyof F & string) => R,
): { [N in keyof F]: R } {
  return Object.fromEntries(
    namesOf(fields).map((name) => [name, made(fields[name] as F[keyof F], name)]),
  ) as { [N in keyof F]: R }
}
