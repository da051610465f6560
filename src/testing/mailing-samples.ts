import type { MakeSample, Stage } from './samples.ts'
import { subscriberConflicts, subscriberSamples } from './subscriber-samples.ts'

const path = '/api/admin/mailings'
const lists = '/api/admin/mailing-lists'
const audience = { user_type: 'staff' }
const draft = { audience, subject: 'News of the marketplace', body: 'Dear {{first_name|colleague}}' }
let names = 0

async function must({ app, admin }: Stage, at: string, body?: unknown) {
  const answer = await app.call('POST', at, { as: admin, ...(body === undefined ? {} : { body }) })
  if (answer.status >= 300) throw new Error(`POST ${at}: ${answer.status} ${answer.body.message}`)
  return answer.body.results
}

/** The path of a mailing of its own, put into this state. */
async function mailingIn(stage: Stage, status = 'draft'): Promise<string> {
  const { id } = await must(stage, path, draft)
  await stage.app.database.pool.query(
    `update mailings set status = $2,
      frozen = case when $2 in ('sending', 'paused') then '{"content":null}'::jsonb end where id = $1`,
    [id, status],
  )
  if (status === 'sending' || status === 'paused') {
    // As the start fixes it.
    const shown = await stage.app.database.pool.query('select subject, content from mailings where id = $1', [
      id,
    ])
    const { subject, content } = shown.rows[0]
    const frozen = { content: { ...content, subject }, things: [], frame: { shop: '', base: '', logo: null } }
    await stage.app.database.pool.query('update mailings set frozen = $2, started_at = now() where id = $1', [
      id,
      JSON.stringify(frozen),
    ])
  }
  return `${path}/${id}`
}

/** A sent mailing that did not reach one of its recipients. */
async function unreachedMailing(stage: Stage): Promise<string> {
  const at = await mailingIn(stage, 'sending')
  const id = at.split('/').at(-1)
  const address = `${crypto.randomUUID()}@example.pk`
  const { pool } = stage.app.database
  await pool.query(
    `insert into mailing_recipients (id, mailing_id, address, address_hash, kind, record_id, fields, status, send_at)
      values (gen_random_uuid(), $1, $2, address_hash($2), 'staff', gen_random_uuid(),
        '{"first_name":"","name":"","shop_name":"","city":""}', 'failed', now())`,
    [id, address],
  )
  await pool.query(
    `update mailings set status = 'sent', recipient_count = 1, failed_count = 1, finished_at = now() where id = $1`,
    [id],
  )
  return at
}

const of = (status: string, verb: string, body?: unknown): MakeSample => {
  return async (stage) => ({
    path: (await mailingIn(stage, status)) + verb,
    ...(body === undefined ? {} : { body }),
  })
}

async function listOf(stage: Stage): Promise<string> {
  names += 1
  const { id } = await must(stage, lists, { name: `List ${names} of samples`, selection: audience })
  return `${lists}/${id}`
}

/** One accepted call for every endpoint of group e-mail. */
const mailingSamples: Readonly<Record<string, MakeSample>> = {
  [`GET ${path}`]: () => ({ path: `${path}?limit=5&status=draft` }),
  [`GET ${path}/counts`]: () => ({ path: `${path}/counts` }),
  [`GET ${path}/choices`]: () => ({ path: `${path}/choices` }),
  [`GET ${path}/products`]: () => ({ path: `${path}/products?q=cotton` }),
  [`GET ${path}/campaigns`]: () => ({ path: `${path}/campaigns` }),
  [`GET ${path}/:id`]: of('draft', ''),
  [`GET ${path}/:id/checks`]: of('draft', '/checks'),
  [`GET ${path}/:id/recipients`]: of('draft', '/recipients?limit=5&status=sent'),
  [`POST ${path}`]: () => ({ path, body: draft }),
  [`PATCH ${path}/:id`]: async (stage) => ({
    path: await mailingIn(stage),
    body: { preview_text: 'What is new' },
    headers: { 'if-match': '"v1"' },
  }),
  [`DELETE ${path}/:id`]: of('draft', ''),
  [`POST ${path}/audience`]: () => ({ path: `${path}/audience`, body: { audience } }),
  [`POST ${path}/people`]: () => ({ path: `${path}/people`, body: { audience, q: 'person' } }),
  [`POST ${path}/:id/duplicate`]: of('draft', '/duplicate'),
  [`POST ${path}/:id/test`]: of('draft', '/test'),
  [`POST ${path}/:id/send`]: async (stage) => ({
    path: `${await mailingIn(stage)}/send`,
    body: { send_at: '2099-01-01T04:00:00.000Z' },
    headers: { 'if-match': '"v1"' },
  }),
  [`POST ${path}/:id/approve`]: async (stage) => ({
    path: `${await mailingIn(stage, 'waiting')}/approve`,
    headers: { 'if-match': '"v1"' },
  }),
  [`POST ${path}/:id/withdraw`]: of('waiting', '/withdraw'),
  [`POST ${path}/:id/pause`]: of('sending', '/pause'),
  [`POST ${path}/:id/resume`]: of('paused', '/resume'),
  [`POST ${path}/:id/cancel`]: of('sending', '/cancel'),
  [`POST ${path}/:id/again`]: async (stage) => ({
    path: `${await unreachedMailing(stage)}/again`,
    headers: { 'if-match': '"v1"' },
  }),
  [`GET ${lists}`]: () => ({ path: lists }),
  [`POST ${lists}`]: () => {
    names += 1
    return { path: lists, body: { name: `List ${names} of samples`, selection: audience } }
  },
  [`DELETE ${lists}/:id`]: async (stage) => ({ path: await listOf(stage) }),
}

