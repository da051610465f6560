import { listedProduct, orderBody, pendingCustomer, pendingOrder, refundAccount } from './factories.ts'
import type { MakeSample, Stage } from './samples.ts'

const orders = '/api/admin/orders'
const anyVersion = { 'if-match': '*' }
const reason = { reason: 'The customer does not answer' }
const contact = { phone: '0301 7654321', address: 'House 21, Street 4' }
const shipment = () => ({ courier: 'TCS', tracking_number: `T${crypto.randomUUID()}` })

/** How far a part has come before the call that is tried. */
type Step = 'pack' | 'ship' | 'deliver' | 'return'

/** An order of one part that has come this far, and the path of the part. */
async function partAfter(stage: Stage, ...steps: Step[]): Promise<string> {
  const { id } = await pendingOrder(stage)
  await must(stage, `${orders}/${id}/process`)
  const order = await read(stage, id)
  const path = `${orders}/${id}/parts/${order.parts[0].id}`
  for (const step of steps) {
    await must(
      stage,
      `${path}/${step}`,
      step === 'ship' ? shipment() : step === 'return' ? reason : undefined,
    )
  }
  return path
}

/** A paid order, what a refund of it says, and the path of one that was granted by somebody else. */
async function paidOrder(stage: Stage) {
  const { id } = await pendingOrder(stage, [], { payment_method: 'card', paid_reference: 'card-1' })
  const order = await read(stage, id)
  const line = order.parts[0].lines[0]
  return { path: `${orders}/${id}`, refund: { lines: [{ line_id: line.id, amount: '100' }] } }
}

async function grantedRefund(stage: Stage): Promise<string> {
  const { path, refund } = await paidOrder(stage)
  const other = await stage.app.person()
  const answer = await stage.app.call('POST', `${path}/refunds`, {
    as: other,
    body: { ...refund, ...reason, account: refundAccount() },
  })
  return `${path}/refunds/${answer.body.results.refunds[0].id}`
}

const pending = (verb: string, body?: unknown): MakeSample => {
  return async (stage) => ({
    path: `${orders}/${(await pendingOrder(stage)).id}/${verb}`,
    ...(body ? { body } : {}),
  })
}
const processing = (verb: string, body?: unknown): MakeSample => {
  return async (stage) => {
    const { id } = await pendingOrder(stage)
    await must(stage, `${orders}/${id}/process`)
    return { path: `${orders}/${id}/${verb}`, ...(body ? { body } : {}) }
  }
}
const completed = (verb: string, body?: unknown): MakeSample => {
  return async (stage) => {
    const id = (await partAfter(stage, 'pack', 'ship', 'deliver')).split('/')[4]
    await must(stage, `${orders}/${id}/complete`)
    return { path: `${orders}/${id}/${verb}`, ...(body ? { body } : {}) }
  }
}
const part = (verb: string, steps: Step[], body?: () => unknown): MakeSample => {
  return async (stage) => ({
    path: `${await partAfter(stage, ...steps)}/${verb}`,
    ...(body ? { body: body() } : {}),
  })
}

const parts = (verb: string, steps: Step[], body: (part: { id: string }) => unknown): MakeSample => {
  return async (stage) => {
    const [, , , , id = '', , part = ''] = (await partAfter(stage, ...steps)).split('/')
    return { path: `${orders}/${id}/parts/${verb}`, body: body({ id: part }) }
  }
}
const tracked = async (stage: Stage) => {
  const { id } = await pendingOrder(stage)
  await must(stage, `${orders}/${id}/process`)
  const { order_number } = await read(stage, id)
  const { courier, tracking_number } = shipment()
  return { courier, rows: [{ order_number, tracking_number }] }
}

