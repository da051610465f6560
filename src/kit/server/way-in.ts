import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Access, actions, type Endpoint } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { type FieldError, Refusal } from '#kit/contract/refusal.ts'
import { type Actor, type Context, readingContext, type Services, transact } from './context.ts'
import { csvText } from './csv.ts'
import type { Database } from './database.ts'
import { replayOrRemember } from './idempotency.ts'
import { Answered, type BytesAnswer, Cached, type CsvAnswer, type Route, Whole } from './implement.ts'
import { isForeignOrSpeculative } from './request-origin.ts'
import { receiveUpload } from './uploads.ts'
import { xlsxBytes, xlsxType } from './xlsx.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
  }
  interface FastifyContextConfig {
    /** The name of the endpoint, for logs and metrics: it holds no id and no search text. */
    endpoint?: string
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
  /** Parse every answer against its schema; on in tests, where a field too many is a defect. */
  validateAnswers: boolean
}

/**
 * Mounts every route behind the one way in: who asks, may they, is it well formed, do it in one transaction with
 * its audit row, shape the answer. Throws when an endpoint has no access that exists.
 */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[], wayIn: WayIn): void {
  app.decorateRequest('actor')
  for (const route of routes) {
    checkAccess(route, wayIn)
    const { endpoint } = route
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: false,
      config: { endpoint: route.name, takesFile: endpoint.upload !== undefined },
      // Before the body is read: who may not act sends nothing that is kept or parsed.
      onRequest: async (request) => {
        const viewAs = request.headers['x-view-as']
        request.actor = await wayIn.identify(
          request.headers.authorization,
          viewAs === undefined ? undefined : String(viewAs),
        )
        wayIn.authorize(request.actor, endpoint.access)
        if (endpoint.writes) refuseWhileViewing(request.actor)
        if (endpoint.stepUp) requireFreshProof(request.actor, wayIn.services.clock.now())
        if (endpoint.guarded && isForeignOrSpeculative(request.headers, wayIn.allowedOrigins)) {
          throw new Refusal(
            'forbidden',
            'This call changes a record and is not open to navigation or prefetch',
          )
        }
      },
      handler: (request, reply) => answer(route, wayIn, request, reply),
    })
  }
  answerOtherMethods(app, routes)
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

/** 405 with Allow for every method that a known path does not have, HEAD among them. */
function answerOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const methodsOf = new Map<string, Set<string>>()
  for (const { endpoint } of routes) {
    const shape = endpoint.path.replace(/:\w+/g, ':x')
    methodsOf.set(shape, (methodsOf.get(shape) ?? new Set()).add(endpoint.method))
  }
  const paths = new Map(routes.map(({ endpoint }) => [endpoint.path.replace(/:\w+/g, ':x'), endpoint.path]))
  for (const [shape, path] of paths) {
    const allow = [...(methodsOf.get(shape) ?? [])]
    const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (method) => !allow.includes(method),
    )
    app.route({
      method: others,
      url: path,
      exposeHeadRoute: false,
      onRequest: async () => {
        throw new Refusal('wrong-method', `This path answers ${allow.join(' and ')}`, { allow })
      },
      handler: () => {},
    })
  }
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

async function parseInput(endpoint: Endpoint, request: FastifyRequest): Promise<Record<string, unknown>> {
  refuseUnstorableText(request.query, 'query')
  refuseUnstorableText(request.body, '')
  const params = endpoint.params?.safeParse(request.params)
  // What cannot be an id, or cannot be stored, names nothing that exists.
  if (params && (!params.success || !isStorable(request.params)))
    throw new Refusal('not-found', 'There is no such record')
  const query = parse(endpoint.query, request.query)
  const body = parse(endpoint.body, request.body ?? (endpoint.body ? {} : undefined))
  return { ...params?.data, ...query, ...body }
}

function parse(schema: z.ZodType | undefined, value: unknown): Record<string, unknown> {
  if (!schema) {
    const isEmpty = value === undefined || value === null || Object.keys(value).length === 0
    if (isEmpty) return {}
    const unknown = Object.keys(value as object).map((path) => ({
      path,
      code: 'unrecognized_keys',
      message: 'Not known here',
    }))
    throw new Refusal('invalid', 'This call takes no fields', { errors: unknown })
  }
  const result = schema.safeParse(value, { error: wordsFor })
  if (!result.success) throw invalid(result.error)
  return result.data as Record<string, unknown>
}

/** Plain words for what a schema did not say in words of its own. */
function wordsFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Required' : `Must be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `One of: ${issue.values.join(', ')}`
    case 'too_small':
      return `At least ${issue.minimum}${units[issue.origin] ?? ''}`
    case 'too_big':
      return `At most ${issue.maximum}${units[issue.origin] ?? ''}`
    case 'invalid_format':
      return issue.format === 'uuid' ? 'This is not an id' : 'Not written as it should be'
    default:
      return 'Not accepted'
  }
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
const units: Record<string, string> = { string: ' characters', array: ' entries' }

/** The refusal for what a schema did not accept: each field by its dotted path. */
function invalid(error: z.ZodError): Refusal {
  const errors: FieldError[] = error.issues.flatMap((issue) => {
    const path = issue.path.map(String)
    if (issue.code !== 'unrecognized_keys') {
      return [{ path: path.join('.'), code: issue.code, message: issue.message }]
    }
    return issue.keys.map((key) => ({
      path: [...path, key].join('.'),
      code: issue.code as string,
      message: 'Not known here',
    }))
  })
  return new Refusal('invalid', errors[0]?.message ?? 'Fields not accepted', { errors: errors.slice(0, 100) })
}

/** PostgreSQL can store neither the zero character nor half of a surrogate pair; saying so here keeps it a refusal and not a fault. */
function isStorable(params: unknown): boolean {
  return Object.values(params as Record<string, string>).every(
    (text) => !text.includes('\u0000') && text.isWellFormed(),
  )
}

function refuseUnstorableText(value: unknown, path: string, depth = 0): void {
  if (depth > 20) throw new Refusal('invalid', 'Nested too deep')
  if (typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed())) {
    const message = 'The zero character and half a character are not accepted'
    throw new Refusal('invalid', message, { errors: [{ path, code: 'invalid_text', message }] })
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    refuseUnstorableText(key, path, depth + 1)
    refuseUnstorableText(member, path ? `${path}.${key}` : key, depth + 1)
  }
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
