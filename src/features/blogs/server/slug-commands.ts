import { sql } from 'kysely'
import { fieldRefusal } from '#kit/contract/refusal.ts'
import { freeSlugAmong, slugOf } from '#kit/contract/slug.ts'
import type { Context } from '#kit/server/context.ts'
import './tables.ts'

/**
 * Takes a slug for a post; two posts can never take the same one. Refuses (invalid) a slug that another post has, or
 * had and redirects from.
 */
export async function takeSlug(ctx: Context, id: string, slug: string): Promise<void> {
  if (await isTaken(ctx, id, slug)) return
  const { rows } = await sql<{ title: string; slug: string; is_seen: boolean }>`
    select p.title, p.slug, s.is_seen from post_slugs s join posts p on p.id = s.post_id where s.slug = ${slug}`.execute(
    ctx.db,
  )
  const other = rows[0]
  throw fieldRefusal(
    'slug',
    other?.is_seen && other.slug !== slug
      ? `This slug redirects to “${other.title}”: choose another slug`
      : `“${other?.title ?? 'Another post'}” has this slug: choose another slug`,
  )
}

/** Takes the slug made from a title, with a number added if it is taken; answers it. */
export async function takeFreeSlug(ctx: Context, id: string, title: string): Promise<string> {
  const wanted = slugOf(title) || 'post'
  const { rows } = await sql<{ slug: string }>`
    select slug from post_slugs where slug = ${wanted} or slug like ${`${wanted}-%`}`.execute(ctx.db)
  const taken = new Set(rows.map(({ slug }) => slug))
  for (;;) {
    const slug = freeSlugAmong(taken, wanted)
    if (await isTaken(ctx, id, slug)) return slug
    // Somebody has taken it since the slugs were read.
    taken.add(slug)
  }
}

/** Gives up the slugs of a post but these, and but those under which readers have seen it: they redirect. */
export async function keepSlugs(ctx: Context, id: string, kept: readonly string[]): Promise<void> {
  await sql`
    delete from post_slugs
    where post_id = ${id} and not is_seen and slug <> all(${kept}::text[])`.execute(ctx.db)
}

/** Lets a slug lead readers to its post, which keeps it from now on. */
export async function showSlug(ctx: Context, id: string, slug: string): Promise<void> {
  await ctx.db
    .updateTable('post_slugs')
    .set({ is_seen: true })
    .where('slug', '=', slug)
    .where('post_id', '=', id)
    .execute()
}

async function isTaken(ctx: Context, id: string, slug: string): Promise<boolean> {
  const { rows } = await sql`
    insert into post_slugs as s (slug, post_id, created_at) values (${slug}, ${id}, ${ctx.now()})
    on conflict (slug) do update set slug = excluded.slug where s.post_id = excluded.post_id
    returning s.slug`.execute(ctx.db)
  return rows.length > 0
}
