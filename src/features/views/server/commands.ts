import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Endpoint, Input } from '#kit/contract/endpoint.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { type Context, signedIn } from '#kit/server/context.ts'
import { scrub, scrubAll } from '#kit/server/scrub.ts'
import { refuseStale } from '#kit/server/stale.ts'
import { type ListView, mostViews, type views } from '../contract.ts'
import { readView } from './queries.ts'
import { callSeenBy, wrongIn } from './rules.ts'
import './tables.ts'

/**
 * Saves a view. Refuses (invalid) a list that the person may not see, parameters that the list does not support, a name
 * that the person already uses, and one view too many.
 */
export async function createView(ctx: Context, input: Input<typeof views.create>): Promise<ListView> {
  const person = signedIn(ctx)
  const { list } = input
  const call = callSeenBy(ctx.services, person, list)
  if (!call) throw fieldRefusal('list', 'There is no such list, or you do not have the permission for it')
  refuseUnfit(call, input.parameters)
  // Serialises saves per person, because two simultaneous saves would not count each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views ${person.id}`}, 0))`.execute(ctx.db)
  const own = await ctx.db
    .selectFrom('list_views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', person.id)
    .where('list', '=', list)
    .executeTakeFirstOrThrow()
  if (Number(own.count) >= mostViews) {
    throw fieldRefusal('name', `You have ${mostViews} views of this list: delete one of them first`)
  }
  await refuseTaken(ctx, person.id, list, input.name, null)
  const id = uuidv7()
  await ctx.db
    .insertInto('list_views')
    .values({ ...input, id, owner_id: person.id, created_at: ctx.now() })
    .execute()
  await ctx.record({
    action: 'save view',
    subject: subjectOf(id, input.name),
    after: inWords(input),
  })
  return readView(ctx, id)
}

/**
 * Changes the given fields of a view. Refuses (not-found) a view that the person may not see, (forbidden) a view of
 * someone else, (stale) an outdated version, and (invalid) as above.
 */
export async function changeView(
  ctx: Context,
  { id, ...input }: Input<typeof views.change>,
): Promise<ListView> {
  const before = await hold(ctx, id)
  await refuseStale(ctx, before, () => before, 'This view was changed since you read it. Look at it again')
  const { name, is_shared, parameters } = before
  const after = {
    name: input.name ?? name,
    is_shared: input.is_shared ?? is_shared,
    parameters: input.parameters ?? parameters,
  }
  if (isDeepStrictEqual(after, { name, is_shared, parameters })) {
    ctx.unchanged()
    return before
  }
  const call = callSeenBy(ctx.services, signedIn(ctx), before.list)
  if (call && input.parameters) refuseUnfit(call, input.parameters)
  if (input.name && input.name !== name) {
    await refuseTaken(ctx, await ownerOf(ctx, id), before.list, input.name, id)
  }
  await ctx.db
    .updateTable('list_views')
    .set({ ...after, version: before.version + 1 })
    .where('id', '=', id)
    .execute()
  await ctx.record({
    action: 'change view',
    subject: subjectOf(id, after.name),
    before: inWords(before),
    after: inWords({ ...after, list: before.list }),
  })
  // Not read again: a person who ends the sharing of a colleague's view sees it no longer.
  return { ...before, ...after, version: before.version + 1 }
}

/** Deletes a view. Refuses (not-found) and (forbidden) as above. */
export async function removeView(ctx: Context, { id }: { id: string }): Promise<void> {
  const view = await hold(ctx, id)
  await ctx.db.deleteFrom('list_views').where('id', '=', id).execute()
  await ctx.record({
    action: 'delete view',
    subject: subjectOf(id, view.name),
    before: inWords(view),
  })
}

/** Locks a view for this transaction. Refuses (not-found), and (forbidden) a person who may not change the view. */
async function hold(ctx: Context, id: string): Promise<ListView> {
  await ctx.db.selectFrom('list_views').select('id').where('id', '=', id).forUpdate().execute()
  const view = await readView(ctx, id)
  if (view.is_changeable) return view
  throw new Refusal('forbidden', `This view is ${view.owner_name}’s: save your own copy instead`)
}

async function ownerOf({ db }: Context, id: string): Promise<string> {
  const row = await db
    .selectFrom('list_views')
    .select('owner_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.owner_id
}

async function refuseTaken(
  { db }: Context,
  ownerId: string,
  list: string,
  name: string,
  self: string | null,
): Promise<void> {
  const taken = await db
    .selectFrom('list_views')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('list', '=', list)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst()
  if (taken && taken.id !== self) throw fieldRefusal('name', 'A view of this list already has this name')
}

function refuseUnfit(call: Endpoint, parameters: Readonly<Record<string, string>>): void {
  const [wrong] = wrongIn(call, parameters)
  if (wrong) throw fieldRefusal(`parameters.${wrong.name}`, wrong.message)
}

/** A view for a frequent search may be named after the person searched for, so the name is scrubbed. */
function subjectOf(id: string, name: string) {
  return { type: 'list_view', id, name: scrub(name) }
}

function inWords({
  list,
  name,
  is_shared,
  parameters,
}: Pick<ListView, 'list' | 'name' | 'is_shared' | 'parameters'>) {
  // A search term is a person's name, e-mail or phone, and the audit log outlives their erasure.
  return {
    list,
    name: scrub(name),
    is_shared,
    ...scrubAll(parameters),
    ...(parameters.q ? { q: '(searched)' } : {}),
  }
}
