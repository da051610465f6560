import { sql } from 'kysely'
import { permissionName } from '#features/access/contract.ts'
import type { ActivityEntry, TimelineEntry } from '#features/audit/contract.ts'
import { idleMinutes, type OpenSession } from '#features/identity/session/contract.ts'
import type { Message } from '#features/messages/contract.ts'
import { noteActions } from '#features/notes/contract.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { listPage } from '#kit/server/list.ts'
import { searchCondition } from '#kit/server/matching.ts'
import { searchOf } from '#kit/server/search.ts'
import { anyOf } from '#kit/server/table.ts'
import {
  type PersonStatus,
  personStatuses,
  type Role,
  type RoleChoice,
  type RoleName,
  type RoleRow,
  type roles,
  type StaffMember,
  type StaffRow,
  type staff,
} from '../contract.ts'
import { rolePath, staffPath } from '../screen-contract.ts'
import { countAdministrators, emailRefused, lacking, rightsOver, secondFactorRefused } from './rules.ts'
import '#features/access/server/tables.ts'
import '#features/identity/account/server/tables.ts'

/** Roles with the number of people in each, by name. */
export function listRoles(ctx: Context, input: Input<typeof roles.list>): Promise<Page<RoleRow>> {
  return listPage(
    ctx.db,
    {
      from: sql`roles r`,
      alias: 'r',
      partitions: [sql`true`],
      filters: input.q ? [searchCondition(input.q, 'r.search_text', ['r.name'])] : [],
      sorts: {
        name: { column: 'name', type: 'text' },
        created_at: { column: 'created_at', type: 'timestamptz' },
      },
      select: sql`r.id, r.name, r.permissions, r.is_builtin, r.version,
      (select count(*)::int4 from people p where p.role_id = r.id) as people_count`,
      countAll: async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from roles`.execute(ctx.db)
        return rows[0]?.n ?? 0
      },
      shape: ({ id, name, permissions, is_builtin, version, people_count }: RoleRow) => ({
        ...{ id, name, permissions, is_builtin, version, people_count },
      }),
    },
    input,
  )
}

/** The names of all roles, in their order: a screen that offers some of them would hide the others. */
export function listRoleNames(ctx: Context): Promise<RoleName[]> {
  return ctx.db.selectFrom('roles').select(['id', 'name']).orderBy('name').orderBy('id').execute()
}

/** One role with everyone who holds it. Refuses (not-found). */
export async function readRole(ctx: Context, { id }: { id: string }): Promise<Role> {
  const role = await ctx.db
    .selectFrom('roles')
    .select(['id', 'name', 'permissions', 'is_builtin', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!role) throw new Refusal('not-found', 'No Role Found')
  const people = await ctx.db
    .selectFrom('people')
    .leftJoin('account_settings', 'person_id', 'people.id')
    .select(['id', 'username', 'email', sql<PersonStatus>`list`.as('status'), 'photo', isAway.as('is_away')])
    .where('role_id', '=', id)
    .orderBy('username')
    .orderBy('id')
    .execute()
  return { ...role, people, people_count: people.length, history: await readHistory(ctx.db, 'role', id) }
}

/** The roles by name, each with the permission that the reader lacks to give it. */
export async function listRoleChoices(ctx: Context): Promise<RoleChoice[]> {
  const found = await ctx.db
    .selectFrom('roles')
    .select(['id', 'name', 'permissions'])
    .orderBy('name')
    .orderBy('id')
    .execute()
  return found.map(({ id, name, permissions }) => ({
    id,
    name,
    missing_permission: lacking(ctx.actor, permissions),
  }))
}

interface PersonRow {
  id: string
  username: string
  email: string
  phone: string
  role_id: string
  role_name: string
  permissions: string[]
  is_builtin: boolean
  status: PersonStatus
  open_sessions: number
  version: number
  created_at: Date
  photo: string | null
  is_away: boolean
}

/** A person without settings counts as available; a person who cannot sign in never shows as away. */
const isAway = sql<boolean>`(coalesce(account_settings.is_away, false) and list = 'active')`
const personJoins = sql`join roles r on r.id = p.role_id left join account_settings on person_id = p.id`

const personColumns = (
  ctx: Context,
) => sql`p.id, p.username, p.email, p.phone, p.role_id, r.name as role_name,
  r.permissions, r.is_builtin, p.list as status, p.version, p.created_at, photo, ${isAway} as is_away,
  (select count(*)::int4 from sessions s where s.person_id = p.id and ${isOpen(ctx)}) as open_sessions`

const isOpen = (ctx: Context) => sql`s.revoked_at is null and s.expires_at > ${ctx.now()}
  and s.last_seen_at > ${new Date(ctx.now().getTime() - idleMinutes * 60_000)}`

/** The staff; without a status, everyone. */
export async function listStaff(ctx: Context, input: Input<typeof staff.list>): Promise<Page<StaffRow>> {
  const administrators = await countAdministrators(ctx)
  const statuses = input.status ? [input.status] : personStatuses
  return listPage(
    ctx.db,
    {
      from: sql`people p`,
      alias: 'p',
      partitions: statuses.map((status) => sql`p.list = ${status}`),
      filters: input.role ? [sql`p.role_id = ${input.role}`] : [],
      search: input.q ? searchOf(input.q, { table: 'person_search', column: 'p.id' }) : null,
      sorts: {
        username: { column: 'username', type: 'text' },
        email: { column: 'email', type: 'text' },
        created_at: { column: 'created_at', type: 'timestamptz' },
      },
      joins: personJoins,
      select: personColumns(ctx),
      countAll: async () => {
        const { n } = await ctx.db
          .selectFrom('people')
          .select(sql<number>`count(*)::int4`.as('n'))
          .where('list', '=', anyOf(statuses))
          .executeTakeFirstOrThrow()
        return n
      },
      shape: (row) => staffRow(ctx, row, administrators),
    },
    input,
  )
}

/** One staff member with sessions, messages, history and activity. Refuses (not-found). */
export async function readStaffMember(ctx: Context, { id }: { id: string }): Promise<StaffMember> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns(ctx)} from people p ${personJoins} where p.id = ${id}`.execute(ctx.db)
  const person = rows[0]
  if (!person) throw new Refusal('not-found', 'No Staff Found')
  const around = await readAround(ctx, id)
  const { invitation, second_factor } = around
  const row = staffRow(ctx, person, await countAdministrators(ctx))
  return {
    ...row,
    created_at: person.created_at.toISOString(),
    permissions: person.permissions,
    last_active_at: isoTime(around.last_active_at),
    invitation:
      person.status !== 'invited' || !invitation
        ? null
        : {
            state: invitation.is_revoked
              ? 'revoked'
              : new Date(invitation.expires_at) > ctx.now()
                ? 'open'
                : 'expired',
            expires_at: new Date(invitation.expires_at).toISOString(),
          },
    second_factor: second_factor.has_app || second_factor.passkeys > 0 ? second_factor : null,
    second_factor_refused: row.change_refused || secondFactorRefused(ctx.actor, id),
    email_refused: row.change_refused || emailRefused(ctx.actor, id),
    sessions: (around.sessions ?? []).map((one) => ({
      ...one,
      created_at: new Date(one.created_at).toISOString(),
      last_seen_at: new Date(one.last_seen_at).toISOString(),
      is_current: ctx.actor.kind === 'person' && ctx.actor.sessionId === one.id,
    })),
    messages: (around.messages ?? []).map((message) => ({
      ...message,
      send_at: new Date(message.send_at).toISOString(),
      sent_at: isoTime(message.sent_at),
    })),
    history: await readHistory(ctx.db, 'person', id),
    activity: (around.activity ?? []).map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
  }
}

interface Around {
  sessions: Omit<OpenSession, 'is_current'>[] | null
  messages: Message[] | null
  activity: ActivityEntry[] | null
  invitation: { is_revoked: boolean; expires_at: string } | null
  second_factor: { has_app: boolean; passkeys: number }
  last_active_at: string | null
}

/** A person's actions name records of every area, so they are shown only to readers with access to the audit log. */
function seesTrail({ actor }: Context): boolean {
  return actor.kind === 'person' && actor.permissions.includes(permissionName('Audit Log', 'view'))
}

/** The subjects of these mails name what a person is told of: records of every area, as their actions do. */
const isAboutOthers = sql`kind in ('notification', 'webhook disabled', 'release failed')`

/** Sessions, messages, activity, invitation and second factor of a person, in one query. */
async function readAround(ctx: Context, id: string): Promise<Around> {
  const isOwn = ctx.actor.kind === 'person' && ctx.actor.id === id
  const { rows } = await sql<Around>`
    select
      (select json_agg(o) from (
        select id, user_agent, address, created_at, last_seen_at from sessions s
        where s.person_id = ${id} and ${isOpen(ctx)} order by last_seen_at desc, id desc) o) as sessions,
      (select json_agg(m) from (
        select id, kind, recipient, case when ${isAboutOthers} and not ${isOwn || seesTrail(ctx)} then '' else subject end as subject,
          status, send_at, sent_at, attempts, last_error
        from messages where subject_type = 'person' and subject_id = ${id}
        order by created_at desc, id desc limit 20) m) as messages,
      (select json_agg(a) from (
        select id, at, actor_kind, actor_name, action, reason, subject_type, subject_name,
          -- Who may see this person may not see what they wrote on another record.
          case when action = any(${[...noteActions]}) then null else before end as before,
          case when action = any(${[...noteActions]}) then null else after end as after
        from audit_log where actor_id = ${id} and subject_type <> 'account_settings' and ${seesTrail(ctx)}
        order by at desc, id desc limit 20) a) as activity,
      (select to_json(t) from (
        select revoked_at is not null as is_revoked, expires_at from account_tokens
        where person_id = ${id} and kind = 'invitation' order by created_at desc, id desc limit 1) t) as invitation,
      json_build_object(
        'has_app', exists (select 1 from second_factors where person_id = ${id} and confirmed_at is not null),
        'passkeys', (select count(*)::int4 from passkeys where person_id = ${id})) as second_factor,
      to_json(greatest(
        (select max(last_seen_at) from sessions where person_id = ${id}),
        (select at from audit_log where actor_id = ${id} order by at desc, id desc limit 1))) as last_active_at`.execute(
    ctx.db,
  )
  const around = rows[0]
  if (!around) throw new Error('a select without from answered no row')
  return around
}

/** The latest 50 changes to a role or a person, newest first. */
async function readHistory(db: Database, type: 'role' | 'person', id: string): Promise<TimelineEntry[]> {
  const found = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor_kind', 'actor_name', 'action', 'reason', 'before', 'after'])
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .where('action', 'not in', [...noteActions])
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return found.map((entry) => ({ ...entry, at: entry.at.toISOString() }) as TimelineEntry)
}

function staffRow(ctx: Context, person: PersonRow, administrators: number): StaffRow {
  const { id, username, email, phone, role_id, role_name, status, open_sessions, version } = person
  const { photo, is_away } = person
  return {
    ...{ id, username, email, phone, role_id, role_name, status, open_sessions, version, photo, is_away },
    ...rightsOver(ctx.actor, person, administrators),
  }
}

/** PostgreSQL writes times in JSON with the offset of its session, but the API uses UTC. */
function isoTime(text: string | null): string | null {
  return text && new Date(text).toISOString()
}

/** The name of a person and the path of their screen, for notes on the person; undefined for an unknown id. */
export async function findNotedPerson(db: Database, id: string) {
  const found = await db.selectFrom('people').select('username').where('id', '=', id).executeTakeFirst()
  return found && { name: found.username, path: `${staffPath}?id=${id}` }
}

/** The name of a role and the path of its screen, for notes on the role; undefined for an unknown id. */
export async function findNotedRole(db: Database, id: string) {
  const found = await db.selectFrom('roles').select('name').where('id', '=', id).executeTakeFirst()
  return found && { name: found.name, path: `${rolePath}?id=${id}` }
}
