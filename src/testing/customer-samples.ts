import { customerBody, pendingCustomer, storedOrder } from './factories.ts'
import { pictureForm } from './picture-form.ts'
import type { Sample, Stage } from './samples.ts'

const customers = '/api/admin/customers'
const reason = { reason: 'Orders and never opens the door' }
const someId = '01a1fc80-d469-7475-b815-ea04c5a66a67'

type MakeSample = (stage: Stage) => Promise<Sample> | Sample

/** Accepted calls of customers. */
export const customerSamples: Readonly<Record<string, MakeSample>> = {
  [`GET ${customers}`]: () => ({ path: `${customers}?list=pending&limit=5&sort=-username` }),
  [`GET ${customers}/counts`]: () => ({ path: `${customers}/counts` }),
  [`GET ${customers}/export`]: () => ({ path: `${customers}/export?list=pending` }),
  [`GET ${customers}/:id`]: async (stage) => ({ path: await pathOfNew(stage) }),
  [`POST ${customers}/:id/approve`]: async (stage) => ({ path: `${await pathOfNew(stage)}/approve` }),
  [`POST ${customers}/:id/disable`]: async (stage) => ({
    path: `${await pathOfNew(stage)}/disable`,
    body: reason,
  }),
  [`POST ${customers}/:id/enable`]: async (stage) => {
    const path = await pathOfNew(stage)
    await must(stage, `${path}/disable`, reason)
    return { path: `${path}/enable` }
  },
  [`POST ${customers}/:id/undo`]: async (stage) => {
    const path = await pathOfNew(stage)
    const { decision } = await must(stage, `${path}/approve`)
    return { path: `${path}/undo`, body: { decision_id: decision.id } }
  },
  [`POST ${customers}/bulk/approve`]: async ({ app }) => ({
    path: `${customers}/bulk/approve`,
    body: { ids: [(await pendingCustomer(app)).id, someId] },
  }),
  [`POST ${customers}/:id/export`]: async (stage) => ({ path: `${await pathOfNew(stage)}/export` }),
  [`POST ${customers}/:id/erase`]: async (stage) => ({ path: `${await pathOfNew(stage)}/erase` }),
  'POST /api/intake/customers': () => ({ path: '/api/intake/customers', body: customerBody() }),
  'POST /api/intake/customers/:id/picture': async ({ app }) => ({
    path: `/api/intake/customers/${(await pendingCustomer(app)).id}/picture`,
    body: await pictureForm(),
  }),
  'GET /api/intake/customers/:id': async ({ app }) => ({
    path: `/api/intake/customers/${(await pendingCustomer(app)).id}`,
  }),
}

/** The same calls where the state of the customer refuses them (409). */
export const customerConflicts: Readonly<Record<string, MakeSample>> = {
  [`POST ${customers}/:id/approve`]: async (stage) => {
    const path = await pathOfNew(stage)
    await must(stage, `${path}/disable`, reason)
    return { path: `${path}/approve` }
  },
  [`POST ${customers}/:id/disable`]: async (stage) => {
    const path = await pathOfNew(stage)
    await must(stage, `${path}/erase`)
    return { path: `${path}/disable`, body: reason }
  },
  [`POST ${customers}/:id/enable`]: async (stage) => ({ path: `${await pathOfNew(stage)}/enable` }),
  [`POST ${customers}/:id/undo`]: async (stage) => {
    const path = await pathOfNew(stage)
    const { decision } = await must(stage, `${path}/approve`)
    await must(stage, `${path}/disable`, reason)
    return { path: `${path}/undo`, body: { decision_id: decision.id } }
  },
  [`POST ${customers}/:id/erase`]: async ({ app }) => {
    const customer = await pendingCustomer(app)
    await storedOrder(app, customer)
    return { path: `${customers}/${customer.id}/erase` }
  },
  'POST /api/intake/customers': async (stage) => {
    const { id, body } = await pendingCustomer(stage.app)
    await must(stage, `${customers}/${id}/erase`)
    return { path: '/api/intake/customers', body }
  },
  'POST /api/intake/customers/:id/picture': async (stage) => {
    const { id } = await pendingCustomer(stage.app)
    await must(stage, `${customers}/${id}/erase`)
    return { path: `/api/intake/customers/${id}/picture`, body: await pictureForm() }
  },
}

async function pathOfNew({ app }: Stage): Promise<string> {
  return `${customers}/${(await pendingCustomer(app)).id}`
}

/** Makes the call as the administrator and answers its results; throws where it is refused. */
async function must({ app, admin }: Stage, path: string, body?: unknown) {
  const answer = await app.call('POST', path, { as: admin, body })
  if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.body.message}`)
  return answer.body.results
}
