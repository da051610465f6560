import type { TestApp } from './app.ts'
import { pictureForm } from './picture-form.ts'
import type { MakeSample, Stage } from './samples.ts'

const mine = '/api/account/support'
const desk = '/api/admin/support'

/** A request that somebody sent, with a file, and who may read it. */
export async function sentRequest(app: TestApp, given: object = {}, by?: { token: string }) {
  const author = by ?? (await app.person([]))
  const upload = await app.call('POST', `${mine}/files?name=till.png`, {
    as: author,
    body: await pictureForm(),
  })
  const answer = await app.call('POST', `${mine}/requests`, {
    as: author,
    body: {
      kind: 'report',
      text: 'The list of orders stays empty',
      file_ids: [upload.body.results.id],
      ...given,
    },
  })
  if (answer.status !== 201) throw new Error(`the request was refused: ${JSON.stringify(answer.body)}`)
  const request = answer.body.results
  return { author, request, id: request.id as string, file: request.files[0]?.id as string }
}

const anyVersion = { 'if-match': '*' }
const atDesk =
  (verb: string, body?: object): MakeSample =>
  async ({ app }) => ({
    path: `${desk}/${(await sentRequest(app)).id}/${verb}`,
    headers: anyVersion,
    ...(body ? { body } : {}),
  })

async function closedRequest({ app, admin }: Stage): Promise<string> {
  const { id } = await sentRequest(app)
  await app.call('POST', `${desk}/${id}/close`, { as: admin, headers: anyVersion })
  return id
}

/** One accepted call for every endpoint of support, and the mail that the intake hands in. */
export const supportSamples: Readonly<Record<string, MakeSample>> = {
  [`GET ${mine}/requests`]: () => ({ path: `${mine}/requests?status=open&limit=5` }),
  [`GET ${mine}/requests/:id`]: async ({ app }) => {
    const { id, author } = await sentRequest(app)
    return { path: `${mine}/requests/${id}`, as: author.token }
  },
  [`POST ${mine}/requests`]: async ({ app }) => ({
    path: `${mine}/requests`,
    body: { kind: 'idea', text: 'Sort the orders by city', mood: 4 },
    as: (await app.person([])).token,
  }),
  [`POST ${mine}/requests/:id/replies`]: async ({ app }) => {
    const { id, author } = await sentRequest(app)
    return { path: `${mine}/requests/${id}/replies`, body: { text: 'It happens again' }, as: author.token }
  },
  [`POST ${mine}/files`]: async ({ app }) => ({
    path: `${mine}/files?name=till.png`,
    body: await pictureForm(),
    as: (await app.person([])).token,
  }),
  [`DELETE ${mine}/files/:id`]: async ({ app }) => {
    const as = await app.person([])
    const made = await app.call('POST', `${mine}/files?name=till.png`, { as, body: await pictureForm() })
    return { path: `${mine}/files/${made.body.results.id}`, as: as.token }
  },
  [`GET ${mine}/requests/:id/files/:file_id`]: async ({ app }) => {
    const { id, file, author } = await sentRequest(app)
    return { path: `${mine}/requests/${id}/files/${file}`, as: author.token }
  },
  [`GET ${desk}`]: () => ({ path: `${desk}?status=open&kind=report&assignee=nobody&q=orders&limit=5` }),
  [`GET ${desk}/count`]: () => ({ path: `${desk}/count` }),
  [`GET ${desk}/handlers`]: () => ({ path: `${desk}/handlers` }),
  [`GET ${desk}/:id`]: async ({ app }) => ({ path: `${desk}/${(await sentRequest(app)).id}` }),
  [`POST ${desk}/:id/answers`]: atDesk('answers', { text: 'Clear the filter above the list' }),
  [`POST ${desk}/:id/close`]: atDesk('close'),
  [`POST ${desk}/:id/reopen`]: async (stage) => ({
    path: `${desk}/${await closedRequest(stage)}/reopen`,
    headers: anyVersion,
  }),
  [`POST ${desk}/:id/assign`]: async (stage) => {
    const { id } = await sentRequest(stage.app)
    return { path: `${desk}/${id}/assign`, body: { person_id: stage.admin.id }, headers: anyVersion }
  },
  [`GET ${desk}/:id/files/:file_id`]: async ({ app }) => {
    const { id, file } = await sentRequest(app)
    return { path: `${desk}/${id}/files/${file}` }
  },
  'POST /api/intake/mail': () => ({
    path: '/api/intake/mail',
    body: {
      from: 'Somebody <somebody@mail.example>',
      to: ['help@shop.example'],
      text: 'Hello',
      message_id: '<hello@mail.example>',
    },
  }),
}

/** The same calls where the state of the request refuses them (409). */
export const supportConflicts: Readonly<Record<string, MakeSample>> = {
  [`POST ${mine}/requests/:id/replies`]: async ({ app }) => {
    const { id, author } = await sentRequest(app)
    // As many entries as a request may have.
    await app.database.pool.query(
      `insert into support_entries (id, request_id, author_id, side, via, text, created_at)
       select gen_random_uuid(), r.id, r.author_id, 'author', 'screen', 'Once more', r.created_at
       from support_requests r, generate_series(1, 500) where r.id = $1`,
      [id],
    )
    return { path: `${mine}/requests/${id}/replies`, body: { text: 'And again' }, as: author.token }
  },
  [`POST ${desk}/:id/answers`]: async (stage) => ({
    path: `${desk}/${await closedRequest(stage)}/answers`,
    body: { text: 'Too late' },
    headers: anyVersion,
  }),
  [`POST ${desk}/:id/close`]: async (stage) => ({
    path: `${desk}/${await closedRequest(stage)}/close`,
    headers: anyVersion,
  }),
  [`POST ${desk}/:id/reopen`]: atDesk('reopen'),
}
