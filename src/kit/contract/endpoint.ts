import type { z } from 'zod'
import type { RefusalCode } from './refusal.ts'

/** What may be done in an area; the last ones are apart because of what they touch: numbers of people, and money. */
export const actions = [
  'view',
  'act',
  'decide',
  'export',
  'configure',
  'reveal',
  'refund',
  'pay',
  'send',
] as const
export type Action = (typeof actions)[number]

/** Who may call: exactly one of these stands on every endpoint, and the server does not start without it. */
export type Access =
  | { kind: 'public'; because: string }
  | { kind: 'signed-in' }
  | { kind: 'area'; area: string; action: Action }
  | { kind: 'scope'; scope: string }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * How the answer is laid out on the wire.
 * `one` is `{results}`; `page` is `{results: [...], total, ...}`; `nested` is the same with `results: [[...]]`,
 * the form of the seller lists; `none` is an empty 204; `bytes` streams a file; `csv` streams rows as a table of text;
 * `raw` is the value itself.
 */
export type Layout = 'one' | 'page' | 'nested' | 'none' | 'bytes' | 'csv' | 'raw'

type ObjectSchema = z.ZodObject

export interface Endpoint {
  method: Method
  path: string
  summary: string
  access: Access
  /** A write runs in one transaction and must leave an audit row. Default: every method but GET. */
  writes: boolean
  /** Refuses navigations, prefetches and foreign sites: for the GETs that the contract makes writes of. */
  guarded: boolean
  params?: ObjectSchema
  query?: ObjectSchema
  body?: z.ZodType
  /**
   * The body is multipart with one part named `file`. `isKept`: it is written to the store of files as it arrives, and the
   * handler gets its key and name in place of its bytes.
   */
  upload?: { maxBytes: number; isKept?: boolean }
  layout: Layout
  /** For `page` and `nested`: the row. Otherwise the value of `results`. */
  answer?: z.ZodType
  status: 200 | 201 | 202 | 204
  /** What it refuses beside what its access and its schemas imply (401, 403, 422, 415, 413). */
  refuses: readonly RefusalCode[]
  /** A change of a record needs If-Match with its version: a stale one answers 412 with the present record. */
  conditional: boolean | 'optional'
  /** 'own': the handler opens its transactions itself, one for each row or after work that must not hold one. */
  transactions: 'one' | 'own'
  /** May take up to a minute for one statement, as it changes as many rows as there are; others have seconds. */
  takesLong: boolean
  /** Refuses (step-up-needed) a session that has not proved who it is for ten minutes; for people alone. */
  stepUp: boolean
  /** GET lists of the fixed contract answer whole when no paging parameter is given. */
  wholeByDefault: boolean
}

type Given = Pick<Endpoint, 'method' | 'path' | 'summary' | 'access'> & Partial<Endpoint>

type Settled<G extends Given> = Endpoint & G

/** States one call once: the server implements it, the screens call it, the OpenAPI document is printed from it. */
export function endpoint<const G extends Given>(given: G): Settled<G> {
  return {
    writes: given.method !== 'GET',
    guarded: false,
    layout: 'one',
    status: 200,
    refuses: [],
    conditional: false,
    transactions: 'one',
    takesLong: false,
    stepUp: false,
    wholeByDefault: false,
    ...given,
  } as Settled<G>
}

export type Contract = Record<string, Endpoint>

type OutputOf<S> = S extends z.ZodType ? z.output<S> : unknown
type InputSchemaOf<S> = S extends z.ZodType ? z.input<S> : unknown

/** What a handler receives: path, query and body in one object, parsed. */
export type Input<E extends Endpoint> = OutputOf<E['params']> & OutputOf<E['query']> & OutputOf<E['body']>

/** What a caller gives: the same before parsing (defaults may be left out). */
export type CallerInput<E extends Endpoint> = InputSchemaOf<E['params']> &
  InputSchemaOf<E['query']> &
  InputSchemaOf<E['body']>

export type Answer<E extends Endpoint> = OutputOf<E['answer']>
