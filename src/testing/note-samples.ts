import { madeRole, pendingCustomer, pendingProduct, pendingVendor, storedOrder } from './factories.ts'
import type { MakeSample, Stage } from './samples.ts'

const records: Readonly<Record<string, (stage: Stage) => Promise<string>>> = {
  '/api/admin/sellers': async ({ app }) => (await pendingVendor(app)).id,
  '/api/admin/products': async ({ app }) => (await pendingProduct(app)).id,
  '/api/admin/customers': async ({ app }) => (await pendingCustomer(app)).id,
  '/api/admin/orders': async ({ app }) => (await storedOrder(app, await pendingCustomer(app))).id,
  '/api/admin/staff': async ({ app }) => (await app.person([])).id,
  '/api/admin/roles': async (stage) => (await madeRole(stage)).id,
}
const anyVersion = { 'if-match': '*' }

/** Accepted calls of the notes on every kind of record; a note is the administrator's of the stage. */
export const noteSamples: Readonly<Record<string, MakeSample>> = Object.fromEntries(
  Object.entries(records).flatMap(([path, make]): [string, MakeSample][] => [
    [`GET ${path}/:id/notes`, async (stage) => ({ path: `${path}/${await make(stage)}/notes` })],
    [
      `GET ${path}/:id/notes/people`,
      async (stage) => ({ path: `${path}/${await make(stage)}/notes/people` }),
    ],
    [
      `POST ${path}/:id/notes`,
      async (stage) => ({
        path: `${path}/${await make(stage)}/notes`,
        body: { text: `Asked @{${stage.admin.id}} for the cheque` },
      }),
    ],
    [
      `PATCH ${path}/:id/notes/:note_id`,
      async (stage) => ({
        path: await noteBy(stage, stage.admin.token, `${path}/${await make(stage)}`),
        body: { text: 'Asked for the cheque again' },
        headers: anyVersion,
        as: stage.admin.token,
      }),
    ],
    [
      `DELETE ${path}/:id/notes/:note_id`,
      async (stage) => ({
        path: await noteBy(stage, stage.admin.token, `${path}/${await make(stage)}`),
        as: stage.admin.token,
      }),
    ],
  ]),
)

/** The same where the note is somebody else's, or its id another note's (409). */
export const noteConflicts: Readonly<Record<string, MakeSample>> = Object.fromEntries(
  Object.entries(records).flatMap(([path, make]): [string, MakeSample][] => {
    const ofAnother = async (stage: Stage) =>
      noteBy(stage, (await stage.app.person()).token, `${path}/${await make(stage)}`)
    return [
      [
        `POST ${path}/:id/notes`,
        async (stage) => {
          const [record = '', id] = (await ofAnother(stage)).split('/notes/')
          return { path: `${record}/notes`, body: { text: 'Asked for the cheque', note_id: id } }
        },
      ],
      [
        `PATCH ${path}/:id/notes/:note_id`,
        async (stage) => ({
          path: await ofAnother(stage),
          body: { text: 'What they meant to say' },
          headers: anyVersion,
        }),
      ],
      [`DELETE ${path}/:id/notes/:note_id`, async (stage) => ({ path: await ofAnother(stage) })],
    ]
  }),
)

async function noteBy({ app }: Stage, token: string, record: string): Promise<string> {
  const answer = await app.call('POST', `${record}/notes`, { as: token, body: { text: 'Called them' } })
  if (answer.status !== 201) throw new Error(`the note was not taken: ${JSON.stringify(answer.body)}`)
  return `${record}/notes/${answer.body.results.id}`
}
