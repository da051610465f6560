import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'

/** What people are notified of. Each kind is produced by something; one that nothing produces is not declared. */
export const notificationKinds = [
  'mentioned',
  'review',
  'support',
  'second_signature',
  'waiting_work',
  'job_finished',
  'release',
  'delivery_failing',
  'new_device',
  'low_stock',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** What exactly has happened, of the few things that a kind tells. */
export const notificationEvents = {
  mentioned: ['mentioned'],
  review: ['assigned', 'assigned_many', 'claimed_away'],
  support: ['support_sent', 'support_assigned', 'support_replied', 'support_answered'],
  second_signature: ['bank_change', 'withdrawal', 'refund', 'mailing'],
  waiting_work: ['many', 'old'],
  job_finished: [
    'import_checked',
    'import_done',
    'import_failed',
    'import_reverted',
    'revert_failed',
    'job_done',
  ],
  release: ['published', 'rolled_back', 'failed'],
  delivery_failing: [
    'webhook_disabled',
    'webhook_failing',
    'mail_failing',
    'mailing_held',
    'mailing_stopped',
  ],
  new_device: ['new_device'],
  low_stock: ['low_stock'],
} as const satisfies Record<NotificationKind, readonly string[]>
export type NotificationEvent = (typeof notificationEvents)[NotificationKind][number]
const events = Object.values(notificationEvents).flat() as [NotificationEvent, ...NotificationEvent[]]

/** How a person is notified of a kind. */
export const channels = ['app', 'mail', 'digest', 'off'] as const
export type Channel = (typeof channels)[number]

/** How people are notified who have chosen nothing. */
export const usualChannels: Readonly<Record<NotificationKind, Channel>> = {
  mentioned: 'mail',
  review: 'app',
  support: 'app',
  second_signature: 'app',
  waiting_work: 'app',
  job_finished: 'app',
  release: 'app',
  delivery_failing: 'app',
  new_device: 'mail',
  low_stock: 'app',
}

export const Notification = z.object({
  id: z.uuid(),
  kind: z.enum(notificationKinds),
  event: z.enum(events),
  /** The kind of record that it is about, as the audit log names it. */
  subject_type: z.string(),
  /** The name of the record; empty where it is about many. */
  name: z.string(),
  /** The screen of the record. */
  path: z.string(),
  /** Who did it; empty for Munshi itself. */
  by_name: z.string(),
  detail: z.string(),
  /** How many things the row covers. */
  count: z.int(),
  created_at: z.string(),
  read_at: z.string().nullable(),
})
export type Notification = z.infer<typeof Notification>

/** Unread notifications are counted up to here and shown as "99+" beyond. */
export const mostCounted = 100
/** The notifications in the dropdown. */
export const latestShown = 10

export const NotificationSummary = z.object({
  /** At most `mostCounted`. */
  unread: z.int(),
  latest: z.array(Notification),
})
export type NotificationSummary = z.infer<typeof NotificationSummary>

export const NotificationChoice = z.object({
  kind: z.enum(notificationKinds),
  channel: z.enum(channels),
})
export type NotificationChoice = z.infer<typeof NotificationChoice>

const access = { kind: 'signed-in' } as const
const path = '/api/account/notifications'
const Marked = z.object({ changed: z.int() })
const ids = z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) })

export const notifications = {
  list: endpoint({
    method: 'GET',
    path,
    summary: "The caller's notifications, newest first; without those about what they may no longer see",
    access,
    query: listQuery(['-created_at'], {
      state: z.enum(['unread', 'read']).optional(),
      kind: z.enum(notificationKinds).optional(),
      to: z.enum(['me']).optional(),
    }).omit({ q: true }),
    layout: 'page',
    answer: Notification,
  }),
  summary: endpoint({
    method: 'GET',
    path: `${path}/summary`,
    summary: 'How many notifications are unread, up to 100, and the latest ten',
    access,
    answer: NotificationSummary,
  }),
  read: endpoint({
    method: 'POST',
    path: `${path}/read`,
    summary: 'Mark notifications as read. Those of other people are left as they are',
    access,
    body: ids,
    answer: Marked,
  }),
  unread: endpoint({
    method: 'POST',
    path: `${path}/unread`,
    summary: 'Mark notifications as unread. Those of other people are left as they are',
    access,
    body: ids,
    answer: Marked,
  }),
  readAll: endpoint({
    method: 'POST',
    path: `${path}/read-all`,
    summary: 'Mark all notifications as read that were there at this moment',
    access,
    body: z.strictObject({
      until: z.iso.datetime().optional(),
    }),
    answer: Marked,
  }),
  choices: endpoint({
    method: 'GET',
    path: `${path}/choices`,
    summary: 'How the caller is notified of each kind that their role can be notified of',
    access,
    answer: z.array(NotificationChoice),
  }),
  choose: endpoint({
    method: 'PUT',
    path: `${path}/choices/:kind`,
    summary: 'Choose how to be notified of a kind',
    access,
    params: z.strictObject({ kind: z.enum(notificationKinds) }),
    body: z.strictObject({ channel: z.enum(channels) }),
    answer: NotificationChoice,
  }),
}

/** What has changed, told at once. */
export const stream = {
  follow: endpoint({
    method: 'GET',
    path: '/api/admin/stream',
    summary:
      'Server-sent events of what has changed: nouns with the number of their records, never data of them. With Last-Event-ID, or without one since the page of `age_ms` was asked for, what was missed comes first, and `reset` where that is no longer kept',
    access,
    query: z.strictObject({
      follow: z.enum(['true', 'false']).default('true'),
      /** How long ago the page was asked for that follows for the first time: it is told of what it may have missed. */
      age_ms: z.coerce.number().int().min(0).max(86_400_000).optional(),
    }),
    layout: 'events',
    answer: z.string(),
    refuses: ['too-many', 'unavailable'],
  }),
}
