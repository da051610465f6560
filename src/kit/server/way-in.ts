import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Access, actions, type Endpoint, type Permission } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { attachment } from './attachment.ts'
import { type Actor, type Context, readingContext, type Services, transactAgain } from './context.ts'
import { csvText } from './csv.ts'
import type { Database } from './database.ts'
import { acceptForms } from './forms.ts'
import type { HeldAnswers } from './held-answers.ts'
import { replayOrRemember } from './idempotency.ts'
import { Answered, type BytesAnswer, Cached, type CsvAnswer, type Route, Whole } from './implement.ts'
import { refuseOtherMethods } from './other-methods.ts'
import { parseInput } from './parse-input.ts'
import { PublicAnswer, sendPublic } from './public-answer.ts'
import { type CallerKind, type RateLimiter, remainingCalls } from './rate-limit.ts'
import { isForeignOrSpeculative } from './request-origin.ts'
import { sendPieces } from './send-pieces.ts'
import { networkOf } from './throttle.ts'
import { withUpload } from './uploads.ts'
import { xlsxBytes, xlsxType } from './xlsx.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
    /** When the caller was identified and let in, on the clock that only runs forward, in ms. */
    letInAt: number
  }
  interface FastifyContextConfig {
    /** The name of the endpoint, for logs and metrics. It contains no id and no search text. */
    endpoint?: string
    /** The path does not support this method. The route exists only to say so. */
    isOtherMethod?: boolean
  }
}

export interface WayIn {
  db: Database
  /** For endpoints that take a long time. */
  longDb: Database
  services: Services
  /**
   * Identifies the caller by the Authorization header alone, and the role whose view of the product they preview
   * (X-View-As). Refuses (401) an invalid or expired credential and (403) a view that the caller may not open.
   */
  identify: (authorization: string | undefined, viewAs: string | undefined) => Promise<Actor>
  /** Throws a refusal (401, 403) if the actor lacks permission. */
  authorize: (actor: Actor, access: Access) => void
  /** Known areas and scopes. An endpoint that names any other stops the start. */
  knownAreas: Readonly<Record<string, readonly string[]>>
  knownScopes: readonly string[]
  allowedOrigins: readonly string[]
  /** Counts the calls of each session, key and address; null if calls are not limited. */
  limiter: RateLimiter | null
  /** What shoppers were answered from memory, for the next who ask; null to hold nothing. */
  heldAnswers: HeldAnswers | null
  /** Parses every answer against its schema. On in tests, where an extra field is a defect. */
  validateAnswers: boolean
}

/**
 * Mounts every route behind one request pipeline: identify the caller, check permission, parse the input, run the work
 * in one transaction with its audit row, shape the answer. Throws when an endpoint names an access that does not exist.
 */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[], wayIn: WayIn): void {
  app.decorateRequest('actor')
  app.decorateRequest('letInAt', 0)
  acceptForms(app)
  const ownOrigin = new URL(wayIn.services.publicUrl).origin
  for (const route of routes) {
    const { name, endpoint } = route
    if (!isKnown(endpoint.access, wayIn)) throw new Error(`the endpoint ${name} has no permission area`)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: false,
      // A compressed stream would wait until there is enough to compress.
      ...(endpoint.layout === 'events' ? { compress: false as const } : {}),
      ...(endpoint.maxBodyBytes === undefined ? {} : { bodyLimit: endpoint.maxBodyBytes }),
      config: {
        endpoint: route.name,
        takesFile: endpoint.upload !== undefined,
        takesForm: endpoint.takesForm,
      },
      // Runs before the body is read, so that no data from an unauthorised caller is stored or parsed.
      onRequest: async (request, reply) => {
        letIn(endpoint, wayIn, request, await whoAsks(wayIn, endpoint.access, request, reply))
        const origins = { own: ownOrigin, allowed: wayIn.allowedOrigins }
        if (endpoint.guarded && isForeignOrSpeculative(request.headers, origins)) {
          throw new Refusal(
            'forbidden',
            'This call changes a record and is not open to navigation or prefetch',
          )
        }
      },
      handler: (request, reply) => answer(route, wayIn, request, reply),
    })
  }
  refuseOtherMethods(app, routes)
}

