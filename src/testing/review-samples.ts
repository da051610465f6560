import { pendingProduct, pendingVendor } from './factories.ts'
import { failedMessage, messageOf } from './message-samples.ts'
import { pictureForm } from './picture-form.ts'
import type { MakeSample, Stage } from './samples.ts'

const sellers = '/api/admin/sellers'
const products = '/api/admin/products'
const edits = `${products}/revisions`
const reason = { reason: 'The cheque copy cannot be read' }
const someId = '01a1fc80-d469-7475-b815-ea04c5a66a67'

/** One accepted call for every endpoint of vendors and listings under review. */
export const reviewSamples: Readonly<Record<string, MakeSample>> = {
  'GET /api/admin/sellers/get/pending': () => ({ path: `${sellers}/get/pending?limit=5&sort=-username` }),
  'GET /api/admin/sellers/get/approve': () => ({ path: `${sellers}/get/approve` }),
  'GET /api/admin/sellers/get/disable': () => ({ path: `${sellers}/get/disable?page=1` }),
  'GET /api/admin/sellers/counts': () => ({ path: `${sellers}/counts` }),
  'GET /api/admin/sellers/export': () => ({ path: `${sellers}/export?list=approved` }),
  'GET /api/admin/sellers/:id': async ({ app }) => ({ path: `${sellers}/${(await pendingVendor(app)).id}` }),
  'POST /api/admin/sellers/:id/reveal': async ({ app }) => ({
    path: `${sellers}/${(await pendingVendor(app)).id}/reveal`,
    body: { fields: ['cnic', 'ibn_number'] },
  }),
  'GET /api/admin/sellers/:id/files/:file_id': async (stage) => {
    const { id, file } = await vendorWithFile(stage, 'shop_logo')
    return { path: `${sellers}/${id}/files/${file}` }
  },
  'POST /api/admin/sellers/:id/papers/:file_id': async (stage) => {
    const { id, file } = await vendorWithFile(stage, 'cheque_copy')
    return { path: `${sellers}/${id}/papers/${file}` }
  },
  'GET /api/admin/sellers/:id/approve': async ({ app }) => ({
    path: `${sellers}/${(await pendingVendor(app)).id}/approve`,
  }),
  'POST /api/admin/sellers/:id/approve': async ({ app }) => ({
    path: `${sellers}/${(await pendingVendor(app)).id}/approve`,
  }),
  'POST /api/admin/sellers/:id/reject': async ({ app }) => ({
    path: `${sellers}/${(await pendingVendor(app)).id}/reject`,
    body: reason,
  }),
  'POST /api/admin/sellers/:id/request-update': async ({ app }) => ({
    path: `${sellers}/${(await pendingVendor(app)).id}/request-update`,
    body: reason,
  }),
  'POST /api/admin/sellers/:id/undo': async (stage) => {
    const { id, decision } = await approvedVendor(stage)
    return { path: `${sellers}/${id}/undo`, body: { decision_id: decision } }
  },
  'POST /api/admin/sellers/:id/disable': async (stage) => ({
    path: `${sellers}/${(await approvedVendor(stage)).id}/disable`,
    body: reason,
  }),
  'POST /api/admin/sellers/:id/enable': async (stage) => {
    const { id } = await approvedVendor(stage)
    await must(stage, 'POST', `${sellers}/${id}/disable`, reason)
    return { path: `${sellers}/${id}/enable` }
  },
  'POST /api/admin/sellers/:id/reopen': async (stage) => {
    const { id } = await pendingVendor(stage.app)
    await must(stage, 'POST', `${sellers}/${id}/reject`, reason)
    return { path: `${sellers}/${id}/reopen`, body: reason }
  },
  'POST /api/admin/sellers/:id/close': async (stage) => {
    const { id } = await approvedVendor(stage)
    await must(stage, 'POST', `${sellers}/${id}/disable`, reason)
    return { path: `${sellers}/${id}/close`, body: reason }
  },
  'POST /api/admin/sellers/bulk/approve': async ({ app }) => ({
    path: `${sellers}/bulk/approve`,
    body: { ids: [(await pendingVendor(app)).id, someId] },
  }),
  'POST /api/admin/sellers/bulk/reject': async ({ app }) => ({
    path: `${sellers}/bulk/reject`,
    body: { items: [{ id: (await pendingVendor(app)).id, ...reason }] },
  }),
  'POST /api/admin/sellers/:id/changes/:change_id/accept': async (stage) => ({
    path: `${await changedVendor(stage)}/accept`,
  }),
  'POST /api/admin/sellers/:id/changes/:change_id/decline': async (stage) => ({
    path: `${await changedVendor(stage)}/decline`,
    body: reason,
  }),
  'POST /api/admin/sellers/:id/changes/undo': (stage) => undoingChange(stage, changedVendor, 'accept'),
  'POST /api/admin/sellers/:id/messages/:message_id/resend': async (stage) => {
    const { id } = await approvedVendor(stage)
    return { path: `${sellers}/${id}/messages/${await failedMessage(stage, id)}/resend` }
  },

  'GET /api/admin/products/get/pending': () => ({ path: `${products}/get/pending?limit=5&stock=in` }),
  'GET /api/admin/products/get/approved': () => ({ path: `${products}/get/approved` }),
  'GET /api/admin/products/get/deactivated': () => ({ path: `${products}/get/deactivated?q=lawn` }),
  'GET /api/admin/products/counts': () => ({ path: `${products}/counts` }),
  'GET /api/admin/products/reviewers': () => ({ path: `${products}/reviewers` }),
  'GET /api/admin/products/decision-reasons': () => ({ path: `${products}/decision-reasons` }),
  'GET /api/admin/products/:id': async ({ app }) => ({
    path: `${products}/${(await pendingProduct(app)).id}`,
  }),
  'PATCH /api/admin/products/:id': async ({ app }) => ({
    path: `${products}/${(await pendingProduct(app)).id}`,
    body: { available: false },
    headers: { 'if-match': '"v1"' },
  }),
  'GET /api/admin/products/:id/approve': async ({ app }) => ({
    path: `${products}/${(await pendingProduct(app)).id}/approve`,
  }),
  'POST /api/admin/products/:id/approve': async ({ app }) => ({
    path: `${products}/${(await pendingProduct(app)).id}/approve`,
  }),
  'POST /api/admin/products/:id/reject': async ({ app }) => ({
    path: `${products}/${(await pendingProduct(app)).id}/reject`,
    body: reason,
  }),
  'POST /api/admin/products/:id/request-update': async ({ app }) => ({
    path: `${products}/${(await pendingProduct(app)).id}/request-update`,
    body: reason,
  }),
  'POST /api/admin/products/:id/reopen': async (stage) => ({
    path: `${products}/${(await lockedProduct(stage)).id}/reopen`,
    body: reason,
  }),
  'POST /api/admin/products/:id/undo': async (stage) => {
    const { id } = await pendingProduct(stage.app)
    const { decision } = await must(stage, 'POST', `${products}/${id}/approve`)
    return { path: `${products}/${id}/undo`, body: { decision_id: decision.id } }
  },
  'POST /api/admin/products/:id/revisions/:number/approve': async (stage) => ({
    path: `${await revisedProduct(stage)}/approve`,
  }),
  'POST /api/admin/products/:id/revisions/:number/reject': async (stage) => ({
    path: `${await revisedProduct(stage)}/reject`,
    body: reason,
  }),
  'POST /api/admin/products/:id/revisions/undo': (stage) => undoingChange(stage, revisedProduct, 'approve'),
  'POST /api/admin/products/revisions/bulk/approve': async (stage) => ({
    path: `${edits}/bulk/approve`,
    body: { items: [await waitingEdit(stage)], reason: 'Seen in the shop' },
  }),
  'POST /api/admin/products/revisions/bulk/reject': async (stage) => ({
    path: `${edits}/bulk/reject`,
    body: { items: [{ ...(await waitingEdit(stage)), ...reason }] },
  }),
  'POST /api/admin/products/revisions/bulk/check': async (stage) => ({
    path: `${edits}/bulk/check`,
    body: { items: [await waitingEdit(stage)], verb: 'approve' },
  }),
  'GET /api/admin/products/revisions/matching': () => ({ path: `${edits}/matching?q=lawn` }),
  'POST /api/admin/products/revisions/bulk/try-matching': () => ({
    path: `${edits}/bulk/try-matching`,
    body: { verb: 'approve', filter: {}, except: [] },
  }),
  'POST /api/admin/products/revisions/bulk/decide-matching': async (stage) => ({
    path: `${edits}/bulk/decide-matching`,
    body: await decidingMatching(stage, 1),
  }),
  'POST /api/admin/products/bulk/approve': async ({ app }) => ({
    path: `${products}/bulk/approve`,
    body: { ids: [(await pendingProduct(app)).id] },
  }),
  'POST /api/admin/products/bulk/available': async ({ app }) => ({
    path: `${products}/bulk/available`,
    body: { ids: [(await pendingProduct(app)).id, someId], available: false },
  }),
  'POST /api/admin/products/bulk/reject': async ({ app }) => ({
    path: `${products}/bulk/reject`,
    body: { items: [{ id: (await pendingProduct(app)).id, ...reason }] },
  }),
  'POST /api/admin/products/:id/messages/:message_id/resend': async (stage) => {
    const { id } = await pendingProduct(stage.app)
    await must(stage, 'POST', `${products}/${id}/approve`)
    return { path: `${products}/${id}/messages/${await failedMessage(stage, id)}/resend` }
  },
}

