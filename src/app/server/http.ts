import { createServer, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { problemOf, Refusal, type RefusalCode } from '#kit/contract/refusal.ts'
import { type ArrivalLimits, arrivalLimits, limitArrival } from '#kit/server/arrival.ts'
import type { Services } from '#kit/server/context.ts'
import { isDatabaseAway, isOutOfRoom, isPassing, type OpenDatabase } from '#kit/server/database.ts'
import { HeldAnswers } from '#kit/server/held-answers.ts'
import { answerAnyMethod } from '#kit/server/other-methods.ts'
import { type RateLimit, type RateLimiter, rateLimiter } from '#kit/server/rate-limit.ts'
import { networkOf } from '#kit/server/throttle.ts'
import { limitCaller, mountRoutes } from '#kit/server/way-in.ts'
import { authorize, identify } from './actors.ts'
import { mountDocuments } from './documents.ts'
import { mountHealth, type Standing } from './health.ts'
import { mountIcons, sendOwnIcon } from './icons.ts'
import { mountMailFrame } from './mail-frame.ts'
import { countingRefusals, countRequest } from './metrics.ts'
import { knownAreas, knownScopes, routes } from './routes.ts'
import { mountScreens } from './screens.ts'
import { mountWindow } from './window.ts'

export interface AppParts {
  database: OpenDatabase
  services: Services
  log: Logger
  standing: Standing
  allowedOrigins: readonly string[]
  trustedProxyHops: number
  /** The public address is https, so browsers are told to use only https. */
  isBehindTls: boolean
  /** The call limit per session, key or address; null for no limit. */
  rateLimit: RateLimit | null
  /** Shoppers get the example shop; its previews are there in any case. */
  servesExampleShop: boolean
  /** On in tests: every answer is parsed against its contract. */
  validateAnswers: boolean
  /** How long requests may take to arrive, if different from production. */
  arrival?: ArrivalLimits
}

/** The whole HTTP side: the request pipeline, media, health, the OpenAPI document and the screens. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const limits = parts.arrival ?? arrivalLimits
  const limiter = parts.rateLimit && countingRefusals(rateLimiter(parts.rateLimit))
  const heldAnswers = new HeldAnswers({
    cache: parts.services.publicCache,
    limiter,
    trustedProxyHops: parts.trustedProxyHops,
    isOpen: () => !parts.standing.isDraining,
    now: () => parts.services.clock.now(),
    count: countRequest,
  })
  const app = fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => uuidv7(),
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    trustProxy: (_address, hop) => hop < parts.trustedProxyHops,
    routerOptions: { maxParamLength: 200, caseSensitive: true },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    return503OnClosing: true,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: answerUnroutable,
    serverFactory: (pipeline) => {
      // The request head has its own timeout; bodies are limited by their kind in limitArrival.
      const waits = {
        headersTimeout: limits.headMs,
        connectionsCheckingInterval: limits.lookEveryMs,
        requestTimeout: 0,
        keepAliveTimeout: 72_000,
      }
      return createServer(waits, (request, response) => {
        if (!heldAnswers.answer(request, response)) pipeline(request, response)
      })
    },
  })
  answerFaults(app)
  logRequests(app)
  limitArrival(app, limits, (socket) => answerUnreadable({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket))
  app.addHook('onRequest', async (_request, reply) => {
    // Without this header, a client with a kept-alive connection would find it closed only after it has sent its next
    // call.
    if (parts.standing.isDraining) void reply.header('connection', 'close')
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: parts.isBehindTls ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  })
  limitOtherPaths(app, limiter)
  answerAnyMethod(app)
  await app.register(cors, {
    origin: [...parts.allowedOrigins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'if-match',
      'idempotency-key',
      'last-event-id',
      'x-view-as',
    ],
    exposedHeaders: ['etag', 'x-request-id', 'retry-after', 'ratelimit', 'ratelimit-policy'],
    maxAge: 600,
    strictPreflight: true,
  })
  await app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] })
  await app.register(multipart)

  // A stream would hold the server open forever.
  app.addHook('preClose', () => parts.services.stream.close())
  mountRoutes(app, routes, {
    db: parts.database.db,
    longDb: parts.database.jobDb,
    services: parts.services,
    identify: (authorization, viewAs) =>
      identify(parts.database.db, parts.services.clock, authorization, viewAs),
    authorize,
    knownAreas,
    knownScopes,
    allowedOrigins: parts.allowedOrigins,
    limiter,
    heldAnswers,
    validateAnswers: parts.validateAnswers,
  })
  mountHealth(app, parts.database, parts.services.files, parts.standing)
  mountDocuments(app, routes, parts.services.files)
  const icons = { db: parts.database.db, services: parts.services }
  mountIcons(app, icons)
  mountMailFrame(app)
  const built = fileURLToPath(new URL('../../../dist/', import.meta.url))
  await mountWindow(app, {
    directory: built,
    isServed: parts.servesExampleShop,
    publicUrl: parts.services.publicUrl,
    shopUrl: parts.services.shopUrl,
  })
  await mountScreens(app, join(built, 'web'), (request, reply) => sendOwnIcon(request, reply, icons))
  return app
}

/**
 * Paths below /api that are not calls (the OpenAPI document, an unknown path or method) are counted by the caller's
 * address.
 */
function limitOtherPaths(app: FastifyInstance, limiter: RateLimiter | null): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.endpoint || !request.url.startsWith('/api/')) return
    limitCaller(limiter, 'address', networkOf(request.ip), reply)
  })
}