export const orderSamples: Readonly<Record<string, MakeSample>> = {
  [`GET ${orders}`]: () => ({ path: `${orders}?limit=5&status=pending&from=2026-01-01&sort=-total_bill` }),
  [`GET ${orders}/sum`]: () => ({ path: `${orders}/sum?without=declined` }),
  [`GET ${orders}/export`]: () => ({ path: `${orders}/export?payment_status=cod_due` }),
  [`GET ${orders}/:id`]: async (stage) => ({ path: `${orders}/${(await pendingOrder(stage)).id}` }),
  [`POST ${orders}/:id/process`]: pending('process'),
  [`POST ${orders}/:id/put-back`]: processing('put-back'),
  [`POST ${orders}/:id/complete`]: async (stage) => ({
    path: `${orders}/${(await partAfter(stage, 'pack', 'ship', 'deliver')).split('/')[4]}/complete`,
  }),
  [`POST ${orders}/:id/decline`]: pending('decline', reason),
  [`POST ${orders}/:id/call`]: pending('call', { is_confirmed: true }),
  [`POST ${orders}/:id/check`]: async (stage) => {
    await markAll(stage)
    const product = await listedProduct(stage, { product_stock: 1 })
    const { id } = await pendingOrder(stage, [{ product, quantity: 2 }])
    return { path: `${orders}/${id}/check`, body: { note: 'The vendor has one more' } }
  },
  [`PATCH ${orders}/:id/contact`]: async (stage) => ({
    ...(await pending('contact', contact)(stage)),
    headers: anyVersion,
  }),
  'GET /api/admin/order-checks': () => ({ path: '/api/admin/order-checks' }),
  'PUT /api/admin/order-checks': () => ({
    path: '/api/admin/order-checks',
    body: {
      ...{ price: 'refuse', not_sold: 'refuse', short: 'mark', unknown: 'accept' },
      ...{ shipping: 'mark', not_delivered: 'mark', shipping_unnamed: 'accept' },
    },
    headers: anyVersion,
  }),
  [`POST ${orders}/:id/mark-paid`]: pending('mark-paid', { reference: 'IBFT 4711' }),
  [`POST ${orders}/:id/parts/:part_id/pack`]: part('pack', []),
  [`POST ${orders}/:id/parts/:part_id/unpack`]: part('unpack', ['pack']),
  [`POST ${orders}/:id/parts/:part_id/ship`]: part('ship', ['pack'], shipment),
  [`POST ${orders}/:id/parts/:part_id/correct`]: part('correct', ['pack', 'ship'], shipment),
  [`POST ${orders}/:id/parts/:part_id/cancel`]: async (stage) => {
    const lines = [{ product: await listedProduct(stage) }, { product: await listedProduct(stage) }]
    const { id } = await pendingOrder(stage, lines)
    await must(stage, `${orders}/${id}/process`)
    const { parts } = await read(stage, id)
    return { path: `${orders}/${id}/parts/${parts[0].id}/cancel`, body: reason }
  },
  [`POST ${orders}/:id/parts/:part_id/attempt`]: part('attempt', ['pack', 'ship'], () => reason),
  [`POST ${orders}/:id/parts/:part_id/deliver`]: part('deliver', ['pack', 'ship']),
  [`POST ${orders}/:id/parts/:part_id/return`]: part('return', ['pack', 'ship'], () => reason),
  [`POST ${orders}/:id/parts/:part_id/close-return`]: async (stage) => {
    const path = await partAfter(stage, 'pack', 'ship', 'deliver')
    await must(stage, `${path}/return`, reason)
    return { path: `${path}/close-return`, body: reason }
  },
  [`POST ${orders}/:id/parts/pack`]: parts('pack', [], ({ id }) => ({ part_ids: [id] })),
  [`POST ${orders}/:id/parts/ship`]: parts('ship', ['pack'], ({ id }) => {
    const { courier, tracking_number } = shipment()
    return { courier, shipments: [{ part_id: id, tracking_number }] }
  }),
  [`POST ${orders}/:id/parts/deliver`]: parts('deliver', ['pack', 'ship'], ({ id }) => ({ part_ids: [id] })),
  [`GET ${orders}/couriers`]: () => ({ path: `${orders}/couriers` }),
  [`GET ${orders}/presets`]: () => ({ path: `${orders}/presets` }),
  [`POST ${orders}/tracking-numbers/check`]: async (stage) => ({
    path: `${orders}/tracking-numbers/check`,
    body: await tracked(stage),
  }),
  [`POST ${orders}/tracking-numbers`]: async (stage) => ({
    path: `${orders}/tracking-numbers`,
    body: await tracked(stage),
  }),
  [`POST ${orders}/:id/refunds/preview`]: async (stage) => {
    const { path, refund } = await paidOrder(stage)
    return { path: `${path}/refunds/preview`, body: refund }
  },
  [`POST ${orders}/:id/refunds`]: async (stage) => {
    const { path, refund } = await paidOrder(stage)
    return { path: `${path}/refunds`, body: { ...refund, ...reason, account: refundAccount() } }
  },
  [`GET ${orders}/:id/refunds/:refund_id/effect`]: async (stage) => ({
    path: `${await grantedRefund(stage)}/effect`,
  }),
  [`POST ${orders}/:id/refunds/:refund_id/send`]: async (stage) => ({
    path: `${await grantedRefund(stage)}/send`,
    body: { reference: 'IBFT 4712' },
  }),
  [`POST ${orders}/:id/refunds/:refund_id/cancel`]: async (stage) => ({
    path: `${await grantedRefund(stage)}/cancel`,
    body: reason,
  }),
  [`POST ${orders}/:id/refunds/:refund_id/account`]: async (stage) => ({
    path: `${await grantedRefund(stage)}/account`,
    body: refundAccount(),
  }),
  [`POST ${orders}/:id/refunds/:refund_id/reveal`]: async (stage) => ({
    path: `${await grantedRefund(stage)}/reveal`,
  }),
  [`GET ${orders}/refunds`]: () => ({ path: `${orders}/refunds?limit=5&status=granted&sort=-amount` }),
  [`GET ${orders}/refunds/export`]: () => ({
    path: `${orders}/refunds/export?status=sent&fields=order_number,amount`,
  }),
  [`GET ${orders}/refunds/counts`]: () => ({ path: `${orders}/refunds/counts` }),
  [`GET ${orders}/refunds/:id`]: async (stage) => ({
    path: `${orders}/refunds/${(await grantedRefund(stage)).split('/').at(-1)}`,
  }),
  [`POST ${orders}/bulk/move`]: async (stage) => ({
    path: `${orders}/bulk/move`,
    body: { move: 'process', ids: [(await pendingOrder(stage)).id] },
  }),
  [`POST ${orders}/bulk/decline`]: async (stage) => ({
    path: `${orders}/bulk/decline`,
    body: { ids: [(await pendingOrder(stage)).id], ...reason },
  }),
  [`GET ${orders}/matching`]: () => ({ path: `${orders}/matching?status=pending&q=lawn` }),
  [`GET ${orders}/vendors`]: () => ({ path: `${orders}/vendors?q=sho` }),
  [`POST ${orders}/bulk/move-matching`]: async (stage) => ({
    path: `${orders}/bulk/move-matching`,
    body: { move: 'process', ...(await oneMatching(stage)) },
  }),
  [`POST ${orders}/bulk/decline-matching`]: async (stage) => ({
    path: `${orders}/bulk/decline-matching`,
    body: { ...reason, ...(await oneMatching(stage)) },
  }),
  'GET /api/admin/jobs/:id': async (stage) => ({
    path: `/api/admin/jobs/${await begunJob(stage)}`,
    as: stage.admin.token,
  }),
  'GET /api/admin/jobs/:id/failures': async (stage) => ({
    path: `/api/admin/jobs/${await begunJob(stage)}/failures`,
    as: stage.admin.token,
  }),
  'POST /api/intake/orders': async (stage) => ({
    path: '/api/intake/orders',
    body: orderBody((await pendingCustomer(stage.app)).id, [{ product: await listedProduct(stage) }]),
  }),
  'GET /api/intake/orders/:id': async (stage) => ({
    path: `/api/intake/orders/${(await pendingOrder(stage)).id}`,
  }),
  'POST /api/intake/orders/:id/events': async (stage) => {
    const { id, body } = await pendingOrder(stage)
    return {
      path: `/api/intake/orders/${id}/events`,
      body: { type: 'paid', reference: 'IBFT 4713', amount: body.total_bill },
    }
  },
}

