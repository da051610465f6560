import type { Answer, Contract, Endpoint, Input } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import type { Context } from './context.ts'
import type { Cell } from './csv.ts'

/** A file on its way out. */
export interface BytesAnswer {
  stream: NodeJS.ReadableStream
  /** Null where nobody knows before it has been made. */
  bytes: number | null
  mediaType: string
  /** The name under which it is to be saved; without one it is shown. */
  fileName?: string
}

/** Rows on their way out as a CSV file: batches in order, each read by a query of its own. */
export interface CsvAnswer {
  fileName: string
  head: readonly string[]
  batches: AsyncIterable<Cell[][]>
}

/** A list that answers whole: batches in keyset order, each read by a query of its own. */
export class Whole<Row> {
  readonly batches: AsyncIterable<Row[]>
  constructor(batches: AsyncIterable<Row[]>) {
    this.batches = batches
  }
}

/** An answer whose status differs from the endpoint's own: 200 where nothing new was made. */
export class Answered<T> {
  readonly value: T
  readonly status: number
  constructor(value: T, status: number) {
    this.value = value
    this.status = status
  }
}

export function answered<T>(value: T, status: number): Answered<T> {
  return new Answered(value, status)
}

/** What an upload endpoint gets beside its path: the one part named `file`. */
export interface Upload {
  file: Buffer
}

/** What an endpoint gets whose upload is kept: it owns the file, and removes it when nothing needs it any more. */
export interface KeptUpload {
  file: { key: string; name: string; bytes: number }
}

type UploadOf<E extends Endpoint> = E['upload'] extends { isKept: true }
  ? KeptUpload
  : E['upload'] extends { maxBytes: number }
    ? Upload
    : unknown

type AnswerOf<E extends Endpoint> = E['layout'] extends 'page' | 'nested'
  ? Page<Answer<E>> | (E['wholeByDefault'] extends true ? Whole<Answer<E>> : never)
  : E['layout'] extends 'none'
    ? void
    : E['layout'] extends 'bytes'
      ? BytesAnswer
      : E['layout'] extends 'csv'
        ? CsvAnswer
        : Answer<E> | Answered<Answer<E>>

export type Handler<E extends Endpoint> = (
  ctx: Context,
  input: Input<E> & UploadOf<E>,
) => Promise<AnswerOf<E>>

export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> }

export interface Route {
  name: string
  endpoint: Endpoint
  handle: (ctx: Context, input: never) => Promise<unknown>
}

/** Binds a contract to its handlers: a missing one does not compile. */
export function implement<const C extends Contract>(
  noun: string,
  contract: C,
  handlers: Handlers<C>,
): Route[] {
  return Object.entries(contract).map(([verb, endpoint]) => ({
    name: `${noun}.${verb}`,
    endpoint,
    handle: handlers[verb as keyof C] as Route['handle'],
  }))
}
