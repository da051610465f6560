import type { z } from 'zod'

/** What every field of a record says of itself: how people call it, what is accepted, and what is answered. */
export interface Field {
  label: string
  schema: z.ZodType
  answer: z.ZodType
}

type Fields = Readonly<Record<string, Pick<Field, 'schema' | 'answer'>>>

/** The names of fields, in their order. */
export function namesOf<F extends object>(fields: F): (keyof F & string)[] {
  return Object.keys(fields) as (keyof F & string)[]
}

/** What is accepted of these fields, in their order: a shape for zod. */
export function schemasOf<F extends Fields>(fields: F): { [N in keyof F]: F[N]['schema'] } {
  return mapped(fields, ({ schema }) => schema) as { [N in keyof F]: F[N]['schema'] }
}

/** What is answered of them. */
export function answersOf<F extends Fields>(fields: F): { [N in keyof F]: F[N]['answer'] } {
  return mapped(fields, ({ answer }) => answer) as { [N in keyof F]: F[N]['answer'] }
}

/** What people call them, by their path. */
export function labelsOf(
  fields: Readonly<Record<string, { label: string }>>,
  path = '',
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [path + name, label]))
}

/** The same for each field, under its name. */
export function mapped<F extends Readonly<Record<string, unknown>>, R>(
  fields: F,
  made: (field: F[keyof F], name: keyof F & string) => R,
): { [N in keyof F]: R } {
  return Object.fromEntries(
    namesOf(fields).map((name) => [name, made(fields[name] as F[keyof F], name)]),
  ) as { [N in keyof F]: R }
}
