import { followReplacedInPosts, holdPostsWith } from '#features/blogs/server/picture-commands.ts'
import { changeSections, holdSections } from '#features/content/server/commands.ts'
import { followReplacedInMailings, holdMailingsWith } from '#features/mailings/server/picture-commands.ts'
import { unknownPictures } from '#features/media/server/queries.ts'
import type { PictureFollower } from '#features/media/server/rendition-commands.ts'
import { withReplaced } from '#features/media/server/rules.ts'
import { setUsesOfAll } from '#features/media/server/use-commands.ts'
import type { Services } from '#kit/server/context.ts'

/** What sections of the shop window ask the library of pictures. */
export const pictures: Services['pictures'] = { unknown: unknownPictures, keepUses: setUsesOfAll }

/** Whose working copies show pictures of the library, in the order in which all of them are locked. */
export const pictureFollowers: readonly PictureFollower[] = [
  {
    hold: holdSections,
    follow: (ctx, replaced) => changeSections(ctx, (value) => withReplaced(value, replaced)),
  },
  { hold: holdPostsWith, follow: followReplacedInPosts },
  { hold: holdMailingsWith, follow: followReplacedInMailings },
]