/**
 * Identifies the caller and counts the call against the caller's limit. A call that needs no session treats an invalid
 * Authorization header as absent, because a client that sends its token with every call could never sign in again after
 * the token expired. Refuses (unauthenticated, forbidden) as `identify` does, and (too-many) beyond the limit. A caller
 * with an invalid credential or view is counted by address.
 */
async function whoAsks(
  wayIn: WayIn,
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor> {
  const { limiter } = wayIn
  const actor = await actorOf(wayIn, access, request).catch((error: unknown) => {
    if (error instanceof Refusal) limitCaller(limiter, 'address', networkOf(request.ip), reply)
    throw error
  })
  if (actor.kind === 'person') limitCaller(limiter, 'session', actor.sessionId, reply)
  else if (actor.kind === 'integrator') limitCaller(limiter, 'key', actor.id, reply)
  else limitCaller(limiter, 'address', networkOf(request.ip), reply)
  return actor
}

/** The caller by the headers. Refuses (unauthenticated, forbidden) as `whoAsks` does. */
async function actorOf({ identify }: WayIn, access: Access, { headers }: FastifyRequest): Promise<Actor> {
  const viewAs = headers['x-view-as']
  const given = viewAs === undefined ? undefined : String(viewAs)
  return identify(headers.authorization, given).catch((error: unknown): Actor => {
    if (error instanceof Refusal && error.code === 'unauthenticated' && access.kind === 'public')
      return { kind: 'nobody' }
    throw error
  })
}

/** Lets the caller in who may make this call. Refuses (unauthenticated, forbidden, step-up-needed). */
function letIn(endpoint: Endpoint, wayIn: WayIn, request: FastifyRequest, actor: Actor): void {
  // Also of a call that is refused: the log says whose it was.
  request.actor = actor
  wayIn.authorize(actor, endpoint.access)
  if (endpoint.writes) refuseWhileViewing(actor)
  if (endpoint.stepUp) requireFreshProof(actor, wayIn.services.clock.now())
  request.letInAt = performance.now()
}

const slowMs = 1000

/**
 * Counts a call and reports the remaining calls in the answer. Refuses (too-many) a call beyond the limit, with the seconds to wait.
 */
export function limitCaller(
  limiter: RateLimiter | null,
  kind: CallerKind,
  caller: string,
  reply: FastifyReply,
): void {
  if (!limiter) return
  const { perSecond } = limiter.limit
  const allowance = limiter.count(kind, caller)
  void reply.headers(remainingCalls(limiter, allowance))
  const { retryAfterSeconds } = allowance
  if (retryAfterSeconds === 0) return
  const wait = retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`
  const words = `More than ${perSecond} calls a second. Wait ${wait}, then try again`
  throw new Refusal('too-many', words, { retryAfterSeconds })
}

/** Refuses (forbidden) any change by a person who previews the product as another role. */
function refuseWhileViewing(actor: Actor): void {
  if (actor.kind !== 'person' || !actor.viewingAs) return
  const { name } = actor.viewingAs
  throw new Refusal(
    'forbidden',
    `You see the product as “${name}” does. You cannot change anything in this view`,
  )
}

const freshForMs = 10 * 60 * 1000

/**
 * Refuses (step-up-needed) a person who has not confirmed their identity in the last ten minutes; `errors` names the
 * proof that is required.
 */
function requireFreshProof(actor: Actor, now: Date): void {
  if (actor.kind !== 'person') throw new Refusal('forbidden', 'This call is for people')
  if (actor.verifiedAt && now.getTime() - actor.verifiedAt.getTime() <= freshForMs) return
  const message = 'Confirm your identity, then try again'
  throw new Refusal('step-up-needed', message, {
    errors: [{ path: actor.provenBy, code: 'required', message }],
  })
}

function isKnown(access: Access | undefined, { knownAreas, knownScopes }: WayIn): boolean {
  const exists = ({ area, action }: Permission) =>
    actions.includes(action) && (knownAreas[area] ?? []).includes(action)
  switch (access?.kind) {
    case 'area':
      return exists(access)
    case 'any-of':
      return access.of.length > 0 && access.of.every(exists)
    case 'scope':
      return knownScopes.includes(access.scope)
    case 'public':
      return access.because.trim() !== ''
    default:
      return access?.kind === 'signed-in'
  }
}

async function answer(route: Route, wayIn: WayIn, request: FastifyRequest, reply: FastifyReply) {
  const parsed = await parseInput(route.endpoint, request)
  const { upload } = route.endpoint
  if (!upload) {
    await stillLetIn(route, wayIn, request)
    return answerTo(parsed, route, wayIn, request, reply)
  }
  const { files } = wayIn.services
  return withUpload(upload, files, request, async (taken) => {
    await stillLetIn(route, wayIn, request).catch(async (refusal: unknown) => {
      // Nothing of a refused upload is kept; from here on the file is the handler's.
      if ('key' in taken.file) await files.remove(taken.file.key).catch(() => {})
      throw refusal
    })
    return answerTo({ ...parsed, ...taken }, route, wayIn, request, reply)
  })
}

/** A body can take minutes to arrive, and a session, a key or a role may have ended since its first byte. */
async function stillLetIn({ endpoint }: Route, wayIn: WayIn, request: FastifyRequest): Promise<void> {
  if (performance.now() - request.letInAt > slowMs)
    letIn(endpoint, wayIn, request, await actorOf(wayIn, endpoint.access, request))
}

async function answerTo(
  input: object,
  route: Route,
  wayIn: WayIn,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { endpoint } = route
  const parts = {
    db: endpoint.takesLong ? wayIn.longDb : wayIn.db,
    longDb: endpoint.takesLong ? null : wayIn.longDb,
    actor: request.actor,
    requestId: request.id,
    services: wayIn.services,
    ifMatch: readIfMatch(endpoint.conditional, request.headers['if-match']),
    lastEventId: readLastEventId(request.headers['last-event-id']),
    origin: { address: request.ip, userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300) },
  }
  const handle = (ctx: Context) => route.handle(ctx, input as never)
  const inOneTransaction = endpoint.writes && endpoint.transactions === 'one'
  if (!inOneTransaction) return send(endpoint, wayIn, request, reply, await handle(readingContext(parts)))

  const key = request.headers['idempotency-key']
  if (request.actor.kind !== 'integrator' || typeof key !== 'string') {
    return send(endpoint, wayIn, request, reply, await transactAgain(parts, handle))
  }
  const remembered = await transactAgain({ ...parts, isKeyed: true }, (ctx) =>
    replayOrRemember(ctx, { key, path: request.url, body: request.body, status: endpoint.status }, () =>
      handle(ctx),
    ),
  )
  return send(endpoint, wayIn, request, reply, remembered)
}

function readIfMatch(conditional: Endpoint['conditional'], header: string | undefined): number | null {
  if (!conditional || header === '*' || (conditional === 'optional' && header === undefined)) return null
  const version = /^(?:W\/)?"v(\d{1,9})"$/.exec(header ?? '')?.[1]
  if (version) return Number(version)
  const message = 'Send If-Match with the version that you read, like "v3"'
  throw new Refusal('invalid', message, { errors: [{ path: 'If-Match', code: 'required', message }] })
}

/** The number in the Last-Event-ID header; null without one, and for what no stream of ours has said. */
function readLastEventId(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null
}

function send(
  endpoint: Endpoint,
  wayIn: WayIn,
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
) {
  if (result instanceof PublicAnswer) {
    return sendPublic(request, reply, result, wayIn.heldAnswers, () => publicText(endpoint, wayIn, result))
  }
  const { value, status } =
    result instanceof Answered
      ? result
      : { value: result instanceof Cached ? result.value : result, status: endpoint.status }
  void reply
    .status(status)
    .header('cache-control', result instanceof Cached ? `public, max-age=${result.seconds}` : 'no-store')
  if (value instanceof Whole) {
    return sendPieces(
      request,
      reply,
      { 'content-type': 'application/json; charset=utf-8' },
      wholeText(endpoint, value),
    )
  }
  switch (endpoint.layout) {
    case 'none':
      return reply.send()
    case 'bytes': {
      const file = value as BytesAnswer
      if (file.bytes !== null) void reply.header('content-length', file.bytes)
      if (file.fileName !== undefined) void reply.header('content-disposition', attachment(file.fileName))
      return reply.type(file.mediaType).send(file.stream)
    }
    case 'events':
      // Proxies that collect answers would keep events until the stream ends.
      return (
        reply
          .header('x-accel-buffering', 'no')
          // Kept alive after its stream, the connection would hold up a server that stops.
          .header('connection', 'close')
          .header('cache-control', 'no-store, no-transform')
          .type('text/event-stream; charset=utf-8')
          .send(value)
      )
    case 'csv': {
      const { fileName, sheet, head, batches } = value as CsvAnswer
      const named = { 'content-disposition': attachment(fileName) }
      if (sheet === undefined) {
        const headers = { ...named, 'content-type': 'text/csv; charset=utf-8' }
        return sendPieces(request, reply, headers, csvText(head, batches))
      }
      const headers = { ...named, 'content-type': xlsxType }
      return sendPieces(request, reply, headers, xlsxBytes(sheet, head, batches))
    }
    case 'page':
    case 'nested': {
      const { rows, ...facts } = value as Page<unknown>
      if (wayIn.validateAnswers) for (const row of rows) assertShape(endpoint, row)
      return reply.send({ results: endpoint.layout === 'nested' ? [rows] : rows, ...facts })
    }
    case 'raw':
      return reply.send(value)
    default: {
      if (wayIn.validateAnswers) assertShape(endpoint, value)
      const version = (value as { version?: unknown } | null)?.version
      if (typeof version === 'number') void reply.header('etag', `"v${version}"`)
      return reply.send({ results: value })
    }
  }
}

/** The text of a public answer, in the layout of its endpoint. */
function publicText(endpoint: Endpoint, wayIn: WayIn, { value, mediaType }: PublicAnswer<unknown>): string {
  if (mediaType !== undefined) return String(value)
  if (endpoint.layout !== 'page') {
    if (wayIn.validateAnswers) assertShape(endpoint, value)
    return JSON.stringify(endpoint.layout === 'raw' ? value : { results: value })
  }
  const { rows, ...facts } = value as Page<unknown>
  if (wayIn.validateAnswers) for (const row of rows) assertShape(endpoint, row)
  return JSON.stringify({ results: rows, ...facts })
}

/** The text of a whole list, one piece per batch. */
async function* wholeText(endpoint: Endpoint, whole: Whole<unknown>): AsyncGenerator<string> {
  const [open, close] = endpoint.layout === 'nested' ? ['{"results":[[', ']]}'] : ['{"results":[', ']}']
  let before = open
  for await (const batch of whole.batches) {
    yield before + batch.map((row) => JSON.stringify(row)).join(',')
    before = ','
  }
  yield before === open ? open + close : close
}

function assertShape(endpoint: Endpoint, value: unknown): void {
  const result = endpoint.answer?.safeParse(value)
  if (result && !result.success) {
    throw new Error(
      `the answer of ${endpoint.method} ${endpoint.path} is not what its contract says: ${result.error.message}`,
    )
  }
}
