import { pendingOrder } from './factories.ts'
import type { MakeSample, Stage } from './samples.ts'

const path = '/api/admin/settlements'
const courier = 'Leopards'
let made = 0

async function must({ app, admin }: Stage, method: string, path: string, body?: unknown) {
  const answer = await app.call(method, path, { as: admin, body })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.message}`)
  return answer.body.results
}

/** The tracking number of an order on its way, its cash, and the path of its part. */
async function shipped(stage: Stage): Promise<{ tracking: string; cash: string; part: string }> {
  const { id, body } = await pendingOrder(stage)
  const order = `/api/admin/orders/${id}`
  await must(stage, 'POST', `${order}/process`)
  const { parts } = await must(stage, 'GET', order)
  const part = `${order}/parts/${parts[0].id}`
  const tracking = `LE${process.pid}${++made}`
  await must(stage, 'POST', `${part}/pack`)
  await must(stage, 'POST', `${part}/ship`, { courier, tracking_number: tracking })
  return { tracking, cash: String(body.total_bill), part }
}

function statementOf(text: string): FormData {
  const form = new FormData()
  form.append('file', new Blob([text], { type: 'text/csv' }), 'statement.csv')
  return form
}

/** A statement of one row that brings all of the cash but one rupee. */
async function shortStatement(stage: Stage): Promise<string> {
  const { tracking, cash, part } = await shipped(stage)
  await must(stage, 'POST', `${part}/deliver`)
  return `Tracking Number,COD Amount\r\n${tracking},${Number(cash) - 1}\r\n`
}

/** The path that imports a statement as it was just looked at. */
async function importPath(stage: Stage, text: string): Promise<string> {
  const { seen } = await must(stage, 'POST', `${path}/check?courier=${courier}`, statementOf(text))
  return `${path}?courier=${courier}&reference=IBFT-${process.pid}-${++made}&paid_on=2026-01-15&seen=${seen}`
}

async function imported(stage: Stage) {
  const text = await shortStatement(stage)
  return { text, settlement: await must(stage, 'POST', await importPath(stage, text), statementOf(text)) }
}

const reason = { reason: 'The courier gave the customer change' }

async function undone(stage: Stage): Promise<string> {
  const { settlement } = await imported(stage)
  await must(stage, 'POST', `${path}/${settlement.id}/undo`, { reason: 'Another reason' })
  return settlement.id
}

/** The id of a settlement of one parcel that was delivered only after the import. */
async function importedTooEarly(stage: Stage): Promise<string> {
  const { tracking, cash, part } = await shipped(stage)
  const text = `Tracking Number,COD Amount\r\n${tracking},${cash}\r\n`
  const { id } = await must(stage, 'POST', await importPath(stage, text), statementOf(text))
  await must(stage, 'POST', `${part}/deliver`)
  return id
}

/** Accepted calls of settlements. */
export const settlementSamples: Readonly<Record<string, MakeSample>> = {
  [`GET ${path}`]: () => ({ path: `${path}?limit=5&difference=open&sort=-paid_on` }),
  [`GET ${path}/couriers`]: () => ({ path: `${path}/couriers` }),
  [`POST ${path}/check`]: async (stage) => ({
    path: `${path}/check?courier=${courier}`,
    body: statementOf(await shortStatement(stage)),
  }),
  [`POST ${path}`]: async (stage) => {
    const text = await shortStatement(stage)
    return { path: await importPath(stage, text), body: statementOf(text) }
  },
  [`GET ${path}/:id`]: async (stage) => ({ path: `${path}/${(await imported(stage)).settlement.id}` }),
  [`GET ${path}/:id/differences`]: async (stage) => ({
    path: `${path}/${(await imported(stage)).settlement.id}/differences`,
  }),
  [`POST ${path}/:id/rows/:row_id/accept`]: async (stage) => {
    const { settlement } = await imported(stage)
    return { path: `${path}/${settlement.id}/rows/${settlement.lines[0].id}/accept`, body: reason }
  },
  [`POST ${path}/:id/undo`]: async (stage) => ({
    path: `${path}/${(await imported(stage)).settlement.id}/undo`,
    body: reason,
  }),
  [`POST ${path}/:id/judge`]: async (stage) => ({ path: `${path}/${await importedTooEarly(stage)}/judge` }),
  [`POST ${path}/:id/judge/confirm`]: async (stage) => {
    const id = await importedTooEarly(stage)
    const { seen } = await must(stage, 'POST', `${path}/${id}/judge`)
    return { path: `${path}/${id}/judge/confirm`, body: { seen } }
  },
}

/** The same where somebody was there before (409). */
export const settlementConflicts: Readonly<Record<string, MakeSample>> = {
  [`POST ${path}/check`]: async (stage) => ({
    path: `${path}/check?courier=${courier}`,
    body: statementOf((await imported(stage)).text),
  }),
  [`POST ${path}`]: async (stage) => {
    const text = await shortStatement(stage)
    const before = await importPath(stage, text)
    await must(stage, 'POST', before, statementOf(text))
    return { path: before, body: statementOf(text) }
  },
  [`POST ${path}/:id/rows/:row_id/accept`]: async (stage) => {
    const { settlement } = await imported(stage)
    const accept = `${path}/${settlement.id}/rows/${settlement.lines[0].id}/accept`
    await must(stage, 'POST', accept, { reason: 'Another reason' })
    return { path: accept, body: reason }
  },
  [`POST ${path}/:id/undo`]: async (stage) => ({ path: `${path}/${await undone(stage)}/undo`, body: reason }),
  [`POST ${path}/:id/judge`]: async (stage) => ({ path: `${path}/${await undone(stage)}/judge` }),
  [`POST ${path}/:id/judge/confirm`]: async (stage) => {
    const { settlement } = await imported(stage)
    const { seen } = await must(stage, 'POST', `${path}/${settlement.id}/judge`)
    return { path: `${path}/${settlement.id}/judge/confirm`, body: { seen } }
  },
}
