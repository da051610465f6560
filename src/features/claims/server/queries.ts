import { type SqlBool, sql } from 'kysely'
import { permissionName } from '#features/access/contract.ts'
import { readNoted } from '#features/notes/server/queries.ts'
import { type Context, signedIn } from '#kit/server/context.ts'
import { anyOf } from '#kit/server/table.ts'
import { type Claim, type ClaimKind, claims, type Reviewer } from '../contract.ts'
import './tables.ts'
import '#features/access/server/tables.ts'

const mostReviewers = 500

/** Who is reviewing a record, and who was asked to. Refuses (not-found). */
export async function readClaim(ctx: Context, kind: ClaimKind, { id }: { id: string }): Promise<Claim> {
  await readNoted(ctx, kind, id)
  return claimOf(ctx, kind, id)
}

/** The claim of a record that is known to exist. */
export async function claimOf(ctx: Context, kind: ClaimKind, id: string): Promise<Claim> {
  const held = await ctx.db
    .selectFrom('claims')
    .innerJoin('people', 'people.id', 'claims.person_id')
    .select(['people.id', 'people.username as name', 'claims.since', 'claims.until'])
    .where('claims.kind', '=', kind)
    .where('claims.record_id', '=', id)
    .where('claims.until', '>', ctx.now())
    .executeTakeFirst()
  // An assignment outlasts a disabled account or a changed role, and then asks nobody.
  const assignee = await whoMayDecide(ctx, kind)
    .innerJoin('assignments', 'assignments.person_id', 'people.id')
    .where('assignments.kind', '=', kind)
    .where('assignments.record_id', '=', id)
    .executeTakeFirst()
  return {
    by: held ? { id: held.id, name: held.name } : null,
    is_mine: held !== undefined && 'id' in ctx.actor && held.id === ctx.actor.id,
    since: held?.since.toISOString() ?? null,
    until: held?.until.toISOString() ?? null,
    assignee: assignee ?? null,
  }
}

/** Who was asked to review a record, also a person who can no longer sign in or decide. */
export function assignedTo(ctx: Context, kind: ClaimKind, id: string): Promise<Reviewer | undefined> {
  return ctx.db
    .selectFrom('assignments')
    .innerJoin('people', 'people.id', 'assignments.person_id')
    .select(['people.id', 'people.username as name'])
    .where('assignments.kind', '=', kind)
    .where('assignments.record_id', '=', id)
    .executeTakeFirst()
}

/** The name of a record that can be claimed; '' if there is none. */
export async function nameOfClaimed(ctx: Context, kind: ClaimKind, id: string): Promise<string> {
  return (await ctx.services.notedRecords[kind](ctx.db, id))?.name ?? ''
}

/** The people who can sign in and may decide on records of this kind, at most 500. Refuses (not-found). */
export async function listReviewers(
  ctx: Context,
  kind: ClaimKind,
  { id }: { id: string },
): Promise<Reviewer[]> {
  await readNoted(ctx, kind, id)
  return whoMayDecide(ctx, kind)
    .orderBy('people.username')
    .orderBy('people.id')
    .limit(mostReviewers)
    .execute()
}

/** Which of these records another person than the reader is reviewing now, and who. */
export async function readHeld(
  ctx: Context,
  kind: ClaimKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Reviewer>> {
  if (ids.length === 0) return new Map()
  const held = await ctx.db
    .selectFrom('claims')
    .innerJoin('people', 'people.id', 'claims.person_id')
    .select(['claims.record_id', 'people.id', 'people.username as name'])
    .where('claims.kind', '=', kind)
    .where('claims.record_id', '=', anyOf(ids))
    .where('claims.until', '>', ctx.now())
    .where('claims.person_id', '<>', signedIn(ctx).id)
    .execute()
  return new Map(held.map(({ record_id, ...by }) => [record_id, by]))
}

/** The permission that a decision on records of this kind needs. */
export function permissionToDecide(kind: ClaimKind): string {
  const { area, action } = claims[kind].assign.access
  return permissionName(area, action)
}

/** The people who can sign in and may decide on records of this kind. */
export function whoMayDecide(ctx: Context, kind: ClaimKind) {
  return ctx.db
    .selectFrom('people')
    .innerJoin('roles', 'roles.id', 'people.role_id')
    .select(['people.id', 'people.username as name'])
    .where('people.list', '=', 'active')
    .where(sql<SqlBool>`${permissionToDecide(kind)} = any(roles.permissions)`)
}