/** A listing that was rejected for a reason against the rules, with the body that submitted it. */
async function lockedProduct(stage: Stage) {
  const product = await pendingProduct(stage.app)
  await must(stage, 'POST', `${products}/${product.id}/reject`, { reasons: [{ code: 'listing_prohibited' }] })
  return product
}

/** Calls on vendors and listings that meet the state of their record. */
export const reviewConflicts: Readonly<Record<string, MakeSample>> = {
  ...Object.fromEntries(
    ['approve', 'request-update'].flatMap((verb) =>
      [sellers, products].map((noun) => [
        `POST ${noun}/:id/${verb}`,
        async (stage: Stage) => {
          const id = await pendingId(stage, noun)
          await must(stage, 'POST', `${noun}/${id}/reject`, reason)
          return { path: `${noun}/${id}/${verb}`, ...(verb === 'approve' ? {} : { body: reason }) }
        },
      ]),
    ),
  ),
  ...Object.fromEntries(
    [sellers, products].flatMap((noun) => [
      [
        `GET ${noun}/:id/approve`,
        async (stage: Stage) => {
          const id = await pendingId(stage, noun)
          await must(stage, 'POST', `${noun}/${id}/reject`, reason)
          return { path: `${noun}/${id}/approve` }
        },
      ],
      [
        `POST ${noun}/:id/reject`,
        async (stage: Stage) => {
          const id = await pendingId(stage, noun)
          await must(stage, 'POST', `${noun}/${id}/approve`)
          return { path: `${noun}/${id}/reject`, body: reason }
        },
      ],
      [
        `POST ${noun}/:id/undo`,
        async (stage: Stage) => {
          const id = await pendingId(stage, noun)
          const { decision } = await must(stage, 'POST', `${noun}/${id}/approve`)
          await must(stage, 'POST', `${noun}/${id}/undo`, { decision_id: decision.id })
          await must(stage, 'POST', `${noun}/${id}/reject`, reason)
          return { path: `${noun}/${id}/undo`, body: { decision_id: decision.id } }
        },
      ],
      [
        `POST ${noun}/:id/messages/:message_id/resend`,
        async (stage: Stage) => {
          const id = await pendingId(stage, noun)
          await must(stage, 'POST', `${noun}/${id}/approve`)
          return { path: `${noun}/${id}/messages/${await messageOf(stage, id)}/resend` }
        },
      ],
    ]),
  ),
  'POST /api/admin/products/:id/reopen': async (stage) => {
    const { id } = await pendingProduct(stage.app)
    await must(stage, 'POST', `${products}/${id}/approve`)
    return { path: `${products}/${id}/reopen`, body: reason }
  },
  'POST /api/intake/products': async (stage) => {
    const { body } = await lockedProduct(stage)
    return { path: '/api/intake/products', body: { ...body, product_name: 'Another name' } }
  },
  'POST /api/admin/sellers/:id/disable': async ({ app }) => ({
    path: `${sellers}/${(await pendingVendor(app)).id}/disable`,
    body: reason,
  }),
  'POST /api/admin/sellers/:id/enable': async ({ app }) => ({
    path: `${sellers}/${(await pendingVendor(app)).id}/enable`,
  }),
  'POST /api/admin/sellers/:id/reopen': async (stage) => ({
    path: `${sellers}/${(await approvedVendor(stage)).id}/reopen`,
    body: reason,
  }),
  'POST /api/admin/sellers/:id/close': async (stage) => ({
    path: `${sellers}/${(await approvedVendor(stage)).id}/close`,
    body: reason,
  }),
  'POST /api/admin/sellers/:id/changes/:change_id/accept': async (stage) => {
    const path = await changedVendor(stage)
    await must(stage, 'POST', `${path}/decline`, reason)
    return { path: `${path}/accept` }
  },
  'POST /api/admin/sellers/:id/changes/:change_id/decline': async (stage) => {
    const path = await changedVendor(stage)
    await must(stage, 'POST', `${path}/accept`)
    return { path: `${path}/decline`, body: reason }
  },
  'POST /api/admin/products/:id/revisions/:number/approve': async (stage) => {
    const path = await revisedProduct(stage)
    await must(stage, 'POST', `${path}/reject`, reason)
    return { path: `${path}/approve` }
  },
  'POST /api/admin/products/:id/revisions/:number/reject': async (stage) => {
    const path = await revisedProduct(stage)
    await must(stage, 'POST', `${path}/approve`)
    return { path: `${path}/reject`, body: reason }
  },
  'POST /api/admin/products/revisions/bulk/decide-matching': async (stage) => ({
    path: `${edits}/bulk/decide-matching`,
    body: await decidingMatching(stage, 5),
  }),
  'POST /api/admin/sellers/:id/changes/undo': (stage) => undoingOvertaken(stage, changedVendor, 'accept'),
  'POST /api/admin/products/:id/revisions/undo': (stage) =>
    undoingOvertaken(stage, revisedProduct, 'approve'),
}

