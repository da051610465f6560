import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Access, actions, type Endpoint } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Actor, type Context, readingContext, type Services, transact } from './context.ts'
import { csvText } from './csv.ts'
import type { Database } from './database.ts'
import { replayOrRemember } from './idempotency.ts'
import { Answered, type BytesAnswer, Cached, type CsvAnswer, type Route, Whole } from './implement.ts'
import { refuseOtherMethods } from './other-methods.ts'
import { parseInput } from './parse-input.ts'
import type { CallerKind, RateLimiter } from './rate-limit.ts'
import { isForeignOrSpeculative } from './request-origin.ts'
import { networkOf } from './throttle.ts'
import { receiveUpload } from './uploads.ts'
import { xlsxBytes, xlsxType } from './xlsx.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
  }
  interface FastifyContextConfig {
    /** The name of the endpoint, for logs and metrics: it holds no id and no search text. */
    endpoint?: string
    /** The path has no such method: the route is there to say so. */
    isOtherMethod?: boolean
  }
}

export interface WayIn {
  db: Database
  /** For endpoints that take long. */
  longDb: Database
  services: Services
  /**
   * Who asks, by the Authorization header alone, and as which role they want to see the product (X-View-As); refuses
   * (401) a credential that is no longer good and (403) a view that is not theirs to open.
   */
  identify: (authorization: string | undefined, viewAs: string | undefined) => Promise<Actor>
  /** Throws a refusal (401, 403) unless the actor may. */
  authorize: (actor: Actor, access: Access) => void
  /** Areas and scopes that exist: an endpoint that names another stops the start. */
  knownAreas: Readonly<Record<string, readonly string[]>>
  knownScopes: readonly string[]
  allowedOrigins: readonly string[]
  /** Counts the calls of each session, key and address; null where nobody is limited. */
  limiter: RateLimiter | null
  /** Parse every answer against its schema; on in tests, where a field too many is a defect. */
  validateAnswers: boolean
}

