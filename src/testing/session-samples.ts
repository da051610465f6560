import { randomBytes } from 'node:crypto'
import { openSession } from '#features/identity/session/server/commands.ts'
import { testPassword } from './app.ts'
import { pictureForm } from './picture-form.ts'
import type { MakeSample } from './samples.ts'

/** An accepted call for each endpoint of signing in and of one's own account. */
export const sessionSamples: Readonly<Record<string, MakeSample>> = {
  'POST /api/login': async ({ app }) => {
    const { email } = await app.person()
    return { path: '/api/login', body: { email, password: testPassword } }
  },
  'POST /api/logout': () => ({ path: '/api/logout' }),
  'GET /api/account/me': () => ({ path: '/api/account/me' }),
  'PATCH /api/account/me': () => ({
    path: '/api/account/me',
    body: { username: 'Another Name', phone: '0301 7654321' },
    headers: { 'if-match': '*' },
  }),
  'POST /api/account/password': () => ({
    path: '/api/account/password',
    body: { current_password: testPassword, new_password: testPassword },
  }),
  'GET /api/account/sessions': () => ({ path: '/api/account/sessions' }),
  'DELETE /api/account/sessions/:id': async ({ app }) => {
    const person = await app.person()
    // Not by a sign-in: generated cases guess so many passwords that no address may try again.
    await app.transact(async (ctx) => {
      await openSession(ctx, person.id, randomBytes(32).toString('base64url'))
      ctx.unchanged()
    })
    const { body: open } = await app.call('GET', '/api/account/sessions', { as: person })
    const other = open.results.find((one: { is_current: boolean }) => !one.is_current)
    return { path: `/api/account/sessions/${other.id}`, as: person.token }
  },
  'DELETE /api/account/sessions': () => ({ path: '/api/account/sessions' }),
  'PATCH /api/account/preferences': () => ({
    path: '/api/account/preferences',
    body: { theme: 'dark', pins: ['/audit-log'] },
  }),
  'PATCH /api/account/availability': () => ({ path: '/api/account/availability', body: { is_away: true } }),
  'POST /api/account/photo': async () => ({ path: '/api/account/photo', body: await pictureForm() }),
  'DELETE /api/account/photo': () => ({ path: '/api/account/photo' }),
  'GET /api/account/photos/:id': async ({ app }) => {
    const as = await app.person([])
    const set = await app.call('POST', '/api/account/photo', { as, body: await pictureForm() })
    return { path: `/api/account/photos/${set.body.results.photo}` }
  },
}
