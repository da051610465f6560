import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { type FieldError, Refusal } from '#kit/contract/refusal.ts'

/**
 * Path, query and body of a call in one object, as parsed by its schemas. Refuses (not-found) a path that identifies no
 * record, and (invalid) every field that violates the contract, each by its dotted path.
 */
export async function parseInput(
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Record<string, unknown>> {
  refuseUnstorableText(request.query, 'query')
  refuseUnstorableText(request.body, '')
  const params = endpoint.params?.safeParse(request.params)
  // A value that cannot be an id, or cannot be stored, matches no record.
  if (params && (!params.success || !isStorable(request.params)))
    throw new Refusal('not-found', 'There is no such record')
  const query = parse(endpoint.query, request.query)
  const body = parse(endpoint.body, request.body ?? (endpoint.body ? {} : undefined))
  return { ...params?.data, ...query, ...body }
}

/**
 * A value that is described by a schema of its own, such as a part of a body whose kind another part names. Refuses
 * (invalid) every field that violates the schema, each by its dotted path below `above`.
 */
export function parseValue<T>(schema: z.ZodType<T>, value: unknown, above: readonly string[] = []): T {
  const result = schema.safeParse(value, { error: wordsFor })
  if (!result.success) throw invalid(result.error, above)
  return result.data
}

function parse(schema: z.ZodType | undefined, value: unknown): Record<string, unknown> {
  if (!schema) {
    const isEmpty = value === undefined || value === null || Object.keys(value).length === 0
    if (isEmpty) return {}
    const unknown = Object.keys(value as object).map((path) => ({
      path,
      code: 'unrecognized_keys',
      message: 'Unknown field',
    }))
    throw new Refusal('invalid', 'This call accepts no fields', { errors: unknown })
  }
  return parseValue(schema, value) as Record<string, unknown>
}

/** The fallback message when no other message fits. */
const notAccepted = 'Not accepted'

/**
 * A plain message for issues whose schema has no message of its own. A missing field is reported as missing before any
 * other issue.
 */
function wordsFor(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_value') return choiceOf(issue.values, issue.input)
  if (issue.code === 'invalid_union' && issue.discriminator !== undefined) {
    const given = (issue.input as Record<string, unknown> | undefined)?.[issue.discriminator]
    const { options } = issue as { options?: readonly unknown[] }
    return choiceOf(options ?? [], given)
  }
  if (issue.input === undefined) return 'Required'
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${kinds[issue.expected] ?? issue.expected}`
    case 'too_small':
      return `At least ${issue.minimum}${units[issue.origin] ?? ''}`
    case 'too_big':
      return `At most ${issue.maximum}${units[issue.origin] ?? ''}`
    case 'invalid_format':
      return issue.format === 'uuid' ? 'This is not an id' : 'The format is not valid'
    default:
      return notAccepted
  }
}

function choiceOf(values: readonly unknown[], given: unknown): string {
  const choice = `ne of: ${values.join(', ')}`
  return given === undefined ? `Required, o${choice}` : `O${choice}`
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
const units: Record<string, string> = { string: ' characters', array: ' entries' }

/** The refusal for input that a schema rejected, listing each field by its dotted path. */
function invalid(error: z.ZodError, above: readonly string[]): Refusal {
  const errors = error.issues.flatMap((issue) => fieldErrors(issue, above))
  return new Refusal('invalid', errors[0]?.message ?? 'Fields not accepted', { errors: errors.slice(0, 100) })
}

function fieldErrors(issue: z.core.$ZodIssue, above: readonly string[]): FieldError[] {
  const path = [...above, ...issue.path.map(String)]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key].join('.'),
      code: issue.code,
      message: 'Unknown field',
    }))
  }
  // If a choice between several forms rejects a value, the error comes from the form that matches the value best.
  if (issue.code === 'invalid_union' && issue.message === notAccepted && issue.errors.length > 0) {
    const wrongKind = issue.errors.map(([first]) => kindMissed(first))
    const isNoKind = wrongKind.every((kind) => kind !== null)
    if (isNoKind) {
      const message = `Must be ${wrongKind.join(', or ')}`
      return [{ path: path.join('.'), code: issue.code, message }]
    }
    return nearest(issue.errors).flatMap((inner) => fieldErrors(inner, path))
  }
  return [{ path: path.join('.'), code: issue.code, message: issue.message }]
}

/** The expected kind, if the value is of a different kind and no better message was given; null in all other cases. */
function kindMissed(issue: z.core.$ZodIssue | undefined): string | null {
  if (issue?.code !== 'invalid_type' || issue.path.length > 0) return null
  return /^Must be (.*)$/.exec(issue.message)?.[1] ?? null
}

/** The issues of the form that the value matches most deeply. A fixed word is the least likely to be meant. */
function nearest(forms: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] {
  const rank = ([first]: readonly z.core.$ZodIssue[]): number => {
    if (!first) return 0
    if (first.path.length > 0) return 2 + first.path.length
    if (first.code === 'invalid_value') return 0
    return kindMissed(first) === null ? 2 : 1
  }
  return [...forms].sort((one, other) => rank(other) - rank(one))[0] ?? []
}

/**
 * PostgreSQL can store neither the zero character nor half of a surrogate pair. Checking here makes this a refusal
 * instead of a fault.
 */
function isStorable(params: unknown): boolean {
  return Object.values(params as Record<string, string>).every(
    (text) => !text.includes('\u0000') && text.isWellFormed(),
  )
}

function refuseUnstorableText(value: unknown, path: string, depth = 0): void {
  if (depth > 20) throw new Refusal('invalid', 'The body is nested too deeply')
  if (typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed())) {
    const message = 'The null character and incomplete characters are not accepted'
    throw new Refusal('invalid', message, { errors: [{ path, code: 'invalid_text', message }] })
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    refuseUnstorableText(key, path, depth + 1)
    refuseUnstorableText(member, path ? `${path}.${key}` : key, depth + 1)
  }
}