/**
 * Mounts every route behind the one way in: who asks, may they, is it well formed, do it in one transaction with
 * its audit row, shape the answer. Throws when an endpoint has no access that exists.
 */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[], wayIn: WayIn): void {
  app.decorateRequest('actor')
  const ownOrigin = new URL(wayIn.services.publicUrl).origin
  for (const route of routes) {
    checkAccess(route, wayIn)
    const { endpoint } = route
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: false,
      config: { endpoint: route.name, takesFile: endpoint.upload !== undefined },
      // Before the body is read: who may not act sends nothing that is kept or parsed.
      onRequest: async (request, reply) => {
        request.actor = await whoAsks(wayIn, endpoint.access, request, reply)
        wayIn.authorize(request.actor, endpoint.access)
        if (endpoint.writes) refuseWhileViewing(request.actor)
        if (endpoint.stepUp) requireFreshProof(request.actor, wayIn.services.clock.now())
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
 * Who asks, counted against what they may call. A call that needs no session takes what is no good in the Authorization header
 * for nothing at all: a client that sends its token with every call could never sign in again once it has ended. Refuses
 * (unauthenticated, forbidden) as `identify` does, and (too-many) beyond the limit; whose credential or view is no good is
 * counted by their address.
 */
async function whoAsks(
  { identify, limiter }: WayIn,
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor> {
  const viewAs = request.headers['x-view-as']
  const given = viewAs === undefined ? undefined : String(viewAs)
  const actor = await identify(request.headers.authorization, given).catch((error: unknown): Actor => {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'unauthenticated' && access.kind === 'public') return { kind: 'nobody' }
    limitCaller(limiter, 'address', networkOf(request.ip), reply)
    throw error
  })
  if (actor.kind === 'person') limitCaller(limiter, 'session', actor.sessionId, reply)
  else if (actor.kind === 'integrator') limitCaller(limiter, 'key', actor.id, reply)
  else limitCaller(limiter, 'address', networkOf(request.ip), reply)
  return actor
}

/**
 * Counts a call and says in its answer how many are left (RateLimit fields, draft-ietf-httpapi-ratelimit-headers-10). Refuses
 * (too-many) one that is beyond the limit, with the seconds to wait.
 */
export function limitCaller(
  limiter: RateLimiter | null,
  kind: CallerKind,
  caller: string,
  reply: FastifyReply,
): void {
  if (!limiter) return
  const { perSecond, burst } = limiter.limit
  const { remaining, resetSeconds, retryAfterSeconds } = limiter.count(kind, caller)
  void reply
    .header('ratelimit-policy', `"calls";q=${burst};w=${Math.ceil(burst / perSecond)}`)
    .header('ratelimit', `"calls";r=${remaining};t=${resetSeconds}`)
  if (retryAfterSeconds === 0) return
  const wait = retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`
  const words = `More than ${perSecond} calls a second. Wait ${wait}, then try again`
  throw new Refusal('too-many', words, { retryAfterSeconds })
}

/** Refuses (forbidden) any change by somebody who looks at the product as another role sees it. */
function refuseWhileViewing(actor: Actor): void {
  if (actor.kind !== 'person' || !actor.viewingAs) return
  const { name } = actor.viewingAs
  throw new Refusal('forbidden', `You see the product as “${name}” does, and nothing is changed meanwhile`)
}

const freshForMs = 10 * 60 * 1000

/** Refuses (step-up-needed) who has not proved who they are for ten minutes; `errors` names what is asked for. */
function requireFreshProof(actor: Actor, now: Date): void {
  if (actor.kind !== 'person') throw new Refusal('forbidden', 'This call is for people')
  if (actor.verifiedAt && now.getTime() - actor.verifiedAt.getTime() <= freshForMs) return
  const message = 'Confirm that it is you, then do this again'
  throw new Refusal('step-up-needed', message, {
    errors: [{ path: actor.provenBy, code: 'required', message }],
  })
}

function checkAccess({ name, endpoint }: Route, wayIn: WayIn): void {
  const access: Access | undefined = endpoint.access
  const isKnown =
    access?.kind === 'area'
      ? actions.includes(access.action) && (wayIn.knownAreas[access.area] ?? []).includes(access.action)
      : access?.kind === 'scope'
        ? wayIn.knownScopes.includes(access.scope)
        : access?.kind === 'public'
          ? access.because.trim() !== ''
          : access?.kind === 'signed-in'
  if (!isKnown) throw new Error(`the endpoint ${name} has no permission area`)
}

async function answer(route: Route, wayIn: WayIn, request: FastifyRequest, reply: FastifyReply) {
  const { endpoint } = route
  const parsed = await parseInput(endpoint, request)
  const input = endpoint.upload
    ? { ...parsed, ...(await receiveUpload(endpoint.upload, wayIn.services.files, request)) }
    : parsed
  const parts = {
    db: endpoint.takesLong ? wayIn.longDb : wayIn.db,
    actor: request.actor,
    requestId: request.id,
    services: wayIn.services,
    ifMatch: readIfMatch(endpoint.conditional, request.headers['if-match']),
    origin: { address: request.ip, userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300) },
  }
  const handle = (ctx: Context) => route.handle(ctx, input as never)
  const inOneTransaction = endpoint.writes && endpoint.transactions === 'one'
  if (!inOneTransaction) return send(endpoint, wayIn, request, reply, await handle(readingContext(parts)))

  const key = request.headers['idempotency-key']
  if (request.actor.kind !== 'integrator' || typeof key !== 'string') {
    return send(endpoint, wayIn, request, reply, await transact(parts, handle))
  }
  const remembered = await transact(parts, (ctx) =>
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

function send(
  endpoint: Endpoint,
  wayIn: WayIn,
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
) {
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
      if (file.fileName !== undefined)
        void reply.header('content-disposition', `attachment; filename="${file.fileName}"`)
      return reply.type(file.mediaType).send(file.stream)
    }
    case 'csv': {
      const { fileName, sheet, head, batches } = value as CsvAnswer
      const named = { 'content-disposition': `attachment; filename="${fileName}"` }
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

/** The text of a whole list: one piece a batch. */
async function* wholeText(endpoint: Endpoint, whole: Whole<unknown>): AsyncGenerator<string> {
  const [open, close] = endpoint.layout === 'nested' ? ['{"results":[[', ']]}'] : ['{"results":[', ']}']
  let before = open
  for await (const batch of whole.batches) {
    yield before + batch.map((row) => JSON.stringify(row)).join(',')
    before = ','
  }
  yield before === open ? open + close : close
}

/**
 * Writes what is made as it is made. The first piece is made before the head is sent, so that a refusal is still a refusal; a
 * fault after it destroys the socket, so that a cut answer cannot pass for a whole one.
 */
async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Record<string, string>,
  made: AsyncGenerator<string | Buffer>,
) {
  const first = await made.next()
  async function* pieces() {
    try {
      for (let next = first; !next.done; next = await made.next()) yield next.value
    } finally {
      // Whoever hangs up is read for no longer.
      await made.return(undefined)
    }
  }
  const stream = Readable.from(pieces())
  stream.on('error', (error) => {
    request.log.error({ err: error }, 'an answer broke off')
    request.raw.socket.destroy()
  })
  return reply.headers(headers).send(stream)
}

function assertShape(endpoint: Endpoint, value: unknown): void {
  const result = endpoint.answer?.safeParse(value)
  if (result && !result.success) {
    throw new Error(
      `the answer of ${endpoint.method} ${endpoint.path} is not what its contract says: ${result.error.message}`,
    )
  }
}