/** Answers input that is not HTTP, and a request head that is too large or too late, like any other refusal. */
function answerUnreadable(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, words] = unreadable[error.code ?? ''] ?? [400, 'The request cannot be read']
  const title = STATUS_CODES[status] ?? ''
  const problem = { type: 'about:blank', title, status, detail: words, message: words, request_id: uuidv7() }
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Nothing is at an address that cannot be decoded, such as one that was cut within a letter. No hook runs for it. */
function answerUnroutable(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(new Refusal('not-found', 'There is nothing at this path'), request.id)
  void reply
    .status(problem.status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-request-id': request.id })
    .type('application/problem+json')
    .send(problem)
}

const unreadable: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The address and the headers are larger than 16 kB'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
}

/** Logs one line per request, but for held answers, which are counted alone: the endpoint, the status and the duration; no address, no query, no body. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const endpoint = request.routeOptions.config.endpoint ?? request.routeOptions.url ?? 'unknown path'
    countRequest(endpoint, reply.statusCode, reply.elapsedTime)
    const facts = {
      endpoint,
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    request.log.info(facts, 'request')
  })
}

const codeOfStatus: Record<number, RefusalCode> = {
  400: 'malformed',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  405: 'wrong-method',
  413: 'too-large',
  415: 'wrong-type',
  429: 'too-many',
  503: 'unavailable',
}

/** Turns errors into problem+json: refusals as they are, all other errors as a message without the cause. */
function answerFaults(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Refusal>((error, request, reply) => {
    const refusal = refusalOf(error)
    void reply.type('application/problem+json').header('cache-control', 'no-store')
    if (!refusal) {
      request.log.error({ err: error, endpoint: request.routeOptions.config.endpoint }, 'fault')
      const words = 'Something went wrong'
      return reply.status(500).send({
        type: 'about:blank',
        title: words,
        status: 500,
        detail: words,
        message: words,
        request_id: request.id,
      })
    }
    const { retryAfterSeconds, allow } = refusal.details
    if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds))
    if (allow) void reply.header('allow', allow.join(', '))
    if (refusal.code === 'unauthenticated') void reply.header('www-authenticate', 'Bearer')
    if (refusal.code === 'unavailable')
      request.log.warn({ err: error }, isPassing(error) ? 'in the way of another write' : 'database away')
    if (refusal.code === 'no-room') request.log.error({ err: error }, 'no room left')
    return reply.status(refusal.status).send(problemOf(refusal, request.id))
  })
}

function refusalOf(error: FastifyError | Refusal): Refusal | null {
  if (error instanceof Refusal) return error
  if (isOutOfRoom(error)) {
    return new Refusal(
      'no-room',
      'The server has no space left. Ask your administrator to free some space, then try again',
      { retryAfterSeconds: 30 },
    )
  }
  if (isDatabaseAway(error)) {
    return new Refusal('unavailable', 'The database does not answer. Try again in a moment', {
      retryAfterSeconds: 2,
    })
  }
  // Nothing of the write was kept, and the other one that stood in its way was.
  if (isPassing(error)) {
    return new Refusal('unavailable', 'Somebody else is changing the same records. Try again in a moment', {
      retryAfterSeconds: 1,
    })
  }
  // Refusals of Fastify itself (a body that is not JSON or is too large) have a status below 500.
  const status = error.statusCode
  if (status === undefined || status >= 500) return null
  const code = codeOfStatus[status] ?? 'malformed'
  return new Refusal(code, wordsFor(code))
}

function wordsFor(code: RefusalCode): string {
  if (code === 'too-large') return 'The body is larger than this call accepts'
  if (code === 'wrong-type') return 'This call accepts application/json'
  return 'The request cannot be read'
}
