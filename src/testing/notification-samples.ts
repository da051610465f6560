import type { MakeSample } from './samples.ts'

const path = '/api/account/notifications'
const ids = { ids: ['01a1fc80-d469-7475-b815-ea04c5a66a67'] }

/** One accepted call for every endpoint of notifications and of the stream, which ends after what was missed. */
export const notificationSamples: Readonly<Record<string, MakeSample>> = {
  'GET /api/admin/stream': () => ({ path: '/api/admin/stream?follow=false' }),
  [`GET ${path}`]: () => ({ path: `${path}?state=unread&kind=mentioned&to=me` }),
  [`GET ${path}/summary`]: () => ({ path: `${path}/summary` }),
  [`POST ${path}/read`]: () => ({ path: `${path}/read`, body: ids }),
  [`POST ${path}/unread`]: () => ({ path: `${path}/unread`, body: ids }),
  [`POST ${path}/read-all`]: () => ({ path: `${path}/read-all`, body: {} }),
  [`GET ${path}/choices`]: () => ({ path: `${path}/choices` }),
  [`PUT ${path}/choices/:kind`]: () => ({ path: `${path}/choices/release`, body: { channel: 'digest' } }),
}
