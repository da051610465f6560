import { implement } from '#kit/server/implement.ts'
import { blogCategories } from '../categories/contract.ts'
import {
  changeBlogCategory,
  createBlogCategory,
  orderBlogCategory,
  removeBlogCategory,
} from '../categories/server/commands.ts'
import { listBlogCategories } from '../categories/server/queries.ts'
import { posts } from '../contract.ts'
import { storefrontPosts } from '../storefront/contract.ts'
import { countView } from '../storefront/server/commands.ts'
import { readAtom, readRss, readSitemap } from '../storefront/server/feed-queries.ts'
import {
  readStorefrontCategories,
  readStorefrontPost,
  readStorefrontPosts,
} from '../storefront/server/queries.ts'
import { autosavePost, changePost, createPost, duplicatePost, removePost, restorePost } from './commands.ts'
import { countPosts, listDeletedPosts, listPosts, readPost, readVersion, readVersions } from './queries.ts'
import {
  publishChanges,
  publishPost,
  putBackPost,
  restoreVersion,
  schedulePost,
  unpublishPost,
} from './state-commands.ts'

export const blogRoutes = [
  ...implement('blog-categories', blogCategories, {
    list: listBlogCategories,
    create: createBlogCategory,
    change: changeBlogCategory,
    order: orderBlogCategory,
    remove: removeBlogCategory,
  }),
  ...implement('posts', posts, {
    list: listPosts,
    count: countPosts,
    get: readPost,
    create: createPost,
    change: changePost,
    autosave: autosavePost,
    publish: publishPost,
    publishChanges,
    schedule: schedulePost,
    putBack: putBackPost,
    unpublish: unpublishPost,
    duplicate: duplicatePost,
    remove: removePost,
    restore: restorePost,
    deleted: listDeletedPosts,
    versions: readVersions,
    version: readVersion,
    restoreVersion,
  }),
  ...implement('storefront-posts', storefrontPosts, {
    list: readStorefrontPosts,
    categories: readStorefrontCategories,
    get: readStorefrontPost,
    view: countView,
    rss: readRss,
    atom: readAtom,
    sitemap: readSitemap,
  }),
]