/** The same calls where the state of the record refuses them (409). */
const mailingConflicts: Readonly<Record<string, MakeSample>> = {
  [`PATCH ${path}/:id`]: async (stage) => ({
    path: await mailingIn(stage, 'sent'),
    body: { preview_text: 'Too late' },
    headers: { 'if-match': '"v1"' },
  }),
  [`DELETE ${path}/:id`]: of('sent', ''),
  [`POST ${path}/:id/send`]: async (stage) => ({
    path: `${await mailingIn(stage, 'sent')}/send`,
    body: {},
    headers: { 'if-match': '"v1"' },
  }),
  [`POST ${path}/:id/approve`]: async (stage) => ({
    path: `${await mailingIn(stage)}/approve`,
    headers: { 'if-match': '"v1"' },
  }),
  [`POST ${path}/:id/withdraw`]: of('sent', '/withdraw'),
  [`POST ${path}/:id/pause`]: of('draft', '/pause'),
  [`POST ${path}/:id/resume`]: of('draft', '/resume'),
  [`POST ${path}/:id/cancel`]: of('draft', '/cancel'),
  [`POST ${path}/:id/again`]: async (stage) => ({
    path: `${await mailingIn(stage, 'sent')}/again`,
    headers: { 'if-match': '"v1"' },
  }),
  [`POST ${lists}`]: async (stage) => {
    await listOf(stage)
    return { path: lists, body: { name: `List ${names} of samples`, selection: audience } }
  },
  [`DELETE ${lists}/:id`]: async (stage) => {
    const at = await listOf(stage)
    const list_id = at.split('/').at(-1)
    await must(stage, path, { ...draft, audience: { user_type: 'list', list_id } })
    return { path: at }
  },
}

/** Who may make each call of group e-mail: a part of the permission table. */
export const mailingPermissions: Readonly<Record<string, string>> = {
  'GET /api/admin/mailings': 'Email: view',
  'GET /api/admin/mailings/counts': 'Email: view',
  'GET /api/admin/mailings/choices': 'Email: view',
  'GET /api/admin/mailings/products': 'Email: act',
  'GET /api/admin/mailings/campaigns': 'Email: act',
  'GET /api/admin/mailings/:id': 'Email: view',
  'GET /api/admin/mailings/:id/checks': 'Email: view',
  'GET /api/admin/mailings/:id/recipients': 'Email: view',
  'POST /api/admin/mailings': 'Email: act',
  'PATCH /api/admin/mailings/:id': 'Email: act',
  'DELETE /api/admin/mailings/:id': 'Email: act',
  'POST /api/admin/mailings/audience': 'Email: view',
  'POST /api/admin/mailings/people': 'Email: view',
  'POST /api/admin/mailings/:id/duplicate': 'Email: act',
  'POST /api/admin/mailings/:id/test': 'Email: act',
  'POST /api/admin/mailings/:id/send': 'Email: send',
  'POST /api/admin/mailings/:id/approve': 'Email: send',
  'POST /api/admin/mailings/:id/withdraw': 'Email: send',
  'POST /api/admin/mailings/:id/pause': 'Email: send',
  'POST /api/admin/mailings/:id/resume': 'Email: send',
  'POST /api/admin/mailings/:id/cancel': 'Email: send',
  'POST /api/admin/mailings/:id/again': 'Email: send',
  'GET /api/admin/mailing-lists': 'Email: view',
  'POST /api/admin/mailing-lists': 'Email: act',
  'DELETE /api/admin/mailing-lists/:id': 'Email: act',
}

/** The calls of group e-mail and of subscribers. */
export const mailSamples = { ...subscriberSamples, ...mailingSamples }
export const mailConflicts = { ...subscriberConflicts, ...mailingConflicts }
