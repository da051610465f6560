import type { Answer, Contract, Endpoint, Input } from '#kit/contract/endpoint.ts'
import type { TableFormat } from '#kit/contract/export.ts'
import type { Page } from '#kit/contract/page.ts'
import { fieldRefusal } from '#kit/contract/refusal.ts'
import type { Context } from './context.ts'
import type { Cell } from './csv.ts'
import { mostXlsxRows } from './xlsx.ts'

/** A file on its way out. */
export interface BytesAnswer {
  stream: NodeJS.ReadableStream
  /** Null where nobody knows before it has been made. */
  bytes: number | null
  mediaType: string
  /** The name under which it is to be saved; without one it is shown. */
  fileName?: string
}

/** Rows on their way out as a file: batches in order, each read by a query of its own. */
export interface CsvAnswer {
  fileName: string
  /** A sheet of this name in an XLSX file; CSV where there is none. */
  sheet?: string
  head: readonly string[]
  batches: AsyncIterable<Cell[][]>
}

/**
 * Rows as a file of this form. Refuses (invalid) more of them than a sheet holds; they are counted only where that matters,
 * up to one more than that.
 */
export async function asTable(
  format: TableFormat,
  {
    count,
    sheet,
    fileName,
    ...table
  }: Required<CsvAnswer> & {
    /** How many rows there are, counted up to `most`. */
    count: (most: number) => Promise<number>
  },
): Promise<CsvAnswer> {
  if (format === 'csv') return { fileName, ...table }
  if ((await count(mostXlsxRows + 1)) > mostXlsxRows) {
    const words = `A sheet holds ${mostXlsxRows.toLocaleString('en')} rows, and these are more. Take them as CSV`
    throw fieldRefusal('format', words)
  }
  return { fileName: fileName.replace(/csv$/, 'xlsx'), sheet, ...table }
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

/** A public answer that whoever reads it may keep for a while. */
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
        :
            | Answer<E>
            | Answered<Answer<E>>
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