/** Makes the call as the administrator and answers its results; throws where it is refused. */
async function must({ app, admin }: Stage, method: string, path: string, body?: unknown) {
  const answer = await app.call(method, path, { as: admin, body })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.message}`)
  return answer.body.results
}

/** The undo of a decision on a change or an edit that was just made. */
async function undoingChange(stage: Stage, pathOf: (stage: Stage) => Promise<string>, verb: string) {
  const path = await pathOf(stage)
  const { change_decision } = await must(stage, 'POST', `${path}/${verb}`)
  return { path: path.replace(/[^/]+$/, 'undo'), body: { decision_id: change_decision.id as string } }
}

/** An Undo of a decision that was undone before the change was decided on again. */
async function undoingOvertaken(stage: Stage, pathOf: (stage: Stage) => Promise<string>, verb: string) {
  const change = await pathOf(stage)
  const undoing = await undoingChange(stage, async () => change, verb)
  await must(stage, 'POST', undoing.path, undoing.body)
  await must(stage, 'POST', `${change}/${verb}`)
  return undoing
}

async function pendingId({ app }: Stage, noun: string): Promise<string> {
  return (noun === sellers ? await pendingVendor(app) : await pendingProduct(app)).id
}

async function vendorWithFile(stage: Stage, slot: string): Promise<{ id: string; file: string }> {
  const { id } = await pendingVendor(stage.app)
  const answer = await stage.app.call('POST', `/api/intake/sellers/${id}/files/${slot}`, {
    as: stage.key,
    body: await pictureForm(),
  })
  return { id, file: answer.body.results.id }
}

async function approvedVendor(stage: Stage) {
  const vendor = await pendingVendor(stage.app)
  const { decision } = await must(stage, 'POST', `${sellers}/${vendor.id}/approve`)
  return { ...vendor, decision: decision.id as string }
}

/** The path of a change of tax data that waits: one person may decide on it. */
async function changedVendor(stage: Stage): Promise<string> {
  const { id, body } = await approvedVendor(stage)
  const shop = { ...body.shop, shop_ntn: '7654321' }
  await stage.app.call('POST', '/api/intake/sellers', { as: stage.key, body: { ...body, shop } })
  const { change } = await must(stage, 'GET', `${sellers}/${id}`)
  return `${sellers}/${id}/changes/${change.id}`
}

/** The path of an edit that waits while its listing is live. */
async function revisedProduct(stage: Stage): Promise<string> {
  const { id, body } = await pendingProduct(stage.app)
  await must(stage, 'POST', `${products}/${id}/approve`)
  const edit = { ...body, product_name: `${body.product_name}, new` }
  await stage.app.call('POST', '/api/intake/products', { as: stage.key, body: edit })
  const { revision } = await must(stage, 'GET', `${products}/${id}`)
  return `${products}/${id}/revisions/${revision.number}`
}

/** An edit that waits, as decisions on several name it. */
async function waitingEdit(stage: Stage): Promise<{ id: string; change_id: string }> {
  const [id = ''] = (await revisedProduct(stage)).split('/').slice(4)
  const { rows } = await stage.app.database.pool.query(
    "select id from product_submissions where product_id = $1 and status = 'waiting'",
    [id],
  )
  return { id, change_id: rows[0].id }
}

/** The input of a job that approves one edit, confirmed with this number. */
async function decidingMatching(stage: Stage, count: number) {
  const { id } = await waitingEdit(stage)
  return { verb: 'approve', filter: { ids: [id] }, except: [], count }
}
