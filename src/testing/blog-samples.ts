import type { TestApp, TestPerson } from './app.ts'
import type { MakeSample } from './samples.ts'

const path = '/api/admin/blogs/posts'
const filed = '/api/admin/blogs/categories'
let made = 0

type By = { app: TestApp; admin: TestPerson }

export interface MadePost {
  id: string
  title: string
  slug: string
  version: number
}

async function must({ app, admin }: By, method: string, to: string, body?: unknown, version?: number) {
  const headers = version === undefined ? {} : { 'if-match': `"v${version}"` }
  const answer = await app.call(method, to, { as: admin, body, headers })
  if (answer.status >= 300) throw new Error(`${method} ${to}: ${answer.status} ${answer.body.message}`)
  return answer.body.results
}

/** A draft with a text, added over HTTP. */
export async function draftPost(by: By, given: Record<string, unknown> = {}): Promise<MadePost> {
  made += 1
  return must(by, 'POST', path, { title: `Post ${made}`, html: '<p>Five words of plain text.</p>', ...given })
}

/** One that readers see. */
export async function publishedPost(by: By, given: Record<string, unknown> = {}): Promise<MadePost> {
  const { id } = await draftPost(by, given)
  return must(by, 'POST', `${path}/${id}/publish`)
}

/** A published one with changes that wait. */
export async function changedPost(by: By, given: Record<string, unknown> = { title: 'Another title' }) {
  const { id, version } = await publishedPost(by)
  return must(by, 'PATCH', `${path}/${id}`, given, version)
}

/** A whole minute so many minutes from now by the clock of the product. */
export function postMinute({ app }: { app: TestApp }, minutes: number): string {
  return new Date((Math.floor(app.clock.now().getTime() / 60_000) + minutes) * 60_000).toISOString()
}

/** One that goes live in an hour. */
export async function scheduledPost(by: By, given: Record<string, unknown> = {}, minutes = 60) {
  const { id } = await draftPost(by, given)
  return must(by, 'POST', `${path}/${id}/schedule`, { publish_at: postMinute(by, minutes) })
}

export async function blogCategory(by: By, given: Record<string, unknown> = {}) {
  made += 1
  return must(by, 'POST', filed, { name: `Blog category ${made}`, ...given })
}

const ofDraft = (verb: string, body?: unknown): MakeSample => {
  return async (stage) => ({
    path: `${path}/${(await draftPost(stage)).id}${verb}`,
    ...(body ? { body } : {}),
  })
}
const ofPublished = (verb: string, bodyOf: (by: By) => unknown = () => undefined): MakeSample => {
  return async (stage) => ({ path: `${path}/${(await publishedPost(stage)).id}${verb}`, body: bodyOf(stage) })
}
const changeOf = (verb: string, body: unknown): MakeSample => {
  return async (stage) => {
    const { id, version } = await draftPost(stage)
    return { path: `${path}/${id}${verb}`, body, headers: { 'if-match': `"v${version}"` } }
  }
}

/** Who may make each call of the blog, a part of the table that is kept by hand. */
export const blogPermissions: Readonly<Record<string, string>> = {
  'GET /api/admin/blogs/categories': 'Blogs: view',
  'POST /api/admin/blogs/categories': 'Blogs: act',
  'PATCH /api/admin/blogs/categories/:id': 'Blogs: act',
  'POST /api/admin/blogs/categories/:id/order': 'Blogs: act',
  'POST /api/admin/blogs/categories/:id/remove': 'Blogs: act',
  'GET /api/admin/blogs/posts': 'Blogs: view',
  'GET /api/admin/blogs/posts/counts': 'Blogs: view',
  'GET /api/admin/blogs/posts/deleted': 'Blogs: act',
  'GET /api/admin/blogs/posts/:id': 'Blogs: view',
  'POST /api/admin/blogs/posts': 'Blogs: act',
  'PATCH /api/admin/blogs/posts/:id': 'Blogs: act',
  'PATCH /api/admin/blogs/posts/:id/autosave': 'Blogs: act',
  'POST /api/admin/blogs/posts/:id/publish': 'Blogs: publish',
  'POST /api/admin/blogs/posts/:id/publish-changes': 'Blogs: publish',
  'POST /api/admin/blogs/posts/:id/schedule': 'Blogs: publish',
  'POST /api/admin/blogs/posts/:id/put-back': 'Blogs: publish',
  'POST /api/admin/blogs/posts/:id/unpublish': 'Blogs: publish',
  'POST /api/admin/blogs/posts/:id/duplicate': 'Blogs: act',
  'DELETE /api/admin/blogs/posts/:id': 'Blogs: act',
  'POST /api/admin/blogs/posts/:id/restore': 'Blogs: act',
  'GET /api/admin/blogs/posts/:id/versions': 'Blogs: view',
  'GET /api/admin/blogs/posts/:id/versions/:number': 'Blogs: view',
  'POST /api/admin/blogs/posts/:id/versions/:number/restore': 'Blogs: act',
  'GET /api/storefront/posts': 'everybody',
  'GET /api/storefront/post-categories': 'everybody',
  'GET /api/storefront/posts/:slug': 'everybody',
  'POST /api/storefront/posts/:slug/view': 'everybody',
  'GET /shop/blog/rss.xml': 'everybody',
  'GET /shop/blog/atom.xml': 'everybody',
  'GET /shop/sitemap.xml': 'everybody',
}

