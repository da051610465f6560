import { sql } from 'kysely'
import { readSettings } from '#features/account/server/queries.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Actor, Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { hashToken } from '#kit/server/tokens.ts'
import { type Account, idleMinutes, type OpenSession } from '../contract.ts'
import './tables.ts'

interface SessionRow {
  session_id: string
  person_id: string
  username: string
  permissions: string[]
  last_seen_at: Date
  verified_at: Date | null
  has_second_factor: boolean
}

/**
 * Who holds this token, or null: one look-up of session, person and role, so that a disabled person, a changed role
 * and an ended session act on the next request of every instance. Notes that it was seen, at most once a minute.
 */
export async function actorOfToken(db: Database, token: string, now: Date): Promise<Actor | null> {
  const seenAfter = new Date(now.getTime() - idleMinutes * 60_000)
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, p.id as person_id, p.username, r.permissions, s.last_seen_at, s.verified_at,
      f.confirmed_at is not null or exists (select 1 from passkeys k where k.person_id = p.id) as has_second_factor
    from sessions s join people p on p.id = s.person_id join roles r on r.id = p.role_id
      left join second_factors f on f.person_id = p.id
    where s.token_hash = ${hashToken(token)} and s.revoked_at is null and s.expires_at > ${now}
      and s.last_seen_at > ${seenAfter} and p.disabled_at is null`.execute(db)
  const row = rows[0]
  if (!row) return null
  if (now.getTime() - row.last_seen_at.getTime() > 60_000) {
    await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', row.session_id).execute()
  }
  return {
    kind: 'person',
    id: row.person_id,
    name: row.username,
    permissions: row.permissions,
    sessionId: row.session_id,
    verifiedAt: row.verified_at,
    provenBy: row.has_second_factor ? 'otp' : 'password',
    viewingAs: null,
  }
}

/** The signed-in person and what they may do. */
export async function readAccount(ctx: Context): Promise<Account> {
  const { actor } = ctx
  if (actor.kind !== 'person') throw new Refusal('unauthenticated', 'Sign in first')
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
  // Of the role that is looked at they see what they hold themselves.
  const { viewingAs, permissions } = actor
  return viewingAs
    ? { ...person, settings, role_name: viewingAs.name, permissions: [...permissions], viewing_as: viewingAs }
    : { ...person, settings, viewing_as: null }
}

/** Where the signed-in person is signed in right now, the latest use first; ten at most. */
export async function listSessions(ctx: Context): Promise<OpenSession[]> {
  const { actor } = ctx
  if (actor.kind !== 'person') throw new Refusal('unauthenticated', 'Sign in first')
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
