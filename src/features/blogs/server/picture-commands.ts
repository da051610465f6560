import { sql } from 'kysely'
import type { FollowReplaced } from '#features/media/server/rendition-commands.ts'
import { withReplaced } from '#features/media/server/rules.ts'
import type { Context } from '#kit/server/context.ts'
import { putContent } from './commands.ts'
import { picturesOf, workingOf } from './rules.ts'
import type { PostRecord } from './tables.ts'

/** Locks every post that shows this picture, banner or text, in the order of their ids. */
export async function holdPostsWith(ctx: Context, media_id: string): Promise<void> {
  await sql`
    select p.id from posts p where p.deleted_at is null and p.id in (
      select u.record_id::uuid from media_uses u where u.noun = 'post' and u.media_id = ${media_id})
    order by p.id for no key update`.execute(ctx.db)
}

/**
 * Puts the new renditions of a replaced picture into every post that shows it, banner and text, as a version of each.
 * What readers see of a published post stays as it is until its changes are published, as with any other save.
 */
export const followReplacedInPosts: FollowReplaced = async (ctx, replaced) => {
  const { rows } = await sql<PostRecord>`
    select p.* from posts p where p.deleted_at is null and p.id in (
      select u.record_id::uuid from media_uses u where u.noun = 'post' and u.media_id = ${replaced.media_id})
    order by p.id for no key update`.execute(ctx.db)
  for (const record of rows) {
    const content = workingOf(record)
    let { html } = content
    for (const picture of picturesOf({ banner: null, html })) {
      const next = picture.media_id === replaced.media_id ? replaced.renditions.get(picture.media) : undefined
      if (!next) continue
      html = html.replace(/<img [^>]*>/g, (tag) =>
        tag.includes(`/media/${picture.media}.webp`)
          ? tag
              .replace(picture.media, next.media)
              .replace(/ width="\d+"/, ` width="${next.width}"`)
              .replace(/ height="\d+"/, ` height="${next.height}"`)
          : tag,
      )
    }
    await putContent(
      ctx,
      record,
      { ...content, banner: withReplaced(content.banner, replaced), html },
      'edit',
    )
  }
}
