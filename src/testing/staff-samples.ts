import { invitedPerson, madeRole, resetLink, staffBody } from './factories.ts'
import type { Sample, Stage } from './samples.ts'

const roles = '/api/admin/roles'
const staff = '/api/admin/staff'
const anyVersion = { 'if-match': '*' }

const newEmail = () => ({ email: `${crypto.randomUUID()}@munshi.example` })

type MakeSample = (stage: Stage) => Promise<Sample> | Sample

/** Accepted calls of people, roles and links. The roles hold nothing, so that everybody with the right may act on them. */
export const staffSamples: Readonly<Record<string, MakeSample>> = {
  'POST /api/account/invitation': async (stage) => ({
    path: '/api/account/invitation',
    body: { token: (await invitedPerson(stage)).token },
  }),
  'POST /api/account/invitation/accept': async (stage) => ({
    path: '/api/account/invitation/accept',
    body: { token: (await invitedPerson(stage)).token, password: 'a first long password' },
  }),
  'POST /api/account/reset': async ({ app }) => ({
    path: '/api/account/reset',
    body: { email: (await app.person([])).email },
  }),
  'POST /api/account/reset/finish': async ({ app }) => ({
    path: '/api/account/reset/finish',
    body: { token: await resetLink(app, await app.person([])), password: 'another long password' },
  }),

  [`GET ${roles}`]: () => ({ path: `${roles}?q=a&limit=5` }),
  [`GET ${roles}/names`]: () => ({ path: `${roles}/names` }),
  [`GET ${roles}/:id`]: async (stage) => ({ path: `${roles}/${(await madeRole(stage)).id}` }),
  [`POST ${roles}`]: () => ({ path: roles, body: { name: `Role ${crypto.randomUUID()}`, permissions: [] } }),
  [`PATCH ${roles}/:id`]: async (stage) => ({
    path: `${roles}/${(await madeRole(stage)).id}`,
    body: { name: `Role ${crypto.randomUUID()}`, permissions: [] },
    headers: anyVersion,
  }),
  [`DELETE ${roles}/:id`]: async (stage) => ({ path: `${roles}/${(await madeRole(stage)).id}`, body: {} }),

  [`GET ${staff}`]: () => ({ path: `${staff}?status=active&sort=-created_at&limit=5` }),
  [`GET ${staff}/roles`]: () => ({ path: `${staff}/roles` }),
  [`GET ${staff}/:id`]: async ({ app }) => ({ path: `${staff}/${(await app.person([])).id}` }),
  [`POST ${staff}`]: async (stage) => ({ path: staff, body: staffBody((await madeRole(stage)).id) }),
  [`PATCH ${staff}/:id`]: async (stage) => {
    const { id } = await stage.app.person([])
    const { email, ...change } = staffBody((await madeRole(stage)).id)
    return { path: `${staff}/${id}`, body: change, headers: anyVersion }
  },
  [`POST ${staff}/:id/change-email`]: async ({ app }) => ({
    path: `${staff}/${(await app.person([])).id}/change-email`,
    body: newEmail(),
    headers: anyVersion,
  }),
  [`POST ${staff}/:id/disable`]: async ({ app }) => ({
    path: `${staff}/${(await app.person([])).id}/disable`,
  }),
  [`POST ${staff}/:id/enable`]: async ({ app }) => ({ path: `${staff}/${(await app.person([])).id}/enable` }),
  [`DELETE ${staff}/:id/sessions/:session_id`]: async ({ app }) => {
    const person = await app.person([])
    const { body } = await app.call('GET', '/api/account/sessions', { as: person })
    return { path: `${staff}/${person.id}/sessions/${body.results[0].id}` }
  },
  [`DELETE ${staff}/:id/sessions`]: async ({ app }) => ({
    path: `${staff}/${(await app.person([])).id}/sessions`,
  }),
  [`POST ${staff}/:id/invitation`]: async (stage) => ({
    path: `${staff}/${(await invitedPerson(stage)).id}/invitation`,
  }),
  [`DELETE ${staff}/:id/invitation`]: async (stage) => ({
    path: `${staff}/${(await invitedPerson(stage)).id}/invitation`,
  }),
}

/** The same calls where the state of the record refuses them (409). */
export const staffConflicts: Readonly<Record<string, MakeSample>> = {
  [`POST ${roles}`]: () => ({ path: roles, body: { name: 'ADMINISTRATOR', permissions: [] } }),
  [`PATCH ${roles}/:id`]: async (stage) => ({
    path: `${roles}/${(await madeRole(stage)).id}`,
    body: { name: 'administrator', permissions: [] },
    headers: anyVersion,
  }),
  [`DELETE ${roles}/:id`]: async (stage) => {
    const { role_id } = await invitedPerson(stage)
    return { path: `${roles}/${role_id}`, body: {} }
  },
  [`POST ${staff}`]: async (stage) => ({
    path: staff,
    body: { ...staffBody((await madeRole(stage)).id), email: stage.admin.email.toUpperCase() },
  }),
  [`PATCH ${staff}/:id`]: async (stage) => {
    const lonely = await onlyAdministrator(stage)
    const { email, ...change } = staffBody((await madeRole(stage)).id)
    return { path: `${staff}/${lonely}`, body: change, headers: anyVersion }
  },
  [`POST ${staff}/:id/change-email`]: ({ admin }) => ({
    path: `${staff}/${admin.id}/change-email`,
    body: newEmail(),
    headers: anyVersion,
  }),
  [`POST ${staff}/:id/disable`]: ({ admin }) => ({ path: `${staff}/${admin.id}/disable` }),
  [`POST ${staff}/:id/invitation`]: async ({ app }) => ({
    path: `${staff}/${(await app.person([])).id}/invitation`,
  }),
  [`DELETE ${staff}/:id/invitation`]: async (stage) => {
    const { id } = await invitedPerson(stage)
    await stage.app.call('DELETE', `${staff}/${id}/invitation`, { as: stage.admin })
    return { path: `${staff}/${id}/invitation` }
  },
}

/** The administrator of the stage, after every other one was disabled. */
async function onlyAdministrator({ app, admin }: Stage): Promise<string> {
  await app.database.pool.query(
    `update people set disabled_at = now() where id <> $1 and disabled_at is null
      and role_id = (select id from roles where is_builtin)`,
    [admin.id],
  )
  return admin.id
}