/** One accepted call for every endpoint of the blog. */
export const blogSamples: Readonly<Record<string, MakeSample>> = {
  [`GET ${filed}`]: () => ({ path: `${filed}?status=active&sort=-name&limit=5` }),
  [`POST ${filed}`]: () => ({ path: filed, body: { name: `Added category ${++made}` } }),
  [`PATCH ${filed}/:id`]: async (stage) => {
    const { id, version } = await blogCategory(stage)
    return { path: `${filed}/${id}`, body: { is_active: false }, headers: { 'if-match': `"v${version}"` } }
  },
  [`POST ${filed}/:id/order`]: async (stage) => {
    const { id } = await blogCategory(stage)
    await blogCategory(stage)
    return { path: `${filed}/${id}/order`, body: { position: 100_000 } }
  },
  [`POST ${filed}/:id/remove`]: async (stage) => ({
    path: `${filed}/${(await blogCategory(stage)).id}/remove`,
    body: { into: null, post_count: 0 },
  }),
  [`GET ${path}`]: () => ({ path: `${path}?state=draft&from=2026-01-01&sort=-views&limit=5` }),
  [`GET ${path}/counts`]: () => ({ path: `${path}/counts` }),
  [`GET ${path}/deleted`]: async (stage) => {
    const { id } = await draftPost(stage)
    await must(stage, 'DELETE', `${path}/${id}`)
    return { path: `${path}/deleted` }
  },
  [`GET ${path}/:id`]: ofDraft(''),
  [`POST ${path}`]: () => ({ path, body: { title: `Added post ${++made}` } }),
  [`PATCH ${path}/:id`]: changeOf('', { title: 'Another title' }),
  [`PATCH ${path}/:id/autosave`]: changeOf('/autosave', { title: 'A title that is being written' }),
  [`POST ${path}/:id/publish`]: ofDraft('/publish'),
  [`POST ${path}/:id/publish-changes`]: async (stage) => {
    const { id, version } = await changedPost(stage)
    return { path: `${path}/${id}/publish-changes`, headers: { 'if-match': `"v${version}"` } }
  },
  [`POST ${path}/:id/schedule`]: async (stage) => ({
    path: `${path}/${(await draftPost(stage)).id}/schedule`,
    body: { publish_at: postMinute(stage, 60) },
  }),
  [`POST ${path}/:id/put-back`]: async (stage) => ({
    path: `${path}/${(await scheduledPost(stage)).id}/put-back`,
  }),
  [`POST ${path}/:id/unpublish`]: ofPublished('/unpublish'),
  [`POST ${path}/:id/duplicate`]: ofDraft('/duplicate'),
  [`DELETE ${path}/:id`]: ofDraft(''),
  [`POST ${path}/:id/restore`]: async (stage) => {
    const { id } = await draftPost(stage)
    await must(stage, 'DELETE', `${path}/${id}`)
    return { path: `${path}/${id}/restore` }
  },
  [`GET ${path}/:id/versions`]: ofDraft('/versions'),
  [`GET ${path}/:id/versions/:number`]: ofDraft('/versions/1'),
  [`POST ${path}/:id/versions/:number/restore`]: async (stage) => {
    const { id, version } = await draftPost(stage)
    const changed = await must(stage, 'PATCH', `${path}/${id}`, { title: 'Changed since' }, version)
    return {
      path: `${path}/${id}/versions/1/restore`,
      headers: { 'if-match': `"v${changed.version}"` },
    }
  },
  'GET /api/storefront/posts': async (stage) => {
    const category = await blogCategory(stage)
    return { path: `/api/storefront/posts?limit=5&page=1&category=${category.slug}` }
  },
  'GET /api/storefront/post-categories': () => ({ path: '/api/storefront/post-categories' }),
  'GET /api/storefront/posts/:slug': async (stage) => ({
    path: `/api/storefront/posts/${(await publishedPost(stage)).slug}`,
  }),
  'POST /api/storefront/posts/:slug/view': async (stage) => ({
    path: `/api/storefront/posts/${(await publishedPost(stage)).slug}/view`,
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' },
  }),
  'GET /shop/blog/rss.xml': () => ({ path: '/shop/blog/rss.xml' }),
  'GET /shop/blog/atom.xml': () => ({ path: '/shop/blog/atom.xml' }),
  'GET /shop/sitemap.xml': () => ({ path: '/shop/sitemap.xml' }),
}

/** The same calls where they come too late, or too soon (409). */
export const blogConflicts: Readonly<Record<string, MakeSample>> = {
  [`POST ${filed}/:id/remove`]: async (stage) => {
    const { id } = await blogCategory(stage)
    await draftPost(stage, { category_id: id })
    return { path: `${filed}/${id}/remove`, body: { into: null, post_count: 0 } }
  },
  [`POST ${path}/:id/publish-changes`]: async (stage) => {
    const { id, version } = await publishedPost(stage)
    return { path: `${path}/${id}/publish-changes`, headers: { 'if-match': `"v${version}"` } }
  },
  [`POST ${path}/:id/publish`]: ofPublished('/publish'),
  [`POST ${path}/:id/schedule`]: ofPublished('/schedule', (by) => ({ publish_at: postMinute(by, 60) })),
  [`POST ${path}/:id/put-back`]: ofDraft('/put-back'),
  [`POST ${path}/:id/unpublish`]: ofDraft('/unpublish'),
  [`DELETE ${path}/:id`]: ofPublished(''),
}
