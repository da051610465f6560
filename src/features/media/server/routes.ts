import { implement } from '#kit/server/implement.ts'
import { media } from '../contract.ts'
import { addMedia, changeMedia, removeMedia } from './commands.ts'
import { listMedia, readMedia } from './queries.ts'
import { type PictureFollower, renderMedia, replaceMedia } from './rendition-commands.ts'

/** The calls of the library; the application hands in who puts a replaced picture into working copies. */
export const mediaRoutes = (followers: readonly PictureFollower[]) =>
  implement('media', media, {
    list: listMedia,
    get: readMedia,
    upload: addMedia,
    change: changeMedia,
    replace: (ctx, input) => replaceMedia(ctx, input, followers),
    render: renderMedia,
    remove: removeMedia,
  })
