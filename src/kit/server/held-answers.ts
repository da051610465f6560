import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, encodingOf, hasBytes } from './public-answer.ts'
import type { PublicCache } from './public-cache.ts'
import { type RateLimiter, remainingCalls } from './rate-limit.ts'
import { networkOf } from './throttle.ts'

/** One encoding of a held answer: its bytes, and the headers of each status, as Node writes them fastest. */
interface Form {
  etag: string
  bytes: Buffer
  /** What the form takes with its headers. */
  size: number
  /** Name and value in turns. */
  whole: readonly string[]
  notModified: readonly string[]
}

interface Held {
  /** The object of the public cache that the answer was made of. */
  value: object
  endpoint: string
  /** Of the answer as it is, which decides whether it is compressed. */
  plainBytes: number
  /** About what it takes: the value, its forms and their headers. */
  bytes: number
  forms: Partial<Record<Encoding, Form>>
}

export interface HeldAnswersParts {
  cache: PublicCache
  limiter: RateLimiter | null
  trustedProxyHops: number
  /** False while the server stops: then each answer has to close its connection. */
  isOpen: () => boolean
  now: () => Date
  /** What the held answers may take; by default 32 MB. */
  mostBytes?: number
  /** Counts an answer; these are not logged, because a shop asks for them many thousand times. */
  count: (endpoint: string, status: number, ms: number) => void
}

/** Addresses (path and query) whose answer is held; of more, and of more bytes, the one that was held first makes room. */
const mostHeld = 1_000
/** A thousand long answers would take far more than the public cache, whose values they keep. */
const usualBytes = 32 * 1024 * 1024

/** Headers that belong to one request alone. */
const ofOneRequest = new Set([
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  'connection',
  'content-length',
])
/** All that a 304 needs (RFC 9110, 15.4.5): what else the whole answer said is kept by who has it. */
const ofNotModified = new Set(['cache-control', 'etag', 'vary'])
/** With one of these the answer may be another, or is refused: the whole pipeline decides. */
const askedOfThePipeline = [
  'authorization',
  'x-view-as',
  'origin',
  'transfer-encoding',
  'content-length',
  'expect',
] as const

function sizeOf(url: string, headers: readonly (readonly [string, unknown])[], bytes: Buffer): number {
  return headers.reduce(
    (sum, [name, given]) => sum + name.length + String(given).length,
    bytes.length + url.length,
  )
}

/**
 * What shoppers were answered from memory, once more by its address: the next one who asks for the same gets it before the
 * request goes through the pipeline, as long as the public cache answers the same object. Calls are counted against the
 * caller's limit as everywhere; one beyond it goes to the pipeline, which refuses it.
 */
export class HeldAnswers {
  readonly #parts: HeldAnswersParts
  readonly #held = new Map<string, Held>()
  #bytes = 0

  constructor(parts: HeldAnswersParts) {
    this.#parts = parts
  }

  /** Holds an answer that the pipeline is about to send; `value` has to be an object of the public cache. */
  hold(
    request: FastifyRequest,
    reply: FastifyReply,
    value: unknown,
    {
      encoding,
      etag,
      bytes,
      plainBytes,
    }: Pick<Form, 'etag' | 'bytes'> & { encoding: Encoding; plainBytes: number },
  ): void {
    const { endpoint } = request.routeOptions.config
    const isPlain = askedOfThePipeline.every((name) => request.headers[name] === undefined)
    if (!endpoint || request.method !== 'GET' || !isPlain || typeof value !== 'object' || value === null)
      return
    if (!this.#parts.cache.isPresent(value, this.#parts.now())) return
    const url = request.raw.url ?? ''
    const before = this.#held.get(url)
    const held: Held =
      before?.value === value ? before : { value, endpoint, plainBytes, bytes: plainBytes, forms: {} }
    const headers = Object.entries(reply.getHeaders()).filter(([name]) => !ofOneRequest.has(name))
    const written = (some: typeof headers) => some.flatMap(([name, given]) => [name, String(given)])
    this.#drop(url)
    const size = sizeOf(url, headers, bytes)
    held.bytes += size - (held.forms[encoding]?.size ?? 0)
    held.forms[encoding] = {
      etag,
      bytes,
      size,
      whole: written([...headers, ['content-length', bytes.length]]),
      notModified: written(headers.filter(([name]) => ofNotModified.has(name))),
    }
    this.#held.set(url, held)
    this.#bytes += held.bytes
    const { mostBytes = usualBytes } = this.#parts
    for (const first of this.#held.keys()) {
      if (this.#held.size <= mostHeld && this.#bytes <= mostBytes) break
      this.#drop(first)
    }
  }

  #drop(url: string): void {
    this.#bytes -= this.#held.get(url)?.bytes ?? 0
    this.#held.delete(url)
  }

  /** Answers a request from memory. False if the pipeline has to; then nothing was sent. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const held = this.#held.get(request.url ?? '')
    if (!held || request.method !== 'GET') return false
    const begun = performance.now()
    const { headers } = request
    for (const name of askedOfThePipeline) if (headers[name] !== undefined) return false
    const { cache, limiter, isOpen, now, count } = this.#parts
    if (!isOpen()) return false
    if (!cache.isPresent(held.value, now())) {
      this.#drop(request.url ?? '')
      return false
    }
    const form = held.forms[encodingOf(headers['accept-encoding'], held.plainBytes)]
    if (!form) return false
    const own = ['x-request-id', randomUUID()]
    if (limiter) {
      const allowance = limiter.count('address', networkOf(this.#addressOf(request)))
      if (allowance.retryAfterSeconds > 0) return false
      const said = remainingCalls(limiter, allowance)
      own.push('ratelimit-policy', said['ratelimit-policy'], 'ratelimit', said.ratelimit)
    }
    const status = hasBytes(headers['if-none-match'], form.etag) ? 304 : 200
    if (status === 304) response.writeHead(304, [...form.notModified, ...own]).end()
    else response.writeHead(200, [...form.whole, ...own]).end(form.bytes)
    count(held.endpoint, status, performance.now() - begun)
    return true
  }

  /** As the pipeline reads it: each trusted proxy adds the address that it was asked from. */
  #addressOf({ socket, headers }: IncomingMessage): string {
    const own = socket.remoteAddress ?? ''
    if (this.#parts.trustedProxyHops === 0) return own
    const forwarded = String(headers['x-forwarded-for'] ?? '')
    const told = forwarded === '' ? [] : forwarded.split(',').map((one) => one.trim())
    const addresses = [own, ...told.reverse()]
    return addresses[Math.min(this.#parts.trustedProxyHops, addresses.length - 1)] ?? own
  }
}
