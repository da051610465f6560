import { payableCustomer, payableVendor, someIban } from './factories.ts'
import type { MakeSample, Stage } from './samples.ts'

type Kind = 'vendor' | 'customer'
const kinds: readonly Kind[] = ['vendor', 'customer']
const anyVersion = { 'if-match': '*' }
const reason = { reason: 'The account is closed' }
const paid = { bank_reference: 'FT-26325-001' }
const pathOf = (kind: Kind) => `/api/admin/${kind}-withdrawals`
const runsOf = (kind: Kind) => `/api/admin/${kind}-payouts`
const account = () => ({ account_title: 'Sana Malik', ibn_number: someIban() })
let made = 0

async function ownerOf(stage: Stage, kind: Kind): Promise<string> {
  return (kind === 'vendor' ? await payableVendor(stage) : await payableCustomer(stage)).id
}

/** What the intake takes for a withdrawal of a vendor or customer of its own. */
async function wishOf(stage: Stage, kind: Kind, owner?: string) {
  const id = owner ?? (await ownerOf(stage, kind))
  const whose = kind === 'vendor' ? { seller_id: id } : { customer_id: id, account: account() }
  return { external_id: `sample-${++made}`, amount: '100', ...whose }
}

async function requested(stage: Stage, kind: Kind): Promise<string> {
  const body = await wishOf(stage, kind)
  const answer = await stage.app.call('POST', '/api/intake/withdrawals', { as: stage.key, body })
  if (answer.status !== 201) throw new Error(`the withdrawal was not taken: ${JSON.stringify(answer.body)}`)
  return answer.body.results.id
}

