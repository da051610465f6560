import { isDeepStrictEqual } from 'node:util'
import { v4 as randomId } from 'uuid'
import type { Input } from '#kit/contract/endpoint.ts'
import { type Context, signedIn } from '#kit/server/context.ts'
import { squareImage } from '#kit/server/images.ts'
import { type account, type ListLayout, photoLimits, type Settings } from '../contract.ts'
import { readSettings } from './queries.ts'
import { photoKeyOf } from './rules.ts'
import './tables.ts'

type Person = ReturnType<typeof signedIn>

/** Changes the given preferences of the signed-in person. */
export function changePreferences(
  ctx: Context,
  input: Input<typeof account.changePreferences>,
): Promise<Settings> {
  return change(ctx, 'change preferences', ({ lists }) => ({
    ...input,
    ...(input.lists ? { lists: withoutEmpty({ ...lists, ...input.lists }) } : {}),
  }))
}

/** Drops the entry of a list that has its default layout. */
function withoutEmpty(lists: Settings['lists']): Settings['lists'] {
  const isEmpty = ({ order, hidden, widths, view }: ListLayout) =>
    order.length === 0 && hidden.length === 0 && Object.keys(widths).length === 0 && view === null
  return Object.fromEntries(Object.entries(lists).filter(([, layout]) => !isEmpty(layout)))
}

/** Marks the signed-in person as away or available. */
export function changeAvailability(
  ctx: Context,
  input: Input<typeof account.changeAvailability>,
): Promise<Settings> {
  return change(ctx, 'change availability', () => input)
}

/**
 * Crops the picture and stores its bytes before the transaction opens, so that no transaction is held open by image
 * processing. The previous photo is deleted after the new one is saved. Refuses (wrong-type) a file that is not a
 * picture, and (too-large) a picture of more than 25 megapixels.
 */
export async function changePhoto(ctx: Context, { file }: { file: Buffer }): Promise<Settings> {
  const person = signedIn(ctx)
  const bytes = await squareImage(file, photoLimits.side)
  const id = randomId()
  await ctx.services.files.put(photoKeyOf(id), bytes)
  return settlePhoto(ctx, person, id).catch(async (error: unknown) => {
    // After an error that was no refusal nobody knows whether the row was stored: the bytes go only if no row names them.
    const isNamed = await ctx.db
      .selectFrom('account_settings')
      .select('photo')
      .where('photo', '=', id)
      .executeTakeFirst()
      .then(
        (row) => row !== undefined,
        () => true,
      )
    if (!isNamed) await ctx.services.files.remove(photoKeyOf(id))
    throw error
  })
}

/** Removes the photo of the signed-in person and deletes its bytes. */
export function removePhoto(ctx: Context): Promise<Settings> {
  return settlePhoto(ctx, signedIn(ctx), null)
}

async function settlePhoto(ctx: Context, person: Person, photo: string | null): Promise<Settings> {
  const { before, after } = await ctx.transact(async (trx) => {
    const before = await lockSettings(trx, person)
    if (before.photo === photo) trx.unchanged()
    else {
      await trx.db.updateTable('account_settings').set({ photo }).where('person_id', '=', person.id).execute()
      await trx.record({
        action: photo === null ? 'remove own photo' : before.photo ? 'replace own photo' : 'add own photo',
        subject: { type: 'person', id: person.id, name: person.name },
      })
    }
    return { before, after: { ...before, photo } }
  })
  if (before.photo && before.photo !== photo) await ctx.services.files.remove(photoKeyOf(before.photo))
  return after
}

/**
 * The audit log entry is about the settings, not the person, so that menu preferences do not fill the history of
 * changes to the person.
 */
async function change(
  ctx: Context,
  action: string,
  wantedOf: (before: Settings) => { [K in keyof Settings]?: Settings[K] | undefined },
): Promise<Settings> {
  const person = signedIn(ctx)
  const before = await lockSettings(ctx, person)
  const wanted = wantedOf(before)
  const changed = (Object.keys(wanted) as (keyof Settings)[]).filter(
    (name) => wanted[name] !== undefined && !isDeepStrictEqual(wanted[name], before[name]),
  )
  if (changed.length === 0) {
    ctx.unchanged()
    return before
  }
  const of = (settings: typeof wanted): Partial<Settings> =>
    Object.fromEntries(changed.map((name) => [name, settings[name]]))
  await ctx.db.updateTable('account_settings').set(of(wanted)).where('person_id', '=', person.id).execute()
  await ctx.record({
    action,
    subject: { type: 'account_settings', id: person.id, name: person.name },
    before: { ...of(before), ...differing(before.lists, wanted.lists) },
    after: { ...of(wanted), ...(wanted.lists ? differing(wanted.lists, before.lists) : {}) },
  })
  return readSettings(ctx, person.id)
}

/** The lists whose layout differs from the other set; empty if none differs. */
function differing(lists: Settings['lists'], others: Settings['lists'] | undefined) {
  if (!others) return {}
  const own = Object.entries(lists).filter(([path, layout]) => !isDeepStrictEqual(layout, others[path]))
  const isSame = isDeepStrictEqual(lists, others)
  return isSame ? {} : { lists: Object.fromEntries(own) }
}

/** Locks the settings of this person until the transaction ends, and creates them first if there are none. */
async function lockSettings(ctx: Context, { id }: Person): Promise<Settings> {
  await ctx.db
    .insertInto('account_settings')
    .values({ person_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await ctx.db
    .selectFrom('account_settings')
    .select('person_id')
    .where('person_id', '=', id)
    .forUpdate()
    .execute()
  return readSettings(ctx, id)
}
