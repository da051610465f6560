import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { BytesAnswer } from '#kit/server/implement.ts'
import type { Density, Settings, Theme } from '../contract.ts'
import { photoKeyOf } from './rules.ts'
import './tables.ts'

const columns = [
  'photo',
  'is_away',
  'theme',
  'has_shortcuts',
  'pins',
  'density',
  'lists',
  'goes_on',
  'hides_first_steps',
] as const
const defaults: Settings = {
  photo: null,
  is_away: false,
  theme: 'auto',
  has_shortcuts: true,
  goes_on: false,
  hides_first_steps: false,
  pins: [],
  density: 'compact',
  lists: {},
}

/** The settings of this person; defaults until the person has saved any. */
export async function readSettings({ db }: Pick<Context, 'db'>, personId: string): Promise<Settings> {
  const row = await db
    .selectFrom('account_settings')
    .select(columns)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row
    ? {
        ...row,
        theme: row.theme as Theme,
        density: row.density as Density,
        lists: row.lists as Settings['lists'],
      }
    : defaults
}

/** The bytes of a photo in use. Refuses (not-found) a photo that was replaced or removed, or never existed. */
export async function readPhoto(ctx: Context, { id }: { id: string }): Promise<BytesAnswer> {
  const held = await ctx.db
    .selectFrom('account_settings')
    .select('photo')
    .where('photo', '=', id)
    .executeTakeFirst()
  const file = held ? await ctx.services.files.read(photoKeyOf(id)) : null
  if (!file) throw new Refusal('not-found', 'There is no such photo')
  return { ...file, mediaType: 'image/webp' }
}
