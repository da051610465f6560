import type { MakeSample, Stage } from './samples.ts'

const path = '/api/admin/webhooks'
const draft = { url: 'https://shop.example/hooks', description: 'The shop', kinds: ['vendor.approved'] }

async function must({ app, admin }: Stage, at: string, body?: unknown) {
  const answer = await app.call('POST', at, { as: admin, body })
  if (answer.status >= 300) throw new Error(`POST ${at}: ${answer.status} ${answer.body.message}`)
  return answer.body.results
}

/** The path of an endpoint of its own. */
async function made(stage: Stage): Promise<string> {
  return `${path}/${(await must(stage, path, draft)).endpoint.id}`
}

/** The path of a delivery that waits, or of one that was given up. */
async function delivered(stage: Stage, status = 'waiting'): Promise<string> {
  const endpoint = await made(stage)
  const { id } = await must(stage, `${endpoint}/test`)
  await stage.app.database.pool.query('update webhook_deliveries set status = $2 where id = $1', [id, status])
  return `${endpoint}/deliveries/${id}`
}

/** The path of an endpoint to which an event has failed; a test would not be sent again with the others. */
async function failing(stage: Stage): Promise<string> {
  const endpoint = await made(stage)
  const { id, event_id } = await must(stage, `${endpoint}/test`)
  const { pool } = stage.app.database
  await pool.query("update webhook_deliveries set status = 'failed' where id = $1", [id])
  await pool.query("update webhook_events set kind = 'vendor.approved' where id = $1", [event_id])
  return endpoint
}

const ofEndpoint = (verb: string, body?: unknown): MakeSample => {
  return async (stage) => ({ path: (await made(stage)) + verb, body })
}

/** One accepted call for every endpoint of webhooks. */
export const webhookSamples: Readonly<Record<string, MakeSample>> = {
  [`GET ${path}`]: () => ({ path: `${path}?limit=5&sort=url` }),
  [`GET ${path}/:id`]: ofEndpoint(''),
  [`POST ${path}`]: () => ({ path, body: draft }),
  [`PATCH ${path}/:id`]: async (stage) => ({
    path: await made(stage),
    body: { ...draft, kinds: ['order.paid'] },
    headers: { 'if-match': '"v1"' },
  }),
  [`POST ${path}/:id/secret`]: ofEndpoint('/secret', {}),
  [`POST ${path}/:id/disable`]: ofEndpoint('/disable'),
  [`POST ${path}/:id/enable`]: async (stage) => {
    const endpoint = await made(stage)
    await must(stage, `${endpoint}/disable`)
    return { path: `${endpoint}/enable` }
  },
  [`POST ${path}/:id/test`]: ofEndpoint('/test'),
  [`GET ${path}/:id/deliveries`]: ofEndpoint('/deliveries?limit=5&status=failed'),
  [`GET ${path}/:id/deliveries/:delivery_id`]: async (stage) => ({ path: await delivered(stage) }),
  [`POST ${path}/:id/deliveries/:delivery_id/resend`]: async (stage) => ({
    path: `${await delivered(stage, 'failed')}/resend`,
  }),
  [`POST ${path}/:id/resend-failed`]: async (stage) => ({ path: `${await failing(stage)}/resend-failed` }),
}

/** The same calls where the state of the record refuses them (409). */
export const webhookConflicts: Readonly<Record<string, MakeSample>> = {
  [`POST ${path}/:id/test`]: async (stage) => {
    const endpoint = await made(stage)
    await must(stage, `${endpoint}/disable`)
    return { path: `${endpoint}/test` }
  },
  [`POST ${path}/:id/deliveries/:delivery_id/resend`]: async (stage) => ({
    path: `${await delivered(stage)}/resend`,
  }),
  [`POST ${path}/:id/resend-failed`]: ofEndpoint('/resend-failed'),
}