/** The same where the order is over, or the part not there yet (409). */
export const orderConflicts: Readonly<Record<string, MakeSample>> = {
  [`POST ${orders}/:id/process`]: completed('process'),
  [`POST ${orders}/:id/put-back`]: completed('put-back'),
  [`POST ${orders}/:id/complete`]: pending('complete'),
  [`POST ${orders}/:id/decline`]: completed('decline', reason),
  [`POST ${orders}/:id/call`]: completed('call', { is_confirmed: true }),
  [`POST ${orders}/:id/check`]: async (stage) => {
    await markAll(stage)
    return pending('check', { note: 'The vendor has one more' })(stage)
  },
  [`PATCH ${orders}/:id/contact`]: async (stage) => ({
    ...(await completed('contact', contact)(stage)),
    headers: anyVersion,
  }),
  [`POST ${orders}/:id/mark-paid`]: completed('mark-paid', { reference: 'IBFT 4711' }),
  [`POST ${orders}/:id/parts/:part_id/pack`]: part('pack', ['pack']),
  [`POST ${orders}/:id/parts/:part_id/unpack`]: part('unpack', []),
  [`POST ${orders}/:id/parts/:part_id/ship`]: part('ship', [], shipment),
  [`POST ${orders}/:id/parts/:part_id/correct`]: part('correct', [], shipment),
  [`POST ${orders}/:id/parts/:part_id/cancel`]: part('cancel', [], () => reason),
  [`POST ${orders}/:id/parts/:part_id/attempt`]: part('attempt', [], () => reason),
  [`POST ${orders}/:id/parts/:part_id/deliver`]: part('deliver', ['pack']),
  [`POST ${orders}/:id/parts/:part_id/return`]: part('return', ['pack'], () => reason),
  [`POST ${orders}/:id/parts/:part_id/close-return`]: part(
    'close-return',
    ['pack', 'ship', 'deliver'],
    () => reason,
  ),
  [`POST ${orders}/:id/parts/pack`]: parts('pack', ['pack'], ({ id }) => ({ part_ids: [id] })),
  [`POST ${orders}/:id/parts/ship`]: parts('ship', [], ({ id }) => {
    const { courier, tracking_number } = shipment()
    return { courier, shipments: [{ part_id: id, tracking_number }] }
  }),
  [`POST ${orders}/:id/parts/deliver`]: parts('deliver', ['pack'], ({ id }) => ({ part_ids: [id] })),
  [`POST ${orders}/:id/refunds/preview`]: pending('refunds/preview', {}),
  [`POST ${orders}/:id/refunds`]: async (stage) => {
    const { id } = await pendingOrder(stage)
    return { path: `${orders}/${id}/refunds`, body: { ...reason, account: refundAccount() } }
  },
  [`POST ${orders}/:id/refunds/:refund_id/account`]: async (stage) => {
    const path = await grantedRefund(stage)
    await must(stage, `${path}/cancel`, reason)
    return { path: `${path}/account`, body: refundAccount() }
  },
  [`GET ${orders}/:id/refunds/:refund_id/effect`]: async (stage) => {
    const path = await grantedRefund(stage)
    await must(stage, `${path}/cancel`, reason)
    return { path: `${path}/effect` }
  },
  [`POST ${orders}/:id/refunds/:refund_id/send`]: async (stage) => {
    const path = await grantedRefund(stage)
    await must(stage, `${path}/cancel`, reason)
    return { path: `${path}/send`, body: { reference: 'IBFT 4712' } }
  },
  [`POST ${orders}/:id/refunds/:refund_id/cancel`]: async (stage) => {
    const path = await grantedRefund(stage)
    await must(stage, `${path}/send`, { reference: 'IBFT 4712' })
    return { path: `${path}/cancel`, body: reason }
  },
  [`POST ${orders}/bulk/move-matching`]: async (stage) => ({
    path: `${orders}/bulk/move-matching`,
    body: { move: 'process', ...(await oneMatching(stage)), count: 2 },
  }),
  [`POST ${orders}/bulk/decline-matching`]: async (stage) => ({
    path: `${orders}/bulk/decline-matching`,
    body: { ...reason, ...(await oneMatching(stage)), count: 2 },
  }),
  'POST /api/intake/orders': async (stage) => {
    const { body } = await pendingOrder(stage)
    return { path: '/api/intake/orders', body: { ...body, city: 'Multan' } }
  },
  'POST /api/intake/orders/:id/events': async (stage) => ({
    path: `/api/intake/orders/${(await pendingOrder(stage)).id}/events`,
    body: { type: 'delivered' },
  }),
}

