import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HeldAnswers } from './held-answers.ts'

const usualCaching = 'public, max-age=60, stale-while-revalidate=86400'
/** A price that was kept for longer than its minute would be refused in an order. */
const pricedCaching = 'public, max-age=60'
/** Shorter answers gain nothing from compression. */
const compressedFromBytes = 1024

/**
 * An answer that anybody may read and keep for a minute. It is sent with a strong ETag of its bytes, and as an empty 304
 * to clients that have these bytes. The value must not change afterwards: its bytes are made once for each object.
 */
export class PublicAnswer<T> {
  readonly value: T
  /** The type of a text that is sent as it is, such as a feed; undefined for JSON. */
  readonly mediaType: string | undefined
  readonly caching: string
  constructor(value: T, mediaType?: string, caching: string = usualCaching) {
    this.value = value
    this.mediaType = mediaType
    this.caching = caching
  }
}

export function publicAnswer<T>(value: T, mediaType?: string): PublicAnswer<T> {
  return new PublicAnswer(value, mediaType)
}

/** A public answer with prices: nobody may show it after its minute while they ask for a newer one. */
export function pricedAnswer<T>(value: T): PublicAnswer<T> {
  return new PublicAnswer(value, undefined, pricedCaching)
}

/** How the bytes of an answer are encoded. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** The bytes of an answer in one encoding; each encoding has an ETag of its own, because its bytes differ. */
interface Representation {
  etag: string
  bytes: Buffer
}

interface Kept {
  hash: string
  plain: Buffer
  encoded: Partial<Record<Encoding, Promise<Representation>>>
}

const kept = new WeakMap<object, Kept>()

/**
 * Sends a public answer, or 304 where the caller has it. `text` makes its text and is asked once for each value; a value that
 * is no object has its bytes kept with the answer, which is then the same one again. What was sent whole is held for the next
 * who asks.
 */
export async function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PublicAnswer<unknown>,
  held: HeldAnswers | null,
  text: () => string,
): Promise<FastifyReply> {
  const own = keptOf(answer, text)
  const plainBytes = own.plain.length
  const encoding = encodingOf(request.headers['accept-encoding'], plainBytes)
  const etag = etagOf(own.hash, encoding)
  const vary = reply.getHeader('vary')
  void reply
    .header('cache-control', answer.caching)
    .header('etag', etag)
    .header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`)
  if (hasBytes(request.headers['if-none-match'], etag)) return reply.status(304).send()
  own.encoded[encoding] ??= encode(own, encoding)
  const { bytes } = await own.encoded[encoding]
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  void reply.type(answer.mediaType ?? 'application/json; charset=utf-8')
  held?.hold(request, reply, answer.value, { encoding, etag, bytes, plainBytes })
  return reply.send(bytes)
}

function keptOf(answer: PublicAnswer<unknown>, text: () => string): Kept {
  const { value } = answer
  const key = typeof value === 'object' && value !== null ? value : answer
  const found = kept.get(key)
  if (found) return found
  const plain = Buffer.from(text())
  const made = { hash: createHash('sha256').update(plain).digest('base64url'), plain, encoded: {} }
  kept.set(key, made)
  return made
}

function etagOf(hash: string, encoding: Encoding): string {
  return encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

async function encode({ hash, plain }: Kept, encoding: Encoding): Promise<Representation> {
  const bytes =
    encoding === 'br'
      ? // Quality 5 takes a tenth of the time of the default and answers a few per cent more bytes.
        await compressBrotli(plain, { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } })
      : encoding === 'gzip'
        ? await compressGzip(plain)
        : plain
  return { etag: etagOf(hash, encoding), bytes }
}

/** The encoding that the caller accepts and that is smallest; a quality of 0 refuses one. */
export function encodingOf(accepted: string | string[] | undefined, bytes: number): Encoding {
  if (!accepted || bytes < compressedFromBytes) return 'identity'
  const text = String(accepted)
  const known = read.get(text)
  if (known) return known
  const encoding = smallestOf(text)
  if (read.size < mostRead) read.set(text, encoding)
  return encoding
}

/** Browsers and shops say one of a few texts with every request; strangers cannot make this grow. */
const read = new Map<string, Encoding>()
const mostRead = 100

function smallestOf(accepted: string): Encoding {
  const names = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
      .map((one) => one.split(';', 1)[0]?.trim()),
  )
  return names.has('br') || names.has('*') ? 'br' : names.has('gzip') ? 'gzip' : 'identity'
}

/** True if the caller has these bytes. If-None-Match compares weakly, so a proxy may have added `W/`. */
export function hasBytes(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag || header.trim() === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
