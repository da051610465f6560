import type { Readable } from 'node:stream'
import type { Cell } from '#kit/contract/csv.ts'
import type { Answer, Contract, Endpoint, Input } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import type { Context } from './context.ts'
import type { PublicAnswer } from './public-answer.ts'

/** A file in an answer. */
export interface BytesAnswer {
  stream: NodeJS.ReadableStream
  /** Null if the size is unknown before the file is made. */
  bytes: number | null
  mediaType: string
  /** The name under which the browser saves the file. Without a name the browser shows the file. */
  fileName?: string
}

/** Rows that are sent as a file: batches in order, each read by a separate query. */
export interface CsvAnswer {
  fileName: string
  /** The sheet name in an XLSX file. Without a sheet name the file is CSV. */
  sheet?: string
  head: readonly string[]
  batches: AsyncIterable<Cell[][]>
}

/** A list that is sent as a whole: batches in keyset order, each read by a separate query. */
export class Whole<Row> {
  readonly batches: AsyncIterable<Row[]>
  constructor(batches: AsyncIterable<Row[]>) {
    this.batches = batches
  }
}

/** An answer whose status differs from the endpoint's default: 200 where nothing new was created. */
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

/** A public answer that clients may cache. */
export class Cached<T> {
  readonly value: T
  readonly seconds: number
  constructor(value: T, seconds: number) {
    this.value = value
    this.seconds = seconds
  }
}

export function cached<T>(value: T, seconds: number): Cached<T> {
  return new Cached(value, seconds)
}

/** The input of an upload endpoint in addition to its path: the single part named `file`. */
export interface Upload {
  file: Buffer
}

/**
 * The input of an endpoint whose upload is kept. The endpoint owns the file and must remove it when it is no longer
 * needed.
 */
export interface KeptUpload {
  file: { key: string; name: string; bytes: number }
}

type UploadOf<E extends Endpoint> = E['upload'] extends { isKept: true }
  ? KeptUpload
  : E['upload'] extends { maxBytes: number }
    ? Upload
    : unknown

/** What an endpoint that needs no session may answer besides its value. */
type Public<E extends Endpoint, T> = E['access'] extends { kind: 'public' } ? PublicAnswer<T> : never

type AnswerOf<E extends Endpoint> = E['layout'] extends 'page' | 'nested'
  ?
      | Page<Answer<E>>
      | Public<E, Page<Answer<E>>>
      | (E['wholeByDefault'] extends true ? Whole<Answer<E>> : never)
  : E['layout'] extends 'none'
    ? void
    : E['layout'] extends 'bytes'
      ? BytesAnswer
      : E['layout'] extends 'csv'
        ? CsvAnswer
        : E['layout'] extends 'events'
          ? Readable
          :
              | Answer<E>
              | Answered<Answer<E>>
              | Public<E, Answer<E>>
              | (E['access'] extends { kind: 'public' } ? Cached<Answer<E>> : never)

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

/** Binds a contract to its handlers. A missing handler is a compile error. */
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
