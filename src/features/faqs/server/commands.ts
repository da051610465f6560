import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Input } from '#kit/contract/endpoint.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { type Context, differencesOf, recorded } from '#kit/server/context.ts'
import { refuseStale } from '#kit/server/stale.ts'
import {
  type Faq,
  type FaqDetail,
  type FaqDraft,
  type FaqGroup,
  type faqs,
  mostFaqs,
  ReleasedFaqs,
} from '../contract.ts'
import { readDraft, readFaq, readFaqs, readGroups } from './queries.ts'
import {
  isChanged,
  type Order,
  orderOf,
  type Place,
  placesOf,
  spellingOf,
  withAdded,
  withGroupMoved,
  withGroupRenamed,
  withMoved,
  without,
  withRegrouped,
} from './rules.ts'
import type { FaqRecord } from './tables.ts'

/** Adds a question as the last of its group. Refuses (invalid) more questions than there may be. */
export async function createFaq(ctx: Context, draft: FaqDraft): Promise<FaqDetail> {
  const [id = ''] = await addAll(ctx, [draft])
  return readFaq(ctx, { id })
}

/** Adds several questions, in the order of the list: all of them or none. Refuses as `createFaq` does. */
export async function createFaqs(ctx: Context, { entries }: { entries: FaqDraft[] }): Promise<Faq[]> {
  return readFaqs(ctx, await addAll(ctx, entries))
}

async function addAll(ctx: Context, drafts: readonly FaqDraft[]): Promise<string[]> {
  const before = await lockOrder(ctx)
  refuseTooMany(before, drafts.length)
  const made = drafts.map((draft) => ({ ...draft, id: uuidv7() }))
  const after = made.reduce((order, { id, group }) => withAdded(order, group, id), before)
  await insertAt(ctx, made, after)
  await ctx.recordAll(
    made.map(({ id, title, details, is_active, group }) => ({
      action: 'add',
      subject: subjectOf({ id, title }),
      after: { title, details, group, is_active },
    })),
  )
  return made.map(({ id }) => id)
}

/**
 * Changes a question; in another group it becomes the last, and its own group in other letters is spelled so for all of
 * its questions. Refuses (not-found), and (stale) somebody who read an older version.
 */