async function must({ app, admin }: Stage, method: string, path: string, body?: unknown) {
  const answer = await app.call(method, path, { as: admin, body })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.message}`)
  return answer.body.results
}

async function approved(stage: Stage, kind: Kind): Promise<string> {
  const id = await requested(stage, kind)
  await must(stage, 'POST', `${pathOf(kind)}/${id}/approve`)
  return id
}

/** Where the mail about an approved withdrawal is sent again, once it is like this. */
async function mailOf(stage: Stage, kind: Kind, status: string): Promise<string> {
  const id = await approved(stage, kind)
  const { rows } = await stage.app.database.pool.query(
    'update messages set status = $2 where subject_id = $1 returning id',
    [id, status],
  )
  return `${pathOf(kind)}/${id}/messages/${rows[0].id}/resend`
}

/**
 * The run that is open, with a withdrawal in it that was approved for it; one is opened where none is. Another sample may
 * close or discard it meanwhile: then the next one.
 */
async function openRun(stage: Stage, kind: Kind): Promise<{ run: string; withdrawal: string }> {
  const withdrawal = await approved(stage, kind)
  for (;;) {
    const { rows } = await stage.app.database.pool.query(
      "select id from payout_runs where owner_type = $1 and status = 'open'",
      [kind],
    )
    const opened = rows[0] ? null : await stage.app.call('POST', runsOf(kind), { as: stage.admin })
    const run = rows[0]?.id ?? opened?.body.results?.id
    if (run === undefined) continue
    const path = `${runsOf(kind)}/${run}/collect`
    const { status, body } = await stage.app.call('POST', path, { as: stage.admin })
    if (status === 200) return { run, withdrawal }
    if (status !== 409 && status !== 404) throw new Error(`POST ${path}: ${status} ${body.message}`)
  }
}

async function closedRun(stage: Stage, kind: Kind): Promise<{ run: string; withdrawal: string }> {
  for (;;) {
    const made = await openRun(stage, kind)
    const path = `${runsOf(kind)}/${made.run}/close`
    const { status, body } = await stage.app.call('POST', path, { as: stage.admin })
    if (status === 200) return made
    if (![404, 409, 412].includes(status)) throw new Error(`POST ${path}: ${status} ${body.message}`)
  }
}

/** Nothing is open, so that one can be opened. */
async function noneOpen(stage: Stage, kind: Kind): Promise<void> {
  await closedRun(stage, kind)
}

function answerForm(text: string): FormData {
  const form = new FormData()
  form.append('file', new Blob([text], { type: 'text/csv' }), 'answer.csv')
  return form
}

const answerText = 'reference,status,bank reference\r\nW-1,paid,FT-1\r\n'

/** A closed run whose bank file was made, so that there can be an answer to it. */
async function sentRun(stage: Stage, kind: Kind): Promise<string> {
  const { run } = await closedRun(stage, kind)
  const file = await stage.app.call('POST', `${runsOf(kind)}/${run}/file`, { as: stage.admin })
  if (file.status !== 200) throw new Error(`no bank file: ${file.status} ${JSON.stringify(file.body)}`)
  return run
}

/** The path that books this answer to a run, as it was checked. */
async function bookPath(stage: Stage, kind: Kind): Promise<string> {
  const path = `${runsOf(kind)}/${await sentRun(stage, kind)}/answer`
  const { seen } = await must(stage, 'POST', `${path}/check`, answerForm(answerText))
  return `${path}?seen=${seen}`
}

/** A run with a booked answer of one row, which is an exception. */
async function answeredRun(stage: Stage, kind: Kind): Promise<{ run: string; exception: string }> {
  const path = await bookPath(stage, kind)
  const { id, answers } = await must(stage, 'POST', path, answerForm(answerText))
  return { run: id, exception: answers[0].id }
}

/** A bank reply that was booked by mistake. */
const undoing = { ...reason, number: 1 }
const noAction = { choice: 'no_action', reason: 'The bank sent it to the wrong shop' }

const draft = { rules: [{ name: 'All', rate_bp: 1200 }], default_rate_bp: 1000, hold_days: 7 }
const rates = [
  { tax: 'income_tax', paid_by: 'cash', rate_bp: 200, valid_from: '2025-07-01', source: 'An Act' },
]

/** Accepted calls of money, withdrawals and payout runs. */
export const moneySamples: Readonly<Record<string, MakeSample>> = {
  'GET /api/admin/vendors/applied': () => ({ path: '/api/admin/vendors/applied?limit=5' }),
  'GET /api/admin/vendors/applied/export': () => ({ path: '/api/admin/vendors/applied/export' }),
  'GET /api/admin/vendors/withdrawals/export': () => ({
    path: '/api/admin/vendors/withdrawals/export?format=xlsx',
  }),
  'GET /api/admin/vendors/withdrawals': () => ({
    path: '/api/admin/vendors/withdrawals?limit=5&sort=withdrawal_amount',
  }),
  'POST /api/intake/withdrawals': async (stage) => ({
    path: '/api/intake/withdrawals',
    body: await wishOf(stage, 'vendor'),
  }),
  'GET /api/intake/withdrawals/:id': async (stage) => ({
    path: `/api/intake/withdrawals/${await requested(stage, 'vendor')}`,
  }),
  'GET /api/admin/ledger': () => ({ path: '/api/admin/ledger?account=commission&limit=5' }),
  'GET /api/admin/ledger/balances': () => ({ path: '/api/admin/ledger/balances' }),
  'GET /api/admin/ledger/sum': () => ({ path: '/api/admin/ledger/sum?account=bank' }),
  'GET /api/admin/ledger/export': () => ({ path: '/api/admin/ledger/export?account=shipping' }),
  'GET /api/admin/commission': () => ({ path: '/api/admin/commission' }),
  'PUT /api/admin/commission': () => ({ path: '/api/admin/commission', body: draft, headers: anyVersion }),
  'POST /api/admin/commission/try': () => ({ path: '/api/admin/commission/try', body: draft }),
  'GET /api/admin/commission/categories': () => ({ path: '/api/admin/commission/categories' }),
  'GET /api/admin/commission/vendors': () => ({ path: '/api/admin/commission/vendors?q=shop' }),
  'GET /api/admin/tax-rates': () => ({ path: '/api/admin/tax-rates' }),
  'PUT /api/admin/tax-rates': () => ({ path: '/api/admin/tax-rates', body: { rates }, headers: anyVersion }),
  ...Object.fromEntries(kinds.flatMap((kind) => [...samplesOf(kind), ...runSamplesOf(kind)])),
}

function samplesOf(kind: Kind): [string, MakeSample][] {
  const path = pathOf(kind)
  const money = `/api/admin/${kind}-money`
  return [
    [`GET ${money}/:id`, async (stage) => ({ path: `${money}/${await ownerOf(stage, kind)}` })],
    [
      `GET ${money}/:id/statement`,
      async (stage) => ({ path: `${money}/${await ownerOf(stage, kind)}/statement?limit=5` }),
    ],
    [
      `GET ${money}/:id/statement/export`,
      async (stage) => ({ path: `${money}/${await ownerOf(stage, kind)}/statement/export` }),
    ],
    [`GET ${path}`, () => ({ path: `${path}?status=requested&limit=5` })],
    [`GET ${path}/counts`, () => ({ path: `${path}/counts` })],
    [`GET ${path}/export`, () => ({ path: `${path}/export?status=requested` })],
    [`GET ${path}/:id`, async (stage) => ({ path: `${path}/${await requested(stage, kind)}` })],
    [
      `GET ${path}/standings`,
      async (stage) => ({ path: `${path}/standings?ids=${await requested(stage, kind)}` }),
    ],
    [
      `POST ${path}`,
      async (stage) => ({
        path,
        body: {
          owner_id: await ownerOf(stage, kind),
          amount: '50',
          ...(kind === 'vendor' ? {} : { account: account() }),
        },
      }),
    ],
    [
      `POST ${path}/:id/approve`,
      async (stage) => ({ path: `${path}/${await requested(stage, kind)}/approve` }),
    ],
    [
      `POST ${path}/:id/undo-approval`,
      async (stage) => ({ path: `${path}/${await approved(stage, kind)}/undo-approval` }),
    ],
    [
      `POST ${path}/:id/decline`,
      async (stage) => ({ path: `${path}/${await requested(stage, kind)}/decline`, body: reason }),
    ],
    [
      `POST ${path}/:id/pay`,
      async (stage) => ({ path: `${path}/${await approved(stage, kind)}/pay`, body: paid }),
    ],
    [
      `POST ${path}/:id/return`,
      async (stage) => ({
        path: `${path}/${(await closedRun(stage, kind)).withdrawal}/return`,
        body: reason,
      }),
    ],
    [
      `POST ${path}/:id/messages/:message_id/resend`,
      async (stage) => ({ path: await mailOf(stage, kind, 'failed') }),
    ],
    [
      `POST ${path}/bulk/approve`,
      async (stage) => ({ path: `${path}/bulk/approve`, body: { ids: [await requested(stage, kind)] } }),
    ],
  ]
}

function runSamplesOf(kind: Kind): [string, MakeSample][] {
  const path = runsOf(kind)
  const ofOpen = (verb: string, body?: unknown): MakeSample => {
    return async (stage) => ({ path: `${path}/${(await openRun(stage, kind)).run}/${verb}`, body })
  }
  const ofLine = (verb: string, body?: unknown): MakeSample => {
    return async (stage) => {
      const { run, withdrawal } = await openRun(stage, kind)
      return { path: `${path}/${run}/lines/${withdrawal}/${verb}`, body }
    }
  }
  return [
    [`GET ${path}`, () => ({ path: `${path}?limit=5` })],
    [
      `POST ${path}`,
      async (stage) => {
        await noneOpen(stage, kind)
        return { path }
      },
    ],
    [`GET ${path}/:id`, async (stage) => ({ path: `${path}/${(await openRun(stage, kind)).run}` })],
    [`POST ${path}/:id/collect`, ofOpen('collect')],
    [`POST ${path}/:id/close`, ofOpen('close')],
    [`DELETE ${path}/:id`, async (stage) => ({ path: `${path}/${(await openRun(stage, kind)).run}` })],
    [`POST ${path}/:id/lines/:withdrawal_id/exclude`, ofLine('exclude', reason)],
    [`POST ${path}/:id/lines/:withdrawal_id/include`, ofLine('include')],
    [
      `POST ${path}/:id/file`,
      async (stage) => ({ path: `${path}/${(await closedRun(stage, kind)).run}/file` }),
    ],
    [
      `POST ${path}/:id/answer/check`,
      async (stage) => ({
        path: `${path}/${await sentRun(stage, kind)}/answer/check`,
        body: answerForm(answerText),
      }),
    ],
    [
      `POST ${path}/:id/answer`,
      async (stage) => ({ path: await bookPath(stage, kind), body: answerForm(answerText) }),
    ],
    [
      `POST ${path}/:id/answer/undo`,
      async (stage) => ({
        path: `${path}/${(await answeredRun(stage, kind)).run}/answer/undo`,
        body: undoing,
      }),
    ],
    [
      `POST ${path}/:id/exceptions/:answer_id/settle`,
      async (stage) => {
        const { run, exception } = await answeredRun(stage, kind)
        return { path: `${path}/${run}/exceptions/${exception}/settle`, body: noAction }
      },
    ],
  ]
}

/** The same calls where the state of the record refuses them (409). */
export const moneyConflicts: Readonly<Record<string, MakeSample>> = {
  'POST /api/intake/withdrawals': async (stage) => ({
    path: '/api/intake/withdrawals',
    body: { ...(await wishOf(stage, 'vendor')), amount: '99999' },
  }),
  ...Object.fromEntries(kinds.flatMap(conflictsOf)),
}

function conflictsOf(kind: Kind): [string, MakeSample][] {
  const [path, runs] = [pathOf(kind), runsOf(kind)]
  const afterDecline = (verb: string, body?: unknown): MakeSample => {
    return async (stage) => {
      const id = await requested(stage, kind)
      await must(stage, 'POST', `${path}/${id}/decline`, { reason: 'Another reason' })
      return { path: `${path}/${id}/${verb}`, body }
    }
  }
  const ofClosed = (verb: (withdrawal: string) => string, body?: unknown): MakeSample => {
    return async (stage) => {
      const { run, withdrawal } = await closedRun(stage, kind)
      return { path: `${runs}/${run}/${verb(withdrawal)}`, body }
    }
  }
  return [
    [
      `POST ${path}`,
      async (stage) => ({
        path,
        body: {
          owner_id: await ownerOf(stage, kind),
          amount: '99999',
          ...(kind === 'vendor' ? {} : { account: account() }),
        },
      }),
    ],
    [`POST ${path}/:id/approve`, afterDecline('approve')],
    [`POST ${path}/:id/undo-approval`, afterDecline('undo-approval')],
    [`POST ${path}/:id/decline`, afterDecline('decline', reason)],
    [`POST ${path}/:id/pay`, afterDecline('pay', paid)],
    [`POST ${path}/:id/return`, afterDecline('return', reason)],
    [
      `POST ${path}/:id/messages/:message_id/resend`,
      async (stage) => ({ path: await mailOf(stage, kind, 'queued') }),
    ],
    [
      `POST ${runs}`,
      async (stage) => {
        await openRun(stage, kind)
        return { path: runs }
      },
    ],
    [`POST ${runs}/:id/collect`, ofClosed(() => 'collect')],
    [`POST ${runs}/:id/close`, ofClosed(() => 'close')],
    [`DELETE ${runs}/:id`, async (stage) => ({ path: `${runs}/${(await closedRun(stage, kind)).run}` })],
    [`POST ${runs}/:id/lines/:withdrawal_id/exclude`, ofClosed((id) => `lines/${id}/exclude`, reason)],
    [`POST ${runs}/:id/lines/:withdrawal_id/include`, ofClosed((id) => `lines/${id}/include`)],
    [
      `POST ${runs}/:id/file`,
      async (stage) => ({ path: `${runs}/${(await openRun(stage, kind)).run}/file` }),
    ],
    [
      `POST ${runs}/:id/answer/check`,
      async (stage) => ({
        path: `${runs}/${(await openRun(stage, kind)).run}/answer/check`,
        body: answerForm(answerText),
      }),
    ],
    [
      `POST ${runs}/:id/answer`,
      async (stage) => {
        const path = await bookPath(stage, kind)
        await must(stage, 'POST', path, answerForm(answerText))
        return { path, body: answerForm(answerText) }
      },
    ],
    [`POST ${runs}/:id/answer/undo`, ofClosed(() => 'answer/undo', undoing)],
    [
      `POST ${runs}/:id/exceptions/:answer_id/settle`,
      async (stage) => {
        const { run, exception } = await answeredRun(stage, kind)
        const path = `${runs}/${run}/exceptions/${exception}/settle`
        await must(stage, 'POST', path, { ...noAction, reason: 'Another reason' })
        return { path, body: noAction }
      },
    ],
  ]
}