/** The one order of a customer, as a call names every order that its filters leave. */
async function oneMatching(stage: Stage) {
  const { customerId } = await pendingOrder(stage)
  return { filter: { customer_id: customerId }, count: 1 }
}

/** Other samples may have set that what is short is refused, or added a shipping method that no sample names. */
async function markAll({ app, admin }: Stage): Promise<void> {
  const body = {
    ...{ price: 'mark', not_sold: 'mark', short: 'mark', unknown: 'mark' },
    ...{ shipping: 'mark', not_delivered: 'mark', shipping_unnamed: 'accept' },
  }
  const answer = await app.call('PUT', '/api/admin/order-checks', { as: admin, body, headers: anyVersion })
  if (answer.status !== 200) throw new Error(`not saved: ${answer.status} ${answer.body.message}`)
}

async function begunJob(stage: Stage): Promise<string> {
  const path = `${orders}/bulk/move-matching`
  const body = { move: 'process', ...(await oneMatching(stage)) }
  return (await stage.app.call('POST', path, { as: stage.admin, body })).body.results.job_id
}

async function read({ app, admin }: Stage, id: string) {
  return (await app.call('GET', `${orders}/${id}`, { as: admin })).body.results
}

async function must({ app, admin }: Stage, path: string, body?: unknown): Promise<void> {
  const answer = await app.call('POST', path, { as: admin, body })
  if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.body.message}`)
}
