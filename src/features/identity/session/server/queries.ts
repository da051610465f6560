import { readSettings } from '#features/identity/account/server/queries.ts'
import { type Actor, type Context, signedIn } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { type Account, idleMinutes, type OpenSession } from '../contract.ts'
import './tables.ts'
import '#features/access/server/tables.ts'

/** The signed-in person and their permissions. */
export async function readAccount(ctx: Context): Promise<Account> {
  const actor = signedIn(ctx)
  const settings = await readSettings(ctx, actor.id)
  const person = await ctx.db
    .selectFrom('people')
    .innerJoin('roles', 'roles.id', 'people.role_id')
    .select([
      'people.id',
      'people.username',
      'people.email',
      'people.phone',
      'roles.name as role_name',
      'roles.permissions',
      'people.version',
    ])
    .where('people.id', '=', actor.id)
    .executeTakeFirstOrThrow()
  // In the view of another role, the permissions are those of the role that the person holds too.
  const { viewingAs, permissions } = actor
  return viewingAs
    ? { ...person, settings, role_name: viewingAs.name, permissions: [...permissions], viewing_as: viewingAs }
    : { ...person, settings, viewing_as: null }
}

/**
 * The person of an open session, for what was begun by a call and still runs: a stream. Null when the session has ended,
 * was idle for too long, or its person was disabled. This is not a use of the session.
 */
export async function actorOfSession(
  db: Database,
  sessionId: string,
  now: Date,
): Promise<Extract<Actor, { kind: 'person' }> | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .innerJoin('roles', 'roles.id', 'people.role_id')
    .select(['people.id', 'people.username', 'roles.permissions'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('sessions.last_seen_at', '>', new Date(now.getTime() - idleMinutes * 60_000))
    .where('people.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { id, username: name, permissions } = row
  return {
    kind: 'person',
    ...{ id, name, permissions, sessionId },
    verifiedAt: null,
    provenBy: 'password',
    viewingAs: null,
  }
}

/** The current sessions of the signed-in person, latest use first; ten at most. */
export async function listSessions(ctx: Context): Promise<OpenSession[]> {
  const actor = signedIn(ctx)
  const rows = await ctx.db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at'])
    .where('person_id', '=', actor.id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .where('last_seen_at', '>', new Date(ctx.now().getTime() - idleMinutes * 60_000))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ created_at, last_seen_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    is_current: row.id === actor.sessionId,
  }))
}