export async function changeFaq(
  ctx: Context,
  { id, ...wanted }: Input<typeof faqs.change>,
): Promise<FaqDetail> {
  const order = await lockOrder(ctx)
  const before = await recordOf(ctx, id)
  await refuseOlder(ctx, before)
  const next = {
    title: wanted.title ?? before.title,
    details: wanted.details ?? before.details,
    group: wanted.group === undefined ? before.group : spellingOf(order, wanted.group, id),
    is_active: wanted.is_active ?? before.is_active,
  }
  const differing = differencesOf(before, next)
  if (differing.length === 0) {
    ctx.unchanged()
    return readFaq(ctx, { id })
  }
  if (next.group !== before.group) await keepOrder(ctx, order, withRegrouped(order, id, next.group))
  // The group is written with the order.
  const { group, ...own } = next
  await ctx.db
    .updateTable('faqs')
    .set({ ...own, updated_at: ctx.now(), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
  const isSwitch = differing.every(({ path }) => path === 'is_active')
  await ctx.record({
    action: isSwitch ? (next.is_active ? 'switch on' : 'switch off') : 'edit',
    subject: subjectOf({ id, title: next.title }),
    ...recorded(differing),
  })
  return readFaq(ctx, { id })
}

/**
 * Moves a question to a position within its group, from 1; a position past the end means last. Refuses (not-found).
 */
export async function moveFaq(
  ctx: Context,
  { id, position }: { id: string; position: number },
): Promise<FaqDetail> {
  const order = await lockOrder(ctx)
  const before = await recordOf(ctx, id)
  await keepOrder(ctx, order, withMoved(order, id, position))
  const after = await readFaq(ctx, { id })
  if (after.position === before.position) {
    ctx.unchanged()
    return after
  }
  await ctx.record({
    action: 'put in order',
    subject: subjectOf(before),
    before: { position: before.position },
    after: { position: after.position },
  })
  return readFaq(ctx, { id })
}

/** Moves a group with its questions to a position among the groups, from 1. Refuses (not-found) an unknown group. */
export async function moveFaqGroup(
  ctx: Context,
  { group, position }: { group: string; position: number },
): Promise<FaqGroup[]> {
  const before = await lockOrder(ctx)
  const after = withGroupMoved(before, group, position)
  if (!after) throw new Refusal('not-found', 'There is no such group')
  const placeIn = (order: Order) => order.findIndex(({ name }) => name.toLowerCase() === group.toLowerCase())
  const [from, to] = [placeIn(before) + 1, placeIn(after) + 1]
  if (from === to) {
    ctx.unchanged()
    return readGroups(ctx)
  }
  await keepOrder(ctx, before, after)
  await ctx.record({
    action: 'put in order',
    subject: { type: 'faq_group', id: null, name: group },
    before: { position: from },
    after: { position: to },
  })
  return readGroups(ctx)
}

/**
 * Gives a group another name, on all of its questions; they stay in their order, and their versions stay the same.
 * Refuses (not-found) an unknown group, and (invalid) a name that another group has, in any case of its letters.
 */
export async function renameFaqGroup(
  ctx: Context,
  { group, name }: Input<typeof faqs.renameGroup>,
): Promise<FaqGroup[]> {
  const before = await lockOrder(ctx)
  const after = withGroupRenamed(before, group, name)
  if (!after) throw new Refusal('not-found', 'There is no such group')
  if (after === 'taken') throw fieldRefusal('name', 'Another group has this name')
  const place = after.findIndex((one) => one.name === name)
  const known = before[place]?.name
  if (known === name) {
    ctx.unchanged()
    return readGroups(ctx)
  }
  await keepOrder(ctx, before, after)
  await ctx.record({
    action: 'rename',
    subject: { type: 'faq_group', id: null, name },
    before: { group: known },
    after: { group: name },
  })
  return readGroups(ctx)
}

/** Turns several questions on or off; answers the ids of those that were not yet so. Unknown ids are left out. */
export async function switchFaqs(
  ctx: Context,
  { ids, is_active }: Input<typeof faqs.switchAll>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; title: string }>`
    update faqs set is_active = ${is_active}, version = version + 1, updated_at = ${ctx.now()}
    where id = any(${ids}::uuid[]) and is_active <> ${is_active} returning id, title`.execute(ctx.db)
  if (rows.length === 0) {
    ctx.unchanged()
    return []
  }
  await ctx.recordAll(
    rows.map((row) => ({
      action: is_active ? 'switch on' : 'switch off',
      subject: subjectOf(row),
      before: { is_active: !is_active },
      after: { is_active },
    })),
  )
  return rows.map(({ id }) => id)
}

function refuseOlder(ctx: Context, record: { id: string; version: number }): Promise<void> {
  const { id } = record
  return refuseStale(
    ctx,
    record,
    () => readFaq(ctx, { id }),
    'Somebody changed this question since you read it',
  )
}

/** Deletes a question. What shoppers read keeps it until the next release. Refuses (not-found, stale). */
export async function removeFaq(ctx: Context, { id }: { id: string }): Promise<void> {
  const order = await lockOrder(ctx)
  const record = await recordOf(ctx, id)
  // Undoing the deletion restores what the person had read: a newer text would be lost.
  await refuseOlder(ctx, record)
  const { title, details, group, is_active } = record
  await ctx.db.deleteFrom('faqs').where('id', '=', id).execute()
  await keepOrder(ctx, order, without(order, id))
  await ctx.record({
    action: 'delete',
    subject: subjectOf({ id, title }),
    before: { title, details, group, is_active },
  })
}

/**
 * Adds a deleted question again, under its id and at its place; a group that went with it comes back at its place too.
 * Refuses (conflict) a question that is there.
 */
export async function putFaqBack(
  ctx: Context,
  { id, position, group_place, ...draft }: Input<typeof faqs.putBack>,
): Promise<FaqDetail> {
  const before = await lockOrder(ctx)
  if (placesOf(before).some((one) => one.id === id)) {
    throw new Refusal('conflict', 'This question is not deleted')
  }
  refuseTooMany(before, 1)
  await insertAt(
    ctx,
    [{ ...draft, id }],
    withAdded(before, draft.group, id, { position, group_place }),
    before,
  )
  const { title, details, group, is_active } = draft
  await ctx.record({
    action: 'put back',
    subject: subjectOf({ id, title }),
    after: { title, details, group, is_active },
  })
  return readFaq(ctx, { id })
}

/**
 * Makes the questions of a release the working copy: those of it are written, and all others are deleted. Refuses
 * (invalid) a value that is no release of questions.
 */
export async function restoreFaqs(ctx: Context, value: unknown): Promise<void> {
  const { items } = ReleasedFaqs.parse(value)
  await lockOrder(ctx)
  const before = new Map((await readDraft(ctx)).items.map((one) => [one.id, one]))
  const order = items.reduce<Order>((so, { id, group }) => withAdded(so, group, id), [])
  const places = new Map(placesOf(order).map((place) => [place.id, place]))
  const rows = items.map((item) => {
    const known = before.get(item.id)
    const { group, group_place, position } = places.get(item.id) ?? {
      group: item.group,
      group_place: 1,
      position: 1,
    }
    return { ...item, group, group_place, position, is_changed: known ? isChanged(item, known) : true }
  })
  await sql`delete from faqs where id <> all(${items.map(({ id }) => id)}::uuid[])`.execute(ctx.db)
  await sql`
    insert into faqs (id, title, details, "group", group_place, position, is_active, created_at, updated_at)
    select id, title, details, "group", group_place, position, is_active, ${ctx.now()}, ${ctx.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
      id uuid, title text, details text, "group" text, group_place integer, position integer, is_active boolean)
    on conflict (id) do update set title = excluded.title, details = excluded.details, "group" = excluded."group",
      group_place = excluded.group_place, position = excluded.position, is_active = excluded.is_active`.execute(
    ctx.db,
  )
  const changed = rows.filter(({ is_changed }) => is_changed).map(({ id }) => id)
  await sql`
    update faqs set version = version + 1, updated_at = ${ctx.now()} where id = any(${changed}::uuid[])`.execute(
    ctx.db,
  )
  const kept = new Set(items.map(({ id }) => id))
  const removed = [...before.values()].filter(({ id }) => !kept.has(id))
  await ctx.recordAll([
    {
      action: 'take over release',
      subject: { type: 'faq', id: null, name: "Faq's" },
      after: { written: changed.length, deleted: removed.length },
    },
    // What is lost is kept with each question, as an edit or a deletion by hand keeps it.
    ...removed.map((gone) => ({ action: 'delete', subject: subjectOf(gone), before: textOf(gone) })),
    ...rows
      .filter(({ is_changed }) => is_changed)
      .map((row) => {
        const known = before.get(row.id)
        const subject = subjectOf(row)
        if (!known) return { action: 'put back', subject, after: textOf(row) }
        return { action: 'edit', subject, ...recorded(differencesOf(textOf(known), textOf(row))) }
      }),
  ])
}

/** What a question says. */
function textOf({ title, details, group, is_active }: FaqDraft): FaqDraft {
  return { title, details, group, is_active }
}

/** Locks the questions until this transaction ends: another transaction that writes them waits, one that reads them not. */
export async function holdFaqs(ctx: Context): Promise<void> {
  await sql`lock table faqs in exclusive mode`.execute(ctx.db)
}

/** Locks the questions, and reads their order. */
async function lockOrder(ctx: Context): Promise<Order> {
  await holdFaqs(ctx)
  const places = await ctx.db
    .selectFrom('faqs')
    .select(['id', 'group', 'group_place', 'position'])
    .orderBy('place')
    .execute()
  return orderOf(places)
}

/** Writes the places that changed. Versions stay the same, so that somebody who edits a question is not refused. */
async function keepOrder(ctx: Context, before: Order, after: Order): Promise<void> {
  const known = new Map(placesOf(before).map((place) => [place.id, place]))
  const isSame = (a: Place, b: Place | undefined) =>
    a.group === b?.group && a.group_place === b.group_place && a.position === b.position
  const changed = placesOf(after).filter((place) => !isSame(place, known.get(place.id)))
  if (changed.length === 0) return
  await sql`
    update faqs f set "group" = n."group", group_place = n.group_place, position = n.position
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as n (id uuid, "group" text, group_place integer, position integer)
    where f.id = n.id`.execute(ctx.db)
}

/** Inserts questions at their places in the new order, and makes room for them if there is an order to change. */
async function insertAt(
  ctx: Context,
  made: readonly (FaqDraft & { id: string })[],
  after: Order,
  before?: Order,
): Promise<void> {
  const places = new Map(placesOf(after).map((place) => [place.id, place]))
  if (before) await keepOrder(ctx, before, after)
  await ctx.db
    .insertInto('faqs')
    .values(
      made.map(({ id, title, details, is_active }) => {
        const place = places.get(id)
        if (!place) throw new Error('a new question has no place')
        return { ...place, title, details, is_active, created_at: ctx.now(), updated_at: ctx.now() }
      }),
    )
    .execute()
}

function refuseTooMany(order: Order, added: number): void {
  const count = order.reduce((sum, { ids }) => sum + ids.length, added)
  if (count > mostFaqs) throw fieldRefusal('title', `At most ${mostFaqs.toLocaleString('en')} questions`)
}

async function recordOf(ctx: Context, id: string): Promise<FaqRecord> {
  const record = await ctx.db.selectFrom('faqs').selectAll().where('id', '=', id).executeTakeFirst()
  if (!record) throw new Refusal('not-found', 'There is no such question')
  return record
}

function subjectOf({ id, title }: { id: string; title: string }) {
  return { type: 'faq', id, name: title }
}
