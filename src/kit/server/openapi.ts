import { z } from 'zod'
import type { Access, Endpoint } from '#kit/contract/endpoint.ts'
import { PageFacts } from '#kit/contract/page.ts'
import { Problem, type RefusalCode, refusals } from '#kit/contract/refusal.ts'
import type { Route } from './implement.ts'

type Json = Record<string, unknown>

/** What the server tells other systems by itself, as Standard Webhooks: rules that hold for all events, and each kind of event. */
interface ToldEvents {
  rules: string
  kinds: Readonly<Record<string, { summary: string; data: z.ZodType }>>
}

/** The OpenAPI 3.1 document of these routes and events, generated from the contracts that the server runs on. */
export function openApiOf(
  routes: readonly Route[],
  title: string,
  version: string,
  events?: ToldEvents,
): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.endpoint.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url: '/' }],
    paths,
    ...(events ? webhooksOf(events) : {}),
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token that /api/login answers' },
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An intake key. Each call names the scope that the key must have in x-scope',
        },
      },
    },
  }
}

/** The refusals that an endpoint can return: its own, and those implied by its access and its schemas. */
function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const { access, params, query, body, upload, writes, conditional } = endpoint
  const codes = new Set<RefusalCode>(endpoint.refuses)
  // A public call treats an invalid credential as no credential.
  if (access.kind !== 'public') codes.add('unauthenticated').add('forbidden')
  if (endpoint.stepUp) codes.add('step-up-needed')
  if (params) codes.add('not-found')
  if (endpoint.guarded) codes.add('forbidden')
  codes.add('invalid')
  if (body || upload || endpoint.method !== 'GET') {
    codes.add('malformed')
    codes.add('wrong-type')
    codes.add('too-large')
  }
  if (query) codes.add('invalid')
  if (conditional) codes.add('stale')
  codes.add('too-many')
  codes.add('unavailable')
  if (upload || writes || endpoint.method !== 'GET') codes.add('no-room')
  return [...codes].sort((a, b) => refusals[a].status - refusals[b].status)
}

const stepUpWords =
  'Needs a proof of who asks that is not older than ten minutes: a sign-in or POST /api/account/step-up. Without one the ' +
  'answer is 403 with the type urn:munshi:step-up-needed, and errors names the field that proves it.'

/**
 * The scope of a key that a call needs, or the permission, as the role stores it; where one of several is enough, all of them
 * joined by "or".
 */
function permissionOf(access: Access): Json {
  if (access.kind === 'scope') return { 'x-scope': access.scope }
  const needed = access.kind === 'area' ? [access] : access.kind === 'any-of' ? access.of : []
  if (needed.length === 0) return {}
  return { 'x-permission': needed.map(({ area, action }) => `${area}: ${action}`).join(' or ') }
}

function operationOf({ name, endpoint }: Route): Json {
  const { access } = endpoint
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: endpoint.summary,
    ...(endpoint.stepUp ? { description: stepUpWords, 'x-step-up': true } : {}),
    ...permissionOf(access),
    security: access.kind === 'public' ? [] : [access.kind === 'scope' ? { key: [] } : { session: [] }],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.conditional ? [headerOf('If-Match', endpoint.conditional === true, '"v<version>"')] : []),
      ...(isKeyable(endpoint) ? [headerOf('Idempotency-Key', false, keyWords)] : []),
    ],
    ...requestBodyOf(endpoint),
    responses: { ...successOf(endpoint), ...refusalResponses(endpoint) },
  }
}

const keyWords =
  'At most 200 characters. The same key with the same body is answered with the first answer for 24 hours, and with another ' +
  'body it is refused (422)'

/** True if a repetition of a call is answered by its Idempotency-Key. */
function isKeyable({ access, writes, transactions }: Endpoint): boolean {
  return access.kind === 'scope' && writes && transactions === 'one'
}

function headerOf(name: string, required: boolean, description: string): Json {
  return { name, in: 'header', required, schema: { type: 'string' }, description }
}

const signature = [
  headerOf('webhook-id', true, 'The id of the event, the same in every attempt'),
  headerOf('webhook-timestamp', true, 'The seconds since 1970 at which this attempt was signed'),
  headerOf('webhook-signature', true, 'The signatures of Standard Webhooks 1.0, separated by spaces'),
]

/** The section about events, and the tag that describes what holds for all of them. */
function webhooksOf({ rules, kinds }: ToldEvents): Json {
  const tag = 'webhooks'
  const webhooks = Object.entries(kinds).map(([kind, { summary, data }]) => {
    const properties = {
      type: { type: 'string', enum: [kind] },
      timestamp: { type: 'string', format: 'date-time' },
      // A field that is added later must break no receiver.
      data: schemaOf(data, 'input'),
    }
    const schema = { type: 'object', required: Object.keys(properties), properties }
    const requestBody = { required: true, content: { 'application/json': { schema } } }
    const responses = {
      '2XX': { description: 'The event has arrived. Any other answer is followed by another attempt' },
    }
    return [kind, { post: { summary, tags: [tag], parameters: signature, requestBody, responses } }]
  })
  return { tags: [{ name: tag, description: rules }], webhooks: Object.fromEntries(webhooks) }
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function requestBodyOf(endpoint: Endpoint): Json {
  if (endpoint.upload) {
    const file = {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' } },
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: file } } } }
  }
  if (!endpoint.body) return {}
  const sent = { schema: schemaOf(endpoint.body, 'input') }
  const forms = endpoint.takesForm ? { 'application/x-www-form-urlencoded': sent } : {}
  return { requestBody: { required: true, content: { 'application/json': sent, ...forms } } }
}

function successOf(endpoint: Endpoint): Json {
  const description = endpoint.summary
  if (endpoint.layout === 'none') return { [endpoint.status]: { description } }
  if (endpoint.layout === 'bytes') {
    return {
      [endpoint.status]: {
        description,
        content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } },
      },
    }
  }
  if (endpoint.layout === 'csv') {
    return { [endpoint.status]: { description, content: { 'text/csv': { schema: { type: 'string' } } } } }
  }
  if (endpoint.layout === 'events') {
    const content = { 'text/event-stream': { schema: { type: 'string' } } }
    return { [endpoint.status]: { description, content } }
  }
  const answer = { description, content: { 'application/json': { schema: answerSchema(endpoint) } } }
  // A 201 endpoint returns 200 if the same record already exists.
  return endpoint.status === 201 ? { 200: answer, 201: answer } : { [endpoint.status]: answer }
}

function answerSchema(endpoint: Endpoint): Json {
  const value = endpoint.answer ? schemaOf(endpoint.answer, 'output') : {}
  if (endpoint.layout === 'raw') return value
  if (endpoint.layout === 'one')
    return { type: 'object', required: ['results'], properties: { results: value } }
  const rows = { type: 'array', items: value }
  const results =
    endpoint.layout === 'nested' ? { type: 'array', minItems: 1, maxItems: 1, items: rows } : rows
  const { properties } = schemaOf(PageFacts, 'output') as { properties: Json }
  return { type: 'object', required: ['results'], properties: { results, ...properties } }
}

function refusalResponses(endpoint: Endpoint): Json {
  const schema = { $ref: '#/components/schemas/Problem' }
  const titles = new Map<number, string[]>()
  for (const code of refusalsOf(endpoint)) {
    const { status, title } = refusals[code]
    titles.set(status, [...(titles.get(status) ?? []), title])
  }
  return Object.fromEntries(
    [...titles].map(([status, words]) => [
      status,
      { description: words.join(', or: '), content: { 'application/problem+json': { schema } } },
    ]),
  )
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}
