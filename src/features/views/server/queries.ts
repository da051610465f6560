import { sql } from 'kysely'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { type Actor, type Context, signedIn } from '#kit/server/context.ts'
import type { ListView } from '../contract.ts'
import { callOf, callSeenBy, mayAll, wrongIn } from './rules.ts'
import './tables.ts'

type Person = Extract<Actor, { kind: 'person' }>

interface Row {
  id: string
  list: string
  name: string
  is_shared: boolean
  owner_id: string
  owner_name: string
  parameters: unknown
  version: number
}

/**
 * The views of a list that the person may see, by name: their own and the shared views; none if they may not see the
 * list. Refuses (invalid) a list that does not exist.
 */
export async function listViews(ctx: Context, { list }: { list: string }): Promise<ListView[]> {
  const person = signedIn(ctx)
  if (!callOf(ctx.services, list)) throw fieldRefusal('list', 'There is no such list')
  if (!callSeenBy(ctx.services, person, list)) return []
  const rows = await seen(ctx, person).where('v.list', '=', list).orderBy(sql`lower(v.name), v.id`).execute()
  return rows.flatMap((row) => viewOf(ctx, row, person) ?? [])
}

/** One view. Refuses (not-found) a view that the person may not see. */
export async function readView(ctx: Context, id: string): Promise<ListView> {
  const person = signedIn(ctx)
  const row = await seen(ctx, person).where('v.id', '=', id).executeTakeFirst()
  const view = row ? viewOf(ctx, row, person) : null
  if (!view) throw new Refusal('not-found', 'There is no such view')
  return view
}

function seen({ db }: Context, { id }: Person) {
  return db
    .selectFrom('list_views as v')
    .innerJoin('people as p', 'p.id', 'v.owner_id')
    .select(['v.id', 'v.list', 'v.name', 'v.is_shared', 'v.owner_id', 'v.parameters', 'v.version'])
    .select('p.username as owner_name')
    .where(({ or, eb }) => or([eb('v.owner_id', '=', id), eb('v.is_shared', '=', true)]))
}

/** The view without parameters that its list no longer supports; null if the person may not see the list. */
function viewOf({ services }: Context, { owner_id, ...row }: Row, person: Person): ListView | null {
  const call = callSeenBy(services, person, row.list)
  if (!call) return null
  const stored = row.parameters as Record<string, string>
  const wrong = new Set(wrongIn(call, stored).map(({ name }) => name))
  const isOwn = owner_id === person.id
  return {
    ...row,
    is_own: isOwn,
    is_changeable: isOwn || mayAll(person),
    parameters: Object.fromEntries(Object.entries(stored).filter(([name]) => !wrong.has(name))),
  }
}
