import type { z } from 'zod'
import type { RefusalCode } from './refusal.ts'

/** The actions in an area. The last ones are separate because they concern personal numbers and money. */
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
  'publish',
] as const
export type Action = (typeof actions)[number]

/** One action in one area: what a role gives and an access rule asks for. */
export interface Permission {
  area: string
  action: Action
}

/**
 * Who may call an endpoint. Every endpoint has exactly one access, and the server does not start without it. With
 * `any-of` one of the permissions is enough; a refusal names the first of them as what is missing.
 */
export type Access =
  | { kind: 'public'; because: string }
  | { kind: 'signed-in' }
  | ({ kind: 'area' } & Permission)
  | { kind: 'any-of'; of: readonly [Permission, ...Permission[]] }
  | { kind: 'scope'; scope: string }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * How the answer is laid out on the wire. `one` is `{results}`; `page` is `{results: [...], total, ...}`; `nested` is
 * the same with `results: [[...]]`, the form of the seller lists; `none` is an empty 204; `bytes` streams a file; `csv`
 * streams rows as a text table; `events` is a stream of server-sent events; `raw` is the value itself.
 */
export type Layout = 'one' | 'page' | 'nested' | 'none' | 'bytes' | 'csv' | 'events' | 'raw'

type ObjectSchema = z.ZodObject

export interface Endpoint {
  method: Method
  path: string
  summary: string
  access: Access
  /** A write runs in one transaction and must leave an audit row. Default: every method but GET. */
  writes: boolean
  /** Refuses navigations, prefetches and foreign sites, for GET endpoints that the fixed contract defines as writes. */
  guarded: boolean
  params?: ObjectSchema
  query?: ObjectSchema
  body?: z.ZodType
  /**
   * The body is multipart with one part named `file`. With `isKept` the file is streamed to the file store, and the
   * handler receives its key and name instead of its bytes.
   */
  upload?: { maxBytes: number; isKept?: boolean }
  /** The body may also arrive as the form of a web page, for callers whose protocol prescribes that. */
  takesForm: boolean
  /** The largest JSON body in bytes, where it may be larger than the usual 1 MB. */
  maxBodyBytes?: number
  layout: Layout
  /** The row for `page` and `nested`; the value of `results` for the other layouts. */
  answer?: z.ZodType
  status: 200 | 201 | 202 | 204
  /** The refusals beyond those implied by its access and its schemas (401, 403, 422, 415, 413). */
  refuses: readonly RefusalCode[]
  /** Changing a record requires If-Match with its version. A stale version gets 412 with the current record. */
  conditional: boolean | 'optional'
  /**
   * 'own': the handler opens its own transactions, one per row or after slow work that must not hold a transaction
   * open.
   */
  transactions: 'one' | 'own'
  /**
   * One statement may take up to a minute because the number of changed rows is unbounded. Other endpoints have
   * seconds.
   */
  takesLong: boolean
  /**
   * Refuses (step-up-needed) a session that has not confirmed its identity in the last ten minutes. For people only.
   */
  stepUp: boolean
  /** Lists of the fixed contract return all rows when no paging parameter is given. */
  wholeByDefault: boolean
}

type Given = Pick<Endpoint, 'method' | 'path' | 'summary' | 'access'> & Partial<Endpoint>

type Settled<G extends Given> = Endpoint & G

/** Declares one call for all uses: the server implements it, the screens call it, the OpenAPI document describes it. */
export function endpoint<const G extends Given>(given: G): Settled<G> {
  return {
    writes: given.method !== 'GET',
    guarded: false,
    takesForm: false,
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

/** The input of a handler: path, query and body, parsed into one object. */
export type Input<E extends Endpoint> = OutputOf<E['params']> & OutputOf<E['query']> & OutputOf<E['body']>

/** The input of a caller: the same before parsing, so fields with defaults may be left out. */
export type CallerInput<E extends Endpoint> = InputSchemaOf<E['params']> &
  InputSchemaOf<E['query']> &
  InputSchemaOf<E['body']>

export type Answer<E extends Endpoint> = OutputOf<E['answer']>
