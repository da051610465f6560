import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'
import { line } from '#kit/contract/text.ts'
import { eventKinds, testKind } from './events-contract.ts'
import { texts } from './texts.ts'

const endpointStatuses = ['active', 'disabled'] as const
export const deliveryStatuses = ['waiting', 'sent', 'failed'] as const

export const WebhookEndpoint = z.object({
  id: z.uuid(),
  url: z.string(),
  description: z.string(),
  kinds: z.array(z.enum(eventKinds)),
  status: z.enum(endpointStatuses),
  /** The time since which no delivery has succeeded; null while deliveries succeed. */
  failing_since: z.string().nullable(),
  /** Why the endpoint was disabled automatically, or an empty string. */
  disabled_reason: z.string(),
  /** The time until which the previous secret also signs; null if there is none. */
  old_secret_until: z.string().nullable(),
  created_at: z.string(),
  version: z.int(),
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

/** One endpoint with its history. */
export const EndpointDetail = WebhookEndpoint.extend({ history: z.array(TimelineEntry) })
export type EndpointDetail = z.infer<typeof EndpointDetail>

/** The secret is returned only in this answer. */
export const EndpointWithSecret = z.object({ endpoint: WebhookEndpoint, secret: z.string() })
export type EndpointWithSecret = z.infer<typeof EndpointWithSecret>

const deliveryFields = {
  id: z.uuid(),
  /** The webhook-id header: the same in every attempt. */
  event_id: z.uuid(),
  kind: z.enum([...eventKinds, testKind]),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  /** The time of the next attempt; null if there is none. */
  next_at: z.string().nullable(),
  last_status: z.int().nullable(),
  last_error: z.string(),
  sent_at: z.string().nullable(),
  created_at: z.string(),
}
export const WebhookDelivery = z.object(deliveryFields)
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
export const DeliveryDetail = z.object({ ...deliveryFields, body: z.string() })
export type DeliveryDetail = z.infer<typeof DeliveryDetail>

export const EndpointDraft = z.strictObject({
  // The URL as the parser normalises it, so the stored URL is exactly the URL that is called.
  url: z
    .url({ protocol: /^https?$/, normalize: true, error: texts.urlFormat })
    .max(500, texts.atMost500Characters),
  description: line(200).default(''),
  kinds: z
    .array(z.enum(eventKinds))
    .min(1, texts.chooseAtLeastOne)
    .max(eventKinds.length)
    .refine((kinds) => new Set(kinds).size === kinds.length, texts.eventsRepeat),
})
export type EndpointDraft = z.output<typeof EndpointDraft>

const path = '/api/admin/webhooks'
const id = z.strictObject({ id: z.uuid() })
const ofDelivery = z.strictObject({ id: z.uuid(), delivery_id: z.uuid() })
const view = grants('General Setting', 'view')
const change = { access: grants('General Setting', 'configure'), stepUp: true } as const

/** The endpoints that receive events, and the result of each delivery. */
export const webhooks = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'The endpoints that events are sent to',
    access: view,
    query: listQuery(['-created_at', 'url'], {}).omit({ q: true }),
    layout: 'page',
    answer: WebhookEndpoint,
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One endpoint with its history',
    access: view,
    params: id,
    answer: EndpointDetail,
    refuses: ['not-found'],
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Add an endpoint; the secret that signs its deliveries is only in this answer',
    ...change,
    body: EndpointDraft,
    answer: EndpointWithSecret,
    status: 201,
  }),
  change: endpoint({
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Change address, description and events, for all later deliveries',
    ...change,
    params: id,
    body: EndpointDraft,
    answer: WebhookEndpoint,
    conditional: true,
    refuses: ['not-found', 'stale'],
  }),
  rotate: endpoint({
    method: 'POST',
    path: `${path}/:id/secret`,
    summary:
      'Create a new secret, which is only in this answer; the previous secret also signs for 24 hours, or ends now',
    ...change,
    params: id,
    body: z.strictObject({ at_once: z.boolean().default(false) }),
    answer: EndpointWithSecret,
    refuses: ['not-found'],
  }),
  disable: endpoint({
    method: 'POST',
    path: `${path}/:id/disable`,
    summary: 'Disable an endpoint: its pending deliveries fail and can be sent again later',
    ...change,
    params: id,
    answer: WebhookEndpoint,
    refuses: ['not-found'],
  }),
  enable: endpoint({
    method: 'POST',
    path: `${path}/:id/enable`,
    summary: 'Enable an endpoint: it receives all later events',
    ...change,
    params: id,
    answer: WebhookEndpoint,
    refuses: ['not-found'],
  }),
  test: endpoint({
    method: 'POST',
    path: `${path}/:id/test`,
    summary: 'Send a test event to this endpoint only',
    ...change,
    params: id,
    answer: WebhookDelivery,
    status: 201,
    refuses: ['not-found', 'conflict'],
  }),
  deliveries: endpoint({
    method: 'GET',
    path: `${path}/:id/deliveries`,
    summary: 'Sent, pending and failed deliveries of an endpoint, or those with one status, newest first',
    access: view,
    params: id,
    query: listQuery(['-created_at'], { status: z.enum(deliveryStatuses).optional() }).omit({ q: true }),
    layout: 'page',
    answer: WebhookDelivery,
    refuses: ['not-found'],
  }),
  delivery: endpoint({
    method: 'GET',
    path: `${path}/:id/deliveries/:delivery_id`,
    summary: 'One delivery with its body',
    access: view,
    params: ofDelivery,
    answer: DeliveryDetail,
    refuses: ['not-found'],
  }),
  resend: endpoint({
    method: 'POST',
    path: `${path}/:id/deliveries/:delivery_id/resend`,
    summary: 'Send a delivery again, from the start and with the same id',
    ...change,
    params: ofDelivery,
    answer: WebhookDelivery,
    refuses: ['not-found', 'conflict'],
  }),
  resendFailed: endpoint({
    method: 'POST',
    path: `${path}/:id/resend-failed`,
    summary:
      'Send all failed deliveries of an endpoint again, from the start and with the same ids; test events are left out',
    ...change,
    params: id,
    answer: z.object({ count: z.int() }),
    takesLong: true,
    refuses: ['not-found', 'conflict'],
  }),
}
